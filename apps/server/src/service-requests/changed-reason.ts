import { counted } from '@ambit/domain'
import type { Reason } from '@ambit/contract'
import { clockTime, dayAndTime, money, sameDay } from '../planning/plan/format.ts'
import type { BookingRecord, OfferingToConfirm } from './queries.ts'

/** The code of the entry in a booking's history that records a change on request. */
export const CHANGED_ON_REQUEST = 'changed_on_request'
/** The same of a change of the notes alone. */
export const NOTES_CHANGED = 'notes_changed'

/** For the driver at the two stops. */
export type StopNotes = Pick<BookingRecord, 'pickup_note' | 'dropoff_note'>
type Change = { offering: OfferingToConfirm; notes: StopNotes; totalPrice: number; currency: string }
type End = { name: string; lower: Date; upper: Date; time_zone: string }

/** What a change on request made of a booking: what was, and what is, as a sentence; the figures are for programs. */
export const changedReason = (
  before: BookingRecord,
  { offering: after, notes, totalPrice, currency }: Change,
): Reason => {
  const [pickup, dropoff] = [endsOf(before, after, 'pickup'), endsOf(before, after, 'dropoff')]
  const changes = [
    moved('pick up', pickup),
    moved('drop off', dropoff),
    differing(
      peopleOf(before.passenger_count, before.mobility_support),
      peopleOf(after.passengers.length, after.mobility_support),
    ),
    differing(before.zone_name, after.zone_name),
    differing(money(before.total_price, currency), money(totalPrice, currency)),
    ...changedNotes(before, notes),
  ].filter((text) => text !== null)
  return {
    code: CHANGED_ON_REQUEST,
    text: `Changed on request: ${changes.length === 0 ? 'the same journey, planned again' : changes.join('; ')}`,
    figures: {
      pickup_before: before.pickup.promised_lower_bound.toISOString(),
      pickup_after: after.pickup_lower_bound.toISOString(),
      dropoff_before: before.dropoff.promised_lower_bound.toISOString(),
      dropoff_after: after.dropoff_lower_bound.toISOString(),
      passengers_before: before.passenger_count,
      passengers_after: after.passengers.length,
      price_before: before.total_price,
      price_after: totalPrice,
      trip_before: before.trip_id,
    },
  }
}

const endsOf = (before: BookingRecord, after: OfferingToConfirm, end: 'pickup' | 'dropoff'): [End, End] => {
  const { name, promised_lower_bound, promised_upper_bound } = before[end]
  return [
    { name, lower: promised_lower_bound, upper: promised_upper_bound, time_zone: before.time_zone },
    {
      name: after[`${end}_name`],
      lower: after[`${end}_lower_bound`],
      upper: after[`${end}_upper_bound`],
      time_zone: after.time_zone,
    },
  ]
}

const moved = (what: string, [was, is]: [End, End]): string | null => {
  const text = differing(windowOf(was), windowOf(is))
  return text === null ? null : `${what} ${text}`
}

const windowOf = ({ name, lower, upper, time_zone }: End): string => {
  const until = sameDay(lower, upper, time_zone) ? clockTime(upper, time_zone) : dayAndTime(upper, time_zone)
  return `${dayAndTime(lower, time_zone)} – ${until} at ${name}`
}

/** Which notes changed; not what they say, as histories are read by those for whom notes are masked. */
export const changedNotes = (before: StopNotes, after: StopNotes): string[] =>
  [
    noted('pick-up', before.pickup_note, after.pickup_note),
    noted('drop-off', before.dropoff_note, after.dropoff_note),
  ].filter((text) => text !== null)

const noted = (stop: string, was: string | null, is: string | null): string | null =>
  was === is ? null : `note at the ${stop} ${was === null ? 'added' : is === null ? 'removed' : 'changed'}`

const peopleOf = (count: number, wheelchairs: number): string =>
  `${counted(count, 'passenger')}${wheelchairs === 0 ? '' : `, ${counted(wheelchairs, 'wheelchair')}`}`

const differing = (was: string, is: string): string | null => (was === is ? null : `${was}, now ${is}`)
