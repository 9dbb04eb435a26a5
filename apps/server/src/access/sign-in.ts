import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PasskeyAssertion, SecondStepInput, SessionInput } from '@ambit/contract'
import { aboutAccount, noteEvent, noteFailure } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { passwordToChange, unauthenticated } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { tellOfAccount } from './account-mail.ts'
import { mayUsePassword, tellOfBreakGlass } from './break-glass.ts'
import { takePasskey, type TakenPasskey } from './passkeys.ts'
import { createResetToken } from './password-reset.ts'
import { checkPassword } from './passwords.ts'
import { codesLeft, recoveryCodesLeft } from './recovery-codes.ts'
import { askForMore, isAskedForMore, takeSecondStep } from './second-step.ts'
import { refuseBlocked } from './sign-in-block.ts'
import { countFailure } from './sign-in-watch.ts'
import { asOfNow } from '../sessions/second-factor-need.ts'
import { userByLogin, type UserWithRoles, userWithRoles } from '../sessions/queries.ts'
import type { Throttle } from './throttle.ts'
import { type Begun, issueToken, type ProviderSession, revokeSession } from '../sessions/tokens.ts'
import { idsBeyond } from '../sessions/use.ts'

export type SignedIn = {
  token: string
  expires_at: Date
  user: ReturnType<typeof asOfNow<UserWithRoles>>
  /** after signing in with one of them */
  recovery_codes_left?: number
}

/**
 * By e-mail address or username. An unknown account, a wrong password and a blocked account get the same words after
 * the same time. Throws 401 wrong_credentials, 403 sign_in_blocked, 429.
 */
export const signIn = async (
  deps: Deps,
  throttle: Throttle,
  { email, password }: z.output<typeof SessionInput>,
  { address, portal }: { address: string; portal: boolean },
): Promise<SignedIn> => {
  await throttle.take(email, address)
  const user = await userByLogin(deps.db, email)
  const right = await checkPassword(user?.password_hash ?? null, password)
  const correct = right && user?.status === 'active' && (await mayUsePassword(deps.db, user.id))
  if (await isAskedForMore(deps, user, email))
    return askForMore(deps, { name: email, user: user?.id ?? 0, password: correct ? 'right' : 'wrong' })
  if (user === undefined || !correct) {
    await deps.db.transaction().execute(async (tx) => {
      await noteFailure(tx, user === undefined ? null : { kind: 'user', id: user.id })
      await countFailure(tx, user?.id ?? 0)
    })
    throw unauthenticated('wrong_credentials')
  }
  await throttle.succeeded(email, address)
  await refuseGivenPassword(deps, user.id)
  return sessionOf(deps, user.id, { method: 'password', factors: [], portal })
}

/**
 * In place of a password: the passkey says whose it is, and its device has asked for a finger, a face or a PIN. Throws
 * as the password does.
 */
export const signInByPasskey = async (
  deps: Deps,
  throttle: Throttle,
  assertion: PasskeyAssertion,
  { address, portal }: { address: string; portal: boolean },
): Promise<SignedIn> => {
  const account = `passkey ${assertion.id}`
  await throttle.take(account, address)
  const taken = await takePasskey(deps, assertion, { purpose: 'sign in' })
  if (taken.outcome === 'wrong' || !(await mayEnter(deps, taken.userId))) {
    await noteWrongPasskey(deps, taken)
    throw unauthenticated('wrong_credentials')
  }
  await throttle.succeeded(account, address)
  await refuseGivenPassword(deps, taken.userId)
  return sessionOf(deps, taken.userId, { method: 'passkey', factors: [], portal })
}

/** Is the account in use, and may it sign in without a provider? */
const mayEnter = async ({ db }: Deps, userId: number): Promise<boolean> => {
  const user = await db.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst()
  return user?.status === 'active' && (await mayUsePassword(db, userId))
}

const noteWrongPasskey = async ({ db }: Deps, taken: TakenPasskey): Promise<void> => {
  const { userId: id } = taken
  if (id === null) return noteFailure(db, null)
  const why = taken.outcome === 'wrong' ? { passkey: taken.reason } : {}
  const told = { outcome: 'refused', method: 'passkey', ...why }
  await db.transaction().execute(async (tx) => {
    await noteEvent(tx, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id }), told })
    await countFailure(tx, id)
  })
}

/** With what the first step was answered and a code or passkey. Throws as the first step does, and 401 token_expired. */
export const signInBySecondStep = async (
  deps: Deps,
  { guesses, codes }: { guesses: Throttle; codes: Throttle },
  input: z.output<typeof SecondStepInput>,
  { address, portal }: { address: string; portal: boolean },
): Promise<SignedIn> => {
  const { userId, name, factor, provider } = await takeSecondStep(deps, codes, input, address)
  const user = await deps.db.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst()
  if (user?.status !== 'active') throw unauthenticated('wrong_credentials')
  if (provider === undefined) {
    if (!(await mayUsePassword(deps.db, userId))) throw unauthenticated('wrong_credentials')
    await guesses.succeeded(name, address)
    await refuseGivenPassword(deps, userId)
  } else if (!(await isJoined(deps, userId, provider))) throw unauthenticated('wrong_credentials')
  const method = provider === undefined ? 'password' : 'single sign-on'
  const session = await sessionOf(deps, userId, { method, factors: [factor], portal, provider })
  if (factor !== 'recovery code') return session
  const left = await recoveryCodesLeft(deps.db, userId)
  await deps.db.transaction().execute((tx) =>
    tellOfAccount(deps, tx, userId, {
      subject: 'A recovery code was used',
      happened: `Somebody signed in to your account with one of its recovery codes. ${codesLeft(left)}`,
    }),
  )
  return { ...session, recovery_codes_left: left }
}

/** Does the identity stand that the first step was made with? */
const isJoined = async ({ db }: Deps, userId: number, { id, subject }: ProviderSession): Promise<boolean> => {
  const identity = db.selectFrom('user_identities').select('id').where('user_id', '=', userId)
  const found = await identity.where('provider_id', '=', id).where('subject', '=', subject).executeTakeFirst()
  return found !== undefined
}

const CHOOSING_MINUTES = 15

/** Whoever set the password knows it: its owner chooses another one first. Throws 401 password_to_change, 403. */
const refuseGivenPassword = async (deps: Deps, userId: number): Promise<void> => {
  // Its link would lift the block.
  await refuseBlocked(deps.db, userId)
  const user = await deps.db
    .selectFrom('users')
    .select('must_change_password')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.must_change_password !== true) return
  const { token } = await deps.db
    .transaction()
    .execute((tx) => createResetToken(deps, tx, { kind: 'admin', id: userId }, CHOOSING_MINUTES))
  throw passwordToChange(token)
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

/** A new session of a user that exists. Throws 403 sign_in_blocked. */
export const sessionOf = async (deps: Deps, userId: number, begun: Begun): Promise<SignedIn> => {
  await refuseBlocked(deps.db, userId)
  const issued = await issueToken(deps, { kind: 'user', id: userId }, begun, async (tx, id) => {
    await endBeyond(tx, userId, id)
    // Said while this sign-in was under way.
    await refuseBlocked(tx, userId)
    await tellOfBreakGlass(deps, tx, userId, begun)
  })
  const user = await userWithRoles(deps.db, userId, { session: begun.provider?.id ?? null })
  if (user === null) throw unauthenticated()
  if (begun.factors.includes('two factors there')) user.second_factor = null
  return { ...issued, user: asOfNow(user, deps.clock.now()) }
}
