import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

/** Passengers, and all whose records were merged into theirs, however often. */
export const withMerged = async (db: Kysely<DB>, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive one(id) as (
      select unnest(${ids}::int[])
      union
      select m.merged_id from traveler_merges m join one on m.kept_id = one.id where m.undone_at is null)
    select id from one order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What both records of merges said goes, and with it the way to undo them. */
export const forgetMerged = async (tx: Transaction<DB>, ids: readonly number[]): Promise<void> => {
  await sql`update traveler_merges set moved = '{}', removed = '[]', kept_before = null, merged_before = null
    where kept_id = any(${ids}::int[]) or merged_id = any(${ids}::int[])`.execute(tx)
}
