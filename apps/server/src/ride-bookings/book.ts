import type { RideBookingInput, RideChangeInput } from '@ambit/contract'
import { overlap, seemsTheSame } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { anotherRide, conflict, invalid } from '../http/errors.ts'
import { ridesBeside } from '../other-rides/queries.ts'
import { clockTime } from '../planning/plan/format.ts'
import { phoneOf } from '../searches/queries.ts'
import { changeServiceRequest } from '../service-requests/change.ts'
import { confirmOffering } from '../service-requests/confirm.ts'
import type { BookingRecord, OfferingToConfirm } from '../service-requests/queries.ts'
import type { Telling } from '../service-requests/sell.ts'
import { lockPassenger } from '../service-requests/under-rules.ts'
import { ownBooking, showRide } from './bookings.ts'
import { ownOffering, type Payer, payerOf, rideOffering } from './offerings.ts'
import type { PassengerActor } from '../rides/me.ts'
import { requireStandings } from './standing.ts'
import { changeRefused } from './record.ts'
import { messageOf } from './words.ts'

type Ride = Awaited<ReturnType<typeof showRide>>

/**
 * Books an offering for the passenger who has signed in, or for one whom they help. 404 for another's, 403 for a passenger who cannot book, 409
 * `another_ride` as a question, 409 `offer_gone` with fresh offerings; nothing is booked then.
 */
export const bookRide = async (
  deps: Deps,
  { another, ...input }: z.output<typeof RideBookingInput>,
  passenger: PassengerActor,
  keep: Keep,
): Promise<{ data: Ride }> => {
  const sale = await saleOf(deps, input.service_offering_id, passenger)
  requirePayable(sale, input.payment_method)
  const wanted = { ...input, traveler_id: sale.offering.traveler_id }
  return confirmOffering(deps, wanted, passenger, {
    ...telling(deps, sale, passenger, keep),
    allow: async (tx) => {
      await requireFree(tx, sale.offering, { replaces: null, another })
      return []
    },
  })
}

/** Puts an offering in the place of a ride, in one transaction: where it is gone, the ride stays as it is. */
export const changeRide = async (
  deps: Deps,
  id: number,
  input: z.output<typeof RideChangeInput>,
  passenger: PassengerActor,
  keep: Keep,
): Promise<{ data: Ride }> => {
  const booking = await ownBooking(deps.db, id, passenger, deps.clock.now())
  const sale = await saleOf(deps, input.service_offering_id, passenger)
  if (booking.payment_method !== (input.payment_method ?? booking.payment_method))
    requirePayable(sale, input.payment_method)
  return changeServiceRequest(deps, booking, input, passenger, {
    ...telling(deps, sale, passenger, keep),
    allow: async (tx) => {
      requireChangeable(await ownBooking(tx, id, passenger, deps.clock.now()))
      await requireFree(tx, sale.offering, { replaces: id, another: true })
      return []
    },
  })
}

type Sale = { offering: OfferingToConfirm; payer: Payer }

const saleOf = async (deps: Deps, id: number, passenger: PassengerActor): Promise<Sale> => {
  const { offering, rider } = await ownOffering(deps.db, id, passenger)
  await requireStandings(deps.db, passenger, rider)
  await requireOpen(deps, offering, passenger)
  return { offering, payer: await payerOf(deps, rider) }
}

/** 422 where the zone is not booked with this app, or not any more. */
const requireOpen = async (
  { db }: Deps,
  { zone_id, region_id }: OfferingToConfirm,
  { consumer_app_id: app }: PassengerActor,
): Promise<void> => {
  const zone = await db.selectFrom('zones').select('allowed_apps').where('id', '=', zone_id).executeTakeFirst()
  if (zone?.allowed_apps.includes(app) === true) return
  const number = await phoneOf(db, region_id, app)
  const detail = `This area is booked by phone${number === null ? '' : `: ${number}`}`
  throw invalid([{ pointer: '/service_offering_id', detail }])
}

const requirePayable = ({ payer }: Sale, method: string | undefined): void => {
  if (method !== 'card' || payer.card) return
  const detail = 'You have no saved card. Please choose another way to pay'
  throw invalid([{ pointer: '/payment_method', detail }])
}

const requireChangeable = (booking: BookingRecord): void => {
  const refused = changeRefused(booking)
  if (refused !== null) throw conflict(refused)
}

const telling = (
  deps: Deps,
  { payer, offering: { time_zone, late_cancel_minutes } }: Sale,
  passenger: PassengerActor,
  keep: Keep,
): Omit<Telling<{ data: Ride }>, 'allow'> => ({
  booked: async (tx, booking) => keep(tx, { data: await showRide(deps, tx, booking, passenger) }),
  gone: ({ service_offerings, reasons }) => ({
    service_offerings: service_offerings.map((offering) =>
      rideOffering(offering, { payer, now: deps.clock.now(), late_cancel_minutes }),
    ),
    message: service_offerings.length > 0 ? null : messageOf(reasons, time_zone),
  }),
})

type Beside = { replaces: number | null; another: boolean }

/**
 * Throws 422 where the passenger would have to be on board of two rides at once, and asks with 409 whether a ride that
 * begins near another about then is meant. Of two such bookings in the same moment the second waits for the first.
 */
const requireFree = async (
  tx: Transaction<DB>,
  offering: OfferingToConfirm,
  { replaces, another }: Beside,
): Promise<void> => {
  await lockPassenger(tx, offering.traveler_id)
  const { traveler_id, pickup_lower_bound: at } = offering
  const boards = at.getTime()
  const wanted = { boards, alights: boards + offering.ride_s * 1000, from: offering.pickup_point }
  for (const other of await ridesBeside(tx, { traveler_id, at, changed: replaces, regions: null })) {
    const ride = { ...other, from: other.pickup }
    const time = clockTime(other.pickup_opens, other.time_zone)
    if (overlap(ride, wanted)) {
      const detail = `You have a ride at ${time}, and would not be back from it in time`
      throw invalid([{ pointer: '/service_offering_id', detail }])
    }
    if (!another && seemsTheSame(ride, wanted)) throw anotherRide(`You already have a ride at ${time}. Book another?`)
  }
}
