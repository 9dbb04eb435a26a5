import { sql } from 'kysely'

/**
 * SQL: who answers for a passenger `t` of a household, who has no contact; null: the passenger has one, or there is
 * nobody who may be written to.
 */
export const answersFor = sql<number | null>`(select a.helper_id from traveler_helpers a
  join travelers answering on answering.id = a.helper_id and answering.restriction is null
  where a.traveler_id = t.id and a.household and t.email is null and t.phone_number is null)`

/** SQL: whom `m` is for: the helper who follows, or passenger `t`; of a member of a household, who answers for them. */
export const writtenTo = sql<number>`coalesce(m.helper_id, ${answersFor}, t.id)`
