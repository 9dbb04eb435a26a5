import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { cardsOf } from '../payment-methods/queries.ts'
import type { PassengerActor } from '../rides/me.ts'
import { type BookingRecord, lockServiceRequest } from '../service-requests/queries.ts'
import { chargeAgain, paymentSecret } from '../service-requests/retry-charge.ts'
import { seenBooking, showRide } from './bookings.ts'

/** Of those who help nobody sees or uses another's cards: 404. */
const requireOwn = async (
  deps: Deps,
  db: Kysely<DB>,
  id: number,
  passenger: PassengerActor,
): Promise<BookingRecord> => {
  const { booking, rider } = await seenBooking(db, id, passenger, deps.clock.now())
  if (rider.name !== null) throw notFound()
  return booking
}

/**
 * Charges a ride whose card could not be charged again, to this card of the passenger. 422 for a card that is not theirs;
 * 409 when no charge has failed. The provider's charge is the one that was made before, so that it succeeds once, with
 * whichever card.
 */
export const payRide = (
  deps: Deps,
  { id, card }: { id: number; card: string },
  passenger: PassengerActor,
  keep: Keep,
): Promise<{ data: Awaited<ReturnType<typeof showRide>> }> =>
  deps.db.transaction().execute(async (tx) => {
    await lockServiceRequest(tx, id)
    const booking = await requireOwn(deps, tx, id, passenger)
    if (!(await cardsOf(tx, passenger.id)).some((own) => own.id === card))
      throw invalid([{ pointer: '/payment_method_id', detail: 'There is no such card' }])
    await chargeAgain(tx, deps, booking, { user_id: null, payment_method_id: card })
    return keep(tx, { data: await showRide(deps, tx, await requireOwn(deps, tx, id, passenger), passenger) })
  })

/** With this the passenger confirms the charge in the window of their bank. 409 where no bank asks. */
export const confirmPayment = async (deps: Deps, id: number, passenger: PassengerActor) => {
  await requireOwn(deps, deps.db, id, passenger)
  return paymentSecret(deps, id)
}
