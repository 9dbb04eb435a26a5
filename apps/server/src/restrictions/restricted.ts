import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** For passengers in a query: those whose data may be used. `travelers` is their table's name there. */
export const usable = (travelers: string) => sql<boolean>`${sql.ref(`${travelers}.restriction`)} is null`

export const isRestricted = async (db: Kysely<DB>, id: number): Promise<boolean> =>
  (await db
    .selectFrom('travelers')
    .select('id')
    .where('id', '=', id)
    .where('restriction', 'is not', null)
    .executeTakeFirst()) !== undefined
