import type { Demand } from '../problem/request.ts'

/** A dispatcher may accept that a passenger is served this much later than promised, rather than not at all. */
export const LATEST_S = 45 * 60
export const later = (demand: Demand): Demand => ({
  ...demand,
  pickup: { ...demand.pickup, upper: demand.pickup.upper + LATEST_S },
  dropoff: { ...demand.dropoff, upper: demand.dropoff.upper + LATEST_S },
})

/** Served later than promised, and on board for longer, by so many minutes at most. */
export const relaxBy =
  (minutes: number) =>
  (demand: Demand): Demand => ({
    ...demand,
    max_ride_s: demand.max_ride_s + minutes * 60,
    pickup: { ...demand.pickup, upper: demand.pickup.upper + minutes * 60 },
    dropoff: { ...demand.dropoff, upper: demand.dropoff.upper + minutes * 60 },
  })
