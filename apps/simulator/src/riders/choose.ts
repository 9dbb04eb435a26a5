import type { Random } from '@ambit/random'
import { MINUTE } from '../timeline/timeline.ts'
import type { Offer } from './counter.ts'

/** Disutility in minutes: lateness counts once, walking one and a half times, a longer ride half. */
const disutility = (offering: Offer, requested: number, departing: boolean): number => {
  const moment = departing ? Date.parse(offering.pickup.lower_bound) : Date.parse(offering.dropoff.upper_bound)
  const off = Math.abs(moment - requested) / MINUTE
  const walk = (offering.pickup.walk_s + offering.dropoff.walk_s) / 60
  const detour = offering.direct_s === 0 ? 0 : Math.max(0, offering.ride_s - offering.direct_s) / 60
  return off + 1.5 * walk + 0.5 * detour
}

/** Most riders take the offering of least disutility; the larger it is, the more of them take none (null). */
export const chooseOffering = (
  offerings: readonly Offer[],
  request: { at: number; departing: boolean },
  random: Random,
): Offer | null => {
  const priced = offerings.map((offering) => ({
    offering,
    disutility: disutility(offering, request.at, request.departing) + 2 * random.normal(),
  }))
  const [best] = priced.toSorted((a, b) => a.disutility - b.disutility)
  const patience = random.next()
  if (best === undefined) return null
  const refusal = 0.03 + 0.4 / (1 + Math.exp((38 - best.disutility) / 6))
  return patience < refusal ? null : best.offering
}
