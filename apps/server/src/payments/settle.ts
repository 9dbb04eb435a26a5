import type { Settlement } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Clock } from '../deps.ts'

type Settled = {
  service_request_id: number
  how: Settlement
  note: string
  user_id: number | null
  /** the provider's charge that cannot succeed any more; null: there was none */
  withdrawn: string | null
}

/** Ends a failed charge without the card. False: it has not failed, or another charge has been made since. */
export const settle = async (
  tx: Transaction<DB>,
  clock: Clock,
  { service_request_id, how, note, user_id, withdrawn }: Settled,
): Promise<boolean> => {
  const now = clock.now()
  const payment = await tx
    .updateTable('payments')
    .set({
      state: how,
      attempts: 0,
      next_attempt_at: null,
      reason: null,
      payment_method_id: null,
      requested_by: user_id,
      updated_at: now,
    })
    .where('service_request_id', '=', service_request_id)
    .where('kind', '=', 'charge')
    .where('state', 'in', ['action_needed', 'declined', 'given_up'])
    .where((row) => row.or([row('provider_id', 'is', null), row('provider_id', '=', withdrawn)]))
    .returning('id')
    .executeTakeFirst()
  if (payment === undefined) return false
  await tx
    .insertInto('payment_events')
    .values({ payment_id: payment.id, code: how, detail: note === '' ? null : note, user_id, created_at: now })
    .execute()
  await tx
    .updateTable('service_requests')
    .set({ ...(how === 'waived' ? {} : { charged_at: now }), updated_at: now })
    .where('id', '=', service_request_id)
    .execute()
  return true
}
