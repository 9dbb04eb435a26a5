import type { LngLat } from '@ambit/geo'
import type { Deps } from '../deps.ts'
import { compareRides, tooLittleTime } from '../other-rides/compare.ts'
import { type OtherRide, ridesBeside } from '../other-rides/queries.ts'
import { type Seconds, toDate } from '../planning/plan/types.ts'
import type { Offer } from '../planning/search/offers.ts'
import { driveBetween } from '../streets/drives.ts'
import type { Asker, SearchQuestion } from './question.ts'

/**
 * The passenger's other rides about then, but for those of its `journey`, compared with what staff ask for as if the fastest drive took it. Throws 409 or
 * 422 as `compareRides` does. Of passengers who book in an app the app asks when they book.
 */
export const comparedRides = async (
  deps: Deps,
  input: SearchQuestion,
  asker: Asker,
  { time, journey }: { time: Seconds; journey: number | null },
): Promise<OtherRide[]> => {
  if (asker.app !== null) return []
  const others = await ridesBeside(deps.db, {
    traveler_id: input.traveler_id,
    at: toDate(time),
    changed: input.service_request_id ?? null,
    regions: asker.regions,
    journey,
  })
  if (others.length === 0) return []
  const { origin, destination, departing } = input
  const [from, to] = [origin.point, destination.point]
  const [at, drive] = [time * 1000, secondsBetween(deps)(from, to) * 1000]
  const moment = { opens: at, closes: at }
  const ride = {
    boards: departing ? at : at - drive,
    alights: departing ? at + drive : at,
    asked: { from, to, pickup: departing ? moment : null, dropoff: departing ? null : moment },
  }
  compareRides(others, ride, { ...input, pointer: '/traveling_at', unnamed: asker.pseudonymous })
  return others
}

/** By the fastest drive; 0 where there is none, as nothing is known then. */
const secondsBetween =
  ({ streets }: Deps) =>
  (from: LngLat, to: LngLat): number => {
    const known = streets.current()
    return known === null ? 0 : (driveBetween(known, from, to)?.duration_s ?? 0)
  }

/** The offers, with a warning where there is too little time between them and other rides. */
export const withWarnings = (deps: Deps, offers: readonly Offer[], others: readonly OtherRide[]): Offer[] =>
  offers.map((offer) => {
    const boards = offer.pickup_window.lower * 1000
    const onBoard = offer.delivery_at - offer.pickup_at - offer.request.pickup.service
    const ride = { boards, alights: boards + onBoard * 1000, pickup: offer.pickup.point, dropoff: offer.dropoff.point }
    return { ...offer, reasons: [...offer.reasons, ...tooLittleTime(others, ride, secondsBetween(deps))] }
  })
