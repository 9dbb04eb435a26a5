import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

/** Requests of passengers that are carried out by themselves, unless they sign in before. */
const waiting = (db: Kysely<DB>) =>
  db.selectFrom('privacy_requests').where('state', '=', 'open').where('erases_at', 'is not', null)

/** Whom to erase now: the passengers and what they asked. */
export const dueErasures = (db: Kysely<DB>, now: Date): Promise<{ id: number; traveler_id: number }[]> =>
  waiting(db).select(['id', 'traveler_id']).where('erases_at', '<=', now).orderBy('id').execute()

/** Still to be carried out; taken back by signing in, or refused by staff, otherwise. The passenger is locked. */
export const isWaiting = async (tx: Transaction<DB>, id: number): Promise<boolean> =>
  (await waiting(tx).select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The passenger has signed in again. Answers whether the account was to be erased; it stays now. */
export const stopErasing = async (tx: Transaction<DB>, travelerId: number, now: Date): Promise<boolean> => {
  const { id } = (await waiting(tx).select('id').where('traveler_id', '=', travelerId).executeTakeFirst()) ?? {}
  if (id === undefined) return false
  await closeRequest(tx, { id, state: 'withdrawn', text: 'The passenger has signed in again, which stops it.', now })
  return true
}

type Closing = { id: number; state: 'fulfilled' | 'withdrawn'; text: string; now: Date }

/** With what was answered, by the system itself. */
export const closeRequest = async (tx: Transaction<DB>, { id, state, text, now }: Closing): Promise<void> => {
  await sql`insert into privacy_answers (privacy_request_id, sent_at, sent_by, text)
    values (${id}, ${now}, null, ${text})`.execute(tx)
  await tx
    .updateTable('privacy_requests')
    .set({ state, closed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}
