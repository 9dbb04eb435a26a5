import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { answersFor } from '../planning/change/answers-for.ts'

/** SQL: the e-mail address of a passenger, or of who answers for them; null: there is none, or nothing may be sent there. */
export const mailAddress = (travelerId: RawBuilder<unknown>) => sql<string | null>`(select nullif(w.email, '')
    from travelers t
    join travelers w on w.id = coalesce(${answersFor}, t.id)
    where t.id = ${travelerId} and t.restriction is null and w.restriction is null
      and t.anonymised_at is null and w.email not like '%.invalid')`

/** As `mailAddress`, of one passenger. */
export const mailAddressOf = async (db: Kysely<DB>, travelerId: number): Promise<string | null> => {
  const { rows } = await sql<{ email: string | null }>`select ${mailAddress(sql`${travelerId}`)} as email`.execute(db)
  return rows[0]?.email ?? null
}
