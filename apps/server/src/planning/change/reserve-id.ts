import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DB } from '../../database/schema.ts'

/** The id of a row that is planned with before it is inserted. An id that is not used in the end stays a gap. */
export const reserveId = async (db: Kysely<DB>, table: 'service_requests' | 'locations'): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id`.execute(
    db,
  )
  return rows[0]!.id // a select without a table answers one row
}
