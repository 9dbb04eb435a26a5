import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { SessionHolder } from './queries.ts'
import { currentSignInSettings } from './sign-in-settings.ts'
import { PASSENGER_DAYS } from './tokens.ts'

type Watching = Pick<Deps, 'db' | 'clock'>
type UserSession = Extract<SessionHolder, { kind: 'user' }>
type PassengerSession = Extract<SessionHolder, { kind: 'passenger' }>

/** Exact enough for limits of a quarter of an hour and more, and no change with each request. */
const NOTED_MS = 30_000

/** Its user is there: the session does not end for want of use. */
export const noteUse = async (
  { db, clock }: Watching,
  { session_id, used_at }: Pick<UserSession, 'session_id' | 'used_at'>,
): Promise<void> => {
  const now = clock.wall()
  if (Math.abs(now.getTime() - used_at.getTime()) < NOTED_MS) return
  await db.updateTable('sessions').set({ used_at: now }).where('id', '=', session_id).execute()
}

const DAY_MS = 86_400_000

/** A passenger stays signed in for as long as the app is used now and then. */
export const prolong = async (
  { db, clock }: Watching,
  { session_id, used_at }: Pick<PassengerSession, 'session_id' | 'used_at'>,
): Promise<void> => {
  const now = clock.wall()
  if (Math.abs(now.getTime() - used_at.getTime()) < DAY_MS) return
  const expires_at = new Date(now.getTime() + PASSENGER_DAYS * DAY_MS)
  await db.updateTable('sessions').set({ used_at: now, expires_at }).where('id', '=', session_id).execute()
}

/** SQL: the session has ended at its latest moment, or because nobody touched anything. */
const ended = (now: Date, idleMinutes: number) =>
  sql<boolean>`(expires_at <= ${now} or (portal and used_at <= ${new Date(now.getTime() - idleMinutes * 60_000)}))`

/** A user's sessions that stand, the one used last first. */
export const standingSessions = async ({ db, clock }: Watching, userId: number) => {
  const { idle_minutes } = await currentSignInSettings(db)
  return db
    .selectFrom('sessions')
    .select(['id', 'method', 'factors', 'address', 'user_agent', 'created_at', 'used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where((where) => where.not(ended(clock.wall(), idle_minutes)))
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export const removeEnded = async ({ db, clock }: Watching): Promise<void> => {
  const { idle_minutes } = await currentSignInSettings(db)
  await db.deleteFrom('sessions').where(ended(clock.wall(), idle_minutes)).execute()
}

/** The sessions besides this one that are one too many, those unused longest. */
export const idsBeyond = async (tx: Kysely<DB>, userId: number, kept: string, most: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '<>', kept)
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(most - 1)
    .execute()
  return rows.map(({ id }) => id)
}
