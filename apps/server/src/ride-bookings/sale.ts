import { overlap, seemsTheSame } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { anotherRide, invalid } from '../http/errors.ts'
import { requireReached } from '../other-rides/compare.ts'
import { ridesBeside } from '../other-rides/queries.ts'
import { clockTime } from '../planning/plan/format.ts'
import type { PassengerActor } from '../rides/me.ts'
import { phoneOf, type SearchRecord } from '../searches/queries.ts'
import { askedRideOf } from '../service-requests/beside.ts'
import type { OfferingToConfirm } from '../service-requests/queries.ts'
import { lockPassenger } from '../service-requests/under-rules.ts'
import { agreedBy, ownOffering, type Payer, payerOf, rideOffering } from './offerings.ts'
import { requireStandings } from './standing.ts'
import { messageOf } from './words.ts'

export type Sale = { offering: OfferingToConfirm; payer: Payer }

export const saleOf = async (deps: Deps, id: number, passenger: PassengerActor): Promise<Sale> => {
  const { offering, rider } = await ownOffering(deps.db, id, passenger)
  await requireStandings(deps.db, passenger, rider)
  await requireOpen(deps, offering, passenger)
  return { offering, payer: await payerOf(deps, rider, agreedBy(offering)) }
}

/** 422 where the zone is not booked with this app, or not any more. */
export const requireOpen = async (
  { db }: Deps,
  { zone_id, region_id }: Pick<OfferingToConfirm, 'region_id' | 'zone_id'>,
  { consumer_app_id: app }: PassengerActor,
): Promise<void> => {
  const zone = await db.selectFrom('zones').select('allowed_apps').where('id', '=', zone_id).executeTakeFirst()
  if (zone?.allowed_apps.includes(app) === true) return
  const number = await phoneOf(db, region_id, app)
  const detail = `This area is booked by phone${number === null ? '' : `: ${number}`}`
  throw invalid([{ pointer: '/service_offering_id', detail }])
}

type Told = { payer: Payer; now: Date; late_cancel_minutes: number | null; time_zone: string }

/** What stands in for an offering that is gone, or why nothing does. */
export const freshOf = ({ service_offerings, reasons }: SearchRecord, { time_zone, ...told }: Told) => ({
  service_offerings: service_offerings.map((offering) => rideOffering(offering, told)),
  message: service_offerings.length > 0 ? null : messageOf(reasons, time_zone),
})

/** `journey`: of which it becomes a leg; left out: that of the ride that it replaces */
type Beside = { replaces: number | null; another: boolean; journey?: number | null }

/**
 * Throws 422 where the passenger would have to be on board of two rides at once, and asks with 409 whether a ride that
 * begins near another about then is meant. Of two such bookings in the same moment the second waits for the first.
 */
export const requireFree = async (
  tx: Transaction<DB>,
  offering: OfferingToConfirm,
  { replaces, another, journey = null }: Beside,
): Promise<void> => {
  await lockPassenger(tx, offering.traveler_id)
  const { traveler_id, pickup_lower_bound: at } = offering
  const boards = at.getTime()
  const wanted = { boards, alights: boards + offering.ride_s * 1000, from: offering.pickup_point }
  const others = await ridesBeside(tx, { traveler_id, at, changed: replaces, regions: null, journey })
  requireReached(others, { ...offering, window: askedRideOf(offering) }, '/service_offering_id')
  for (const other of others) {
    if (other.sameJourney !== null) continue
    const ride = { ...other, from: other.pickup }
    const time = clockTime(other.pickup_opens, other.time_zone)
    if (overlap(ride, wanted)) {
      const detail = `You have a ride at ${time}, and would not be back from it in time`
      throw invalid([{ pointer: '/service_offering_id', detail }])
    }
    if (!another && seemsTheSame(ride, wanted)) throw anotherRide(`You already have a ride at ${time}. Book another?`)
  }
}
