import type { Kysely, Transaction } from 'kysely'
import { aboutAccount, noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import { signInBlocked } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'

/** Null: the owner of the account has not said that somebody else signed in. */
export const blockOf = (db: Kysely<DB>, userId: number) =>
  db
    .selectFrom('sign_in_blocks')
    .select(['created_at', 'reset_lifts'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
    .then((block) => block ?? null)

/** Throws 403 sign_in_blocked. For whoever has shown all that signing in asks for: others are told nothing. */
export const refuseBlocked = async (db: Kysely<DB>, userId: number): Promise<void> => {
  const block = await blockOf(db, userId)
  if (block === null) return
  const told = { outcome: 'refused: blocked by its owner' }
  await noteEvent(db, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id: userId }), told })
  throw signInBlocked(block.reset_lifts)
}

/** By a new password that came by mail, or by an administrator. Answers whether one was lifted. */
export const liftBlock = async (
  tx: Transaction<DB>,
  userId: number,
  by: 'reset' | 'administrator',
): Promise<boolean> => {
  let blocks = tx.deleteFrom('sign_in_blocks').where('user_id', '=', userId)
  if (by === 'reset') blocks = blocks.where('reset_lifts', '=', true)
  const { numDeletedRows } = await blocks.executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  const told = { outcome: 'no longer blocked', by }
  await noteEvent(tx, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id: userId }), told })
  await recordChanged(tx, 'sessions', userId)
  return true
}
