import { sql, type Transaction } from 'kysely'
import { severityOf } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { pass, raise } from '../exceptions/raise.ts'

/** Tells dispatchers how many actions of the trip wait for them, and when none does any more. `by`: who settled the last. */
export const tellWaiting = async (
  tx: Transaction<DB>,
  trip_id: number,
  { at, by, driver_id }: { at: Date; by: number | null; driver_id: number | null },
): Promise<void> => {
  const { actions } = await tx
    .selectFrom('driver_actions')
    .where('trip_id', '=', trip_id)
    .where('result', '=', 'needs_dispatcher')
    .where('settlement', 'is', null)
    .select(sql<number>`count(*)::int`.as('actions'))
    .executeTakeFirstOrThrow()
  const kind = 'driver_action'
  if (actions === 0) await pass(tx, { kind, trip_id }, { at, by, note: 'All actions are settled' })
  else await raise(tx, { kind, severity: severityOf[kind], trip_id, driver_id, facts: { actions }, at })
}
