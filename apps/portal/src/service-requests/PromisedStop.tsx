import type { ServiceRequest } from '@ambit/contract'
import { DASH, type Format } from '../settings/create-format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { differenceTone, type End, isRevised, measuredEnd, minutesOutside } from '../records/arrival.ts'
import shared from './booking.module.css'
import classes from './PromisedStop.module.css'
import { bookingStrings as words } from './strings.ts'

type Props = { end: End; booking: ServiceRequest; format: Format }

/** What was promised at one end of the journey, and what is expected of it or became of it. */
export const PromisedStop = ({ end, booking, format }: Props) => {
  const served = booking[end]
  const place = end === 'pickup' ? booking.origin : booking.destination
  const stranded = end === 'pickup' ? booking.stranded_at : null
  return (
    <section className={shared['promise']} aria-label={words[end]}>
      <h3>{words[end]}</h3>
      <Windows served={served} format={format} />
      <p className={classes['stopName']}>{served.name}</p>
      {served.walk_m > 0 && (
        <p className={shared['muted']}>
          {`${end === 'pickup' ? words.origin : words.destination} ${place.name}, ${words.walk(format.distance(served.walk_m), Math.max(1, Math.round(served.walk_s / 60)))}`}
        </p>
      )}
      {stranded !== null && (
        <p className={shared['muted']}>
          {words.stranded(
            booking.first_boarded_at === null ? DASH : format.time(booking.first_boarded_at),
            format.time(stranded),
          )}
        </p>
      )}
      <Arrival end={end} booking={booking} format={format} />
    </section>
  )
}

/** The first promise; beside it, where a disruption changed it, when the passenger is expected to be served now. */
const Windows = ({ served, format }: { served: ServiceRequest['pickup']; format: Format }) => {
  const promised = words.window(format.time(served.promised_lower_bound), format.time(served.promised_upper_bound))
  const now =
    served.eta === null
      ? words.window(format.time(served.lower_bound), format.time(served.upper_bound))
      : format.time(served.eta)
  const changed = isRevised(served) && served.actual === null
  return (
    <p className={classes['window']}>
      {changed ? words.promisedAndNow(promised, now) : isRevised(served) ? words.promised(promised) : promised}
      <span>{format.date(served.promised_lower_bound)}</span>
    </p>
  )
}

const Arrival = ({ end, booking, format }: Props) => {
  const served = booking[end]
  const known = served.actual ?? served.eta
  const outside = minutesOutside(measuredEnd(booking, end))
  const rescued = end === 'pickup' && booking.stranded_at !== null
  return (
    <p className={classes['expected']}>
      <span className={shared['muted']}>{served.actual === null ? words.expected : words.happened[end]}</span>
      <strong className="numbers">{known === null ? DASH : format.time(known)}</strong>
      {outside !== null && !rescued && (
        <StatusTag tone={differenceTone(outside)}>
          {outside === 0 ? words.onTime : outside < 0 ? words.early(-outside) : words.late(outside)}
        </StatusTag>
      )}
    </p>
  )
}
