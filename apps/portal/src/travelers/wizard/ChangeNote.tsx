import type { ServiceRequest } from '@ambit/contract'
import type { ReactNode } from 'react'
import { bookingWords } from '../../records/booking-words.ts'
import { useFormat } from '../../settings/format.ts'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import classes from './ChangeNote.module.css'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.changing

type Props = {
  booking: ServiceRequest
  /** which rides are changed, of one that is made again and again */
  scope: ReactNode
}

/** Above a change: the booking as it stands until it is changed, or why it cannot be changed any more. */
export const ChangeNote = ({ booking, scope }: Props) => {
  const format = useFormat(booking.time_zone)
  const end = ({ name, promised_lower_bound, promised_upper_bound }: ServiceRequest['pickup']): string =>
    words.end(bookingWords.window(format.time(promised_lower_bound), format.time(promised_upper_bound)), name)
  const { pickup, dropoff, change_refused } = booking
  const journey = words.journey(format.day(pickup.promised_lower_bound), end(pickup), end(dropoff))
  return (
    <div className={classes['note']}>
      {change_refused === null ? (
        <>
          <p>{words.stands(journey)}</p>
          {scope}
        </>
      ) : (
        <ToneAlert tone="danger">{words.refused(change_refused)}</ToneAlert>
      )}
    </div>
  )
}
