import { breakdownsAfter } from '../fleet/mishaps.ts'
import { reportBreakdown } from '../planner/morning.ts'
import type { Service } from '../service.ts'
import { HOUR, MINUTE } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'

/** Shares of the time at which a vehicle breaks down, and at which the mast of a zone fails. */
const BREAKDOWNS = [0.2, 0.65]
const OUTAGE = 0.45
const MORNING_H = 10
const OUTAGE_MS = 12 * MINUTE

/** Two breakdowns, and a mast that fails: all vehicles of the busiest zone are silent at once. */
export const disturb = (
  { desks, fleet, town }: Service,
  { from, to }: { from: number; to: number },
  spawn: Actor['spawn'],
): void => {
  const morningOf = (share: number): number => {
    const days = Math.floor(((to - from) * share) / (24 * HOUR))
    return from + (days * 24 + MORNING_H) * HOUR
  }
  fleet.mishaps = breakdownsAfter(BREAKDOWNS.map(morningOf), (trip) =>
    spawn(`breakdown of ${trip.name}`, () => reportBreakdown(desks.planner, trip, fleet.log)),
  )
  const begins = morningOf(OUTAGE)
  const [first] = town.zones
  fleet.outages = (zone, now) =>
    zone === first?.zone.id && now >= begins && now < begins + OUTAGE_MS ? begins + OUTAGE_MS : 0
}
