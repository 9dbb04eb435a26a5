import type { TripStop, TripWithStops } from '@ambit/contract'
import { MINUTE } from '../timeline/timeline.ts'

/** For how many milliseconds a vehicle that is about to set out for the stop cannot move. */
export type Mishaps = (trip: TripWithStops, stop: TripStop, now: number) => number

export const noMishaps: Mishaps = () => 0

/** Until when no device of the zone has a signal, as when a mast fails; 0: it has. */
export type Outages = (zone: number, now: number) => number

export const noOutages: Outages = () => 0

const HELD_UP = 2
/**
 * Held up are vehicles that passengers expect shortly before the morning opens, until shortly after: whenever they
 * would have set out, they are late when it opens, by more than counts as on time.
 */
const DUE_FROM = -7 * MINUTE
const DUE_UNTIL = -3 * MINUTE
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
  return (trip, { boardings, alightings, scheduled_at }, at) => {
    const since = at - opens
    const due = Date.parse(scheduled_at) - opens
    if (hit.has(trip.id) || boardings.length + alightings.length === 0) return 0
    if (since < 0 && due >= DUE_FROM && due <= DUE_UNTIL && hit.size < HELD_UP) {
      hit.add(trip.id)
      return HELD_UNTIL - since
    }
    const breaks = since > (trip.on_board > 0 ? BREAKS_DOWN : ANY_BREAKS_DOWN) && since < NO_LONGER
    if (broken || !breaks) return 0
    broken = true
    hit.add(trip.id)
    onBreakdown(trip)
    return REPAIRED_AFTER
  }
}

/** After each of these moments the next vehicle with passengers breaks down on its way to a stop. */
export const breakdownsAfter = (moments: readonly number[], onBreakdown: (trip: TripWithStops) => void): Mishaps => {
  const ahead = [...moments]
  const hit = new Set<number>()
  return (trip, { boardings, alightings }, at) => {
    const due = ahead[0] !== undefined && at >= ahead[0]
    if (!due || hit.has(trip.id) || trip.on_board === 0 || boardings.length + alightings.length === 0) return 0
    ahead.shift()
    hit.add(trip.id)
    onBreakdown(trip)
    return REPAIRED_AFTER
  }
}
