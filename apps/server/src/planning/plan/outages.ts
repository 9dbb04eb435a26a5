import { type Kysely, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { toSeconds } from './types.ts'

/** A restart takes less; after this, people have gone on by paper. */
const LONG_MS = 5 * 60_000
/** Who has not caught up by then will not. */
const WAITED_FOR = '24 hours'

export type Span = { from: number; until: number }

/**
 * Notes for each region that no server ran for a while: the job that asks runs twice a minute wherever one does. Where no
 * packs are written nobody went on by one, and nothing is waited for.
 */
export const noteOutage = async ({ db, clock, config }: Deps, job: string): Promise<void> => {
  if (config.continuityFolders.length === 0) return
  const last = await db.selectFrom('jobs').select('last_run_at').where('name', '=', job).executeTakeFirst()
  const from = last?.last_run_at ?? null
  const now = clock.now()
  if (from === null || now.getTime() - from.getTime() < LONG_MS) return
  await sql`insert into outages (region_id, from_at, until_at)
    select id, ${from}, ${now} from regions where status = 'active'`.execute(db)
}

/** When no server ran in the region of this zone, as far as what was written on paper meanwhile may still come. In seconds. */
export const outagesOf = async (deps: Deps, db: Kysely<DB>, zoneId: number): Promise<Span[]> => {
  const rows = await db
    .selectFrom('outages as o')
    .innerJoin('zones as z', 'z.region_id', 'o.region_id')
    .where('z.id', '=', zoneId)
    .where('o.settled_at', 'is', null)
    .where(sql<boolean>`o.until_at > ${deps.clock.now()}::timestamptz - ${WAITED_FOR}::interval`)
    .select(['o.from_at', 'o.until_at'])
    .execute()
  return rows.map(({ from_at, until_at }) => ({ from: toSeconds(from_at), until: toSeconds(until_at) }))
}
