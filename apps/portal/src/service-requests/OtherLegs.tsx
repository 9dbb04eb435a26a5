import type { ServiceRequest } from '@ambit/contract'
import { useOpenDialog } from '../dialogs/stack.ts'
import { shownBookingStatus, shownBookingStatuses } from '../records/bookings.ts'
import { useOtherLegs } from '../records/cancel/use-other-legs.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Format } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import shared from './BookingFacts.module.css'
import classes from './OtherLegs.module.css'
import { bookingStrings } from './strings.ts'

const words = bookingStrings.journey

/** The other legs of a journey, with their times and status, and what all cost. */
export const OtherLegs = ({ record, format }: { record: ServiceRequest; format: Format }) => {
  const { legs } = useOtherLegs(record)
  if (legs.length === 0) return null
  const wayOf = wayWords([record, ...legs])
  // A leg that was cancelled adds nothing to a sum.
  const inTurn = [record, ...legs]
    .filter(({ status }) => status !== 'cancelled')
    .toSorted((a, b) => (a.journey_leg ?? 0) - (b.journey_leg ?? 0))
  const sum = inTurn.reduce((total, leg) => total + leg.total_price, 0)
  // What was made in two currencies has no sum.
  const together = inTurn.every(({ currency }) => currency === record.currency)
  return (
    <>
      {legs.map((leg) => (
        <OtherLeg key={leg.id} leg={leg} way={wayOf(leg)} />
      ))}
      {inTurn.length > 1 && (
        <dl className={shared['facts']} aria-label={words.prices}>
          {inTurn.map((leg) => (
            <div key={leg.id}>
              <dt>{wayOf(leg)}</dt>
              <dd>{format.money(leg.total_price, leg.currency)}</dd>
            </div>
          ))}
          {together && (
            <div>
              <dt>{words.together}</dt>
              <dd>{format.money(sum, record.currency)}</dd>
            </div>
          )}
        </dl>
      )}
    </>
  )
}

/** Legs with stays between them are counted; there and back have names. */
const wayWords = (journey: readonly ServiceRequest[]): ((leg: ServiceRequest) => string) => {
  const stops = journey.some(({ stay_minutes }) => stay_minutes !== null)
  return ({ journey_leg }) => (stops ? words.leg(journey_leg ?? 1) : journey_leg === 1 ? words.there : words.back)
}

const OtherLeg = ({ leg, way }: { leg: ServiceRequest; way: string }) => {
  const open = useOpenDialog()
  const format = useFormat(leg.time_zone)
  const times = ({ promised_lower_bound: from, promised_upper_bound: until }: ServiceRequest['pickup']): string =>
    bookingStrings.window(format.time(from), format.time(until))
  return (
    <section aria-label={way} className={classes['leg']}>
      <div className={classes['head']}>
        <h3>{way}</h3>
        <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(leg)} />
        <button type="button" className={shared['link']} onClick={() => open('LiveBookingDialog', 'view', leg.id)}>
          {words.booking(leg.id)}
        </button>
      </div>
      <p>{words.end(format.day(leg.pickup.promised_lower_bound), times(leg.pickup), leg.pickup.name)}</p>
      <p>{words.dropOff(times(leg.dropoff), leg.dropoff.name)}</p>
    </section>
  )
}
