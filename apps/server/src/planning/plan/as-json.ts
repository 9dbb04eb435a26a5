import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'

/**
 * Rows as one value: a plan has hundreds of them, and reading it as JSON takes a third of what as many rows of a dozen
 * columns take, each of them sent and parsed by itself. Times come as seconds.
 */
export const asJson = async <T>(db: Kysely<DB>, row: RawBuilder<unknown>, from: RawBuilder<unknown>): Promise<T[]> => {
  const { rows } = await sql<{ found: T[] | null }>`select json_agg(${row}) as found from ${from}`.execute(db)
  return rows[0]?.found ?? []
}

export const seconds = (column: string): RawBuilder<unknown> => sql`extract(epoch from ${sql.ref(column)})::float8`
