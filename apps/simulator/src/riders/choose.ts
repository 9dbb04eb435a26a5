import type { ServiceOffering } from '@ambit/contract'
import type { Random } from '@ambit/random'
import { MINUTE } from '../timeline/timeline.ts'

/** Minutes of bother: later than wished weighs as it is, walking half as much again, a longer ride half. */
const bother = (offering: ServiceOffering, wished: number, departing: boolean): number => {
  const moment = departing ? Date.parse(offering.pickup.lower_bound) : Date.parse(offering.dropoff.upper_bound)
  const off = Math.abs(moment - wished) / MINUTE
  const walk = (offering.pickup.walk_s + offering.dropoff.walk_s) / 60
  const detour = Math.max(0, offering.meta.ride_s - offering.meta.direct_s) / 60
  return off + 1.5 * walk + 0.5 * detour
}

/** Most take what bothers least; the more it bothers, the likelier they find another way. Null: none of them. */
export const chooseOffering = (
  offerings: readonly ServiceOffering[],
  wish: { at: number; departing: boolean },
  random: Random,
): ServiceOffering | null => {
  const priced = offerings.map((offering) => ({
    offering,
    bother: bother(offering, wish.at, wish.departing) + 2 * random.normal(),
  }))
  const [best] = priced.toSorted((a, b) => a.bother - b.bother)
  const patience = random.next()
  if (best === undefined) return null
  const refusal = 0.03 + 0.4 / (1 + Math.exp((38 - best.bother) / 6))
  return patience < refusal ? null : best.offering
}
