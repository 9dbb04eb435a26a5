import { sql, type Transaction } from 'kysely'
import { eraseEvents } from '../audit/erase.ts'
import type { DB } from '../database/schema.ts'

const REMOVED = 'Removed'

/** Texts of and about these passengers go; that something was asked for and answered stays, with the days. */
export const forgetRequests = async (tx: Transaction<DB>, travelerIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    update privacy_requests set identity_check = case when identity_check = '' then '' else ${REMOVED} end
    where traveler_id = any(${travelerIds}::int[]) returning id`.execute(tx)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await sql`update privacy_answers set text = ${REMOVED} where privacy_request_id = any(${ids}::int[])`.execute(tx)
  await eraseEvents(tx, sql<boolean>`record_kind = 'privacy_requests' and record_id = any(${ids.map(String)}::text[])`)
}
