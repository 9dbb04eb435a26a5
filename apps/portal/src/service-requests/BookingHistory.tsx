import type { Reason, ServiceRequestHistory } from '@ambit/contract'
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
        user: whoOf(entry),
      }))}
    />
  )
}

/** Who did it; where an organisation booked, also for whom. */
const whoOf = ({ user_name, user_type, organisation_name, traveler_name }: ServiceRequestHistory): string => {
  const who = user_name ?? words.users[user_type]
  return organisation_name === null ? who : words.bookedFor(who, organisation_name, traveler_name)
}

const Reasons = ({ reasons }: { reasons: readonly Reason[] }) =>
  reasons.length === 0 ? null : (
    <ul className={classes['reasons']} aria-label={words.why}>
      {reasons.map((reason) => (
        <li key={`${reason.code} ${reason.text}`}>{reason.text}</li>
      ))}
    </ul>
  )
