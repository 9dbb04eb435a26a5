import { MERGE_DAYS } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { held } from '../holds/queries.ts'
import { forgetMerged } from './merged.ts'
import { removeBelongings } from './people.ts'

const DAY_MS = 24 * 3600_000

/** A merge that is undone at this moment or later is not undone any more. */
export const undoneUntil = (merged_at: Date): Date => new Date(merged_at.getTime() + MERGE_DAYS * DAY_MS)

/** Merges that can be undone no longer: what the records said, and what stayed with the other one, is needed by nobody. */
export const forgetOldMerges = async (db: Kysely<DB>, now: Date): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const over = new Date(now.getTime() - MERGE_DAYS * DAY_MS)
    const { rows } = await sql<{ merged_id: number }>`
      select merged_id from traveler_merges m where merged_before is not null and merged_at <= ${over}
        and not ${held({ travelers: sql.ref('m.kept_id') })} order by id for update`.execute(tx)
    if (rows.length === 0) return
    const ids = rows.map(({ merged_id }) => merged_id)
    await removeBelongings(tx, ids, now)
    await forgetMerged(tx, ids)
  })
}
