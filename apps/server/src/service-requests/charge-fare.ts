import type { PlanChange } from '../planning/change/change-plan.ts'
import { requestCharge } from '../payments/request.ts'

/**
 * The fare is due when the journey is done, and only once: a drop-off that is undone and repeated is one journey. A card
 * is charged afterwards by its provider, which then says so, also where there is none just now; everything else, and every
 * card of the built-in provider, counts as charged at once, unless the driver told that it was not paid.
 */
export const chargeFare = async ({ tx, now, deps }: PlanChange, id: number): Promise<void> => {
  const booking = await tx
    .selectFrom('service_requests')
    .select(['payment_method', 'total_price', 'currency'])
    .where('id', '=', id)
    .where('charged_at', 'is', null)
    .where('total_price', '>', 0)
    .where('fare_unpaid_reason', 'is', null)
    .executeTakeFirst()
  if (booking === undefined) return
  if (booking.payment_method === 'card' && (await deps.payments.current(tx))?.kind !== 'test') {
    const { total_price: amount, currency } = booking
    await requestCharge(tx, deps.clock, { service_request_id: id, amount, currency, user_id: null })
    return
  }
  await tx.updateTable('service_requests').set({ charged_at: now }).where('id', '=', id).execute()
}
