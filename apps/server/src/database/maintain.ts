import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Job } from '../jobs/runner.ts'
import type { DB } from './schema.ts'

/** `unclear`: dead rows take up room, or so many are new that counting in an index has to look into the table. */
type Worn = { name: string; changed: boolean; unclear: boolean; mostly_dead: boolean }

/** As PostgreSQL's own autovacuum has it: 50 rows and a tenth of the table changed, a fifth of it dead, or a fifth new. */
const wornTables = async (db: Kysely<DB>): Promise<Worn[]> => {
  const { rows } = await sql<Worn>`
    select s.relname as name,
      s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) as changed,
      s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
        or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0) as unclear,
      s.n_dead_tup > 50 + s.n_live_tup as mostly_dead
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' order by s.relname`.execute(db)
  return rows.filter(({ changed, unclear }) => changed || unclear)
}

const vehiclesAreOut = async (db: Kysely<DB>): Promise<boolean> => {
  const { rows } = await sql<{ out: boolean }>`
    select exists (select from trips where current_state in ('live', 'in_transit')) as out`.execute(db)
  return rows[0]?.out === true
}

/**
 * The embedded database has no autovacuum: without this its planner would know nothing of how large tables are, and
 * rows that are gone would take up room for ever. One statement a table, so that requests get their turn between two.
 * Clearing rows away reads the whole table, so it waits until no vehicle is out, unless more is dead than alive.
 */
export const maintainDatabase: Job = {
  name: 'database.maintain',
  every: 3600_000,
  deadline: 30 * 60_000,
  run: async ({ db }) => {
    // Statistics are flushed with a delay otherwise.
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const worn = await wornTables(db)
    const busy = worn.length > 0 && (await vehiclesAreOut(db))
    for (const { name, unclear, mostly_dead } of worn) {
      const clear = mostly_dead || (unclear && !busy)
      await sql`${sql.raw(clear ? 'vacuum (analyze)' : 'analyze')} ${sql.table(name)}`.execute(db)
    }
  },
}
