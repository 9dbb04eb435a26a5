import type { Region } from '@ambit/contract'
import { Link } from '../url/link.tsx'
import { useFormat } from '../settings/format.ts'
import { pathOf } from '../navigation/menu.ts'
import { useMenu } from '../navigation/use-menu.ts'
import classes from './regions.module.css'
import { regionStrings as words } from './strings.ts'

/** How much hangs on the region, each with the way to its list. */
export const RegionUsage = ({ region }: { region: Region }) => {
  const format = useFormat()
  const reachable = new Set(useMenu().flatMap((group) => group.items.map(pathOf)))
  const rows = [
    { label: words.columns.zone_count, count: region.zone_count, path: '/ZoneManagement' },
    { label: words.columns.vehicle_count, count: region.vehicle_count, path: '/VehicleManagement' },
    { label: words.columns.service_plan_count, count: region.service_plan_count, path: '/ServicePlans' },
  ] as const
  return (
    <>
      <p className={classes['explained']}>{words.usageExplained}</p>
      <dl className={classes['usage']}>
        {rows.map(({ label, count, path }) => (
          <div key={path} className={classes['use']}>
            <dt>{label}</dt>
            <dd>
              <span className={`numbers ${classes['count']}`}>{format.number(count)}</span>
              {reachable.has(path) && (
                <Link to={path} search={() => ({ region: String(region.id) })} className="text-link">
                  {words.show(label.toLowerCase())}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
