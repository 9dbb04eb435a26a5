import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** The latest moment in the stored rows; null when nothing has happened yet. */
export const newestMoment = async (db: Kysely<DB>): Promise<Date | null> => {
  const { rows } = await sql<{ newest: Date | null }>`
    select greatest(
      (select max(recorded_at) from trip_monitors),
      (select max(updated_at) from trips),
      (select max(created_at) from service_request_histories where id > (select max(id) - 100 from service_request_histories))
    ) as newest`.execute(db)
  return rows[0]?.newest ?? null
}
