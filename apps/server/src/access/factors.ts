import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { hasFactor } from '../sessions/has-factor.ts'

export const hasSecondFactor = async (db: Kysely<DB>, userId: number): Promise<boolean> => {
  const user = db.selectFrom('users').select('id').where('id', '=', userId).where(hasFactor('users.id'))
  return (await user.executeTakeFirst()) !== undefined
}

/** Is there anything since then that the account is signed in to with, or that signing in asks for? */
export const hasWayInSince = async (db: Kysely<DB>, userId: number, since: Date): Promise<boolean> => {
  const { rows } = await sql`
    select id from second_factors where user_id = ${userId} and confirmed_at > ${since}
    union all select id from passkeys where user_id = ${userId} and created_at > ${since}
    union all select id from recovery_codes where user_id = ${userId} and created_at > ${since}
    union all select id from user_identities where user_id = ${userId} and created_at > ${since}
    limit 1`.execute(db)
  return rows.length > 0
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
