import type { Kysely, Transaction } from 'kysely'
import { tellOfAccount } from '../access/account-mail.ts'
import { aboutAccount, noteEvent, turnsOutToBe } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { revokeSession } from '../sessions/tokens.ts'
import { AnswerRefused, type Claims } from './openid.ts'

export const identitiesOf = (db: Kysely<DB>, userId: number) =>
  db
    .selectFrom('user_identities as i')
    .innerJoin('sso_providers as p', 'p.id', 'i.provider_id')
    .select(['i.id', 'i.provider_id', 'p.name as provider_name', 'p.issuer', 'i.subject', 'i.email'])
    .select(['i.created_at', 'i.last_used_at'])
    .where('i.user_id', '=', userId)
    .orderBy('i.id')
    .execute()

/** A text claim that is short enough to be kept. */
export const textClaim = (claims: Claims, name: string, most = 254): string | null => {
  const value = claims[name]
  return typeof value === 'string' && value !== '' && value.length <= most ? value : null
}

export const userByIdentity = (db: Kysely<DB>, providerId: number, subject: string) =>
  db
    .selectFrom('user_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['i.id as identity_id', 'u.id', 'u.email', 'u.status'])
    .where('i.provider_id', '=', providerId)
    .where('i.subject', '=', subject)
    .executeTakeFirst()

/** Throws 409 for somebody there who is a user here already. */
export const join = async (
  deps: Deps,
  tx: Transaction<DB>,
  userId: number,
  { provider_id, subject, email }: { provider_id: number; subject: string; email: string | null },
): Promise<number> => {
  const joined = await tx
    .insertInto('user_identities')
    .values({ user_id: userId, provider_id, subject, email, created_at: deps.clock.wall() })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (joined === undefined) throw conflict('This identity is joined to a user already')
  await told(deps, tx, userId, provider_id, 'joined')
  return joined.id
}

const changes = {
  joined: { outcome: 'identity joined', happened: (name: string) => `Your account can be signed in to with ${name}.` },
  removed: {
    outcome: 'identity removed',
    happened: (name: string) => `Your account can no longer be signed in to with ${name} as it was before.`,
  },
} as const

const told = async (
  deps: Deps,
  tx: Transaction<DB>,
  userId: number,
  providerId: number,
  change: keyof typeof changes,
): Promise<void> => {
  const { name } = await tx
    .selectFrom('sso_providers')
    .select('name')
    .where('id', '=', providerId)
    .executeTakeFirstOrThrow()
  const { outcome, happened } = changes[change]
  await noteEvent(tx, {
    kind: 'sign_in',
    ...aboutAccount({ kind: 'user', id: userId }),
    told: { outcome, provider: name },
  })
  await tellOfAccount(deps, tx, userId, { subject: 'Your account has changed', happened: happened(name) })
  await recordChanged(tx, 'users', userId)
}

/** By whoever signed in at the provider and is signed in here. */
export const joinOwn = async (deps: Deps, userId: number, providerId: number, claims: Claims): Promise<void> => {
  const known = await userByIdentity(deps.db, providerId, claims.sub)
  if (known?.id === userId) return
  if (known !== undefined) throw new AnswerRefused('an identity of another user')
  await deps.db.transaction().execute(async (tx) => {
    await turnsOutToBe(tx, { kind: 'user', id: userId })
    await join(deps, tx, userId, { provider_id: providerId, subject: claims.sub, email: textClaim(claims, 'email') })
  })
}

/** Throws 404. */
export const removeIdentity = async (
  deps: Deps,
  tx: Transaction<DB>,
  identityId: number,
): Promise<{ user_id: number; provider_id: number; subject: string }> => {
  const removed = await tx
    .deleteFrom('user_identities')
    .where('id', '=', identityId)
    .returning(['user_id', 'provider_id', 'subject'])
    .executeTakeFirst()
  if (removed === undefined) throw notFound()
  await told(deps, tx, removed.user_id, removed.provider_id, 'removed')
  return removed
}

/** Sessions that were begun at the provider, by one person there or by all. */
export const endSessionsOf = async (
  tx: Transaction<DB>,
  providerId: number,
  subject: string | null = null,
): Promise<void> => {
  const begun = tx.selectFrom('sessions').select(['id', 'user_id']).where('provider_id', '=', providerId)
  const meant = await (subject === null ? begun : begun.where('provider_subject', '=', subject)).execute()
  for (const { id } of meant) await revokeSession(tx, id, 'session ended')
  for (const userId of new Set(meant.map(({ user_id }) => user_id)))
    if (userId !== null) await recordChanged(tx, 'sessions', userId)
}

/** The user of the session has just signed in once more at a provider that knows them. */
export const proveByIdentity = async (
  { db, clock }: Deps,
  { userId, sessionId }: { userId: number; sessionId: string },
  providerId: number,
  claims: Claims,
): Promise<void> => {
  if ((await userByIdentity(db, providerId, claims.sub))?.id !== userId)
    throw new AnswerRefused('a proof by somebody else')
  await db.transaction().execute(async (tx) => {
    await turnsOutToBe(tx, { kind: 'user', id: userId })
    await tx.updateTable('sessions').set({ proven_at: clock.wall() }).where('id', '=', sessionId).execute()
    const about = aboutAccount({ kind: 'user', id: userId })
    await noteEvent(tx, { kind: 'sign_in', ...about, told: { outcome: 'confirmed', method: 'single sign-on' } })
  })
}
