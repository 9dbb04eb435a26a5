import type { Transaction } from 'kysely'
import { minorUnits } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Clock } from '../deps.ts'

type Asked = {
  service_request_id: number
  amount: number
  currency: string
  user_id: number | null
}

/** Writes down that a fare is to be charged; the job sends it. Once for each booking, however often it is asked. */
export const requestCharge = (tx: Transaction<DB>, clock: Clock, { amount, ...asked }: Asked): Promise<void> =>
  requested(tx, clock, { ...asked, kind: 'charge', amount_minor: minorUnits(amount, asked.currency) })

/** The same for giving back what was charged; one that failed is sent again. */
export const requestRefund = async (
  tx: Transaction<DB>,
  clock: Clock,
  {
    charge,
    user_id,
  }: { charge: { service_request_id: number; amount_minor: number; currency: string }; user_id: number | null },
): Promise<void> => {
  const { service_request_id, amount_minor, currency } = charge
  await requested(tx, clock, { service_request_id, amount_minor, currency, user_id, kind: 'refund' })
  await sendAgain(tx, clock, { service_request_id, kind: 'refund', user_id })
}

type New = Omit<Asked, 'amount'> & { kind: 'charge' | 'refund'; amount_minor: number; currency: string }

const requested = async (tx: Transaction<DB>, clock: Clock, { user_id, ...payment }: New): Promise<void> => {
  const now = clock.now()
  const made = await tx
    .insertInto('payments')
    .values({
      ...payment,
      state: 'due',
      next_attempt_at: clock.wall(),
      requested_by: user_id,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) await noteRequest(tx, clock, made.id, user_id)
}

type Again = {
  service_request_id: number
  kind: 'charge' | 'refund'
  user_id: number | null
  /** the card to charge; null: the one that is the newest now */
  payment_method_id?: string | null
}

/** Sends a failed payment again. False: it has not failed. */
export const sendAgain = async (
  tx: Transaction<DB>,
  clock: Clock,
  { service_request_id, kind, user_id, payment_method_id = null }: Again,
): Promise<boolean> => {
  const again = await tx
    .updateTable('payments')
    .set((row) => ({
      state: 'due',
      round: row('round', '+', 1),
      attempts: 0,
      reason: null,
      payment_method_id,
      next_attempt_at: clock.wall(),
      requested_by: user_id,
      updated_at: clock.now(),
    }))
    .where('service_request_id', '=', service_request_id)
    .where('kind', '=', kind)
    .where('state', 'in', ['action_needed', 'declined', 'given_up'])
    .returning('id')
    .executeTakeFirst()
  if (again !== undefined) await noteRequest(tx, clock, again.id, user_id)
  return again !== undefined
}

const noteRequest = async (tx: Transaction<DB>, clock: Clock, payment_id: string, user_id: number | null) =>
  tx
    .insertInto('payment_events')
    .values({ payment_id, code: 'requested', detail: null, user_id, created_at: clock.now() })
    .execute()
