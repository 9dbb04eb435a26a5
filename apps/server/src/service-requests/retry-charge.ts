import { refuseRetry } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { findPayment } from '../payments/queries.ts'
import { sendAgain } from '../payments/request.ts'
import { findServiceRequest, lockServiceRequest } from './queries.ts'
import type { BookingRecord } from './queries.ts'

/** Charges a failed fare again, to the card that is the passenger's newest now. 409 when no charge has failed. */
export const retryCharge = (deps: Deps, id: number, actor: Actor, keep: Keep): Promise<{ data: BookingRecord }> =>
  deps.db.transaction().execute(async (tx) => {
    await lockServiceRequest(tx, id)
    const booking = await findServiceRequest(tx, id, null)
    if (booking === undefined) throw notFound()
    await chargeAgain(tx, deps, booking, { user_id: userIdOf(actor) })
    return keep(tx, { data: (await findServiceRequest(tx, id, null))! }) // locked above
  })

/** `payment_method_id`: the card; left out: the newest. The booking is locked. 409 when no charge has failed. */
export const chargeAgain = async (
  tx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  { id: service_request_id, booking_log, trip_id, zone_id, region_id }: BookingRecord,
  by: { user_id: number | null; payment_method_id?: string },
): Promise<void> => {
  const refused = refuseRetry(booking_log)
  if (refused !== null) throw conflict(refused)
  await sendAgain(tx, clock, { service_request_id, kind: 'charge', ...by })
  await publish(tx, [{ kind: 'service_request', service_request_id, trip_id, zone_id, region_id }])
}

/** For the provider's element, with which the cardholder confirms a charge that the bank asks about. */
export const paymentSecret = async (deps: Deps, id: number) => {
  const provider = await deps.payments.current()
  const charge = await findPayment(deps.db, id, 'charge')
  if (provider?.kind !== 'stripe' || charge?.state !== 'action_needed' || charge.provider_id === null)
    throw conflict('No charge of this booking waits for the cardholder')
  const client_secret = await provider.charges.secret(charge.provider_id)
  // Should the provider's notice be lost, the charge is looked at soon.
  await deps.db
    .updateTable('payments')
    .set({ attempts: 0, next_attempt_at: new Date(deps.clock.wall().getTime() + LOOK_AFTER_MS) })
    .where('id', '=', charge.id)
    .where('state', '=', 'action_needed')
    .execute()
  return { client_secret, payment_method_id: charge.payment_method_id }
}

/** About as long as a cardholder takes. */
const LOOK_AFTER_MS = 20_000
