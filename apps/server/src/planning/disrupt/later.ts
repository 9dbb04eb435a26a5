import type { Wish } from '../problem/request.ts'

/** A person may accept that somebody is served so much later than promised, rather than not at all. */
export const LATEST_S = 45 * 60
export const later = (wish: Wish): Wish => ({
  ...wish,
  pickup: { ...wish.pickup, upper: wish.pickup.upper + LATEST_S },
  dropoff: { ...wish.dropoff, upper: wish.dropoff.upper + LATEST_S },
})
