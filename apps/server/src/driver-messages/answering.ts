import { type Kysely, sql, type Transaction } from 'kysely'
import type { ThreadAnswer } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Scope } from '../http/scope.ts'
import { announce, requireThread } from './write.ts'

/** A browser says every 15 s that somebody still writes; one that says nothing more is forgotten. */
const HOLDS_MS = 30_000

type Answering = { tripId: number; scope: Scope; user_id: number | null }

/** Says in the trip's thread that this one is answering, or is not any more. Others hear of it when it begins or ends. */
export const setAnswering = (
  { db, clock }: Deps,
  { tripId, scope, user_id }: Answering,
  answering: boolean,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const thread = await requireThread(tx, tripId, scope)
    if (user_id === null) return
    const now = clock.wall()
    const before = await standing(tx, tripId, user_id, now)
    if (answering)
      await sql`insert into thread_answers (trip_id, user_id, until)
        values (${tripId}, ${user_id}, ${new Date(now.getTime() + HOLDS_MS)})
        on conflict (trip_id, user_id) do update set until = excluded.until`.execute(tx)
    else await endAnswering(tx, { tripId, user_id })
    if (before !== answering) await announce(tx, thread, 'dispatch')
  })

const standing = async (tx: Transaction<DB>, tripId: number, userId: number, now: Date): Promise<boolean> => {
  const row = await tx
    .selectFrom('thread_answers')
    .where('trip_id', '=', tripId)
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .select('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const endAnswering = async (
  tx: Transaction<DB>,
  { tripId, user_id }: Pick<Answering, 'tripId' | 'user_id'>,
): Promise<void> => {
  if (user_id === null) return
  await tx.deleteFrom('thread_answers').where('trip_id', '=', tripId).where('user_id', '=', user_id).execute()
}

/** `wall`: by the clock of browsers. */
export const answeringOn = (db: Kysely<DB>, tripId: number, wall: Date): Promise<ThreadAnswer[]> =>
  db
    .selectFrom('thread_answers as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.trip_id', '=', tripId)
    .where('a.until', '>', wall)
    .select(['a.user_id', sql<string>`u.first_name || ' ' || u.last_name`.as('user_name')])
    .orderBy('a.user_id')
    .execute()
