import { Button } from '@mantine/core'
import { dateIn } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { zoneOptions } from '../records/zones.ts'
import { useFormat } from '../settings/format.ts'
import { useScope } from '../url/scope.ts'
import type { FailedPlan } from './plan-session.ts'
import classes from './FailedPlans.module.css'
import { planStrings as words } from './strings.ts'
import { useGoToDate } from './use-go-to-date.ts'

/** What could not be saved, and the way to the day on which it is put right. */
export const FailedPlans = ({ failed }: { failed: readonly FailedPlan[] }) => (
  <table className={classes['failed']}>
    <caption className="visually-hidden">{words.failedTitle}</caption>
    <thead>
      <tr>
        {Object.values(words.failedColumns).map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
        <td />
      </tr>
    </thead>
    <tbody>
      {failed.map((one) => (
        <FailedRow key={one.key} failed={one} />
      ))}
    </tbody>
  </table>
)

const FailedRow = ({ failed: { plan, errors } }: { failed: FailedPlan }) => {
  const [scope] = useScope()
  const zones = useQuery(zoneOptions(scope.region))
  const timeZone = zones.data?.find(({ id }) => id === plan.zone_id)?.time_zone
  const format = useFormat(timeZone)
  const goTo = useGoToDate()
  return (
    <tr>
      <td className="numbers">{format.date(plan.start_time)}</td>
      <td className="numbers">{format.time(plan.start_time)}</td>
      <td className="numbers">{format.time(plan.end_time)}</td>
      <td>{errors.map(({ detail }) => detail).join(' ')}</td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => goTo(dateIn(timeZone ?? 'UTC', new Date(plan.start_time)))}
        >
          {words.goToDate}
        </Button>
      </td>
    </tr>
  )
}
