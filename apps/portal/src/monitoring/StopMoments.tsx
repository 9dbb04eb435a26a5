import type { TripStop } from '@ambit/contract'
import type { Format } from '../settings/create-format.ts'
import classes from './StopMoments.module.css'
import { monitoringStrings as words } from './strings.ts'

/** When a stop was to be served, when it is expected to be, and when it was. */
export const StopMoments = ({ stop, format }: { stop: TripStop; format: Format }) => (
  <dl className={classes['moments']}>
    {(
      [
        [words.target, stop.scheduled_at],
        [words.eta, stop.eta],
        [words.arrived, stop.arrived_at],
        [words.departed, stop.departed_at],
      ] as const
    ).map(([label, at]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className="numbers">{at === null ? words.missing : <time dateTime={at}>{format.stamp(at)}</time>}</dd>
      </div>
    ))}
  </dl>
)
