import type { SettlementInput } from '@ambit/contract'
import { refuseRetry } from '@ambit/domain'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, notFound, notReady } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { lookAtPaid } from '../payments/look.ts'
import { findPayment } from '../payments/queries.ts'
import { settle } from '../payments/settle.ts'
import { findServiceRequest, lockServiceRequest } from './queries.ts'
import type { BookingRecord } from './queries.ts'

type Settling = z.output<typeof SettlementInput>

/**
 * A fare that no card could be charged was paid otherwise, or is waived. The charge is withdrawn at the card provider
 * first, so that a cardholder who still confirms it pays nothing twice. 409 where no charge has failed, where one is under
 * way and where the card was charged after all; 503 when the provider cannot be reached.
 */
export const settleFare = async (
  deps: Deps,
  id: number,
  settling: Settling,
  actor: Actor,
  keep: Keep,
): Promise<{ data: BookingRecord }> => {
  const asked = await findServiceRequest(deps.db, id, null)
  if (asked === undefined) throw notFound()
  requireFailed(asked)
  const withdrawn = (await findPayment(deps.db, id, 'charge'))?.provider_id ?? null
  if (withdrawn !== null) await withdraw(deps, withdrawn)
  return deps.db.transaction().execute(async (tx) => {
    await lockServiceRequest(tx, id)
    const booking = await findServiceRequest(tx, id, null)
    if (booking === undefined) throw notFound()
    requireFailed(booking)
    const by = { service_request_id: id, user_id: userIdOf(actor), withdrawn }
    // Charged again meanwhile, which failed as well.
    if (!(await settle(tx, deps.clock, { ...settling, ...by }))) throw conflict('Another charge was made just now')
    const { trip_id, zone_id, region_id } = booking
    await publish(tx, [{ kind: 'service_request', service_request_id: id, trip_id, zone_id, region_id }])
    return keep(tx, { data: (await findServiceRequest(tx, id, null))! }) // locked above
  })
}

const requireFailed = ({ booking_log }: BookingRecord): void => {
  const refused = refuseRetry(booking_log)
  if (refused !== null) throw conflict(refused)
}

/** Throws unless the charge cannot succeed any more. */
const withdraw = async ({ db, clock, payments }: Deps, charge: string): Promise<void> => {
  const provider = await payments.current()
  const state = provider?.kind === 'stripe' ? await provider.charges.cancel(charge) : null
  switch (state?.kind) {
    case 'cancelled':
      return
    case 'succeeded':
      await lookAtPaid(db, clock.wall(), charge)
      throw conflict('The card has been charged after all: take no other payment. The booking shows it shortly')
    case 'processing':
      throw conflict('The bank is deciding on the charge. Please try again when the booking says what became of it')
    default:
      throw notReady(
        'The card provider did not say that the charge is withdrawn. The fare is not marked as paid: please try again',
      )
  }
}
