import { createHash, createHmac } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import type { SecondStepInput, SignInFactor } from '@ambit/contract'
import { aboutAccount, noteEvent } from '../audit/note-event.ts'
import type { Deps } from '../deps.ts'
import { secondStepAsked, unauthenticated } from '../http/errors.ts'
import { takeAppCode } from './authenticator.ts'
import { hasFactor, hasSecondFactor } from './factors.ts'
import { takePasskey, type TakenPasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import type { ProviderSession } from '../sessions/tokens.ts'
import type { Throttle } from './throttle.ts'

/** How long a second step may take. */
const STEP_MINUTES = 5

/** What the first step found. Only the server reads it. */
const Ticket = z.object({
  /** as it was typed */
  name: z.string(),
  /** 0: there is no such account */
  user: z.coerce.number(),
  password: z.enum(['right', 'wrong']),
  /** of single sign-on: where the provider has signed in, in place of a password */
  provider: z
    .object({ id: z.number(), sid: z.string().nullable(), subject: z.string(), auth_time: z.number().nullable() })
    .optional(),
})
type Ticket = z.infer<typeof Ticket>

const ticketKey = async ({ signingSecret }: Pick<Deps, 'signingSecret'>): Promise<Uint8Array> =>
  createHash('sha256')
    .update('second step ')
    .update(await signingSecret())
    .digest()

const hasPasskey = (userId: string) =>
  sql<boolean>`(exists (select from passkeys k where k.user_id = ${sql.ref(userId)}))`

/** From 0 to 1: how many of the accounts that can sign in have a second factor, and how many of these a passkey. */
const shares = async ({ db }: Pick<Deps, 'db'>): Promise<{ factor: number; passkey: number }> => {
  const { rows } = await sql<{ factor: number | null; passkey: number | null }>`
    select avg((${hasFactor('u.id')})::int)::float8 as factor,
      (avg((${hasPasskey('u.id')})::int) filter (where ${hasFactor('u.id')}))::float8 as passkey
    from users u where u.status = 'active'`.execute(db)
  return { factor: rows[0]?.factor ?? 0, passkey: rows[0]?.passkey ?? 0 }
}

/** Always the same from 0 to 1 for a name, and for a passkey of it. */
const lotOf = async (
  { signingSecret }: Pick<Deps, 'signingSecret'>,
  name: string,
  of: 'lot' | 'passkey' = 'lot',
): Promise<number> =>
  createHmac('sha256', await signingSecret())
    .update(`${of} of ${name.toLowerCase()}`)
    .digest()
    .readUInt32BE() /
  2 ** 32

/**
 * An account with a second factor is asked for it after any password, so that the answer does not tell whether it was
 * right. Names of no account are asked as often as names of accounts, so that it does not tell of an account either.
 */
export const isAskedForMore = async (deps: Deps, user: { id: number } | undefined, name: string): Promise<boolean> => {
  const [has, { factor }, lot] = [
    await hasSecondFactor(deps.db, user?.id ?? 0),
    await shares(deps),
    await lotOf(deps, name),
  ]
  return user === undefined ? lot < factor : has
}

/**
 * Is the second step to offer a passkey? Of an account that has one, whatever the password; and of names of no account
 * as often as of accounts with a second factor.
 */
const offersPasskey = async (deps: Deps, { user, name }: Ticket): Promise<boolean> => {
  const owner = deps.db.selectFrom('users').select('id').where('id', '=', user).where(hasPasskey('users.id'))
  const [has, { passkey }, lot] = [
    (await owner.executeTakeFirst()) !== undefined,
    await shares(deps),
    await lotOf(deps, name, 'passkey'),
  ]
  return user === 0 ? lot < passkey : has
}

/** For the audit. */
const firstStepOf = ({ password, provider }: Ticket) =>
  provider === undefined ? { password } : { method: 'single sign-on' }

export const askForMore = async (deps: Deps, ticket: Ticket): Promise<never> => {
  const { user } = ticket
  if (user !== 0) {
    const told = { outcome: 'asked for a second step', ...firstStepOf(ticket) }
    await noteEvent(deps.db, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id: user }), told })
  }
  const now = deps.clock.wall()
  const expiresAt = new Date(now.getTime() + STEP_MINUTES * 60_000)
  // As long for every account.
  const sealed = await new EncryptJWT({ ...ticket, user: String(user).padStart(10, '0') })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(expiresAt)
    .encrypt(await ticketKey(deps))
  throw secondStepAsked(sealed, expiresAt, await offersPasskey(deps, ticket))
}

const opened = async (deps: Deps, sealed: string): Promise<Ticket | null> => {
  try {
    const { payload } = await jwtDecrypt(sealed, await ticketKey(deps), { currentDate: deps.clock.wall() })
    return Ticket.parse(payload)
  } catch {
    return null
  }
}

export type SecondStep = { userId: number; name: string; factor: SignInFactor; provider: ProviderSession | undefined }

/**
 * The user who has shown a second factor after the right password. A wrong password and a wrong code read the same.
 * Throws 401 wrong_credentials, 401 token_expired for a ticket that is over, 429.
 */
export const takeSecondStep = async (
  deps: Deps,
  throttle: Throttle,
  { ticket: sealed, code, passkey }: z.output<typeof SecondStepInput>,
  address: string,
): Promise<SecondStep> => {
  const ticket = await opened(deps, sealed)
  if (ticket === null) throw unauthenticated('token_expired')
  const account = ticket.user === 0 ? `nobody ${ticket.name}` : `user ${ticket.user}`
  await throttle.take(account, address)
  const taken =
    passkey === undefined ? null : await takePasskey(deps, passkey, { purpose: 'second step', ticket: sealed })
  const factor = taken === null ? await factorOf(deps, ticket, code ?? '') : passkeyFactor(ticket, taken)
  if (factor === null) {
    if (ticket.user !== 0)
      await noteEvent(deps.db, {
        kind: 'sign_in',
        ...aboutAccount({ kind: 'user', id: ticket.user }),
        told: { outcome: 'refused', ...firstStepOf(ticket), ...wrongFactor(taken) },
      })
    throw unauthenticated('wrong_credentials')
  }
  await throttle.succeeded(account, address)
  return { userId: ticket.user, name: ticket.name, factor, provider: ticket.provider }
}

const passkeyFactor = ({ user, password }: Ticket, taken: TakenPasskey): SignInFactor | null =>
  password === 'right' && taken.outcome === 'right' && taken.userId === user ? 'passkey' : null

/** For the audit. */
const wrongFactor = (taken: TakenPasskey | null) =>
  taken?.outcome === 'wrong' ? { factor: 'wrong', passkey: taken.reason } : { factor: 'wrong' }

/** What the code is of. After a wrong password nothing is used up, and it takes the same time. */
const factorOf = async (deps: Deps, { user, password }: Ticket, code: string): Promise<SignInFactor | null> => {
  const id = password === 'right' ? user : 0
  if (await takeAppCode(deps, id, code.replace(/\s/g, ''))) return 'authenticator app'
  return (await takeRecoveryCode(deps.db, id, code)) ? 'recovery code' : null
}
