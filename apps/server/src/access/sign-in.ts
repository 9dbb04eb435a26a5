import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { SessionInput } from '@ambit/contract'
import { noteFailure } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { unauthenticated } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { checkPassword } from './passwords.ts'
import { userByLogin, type UserWithRoles, userWithRoles } from '../sessions/queries.ts'
import type { Throttle } from './throttle.ts'
import { type Begun, issueToken, revokeSession } from '../sessions/tokens.ts'
import { idsBeyond } from '../sessions/use.ts'

export type SignedIn = { token: string; expires_at: Date; user: UserWithRoles }

/**
 * By e-mail address or username. An unknown account, a wrong password and a blocked account get the same words after
 * the same time. Throws 401 wrong_credentials, 429.
 */
export const signIn = async (
  deps: Deps,
  throttle: Throttle,
  { email, password }: z.output<typeof SessionInput>,
  { address, portal }: { address: string; portal: boolean },
): Promise<SignedIn> => {
  await throttle.take(email, address)
  const user = await userByLogin(deps.db, email)
  const correct = await checkPassword(user?.password_hash ?? null, password)
  if (user === undefined || !correct || user.status !== 'active') {
    await noteFailure(deps.db, user === undefined ? null : { kind: 'user', id: user.id })
    throw unauthenticated('wrong_credentials')
  }
  await throttle.succeeded(email, address)
  return sessionOf(deps, user.id, { method: 'password', factors: [], portal })
}

/** Sessions that one user may have. */
const MOST_SESSIONS = 10

/** The sessions unused longest go. Two sign-ins of one user at once count each other: the second waits for the first. */
const endBeyond = async (tx: Transaction<DB>, userId: number, kept: string): Promise<void> => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const ids = await idsBeyond(tx, userId, kept, MOST_SESSIONS)
  if (ids.length === 0) return
  for (const id of ids) await revokeSession(tx, id, 'session ended')
  await recordChanged(tx, 'sessions', userId)
}

/** A new session of a user that exists. */
export const sessionOf = async (deps: Deps, userId: number, begun: Begun): Promise<SignedIn> => {
  const issued = await issueToken(deps, { kind: 'user', id: userId }, begun, (tx, id) => endBeyond(tx, userId, id))
  const user = await userWithRoles(deps.db, userId)
  if (user === null) throw unauthenticated()
  return { ...issued, user }
}
