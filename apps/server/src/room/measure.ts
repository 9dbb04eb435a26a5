import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { warnSuperadmins } from './warn.ts'

const DAY_MS = 24 * 3600_000
const KEPT_DAYS = 31
/** Rows of tables up to this size are counted; of larger ones the planner's estimate is taken. In bytes, without indexes. */
const COUNTED_BYTES = 1_000_000

type Size = { table_name: string; bytes: number; rows: number | null; counted: boolean }

/** Keeps once a day how large each table is and how much room there is, a month of it and of the SMS of each day, and warns of what gets short. */
export const measureRoom: Job = {
  name: 'room.measure',
  every: 10 * 60_000,
  run: async (deps) => {
    const now = deps.clock.wall()
    const day = dayOf(now)
    if (!(await isMeasured(deps.db, day))) await measure(deps, day, dayOf(new Date(now.getTime() - KEPT_DAYS * DAY_MS)))
    await warnSuperadmins(deps)
  },
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

const isMeasured = async (db: Kysely<DB>, day: string): Promise<boolean> =>
  (await db.selectFrom('room_days').select('day').where('day', '=', day).executeTakeFirst()) !== undefined

const measure = async ({ db, disk }: Pick<Deps, 'db' | 'disk'>, day: string, before: string): Promise<void> => {
  const sizes = await sizesOf(db)
  const database_bytes = await databaseBytes(db)
  await db.transaction().execute(async (tx) => {
    // Another process may have been faster.
    await tx
      .insertInto('room_days')
      .values({ day, database_bytes, free_bytes: disk.room()?.free ?? null })
      .onConflict((known) => known.doNothing())
      .execute()
    await tx
      .insertInto('table_days')
      .values(sizes.map((size) => ({ day, ...size })))
      .onConflict((known) => known.doNothing())
      .execute()
    await tx.deleteFrom('room_days').where('day', '<', before).execute()
    await tx.deleteFrom('table_days').where('day', '<', before).execute()
    await tx.deleteFrom('sms_days').where('day', '<', before).execute()
  })
}

export const databaseBytes = async (db: Kysely<DB>): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

const sizesOf = async (db: Kysely<DB>): Promise<Size[]> => {
  // Without vacuum or analyze the planner has no estimate yet; the statistics may have one.
  const { rows } = await sql<Size>`
    select c.relname as table_name, pg_total_relation_size(c.oid)::float8 as bytes,
      coalesce(nullif(c.reltuples, -1), nullif(s.n_live_tup, 0))::float8 as rows,
      pg_relation_size(c.oid) <= ${COUNTED_BYTES} as counted
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(db)
  const counts = await countsOf(
    db,
    rows.filter(({ counted }) => counted).map(({ table_name }) => table_name),
  )
  return rows.map((size) => ({ ...size, rows: counts.get(size.table_name) ?? size.rows }))
}

const countsOf = async (db: Kysely<DB>, tables: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const counts = tables.map(
    (name) => sql`select ${name}::text as name, count(*)::float8 as rows from ${sql.table(name)}`,
  )
  if (counts.length === 0) return new Map()
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}
