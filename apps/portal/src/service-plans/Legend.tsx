import type { Zone } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { strategiesQuery } from './queries.ts'
import classes from './Legend.module.css'
import { planStrings as words } from './strings.ts'

/** The colours of a zone's service models, for those who may read plan strategies. */
export const Legend = ({ zone }: { zone: Zone }) => {
  const can = useCan()
  const may = can('ResourceAvailability:planStrategies:canRead')
  const strategies = useQuery({ ...strategiesQuery(zone.id), enabled: may })
  if (!may || strategies.data === undefined || strategies.data.length === 0) return null
  return (
    <ul className={classes['legend']} aria-label={words.legend}>
      {strategies.data.map(({ id, valueList: { label }, metadata: { color } }) => (
        <li key={id}>
          <span style={{ background: color }} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  )
}
