import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { recordChanged } from '../live/record-changed.ts'
import type { RecordTable } from '../live/record-regions.ts'
import type { Moved } from './moves.ts'

/** Pages that show one of these ask for all of the passenger's again. */
const lists = ['traveler_comments', 'traveler_concessions', 'traveler_helpers'] as const
const records = ['booking_series', 'open_returns'] as const

/** Tells open pages of both passengers, and of what hangs on another one now. */
export const announceMoved = async (
  tx: Transaction<DB>,
  { kept, merged }: { kept: number; merged: number },
  moved: Moved,
): Promise<void> => {
  for (const id of [kept, merged]) {
    await recordChanged(tx, 'travelers', id)
    await recordChanged(tx, 'payment_methods', id)
  }
  for (const table of lists) await tell(tx, table, (moved[`${table}.traveler_id`] ?? []).slice(0, 1))
  for (const table of records) await tell(tx, table, moved[`${table}.traveler_id`] ?? [])
  await tell(tx, 'waitlist_entries', await waiting(tx, moved['service_availability_searches.traveler_id'] ?? []))
  await tell(tx, 'misses', await aMiss(tx, moved['service_requests.traveler_id'] ?? []))
}

const tell = async (tx: Transaction<DB>, table: RecordTable, ids: readonly (number | string)[]): Promise<void> => {
  for (const id of ids) await recordChanged(tx, table, Number(id))
}

const waiting = async (db: Kysely<DB>, searches: readonly (number | string)[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('waitlist_entries')
    .select('id')
    .where('state', '=', 'waiting')
    .where(sql<boolean>`service_availability_search_id = any(${searches.map(Number)}::int[])`)
    .execute()
  return rows.map(({ id }) => id)
}

const aMiss = async (db: Kysely<DB>, bookings: readonly (number | string)[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('misses')
    .select('id')
    .where(sql<boolean>`service_request_id = any(${bookings.map(Number)}::int[])`)
    .limit(1)
    .execute()
  return rows.map(({ id }) => id)
}
