import type { TripStop, TripWithStops } from '@ambit/contract'
import { MINUTE } from '../timeline/timeline.ts'

/** For how many milliseconds a vehicle that is about to set out for the stop cannot move. */
export type Mishaps = (trip: TripWithStops, stop: TripStop, now: number) => number

export const noMishaps: Mishaps = () => 0

const HELD_UP = 2
/** Held up while the morning is prepared, so that it begins with vehicles that are a few minutes late. */
const HELD_FROM = -7 * MINUTE
const HELD_UNTIL = 2 * MINUTE
/** The breakdown comes when there has been time to look around; from then on one without passengers will do. */
const BREAKS_DOWN = 3 * MINUTE
const ANY_BREAKS_DOWN = 8 * MINUTE
const NO_LONGER = 40 * MINUTE
const REPAIRED_AFTER = 60 * MINUTE

/** The morning of the demo: two vehicles are held up, and one breaks down soon after `opens`. */
export const morningMishaps = (opens: number, onBreakdown: (trip: TripWithStops) => void): Mishaps => {
  const hit = new Set<number>()
  let broken = false
  return (trip, { boardings, alightings }, at) => {
    const since = at - opens
    if (hit.has(trip.id) || boardings.length + alightings.length === 0) return 0
    if (since > HELD_FROM && since < 0 && hit.size < HELD_UP) {
      hit.add(trip.id)
      return HELD_UNTIL - since
    }
    const due = since > (trip.on_board > 0 ? BREAKS_DOWN : ANY_BREAKS_DOWN) && since < NO_LONGER
    if (broken || !due) return 0
    broken = true
    hit.add(trip.id)
    onBreakdown(trip)
    return REPAIRED_AFTER
  }
}
