import type { Reason, ServiceRequestHistory } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { bookingHistoryQuery } from '../records/bookings.ts'
import type { Format } from '../settings/create-format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import shared from './booking.module.css'
import classes from './BookingHistory.module.css'
import { collapseHistory, historyText } from './history.ts'
import { bookingStrings as words } from './strings.ts'

/** What became of the booking, who did it, and the planner's reasons. */
export const BookingHistory = ({ id, format }: { id: number; format: Format }) => {
  const history = useQuery(bookingHistoryQuery(id))
  const entries = collapseHistory(history.data ?? []).toReversed()
  return (
    <details open className={shared['history']}>
      <summary>
        <IconChevronRight size={14} aria-hidden className={shared['chevron']} />
        <h3>{words.history}</h3>
        <span className={shared['muted']}>{history.data !== undefined && words.historyEntries(entries.length)}</span>
      </summary>
      {history.isPending && <Skeleton h={80} />}
      {history.isError && history.data === undefined && (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.data !== undefined && (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{words.columns.date}</th>
              <th scope="col">{words.columns.status}</th>
              <th scope="col">{words.columns.user}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} format={format} />
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}

const Row = ({ entry, format }: { entry: ServiceRequestHistory; format: Format }) => (
  <tr>
    <td className="numbers">
      <time dateTime={entry.created_at}>{format.dateTime(entry.created_at)}</time>
    </td>
    <td>
      {historyText(entry)}
      <Reasons reasons={entry.reasons} />
    </td>
    <td>{entry.user_name ?? words.users[entry.user_type]}</td>
  </tr>
)

const Reasons = ({ reasons }: { reasons: readonly Reason[] }) =>
  reasons.length === 0 ? null : (
    <ul className={classes['reasons']} aria-label={words.why}>
      {reasons.map((reason) => (
        <li key={`${reason.code} ${reason.text}`}>{reason.text}</li>
      ))}
    </ul>
  )
