import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

/** Does the user of that id have a second factor of either kind? An app counts once a code of it was shown. */
export const hasFactor = (userId: string) => sql<boolean>`(
  exists (select from second_factors f where f.user_id = ${sql.ref(userId)} and f.confirmed_at is not null)
  or exists (select from passkeys k where k.user_id = ${sql.ref(userId)}))`

export const hasSecondFactor = async (db: Kysely<DB>, userId: number): Promise<boolean> => {
  const user = db.selectFrom('users').select('id').where('id', '=', userId).where(hasFactor('users.id'))
  return (await user.executeTakeFirst()) !== undefined
}

/** Changes of one user's factors wait for each other. */
export const lockFactors = (tx: Transaction<DB>, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

/** Recovery codes go with the last factor that they stand in for. Answers whether it was the last one. */
export const dropCodesAfterLast = async (tx: Transaction<DB>, userId: number): Promise<boolean> => {
  if (await hasSecondFactor(tx, userId)) return false
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return true
}

/** The authenticator app, all passkeys and recovery codes, for a user who has lost them. Answers whether there were any. */
export const removeSecondStep = async (tx: Transaction<DB>, userId: number): Promise<boolean> => {
  let removed = 0n
  for (const table of ['second_factors', 'passkeys'] as const)
    removed += (await tx.deleteFrom(table).where('user_id', '=', userId).executeTakeFirstOrThrow()).numDeletedRows
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return removed > 0n
}
