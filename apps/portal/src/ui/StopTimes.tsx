import type { TripStop } from '@ambit/contract'
import type { Format } from '../settings/create-format.ts'
import classes from './StopTimes.module.css'
import { uiStrings } from './strings.ts'

type Props = {
  stop: Pick<TripStop, 'scheduled_at' | 'eta' | 'arrived_at' | 'departed_at'>
  labels: { scheduled: string; expected: string }
  format: Format
}

/** When a stop was to be served, and when it will be or was. */
export const StopTimes = ({ stop, labels, format }: Props) => (
  <dl className={classes['times']}>
    <Time label={labels.scheduled} at={stop.scheduled_at} format={format} />
    {stop.arrived_at === null ? (
      <Time label={labels.expected} at={stop.eta} format={format} />
    ) : (
      <>
        <Time label={uiStrings.arrived} at={stop.arrived_at} format={format} />
        <Time label={uiStrings.departed} at={stop.departed_at} format={format} />
      </>
    )}
  </dl>
)

/** Its date is in the hint; `N/A` stands for a time that is not known. */
const Time = ({ label, at, format }: { label: string; at: string | null; format: Format }) => (
  <div>
    <dt>{label}</dt>
    <dd className="numbers">
      {at === null ? (
        uiStrings.missing
      ) : (
        <time dateTime={at} title={format.dateTime(at)}>
          {format.time(at)}
        </time>
      )}
    </dd>
  </div>
)
