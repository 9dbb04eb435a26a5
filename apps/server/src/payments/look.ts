import type { PaymentState } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** Has the job ask the provider how this charge, or its refund, stands, where it is in one of these states. */
export const look = async (
  db: Kysely<DB>,
  now: Date,
  kind: 'charge' | 'refund',
  intent: string,
  states: readonly PaymentState[],
): Promise<void> => {
  await db
    .updateTable('payments')
    .set({
      next_attempt_at: now,
      // Looked at, but not confirmed again.
      state: sql<PaymentState>`case when state in ('declined', 'given_up') then 'processing' else state end`,
    })
    .where('kind', '=', kind)
    .where('state', 'in', states)
    .where(
      'service_request_id',
      'in',
      db.selectFrom('payments').select('service_request_id').where('provider_id', '=', intent),
    )
    .execute()
}

/** A charge that has succeeded, also one that was declined here: the cardholder may have paid it since. */
export const lookAtPaid = (db: Kysely<DB>, now: Date, intent: string): Promise<void> =>
  look(db, now, 'charge', intent, ['due', 'processing', 'action_needed', 'declined', 'given_up'])
