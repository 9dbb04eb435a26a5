import type { Trip } from '@ambit/contract'
import { StatusMark } from '../ui/StatusTag.tsx'
import { lateTones, type ShownStatus, shownStatus } from './late-tone.ts'
import classes from './monitoring.module.css'
import { monitoringStrings as words } from './strings.ts'

const entries = [
  { status: 'on-time', label: words.statuses['on-time'] },
  { status: 'slightly-late', label: words.statuses['slightly-late'] },
  { status: 'very-late', label: words.statuses['very-late'] },
  { status: 'waiting', label: words.late.waiting },
  { status: 'staged', label: words.staged },
] as const satisfies readonly { status: ShownStatus; label: string }[]

const lost = { status: 'out-of-service', label: words.late['out-of-service'] } as const

/** What the shapes mean, and how many there are of each. */
export const Legend = ({ trips }: { trips: readonly Trip[] }) => {
  const counts = Map.groupBy(trips, shownStatus)
  return (
    <ul className={classes['legend']} aria-label={words.legend}>
      {(counts.has('out-of-service') ? [...entries, lost] : entries).map(({ status, label }) => (
        <li key={status}>
          <span className={classes['dot']} data-tone={lateTones[status]}>
            <StatusMark tone={lateTones[status]} size={10} />
          </span>
          {label}
          <span className="numbers">{counts.get(status)?.length ?? 0}</span>
        </li>
      ))}
      <li>
        <svg width="13" height="13" viewBox="0 0 13 13" aria-hidden="true">
          <circle cx="6.5" cy="6.5" r="5" fill="none" stroke="currentColor" strokeWidth="1.7" strokeDasharray="2.6 2" />
        </svg>
        {words.noSignalNow}
        <span className="numbers">{trips.filter((trip) => trip.no_signal_since !== null).length}</span>
      </li>
    </ul>
  )
}
