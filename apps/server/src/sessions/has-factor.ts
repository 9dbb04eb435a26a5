import { sql } from 'kysely'

/** Does the user of that id have a second factor of either kind? An app counts once a code of it was shown. */
export const hasFactor = (userId: string) => sql<boolean>`(
  exists (select from second_factors f where f.user_id = ${sql.ref(userId)} and f.confirmed_at is not null)
  or exists (select from passkeys k where k.user_id = ${sql.ref(userId)}))`
