import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** For passengers in a query: those whose data may be used. `travelers` is their table's name there. */
export const usable = (travelers: string) => sql<boolean>`${sql.ref(`${travelers}.restriction`)} is null`

/** The same for what names a passenger in `column`, where the passenger is not in the query. */
export const ofUsable = (column: string) =>
  sql<boolean>`${sql.ref(column)} not in (select id from travelers where restriction is not null)`

export const isRestricted = async (db: Kysely<DB>, id: number): Promise<boolean> =>
  (await db
    .selectFrom('travelers')
    .select('id')
    .where('id', '=', id)
    .where('restriction', 'is not', null)
    .executeTakeFirst()) !== undefined
