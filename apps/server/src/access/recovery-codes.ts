import { randomInt } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { checkPassword, hashPassword } from './passwords.ts'

const COUNT = 10
const LENGTH = 10
/** Letters and digits that are not taken for each other when they are copied by hand: 50 bits in ten of them. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const newCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** As they are shown, in two halves; only their hashes are kept. */
export const newRecoveryCodes = async (): Promise<{ shown: string[]; hashes: string[] }> => {
  const codes = Array.from({ length: COUNT }, newCode)
  const hashes: string[] = []
  // One after the other: others sign in meanwhile.
  for (const code of codes) hashes.push(await hashPassword(code))
  return { shown: codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`), hashes }
}

/** Those from before are no longer good. */
export const replaceRecoveryCodes = async (
  tx: Transaction<DB>,
  userId: number,
  hashes: readonly string[],
  now: Date,
): Promise<void> => {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now })))
    .execute()
}

export const recoveryCodesLeft = async (db: Kysely<DB>, userId: number): Promise<number> => {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return left
}

export const codesLeft = (left: number): string =>
  left === 0 ? 'None is left.' : left === 1 ? 'One is left.' : `${left} are left.`

/** Typed with or without its hyphen, in any case. */
const asMade = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Uses a code up; false for one that is none. Takes the same time for any that could be one, however many are left. */
export const takeRecoveryCode = async (db: Kysely<DB>, userId: number, typed: string): Promise<boolean> => {
  const code = asMade(typed)
  if (code.length !== LENGTH) return false
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['id', 'code_hash'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  let found: number | null = null
  for (let at = 0; at < COUNT; at += 1)
    if (await checkPassword(rows[at]?.code_hash ?? null, code)) found = rows[at]?.id ?? null
  if (found === null) return false
  const { numDeletedRows } = await db.deleteFrom('recovery_codes').where('id', '=', found).executeTakeFirst()
  return numDeletedRows === 1n
}
