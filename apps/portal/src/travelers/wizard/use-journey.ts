import type { ServiceAvailabilitySearch } from '@ambit/contract'
import type { BookingDraft } from '../booking-draft.ts'
import { saidOfOthers } from './booking-request.ts'
import type { Said } from './OtherRide.tsx'
import { startBooking } from './run-draft.ts'
import { startJourney } from './run-journey.ts'
import { type NotesOfWay, notesBody, type useStopNotes } from './stop-notes.ts'
import { type ChosenLeg, useLegs } from './use-legs.ts'
import { tooEarly } from './way-back.ts'

/** Where a leg begins before the passenger can be there: when the one before ends, and from when on it is possible. */
export type Missed = NonNullable<ReturnType<typeof tooEarly>>

/** The legs of a journey as they are chosen by now: which of them are booked, which have a price to tell, and the call that books them. */
export const useJourney = (
  draft: BookingDraft,
  searches: readonly (ServiceAvailabilitySearch | null)[],
  notes: ReturnType<typeof useStopNotes>,
) => {
  const legs = useLegs(draft, searches)
  const missed = legs.map(({ chosen, stay_minutes }, index) => {
    const before = legs[index - 1]?.chosen
    return before === undefined || chosen === undefined ? null : tooEarly(before, chosen, stay_minutes)
  })
  const possible = legs.slice(1).every(({ chosen }) => chosen !== undefined) && missed.every((one) => one === null)
  const alone = !possible && draft.back.evenWithout
  const booked = alone ? legs.slice(0, 1) : legs
  const ofLegs = [notes.there, ...notes.further]
  const book = (said: Said = draft): void => {
    const [first, ...further] = booked.flatMap((leg, index) => sentOf(leg, ofLegs[index] ?? notes.there))
    if (first === undefined || further.length < booked.length - 1) return
    const common = { traveler_id: draft.travelerId, comment: draft.comment.trim() || null, ...saidOfOthers(said) }
    const { stay_minutes: _, ...single } = first
    if (alone) startBooking(draft.uuid, { ...single, ...common }, null)
    else
      startJourney(draft.uuid, {
        ...common,
        legs: [first, ...further],
        even_without_return: draft.back.evenWithout,
      })
  }
  const payable = booked.every(
    ({ chosen, method, cardMissing }) => chosen !== undefined && method !== null && !cardMissing,
  )
  return {
    legs,
    missed,
    booked,
    priced: possible ? legs : legs.slice(0, 1),
    ready: (possible || alone) && payable,
    book,
  }
}

/** None of a leg of which nothing is chosen. */
const sentOf = ({ chosen, method, discountCode, stay_minutes }: ChosenLeg, notes: NotesOfWay) =>
  chosen === undefined || method === null
    ? []
    : [
        {
          service_offering_id: chosen.id,
          payment_method: method,
          discount_code: discountCode,
          stay_minutes,
          ...notesBody(notes),
        },
      ]
