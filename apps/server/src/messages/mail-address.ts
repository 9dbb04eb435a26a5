import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** The e-mail address of a passenger, or of who answers for them; null: there is none, or nothing may be sent there. */
export const mailAddressOf = async (db: Kysely<DB>, travelerId: number): Promise<string | null> => {
  const { rows } = await sql<{ email: string | null }>`select w.email from travelers t
    join travelers w on w.id = coalesce((select h.helper_id from traveler_helpers h where h.traveler_id = t.id
      and h.household and t.email is null and t.phone_number is null), t.id)
    where t.id = ${travelerId} and t.restriction is null and w.restriction is null
      and t.anonymised_at is null and w.email not like '%.invalid'`.execute(db)
  const email = rows[0]?.email ?? null
  return email === '' ? null : email
}
