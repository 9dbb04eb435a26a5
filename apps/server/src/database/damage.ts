import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/** What has become known of damaged pages since the database was opened. */
export type Damage = {
  /** one sentence about the first damaged table, or null */
  sentence: () => string | null
  /** calls back once for each damaged table */
  whenFound: (call: (sentence: string) => void) => void
}

/** data_corrupted and index_corrupted: a page's checksum is wrong, or its content is not what PostgreSQL writes. */
const CODES: readonly unknown[] = ['XX001', 'XX002']

export const isDamage = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && CODES.includes(error.code)

/** Hears of failed queries and names the table of those that met a damaged page. */
export const watchDamage = (): { damage: Damage; note: (db: Kysely<DB>, error: unknown) => void } => {
  const sentences: string[] = []
  const known = new Set<string>()
  const calls: ((sentence: string) => void)[] = []
  const say = (sentence: string): void => {
    if (sentences.includes(sentence)) return
    sentences.push(sentence)
    for (const call of calls) call(sentence)
  }
  return {
    damage: { sentence: () => sentences[0] ?? null, whenFound: (call) => void calls.push(call) },
    note: (db, error) => {
      if (!isDamage(error) || known.has(error.message)) return
      known.add(error.message)
      void nameRelation(db, error.message).then((name) => say(damageSentence(name)))
    },
  }
}

/** `name` as `nameRelation` answers it. */
export const damageSentence = (name: string | null): string =>
  `${name ?? 'A part of the database'} is damaged on disk: restore the database from a backup.`

/** `relation "base/5/16384"`, without quotes before PostgreSQL 18, or `index "drivers_pkey"` */
const FILE = /relation "?[\w/]*\/(\d+)/
const INDEX = /index "([^"]+)"/

/** "The table drivers", "An index of the table drivers", or null where the message names neither. */
const nameRelation = async (db: Kysely<DB>, message: string): Promise<string | null> => {
  const [file, index] = [FILE.exec(message)?.[1], INDEX.exec(message)?.[1]]
  if (file === undefined && index === undefined) return null
  const oid = file === undefined ? sql`to_regclass(${index})` : sql`pg_filenode_relation(0, ${file}::oid)`
  // The catalogue may be what is damaged.
  return nameOf(db, sql`${oid}::oid`).catch(() => null)
}

/** A relation by its oid: that of a table, of what it keeps elsewhere (TOAST), or of an index. */
export const nameOf = async (db: Kysely<DB>, oid: ReturnType<typeof sql> | number): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select case relkind
        when 'i' then 'An index of the table ' || (select indrelid::regclass from pg_index where indexrelid = c.oid)
        when 't' then 'The table ' || (select t.oid::regclass from pg_class as t where t.reltoastrelid = c.oid)
        else 'The table ' || c.oid::regclass
      end as name
    from pg_class as c where c.oid = ${oid}`.execute(db)
  return rows[0]?.name ?? null
}
