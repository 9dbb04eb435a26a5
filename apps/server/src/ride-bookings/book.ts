import type { RideBookingInput, RideChangeInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict } from '../http/errors.ts'
import { changeServiceRequest } from '../service-requests/change.ts'
import { confirmOffering } from '../service-requests/confirm.ts'
import type { BookingRecord } from '../service-requests/queries.ts'
import type { Telling } from '../service-requests/sell.ts'
import { bookBothWays } from './book-both-ways.ts'
import { ownBooking, showRide } from './bookings.ts'
import { knownDiscount } from './discount-code.ts'
import { requirePayable } from './offerings.ts'
import type { PassengerActor } from '../rides/me.ts'
import { changeRefused } from './record.ts'
import { freshOf, requireFree, type Sale, saleOf } from './sale.ts'

type Ride = Awaited<ReturnType<typeof showRide>>

/**
 * Books an offering for the passenger who has signed in, or for one whom they help. 404 for another's, 403 for a passenger who cannot book, 409
 * `another_ride` as a question, 409 `offer_gone` with fresh offerings; nothing is booked then. With a way back both are booked, or none.
 */
export const bookRide = async (
  deps: Deps,
  { another, ...input }: z.output<typeof RideBookingInput>,
  passenger: PassengerActor,
  keep: Keep,
): Promise<{ data: Ride }> => {
  const sale = await saleOf(deps, input.service_offering_id, passenger)
  requirePayable(sale.payer, input.payment_method)
  const { return: back, ...way } = input
  if (input.discount_code !== undefined)
    await knownDiscount(deps, passenger, { code: input.discount_code, pointer: '/discount_code' })
  if (back !== undefined) return bookBothWays(deps, { way, back, another, sale }, passenger, keep)
  const wanted = { ...way, traveler_id: sale.offering.traveler_id }
  return confirmOffering(deps, wanted, passenger, {
    ...telling(deps, sale, passenger, keep),
    allow: async (tx) => {
      await requireFree(tx, sale.offering, { replaces: null, another, journey: sale.offering.open_journey_id })
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
    requirePayable(sale.payer, input.payment_method)
  return changeServiceRequest(deps, booking, input, passenger, {
    ...telling(deps, sale, passenger, keep),
    allow: async (tx) => {
      requireChangeable(await ownBooking(tx, id, passenger, deps.clock.now()))
      await requireFree(tx, sale.offering, { replaces: id, another: true })
      return []
    },
  })
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
  gone: (fresh) => freshOf(fresh, { payer, now: deps.clock.now(), late_cancel_minutes, time_zone }),
})
