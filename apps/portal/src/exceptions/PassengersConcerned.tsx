import type { ServiceException } from '@ambit/contract'
import { fixTargets } from '../records/exceptions/use-fixes.ts'
import { PassengerContact } from '../records/PassengerContact.tsx'
import { useFormat } from '../settings/format.ts'
import { inboxStrings as words } from './strings.ts'

/** Whom it concerns, with their numbers to be told by. */
export const PassengersConcerned = ({ exception: { bookings, time_zone } }: { exception: ServiceException }) => {
  const format = useFormat(time_zone ?? undefined)
  const among = bookings.map(({ traveler_id }) => traveler_id)
  return (
    <section aria-label={words.bookings} id={fixTargets.PASSENGERS} tabIndex={-1}>
      <h3>{words.bookings}</h3>
      <ul>
        {bookings.map(({ service_request_id, traveler_id, traveler_name, minutes, window_from, window_until }) => (
          <li key={service_request_id}>
            <PassengerContact id={traveler_id} name={traveler_name} among={among} /> ({format.time(window_from)} to{' '}
            {format.time(window_until)}){minutes !== null && `, ${words.late(minutes)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
