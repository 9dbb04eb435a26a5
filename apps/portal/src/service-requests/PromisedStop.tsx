import type { Place, ServiceRequest } from '@ambit/contract'
import { DASH, type Format } from '../settings/create-format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { differenceTone, minutesOutside } from './arrival.ts'
import shared from './booking.module.css'
import classes from './PromisedStop.module.css'
import { bookingStrings as words } from './strings.ts'

type Props = {
  end: 'pickup' | 'dropoff'
  /** the passenger's own address at this end */
  place: Place
  served: ServiceRequest['pickup']
  format: Format
}

/** What was promised at one end of the journey, and what is expected of it or became of it. */
export const PromisedStop = ({ end, place, served, format }: Props) => {
  const outside = minutesOutside(served)
  const known = served.actual ?? served.eta
  return (
    <section className={shared['promise']} aria-label={words[end]}>
      <h3>{words[end]}</h3>
      <p className={classes['window']}>
        {words.window(format.time(served.lower_bound), format.time(served.upper_bound))}
        <span>{format.date(served.lower_bound)}</span>
      </p>
      <p className={classes['stopName']}>{served.name}</p>
      {served.walk_m > 0 && (
        <p className={shared['muted']}>
          {`${end === 'pickup' ? words.origin : words.destination} ${place.name}, ${words.walk(Math.round(served.walk_m), Math.max(1, Math.round(served.walk_s / 60)))}`}
        </p>
      )}
      <p className={classes['expected']}>
        <span className={shared['muted']}>{served.actual === null ? words.expected : words.happened[end]}</span>
        <strong className="numbers">{known === null ? DASH : format.time(known)}</strong>
        {outside !== null && (
          <StatusTag tone={differenceTone(outside)}>
            {outside === 0 ? words.onTime : outside < 0 ? words.early(-outside) : words.late(outside)}
          </StatusTag>
        )}
      </p>
    </section>
  )
}
