import { createHash, createHmac } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { SignInFactor } from '@ambit/contract'
import { aboutAccount, noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { secondStepAsked, unauthenticated } from '../http/errors.ts'
import { appOf, takeAppCode } from './authenticator.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { countFailure, tellOfWrongFactor } from './sign-in-watch.ts'
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

/** How many of the accounts that can sign in have a second factor, from 0 to 1. */
const shareWithFactor = async ({ db }: Pick<Deps, 'db'>): Promise<number> => {
  const { rows } = await sql<{ share: number | null }>`
    select avg((exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null))::int)::float8
      as share from users u where u.status = 'active'`.execute(db)
  return rows[0]?.share ?? 0
}

/** Always the same from 0 to 1 for a name. */
const lotOf = async ({ signingSecret }: Pick<Deps, 'signingSecret'>, name: string): Promise<number> =>
  createHmac('sha256', await signingSecret())
    .update(`lot of ${name.toLowerCase()}`)
    .digest()
    .readUInt32BE() /
  2 ** 32

/**
 * An account with a second factor is asked for it after any password, so that the answer does not tell whether it was
 * right. Names of no account are asked as often as names of accounts, so that it does not tell of an account either.
 */
export const isAskedForMore = async (deps: Deps, user: { id: number } | undefined, name: string): Promise<boolean> => {
  const [app, share, lot] = [await appOf(deps.db, user?.id ?? 0), await shareWithFactor(deps), await lotOf(deps, name)]
  return user === undefined ? lot < share : app !== undefined
}

/** For the audit. */
const firstStepOf = ({ password, provider }: Ticket) =>
  provider === undefined ? { password } : { method: 'single sign-on' }

export const askForMore = async (deps: Deps, ticket: Ticket): Promise<never> => {
  const { user } = ticket
  if (user !== 0) {
    const told = { outcome: 'asked for a second step', ...firstStepOf(ticket) }
    await noteEvent(deps.db, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id: user }), told })
    if (ticket.password === 'wrong') await countFailure(deps.db, user)
  }
  const now = deps.clock.wall()
  const expiresAt = new Date(now.getTime() + STEP_MINUTES * 60_000)
  // As long for every account.
  const sealed = await new EncryptJWT({ ...ticket, user: String(user).padStart(10, '0') })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(expiresAt)
    .encrypt(await ticketKey(deps))
  throw secondStepAsked(sealed, expiresAt)
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
  { ticket: sealed, code }: { ticket: string; code: string },
  address: string,
): Promise<SecondStep> => {
  const ticket = await opened(deps, sealed)
  if (ticket === null) throw unauthenticated('token_expired')
  const account = ticket.user === 0 ? `nobody ${ticket.name}` : `user ${ticket.user}`
  await throttle.take(account, address)
  const factor = await factorOf(deps, ticket, code)
  if (factor === null) {
    if (ticket.user !== 0)
      await noteEvent(deps.db, {
        kind: 'sign_in',
        ...aboutAccount({ kind: 'user', id: ticket.user }),
        told: { outcome: 'refused', ...firstStepOf(ticket), factor: 'wrong' },
      })
    // A wrong password was counted in the first step.
    if (ticket.password === 'right') {
      await countFailure(deps.db, ticket.user)
      tellOfWrongFactor(deps, ticket.user)
    }
    throw unauthenticated('wrong_credentials')
  }
  await throttle.succeeded(account, address)
  return { userId: ticket.user, name: ticket.name, factor, provider: ticket.provider }
}

/** What the code is of. After a wrong password nothing is used up, and it takes the same time. */
const factorOf = async (deps: Deps, { user, password }: Ticket, code: string): Promise<SignInFactor | null> => {
  const id = password === 'right' ? user : 0
  if (await takeAppCode(deps, id, code.replace(/\s/g, ''))) return 'authenticator app'
  return (await takeRecoveryCode(deps.db, id, code)) ? 'recovery code' : null
}

/** The authenticator app and all recovery codes, for a user who has lost them. Answers whether there was an app. */
export const removeSecondStep = async (tx: Transaction<DB>, userId: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return numDeletedRows > 0n
}
