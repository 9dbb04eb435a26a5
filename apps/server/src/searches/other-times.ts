import { touch } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { inSlices } from '../jobs/in-slices.ts'
import { doorTime, MOST_TIMES, otherTimes, spaced } from '../planning/search/other-times.ts'
import type { Offer } from '../planning/search/offers.ts'
import { toDate } from '../planning/plan/types.ts'
import { ridesBeside } from '../other-rides/queries.ts'
import { contextsAsked, wishOf } from './create.ts'
import type { Asker, SearchQuestion } from './question.ts'

/**
 * Times around a wish at which the passenger can travel, in order; those at which the passenger has another ride are left
 * out. Nothing is stored or held: each is offered by a search at its `traveling_at`. Throws as a search does, but for
 * another ride.
 */
export const timesAround = async (deps: Deps, input: SearchQuestion, asker: Asker) => {
  const { journey, rides } = await wishOf(deps, input, asker)
  const contexts = await contextsAsked(deps, input, journey, asker)
  const found: Offer[] = []
  for (const context of contexts) found.push(...(await inSlices(deps.clock, otherTimes(context, journey, rides))))
  const others = await ridesBeside(deps.db, {
    traveler_id: input.traveler_id,
    at: toDate(journey.time),
    changed: input.service_request_id ?? null,
    regions: asker.regions,
  })
  const free = found.filter((offer) => {
    const ride = { boards: offer.pickup_at * 1000, alights: offer.delivery_at * 1000 }
    return others.every((other) => other.sameJourney !== null || !touch(other, ride))
  })
  const away = (offer: Offer): number => doorTime(offer, journey.departing) - journey.time
  // Two zones may have nearly the same time.
  const nearest = (offers: readonly Offer[]): Offer[] =>
    spaced(
      offers.toSorted((a, b) => Math.abs(away(a)) - Math.abs(away(b))),
      away,
    ).slice(0, MOST_TIMES)
  return [...nearest(free.filter((offer) => away(offer) < 0)), ...nearest(free.filter((offer) => away(offer) > 0))]
    .toSorted((a, b) => away(a) - away(b))
    .map((offer) => otherTime(offer, journey.departing))
}

const windowOf = ({ lower, upper }: { lower: number; upper: number }) => ({
  lower_bound: toDate(lower),
  upper_bound: toDate(upper),
})

/** A search at whole minutes finds it again. */
const otherTime = (offer: Offer, departing: boolean) => ({
  traveling_at: toDate(
    departing ? Math.floor(doorTime(offer, true) / 60) * 60 : Math.ceil(doorTime(offer, false) / 60) * 60,
  ),
  departing,
  pickup: { name: offer.pickup.name, ...windowOf(offer.pickup_window) },
  dropoff: { name: offer.dropoff.name, ...windowOf(offer.dropoff_window) },
})
