import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Transaction } from 'kysely'
import type { SignInFactor, SignInMethod } from '@ambit/contract'
import { contextNow } from '../context/context.ts'
import { aboutAccount, noteEvent, turnsOutToBe } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { ISSUER, uploadHolder } from './upload-token.ts'
import { sessionHolder, type SessionHolder, type Subject, type UserWithRoles, userWithRoles } from './queries.ts'
import { currentSignInSettings } from './sign-in-settings.ts'

export type Issuing = Pick<Deps, 'db' | 'clock' | 'random' | 'signingSecret'>

/** One secret for all processes of an installation, made by the first one that needs it and read once by each. */
export const createSigningSecret = ({ db, random }: Pick<Deps, 'db' | 'random'>): Deps['signingSecret'] => {
  const load = async (): Promise<Uint8Array> => {
    await db
      .insertInto('settings')
      .values({ key: 'signing_secret', value: JSON.stringify(random.token(32)) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'signing_secret')
      .executeTakeFirstOrThrow()
    return new TextEncoder().encode(String(row.value))
  }
  let loading: Promise<Uint8Array> | null = null
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}

const DRIVER_MINUTES = 16 * 60
/** from their last use */
export const PASSENGER_DAYS = 90
const TEN_YEARS_MS = 10 * 365 * 86_400_000

/** How a session is begun. */
export type Begun = {
  method: SignInMethod
  factors: readonly SignInFactor[]
  /** kept in the portal's cookies */
  portal: boolean
  /** of single sign-on */
  provider?: ProviderSession | undefined
}

/** What a provider calls the session and its user, and when that user last signed in there, where it says so. */
export type ProviderSession = { id: number; sid: string | null; subject: string; auth_time: number | null }

/** Signed in at the provider an hour ago is no proof of who sits here now. */
const provenAt = (now: Date, provider: ProviderSession | undefined): Date =>
  provider === undefined ? now : new Date(Math.min(now.getTime(), (provider.auth_time ?? 0) * 1000))

/**
 * A signed token whose session row can be revoked. Its payload is the user (AUTH-36); the server never trusts that
 * part, it reads the roles of each request from its own records. Sessions last by the wall's clock, also in a demo
 * that runs faster.
 */
export const issueToken = async (
  deps: Issuing,
  subject: Subject,
  { method, factors, portal, provider }: Begun,
  alongside: (tx: Transaction<DB>, sessionId: string) => Promise<void> = () => Promise.resolve(),
): Promise<{ token: string; expires_at: Date }> => {
  const { db, clock, random, signingSecret } = deps
  const id = random.uuid()
  const now = clock.wall()
  const minutes = await minutesOf(db, subject)
  // Whole seconds, as in the token's own claim.
  const expiresAt = new Date(Math.floor(now.getTime() / 1000 + minutes * 60) * 1000)
  const from = contextNow()
  const secret = await signingSecret()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('sessions')
      .values({
        id,
        user_id: subject.kind === 'user' ? subject.id : null,
        driver_id: subject.kind === 'driver' ? subject.id : null,
        traveler_id: subject.kind === 'passenger' ? subject.id : null,
        consumer_app_id: subject.kind === 'passenger' ? subject.consumer_app_id : null,
        created_at: now,
        expires_at: expiresAt,
        method,
        factors: [...factors],
        portal,
        address: from?.address ?? null,
        user_agent: from?.user_agent ?? null,
        used_at: now,
        proven_at: provenAt(now, provider),
        provider_id: provider?.id ?? null,
        provider_sid: provider?.sid ?? null,
        provider_subject: provider?.subject ?? null,
      })
      .execute()
    await turnsOutToBe(tx, subject)
    const factor = factors.length === 0 ? 'none' : factors.join(', ')
    await noteEvent(tx, { kind: 'sign_in', ...aboutAccount(subject), told: { outcome: 'signed in', method, factor } })
    await alongside(tx, id)
  })
  const user = subject.kind === 'user' ? await userWithRoles(db, subject.id, { session: provider?.id ?? null }) : null
  const token = await new SignJWT(user === null ? {} : claimsOf(user))
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(`${subject.kind}:${subject.id}`)
    .setJti(id)
    .setIssuedAt(now)
    // A passenger's session lasts for as long as it is used: its row says until when.
    .setExpirationTime(subject.kind === 'passenger' ? new Date(now.getTime() + TEN_YEARS_MS) : expiresAt)
    .sign(secret)
  return { token, expires_at: expiresAt }
}

const minutesOf = async (db: Issuing['db'], { kind }: Subject): Promise<number> => {
  if (kind === 'user') return (await currentSignInSettings(db)).session_minutes
  return kind === 'driver' ? DRIVER_MINUTES : PASSENGER_DAYS * 24 * 60
}

/** Bytes that roles and regions may take: browsers drop a cookie of more than 4096, and the token grows by a third. */
const MOST_RIGHTS = 1500

const claimsOf = ({ id, email, full_name, roles, region_ids }: UserWithRoles): JWTPayload => {
  const rights = { roles, region_ids }
  const fitting = Buffer.byteLength(JSON.stringify(rights)) <= MOST_RIGHTS ? rights : {}
  return { id, email, fullName: full_name, ...fitting }
}

export type Verified = SessionHolder | 'expired' | 'bad'

export const verifyToken = async (deps: Issuing, token: string): Promise<Verified> => {
  const secret = await deps.signingSecret()
  try {
    const { payload } = await jwtVerify(token, secret, {
      issuer: ISSUER,
      algorithms: ['HS256'],
      currentDate: deps.clock.wall(),
    })
    if (typeof payload['trip'] === 'number') return uploadHolder(deps.db, payload)
    if (payload.jti === undefined) return 'bad'
    const holder = await sessionHolder(deps.db, payload.jti)
    if (holder === null) return 'bad'
    return holder.expires_at <= deps.clock.wall() ? 'expired' : holder
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired'
    if (error instanceof errors.JOSEError) return 'bad'
    throw error
  }
}

const holders = ['user_id', 'driver_id', 'traveler_id', 'consumer_app_id'] as const
type Holder = Readonly<Record<(typeof holders)[number], number | null>>

export const revokeSession = async (
  tx: Transaction<DB>,
  sessionId: string,
  outcome: 'signed out' | 'session ended' = 'signed out',
): Promise<void> => {
  const ended = tx.deleteFrom('sessions').where('id', '=', sessionId)
  await noteEnded(tx, await ended.returning(holders).execute(), outcome)
}

const columns = { user: 'user_id', driver: 'driver_id', passenger: 'traveler_id' } as const

/** Every session of an account, e.g. when it is blocked or its password changes; but for one that is kept. */
export const revokeAllSessions = async (
  tx: Transaction<DB>,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
  kept: string | null = null,
): Promise<void> => {
  const all = tx.deleteFrom('sessions').where(columns[kind], '=', id)
  const ended = kept === null ? all : all.where('id', '<>', kept)
  await noteEnded(tx, await ended.returning(holders).execute(), 'session ended')
}

const noteEnded = async (tx: Transaction<DB>, ended: readonly Holder[], outcome: string): Promise<void> => {
  for (const holder of ended)
    await noteEvent(tx, { kind: 'sign_in', ...aboutAccount(accountOf(holder)), told: { outcome } })
}

const accountOf = ({ user_id, driver_id, traveler_id }: Holder): Pick<Subject, 'kind' | 'id'> => {
  if (user_id !== null) return { kind: 'user', id: user_id }
  // One of them is there: a check of the table's.
  return driver_id === null ? { kind: 'passenger', id: traveler_id! } : { kind: 'driver', id: driver_id }
}
