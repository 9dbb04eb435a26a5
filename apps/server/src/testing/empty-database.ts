import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** a database as its migrations leave it */
export type AsMigrated = {
  /** what migrations wrote, as JSON, by table */
  rows: readonly { table: string; rows: string }[]
  /** where the numbering of such rows stands */
  sequences: readonly { name: string; last_value: number }[]
  shape: string
  /** cheap to read: while it stays the same, the shape does too */
  catalog: string
}

export const readAsMigrated = async (db: Kysely<DB>): Promise<AsMigrated> => {
  const { rows: names } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  const tables = names.map(({ name }) => name)
  const select = (table: string): string => `select '${table}' as table, jsonb_agg(t)::text as rows from ${table} t`
  const all = sql.raw<{ table: string; rows: string | null }>(tables.map(select).join(' union all '))
  const { rows } = await all.execute(db)
  const { rows: sequences } = await sql<{ name: string; last_value: number }>`
    select quote_ident(sequencename) as name, last_value from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(db)
  return {
    rows: rows.flatMap((one) => (one.rows === null ? [] : [{ table: one.table, rows: one.rows }])),
    sequences,
    shape: await shapeOf(db),
    catalog: await catalogOf(db),
  }
}

/** Null when its tables were changed; otherwise it is as its migrations left it. */
export const makeAsMigrated = async (db: Kysely<DB>, asMigrated: AsMigrated): Promise<AsMigrated | null> => {
  const { rows, sequences, shape } = asMigrated
  const catalog = await catalogOf(db)
  // A test may have changed a table and changed it back.
  if (catalog !== asMigrated.catalog && (await shapeOf(db)) !== shape) return null
  // Of the only session; statements stay prepared.
  await sql.raw('reset all; unlisten *; select pg_advisory_unlock_all(); discard temp').execute(db)
  await sql`set session_replication_role = replica`.execute(db)
  // Truncating writes new files for every table and index, which takes several times as long.
  const used = await usedTables(db)
  await sql.raw(used.map((table) => `delete from ${table}`).join('; ')).execute(db)
  await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where schemaname = 'public' and last_value is not null`.execute(db)
  for (const { table, rows: stored } of rows)
    await sql`insert into ${sql.raw(table)} overriding system value
      select * from jsonb_populate_recordset(null::${sql.raw(table)}, ${stored}::jsonb)`.execute(db)
  for (const { name, last_value } of sequences) await sql`select setval(${name}, ${last_value})`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  await sql.raw(`vacuum (skip_database_stats) ${used.join(', ')}`).execute(db)
  // How many rows they have is not known, as after the migrations.
  await sql`update pg_class set reltuples = -1, relpages = 0 where oid = any(${used}::text[]::regclass[])`.execute(db)
  // Counts that are still to be written would come after the reset.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_reset()`.execute(db)
  // Files of emptied tables and old log files go at a checkpoint, and nothing else makes one.
  await sql`checkpoint`.execute(db)
  return { ...asMigrated, catalog }
}

/** Those that have pages: a vacuum leaves none to a table without rows. The migrations' own has always rows. */
const usedTables = async (db: Kysely<DB>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whatever changes a column, constraint, index, trigger or function writes a row here, renames one or removes one. */
const catalogOf = async (db: Kysely<DB>): Promise<string> => {
  const { rows } = await sql<{ catalog: string }>`
    select concat_ws(' ',
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_attribute),
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_constraint),
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_trigger),
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_proc),
      (select md5(string_agg(relname, ' ' order by oid)) from pg_class where relnamespace = 'public'::regnamespace)
    ) as catalog`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a select without a table has a row')
  return row.catalog
}

/** Changes with every change of a column, constraint, index, trigger or function. */
const shapeOf = async (db: Kysely<DB>): Promise<string> => {
  const { rows } = await sql<{ shape: string }>`
    with ours as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace)
    select md5(string_agg(line, '|' order by line)) as shape from (
      select concat_ws(' ', relname, attname, atttypid, attnotnull, atthasdef) as line
        from ours join pg_attribute on attrelid = ours.oid
      union all select concat_ws(' ', conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', relname, tgname, tgenabled) from ours join pg_trigger on tgrelid = ours.oid
      union all select concat_ws(' ', proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
    ) as lines`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate has a row')
  return row.shape
}
