import type { z } from 'zod'
import type { SessionInput } from '@ambit/contract'
import { noteFailure } from '../audit/note-event.ts'
import type { Deps } from '../deps.ts'
import { unauthenticated } from '../http/errors.ts'
import { checkPassword } from './passwords.ts'
import { userByLogin, type UserWithRoles, userWithRoles } from '../sessions/queries.ts'
import type { Throttle } from './throttle.ts'
import { issueToken } from '../sessions/tokens.ts'

export type SignedIn = { token: string; expires_at: Date; user: UserWithRoles }

/**
 * By e-mail address or username. An unknown account, a wrong password and a blocked account get the same words after
 * the same time. Throws 401 wrong_credentials, 429.
 */
export const signIn = async (
  deps: Deps,
  throttle: Throttle,
  { email, password }: z.output<typeof SessionInput>,
  address: string,
): Promise<SignedIn> => {
  await throttle.take(email, address)
  const user = await userByLogin(deps.db, email)
  const correct = await checkPassword(user?.password_hash ?? null, password)
  if (user === undefined || !correct || user.status !== 'active') {
    await noteFailure(deps.db, user === undefined ? null : { kind: 'user', id: user.id })
    throw unauthenticated('wrong_credentials')
  }
  await throttle.succeeded(email, address)
  return sessionOf(deps, user.id)
}

/** A new session of a user that exists. */
export const sessionOf = async (deps: Deps, userId: number): Promise<SignedIn> => {
  const issued = await issueToken(deps, { kind: 'user', id: userId })
  const user = await userWithRoles(deps.db, userId)
  if (user === null) throw unauthenticated()
  return { ...issued, user }
}
