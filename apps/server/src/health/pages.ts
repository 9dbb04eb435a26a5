import { type Kysely, sql, type Transaction } from 'kysely'
import { damageSentence, isDamage, nameOf } from '../database/damage.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.ts'

export type PagesReport = { damage: string[]; notes: string[] }

/** Sentences about damaged pages, and notes on what could not be seen. */
export const checkPages = ({ kind, db }: Pick<Database, 'kind' | 'db'>): Promise<PagesReport> =>
  kind === 'embedded' ? readEveryPage(db) : askServer(db)

/**
 * Reads every page of tables and indexes from disk: PostgreSQL compares the checksum of each. The extension that reads
 * single pages is taken back with the transaction.
 */
const readEveryPage = (db: Kysely<DB>): Promise<PagesReport> =>
  db.transaction().execute(async (tx) => {
    await sql`create extension pageinspect`.execute(tx)
    const { rows } = await sql<{ oid: number }>`
      select oid::int from pg_class
      where relkind in ('r', 'i', 't', 'm') and pg_relation_filenode(oid) is not null order by oid`.execute(tx)
    const damage: string[] = []
    for (const { oid } of rows) if (!(await isWhole(tx, oid))) damage.push(damageSentence(await nameOf(tx, oid)))
    await sql`drop extension pageinspect`.execute(tx)
    return { damage, notes: [] }
  })

const isWhole = async (tx: Transaction<DB>, oid: number): Promise<boolean> => {
  await sql`savepoint before_relation`.execute(tx)
  try {
    await sql`
      select count(get_raw_page(${sql.lit(oid)}::regclass::text, 'main', page))
      from generate_series(0, pg_relation_size(${sql.lit(oid)}::regclass) / current_setting('block_size')::int - 1) as page`.execute(
      tx,
    )
    return true
  } catch (error) {
    if (!isDamage(error)) throw error
    await sql`rollback to savepoint before_relation`.execute(tx)
    return false
  }
}

/** A server has counted what its checksums found; its files are out of reach. */
const askServer = async (db: Kysely<DB>): Promise<PagesReport> => {
  const { rows } = await sql<{ checked: boolean; failures: number | null; last: Date | null }>`
    select current_setting('data_checksums') = 'on' as checked, checksum_failures as failures,
      checksum_last_failure as last
    from pg_stat_database where datname = current_database()`.execute(db)
  const { checked, failures, last } = rows[0] ?? { checked: false, failures: null, last: null }
  if (!checked)
    return {
      damage: [],
      notes: [
        'The PostgreSQL server runs without data checksums: damaged pages may stay unnoticed (see pg_checksums).',
      ],
    }
  if (failures === null || failures === 0) return { damage: [], notes: [] }
  const when = last === null ? '' : `, last on ${last.toISOString()}`
  return {
    damage: [
      `PostgreSQL has read damaged pages of this database ${failures} ${failures === 1 ? 'time' : 'times'}${when}: its log names the tables.`,
    ],
    notes: [],
  }
}
