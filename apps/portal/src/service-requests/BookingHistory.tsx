import type { Reason } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { bookingHistoryQuery } from '../records/bookings.ts'
import type { Format } from '../settings/create-format.ts'
import classes from './BookingHistory.module.css'
import { EventLog } from '../ui/EventLog.tsx'
import { collapseHistory, historyText } from './history.ts'
import { bookingStrings as words } from './strings.ts'

/** What became of the booking, who did it, and the planner's reasons. */
export const BookingHistory = ({ id, format }: { id: number; format: Format }) => {
  const history = useQuery(bookingHistoryQuery(id))
  const entries = collapseHistory(history.data ?? []).toReversed()
  return (
    <EventLog
      title={words.history}
      what={words.historyWhat}
      query={history}
      format={format}
      entries={entries.map((entry) => ({
        id: entry.id,
        created_at: entry.created_at,
        text: (
          <>
            {historyText(entry)}
            <Reasons reasons={entry.reasons} />
          </>
        ),
        user: entry.user_name ?? words.users[entry.user_type],
      }))}
    />
  )
}

const Reasons = ({ reasons }: { reasons: readonly Reason[] }) =>
  reasons.length === 0 ? null : (
    <ul className={classes['reasons']} aria-label={words.why}>
      {reasons.map((reason) => (
        <li key={`${reason.code} ${reason.text}`}>{reason.text}</li>
      ))}
    </ul>
  )
