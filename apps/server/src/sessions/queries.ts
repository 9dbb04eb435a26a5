import { type Kysely, sql } from 'kysely'
import { type UserSwitches, withheldSwitches } from '@ambit/contract'
import { mergePermissions } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { type Consent, consentsTo } from './consents.ts'
import { hasFactor } from './has-factor.ts'
import { type FactorNeed, needOf } from './second-factor-need.ts'
import { signInSettings } from './sign-in-settings.ts'

export type Subject =
  | { kind: 'user'; id: number }
  | { kind: 'driver'; id: number }
  | { kind: 'passenger'; id: number; consumer_app_id: number }

export type UserWithRoles = {
  id: number
  full_name: string
  email: string
  roles: string[]
  permissions: Record<string, boolean>
  /** switches that are off for this user */
  withheld: string[]
  /** every role is */
  pseudonymous: boolean
  region_ids: number[] | null
  organisation_id: number | null
  /** sees the passengers of the organisation alone, and without one nobody */
  represents: boolean
  stays_signed_in: boolean
  /** asks a user without a second factor to set one up */
  second_factor: FactorNeed | null
}

type RoleRow = {
  name: string
  permissions: Record<string, boolean>
  stays_signed_in: boolean
  pseudonymous: boolean
  represents: boolean
}

export type SessionHolder =
  | {
      kind: 'user'
      session_id: string
      expires_at: Date
      used_at: Date
      user: UserWithRoles
      /** of a representative: to the organisation */
      consents: Consent[] | null
    }
  | {
      kind: 'driver'
      session_id: string
      expires_at: Date
      driver: { id: number; full_name: string }
      /** of an upload token */
      upload_trip: number | null
    }
  | {
      kind: 'passenger'
      session_id: string
      expires_at: Date
      used_at: Date
      passenger: { id: number; full_name: string; consumer_app_id: number }
    }

/**
 * Who a session belongs to and when it ends, a user's also for want of use; null when it was revoked, or its account is
 * blocked or gone.
 */
export const sessionHolder = async (db: Kysely<DB>, sessionId: string): Promise<SessionHolder | null> => {
  // In two steps, because every request takes them: planning both as one statement takes longer than running them.
  const session = await db
    .selectFrom('sessions as s')
    .leftJoin('drivers as d', (join) => join.onRef('d.id', '=', 's.driver_id').on('d.status', '=', 'approved'))
    .leftJoin('travelers as t', (join) => join.onRef('t.id', '=', 's.traveler_id').on('t.anonymised_at', 'is', null))
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').on('u.status', '=', 'active'))
    .where('s.id', '=', sessionId)
    .select([
      's.expires_at',
      's.used_at',
      's.portal',
      's.provider_id',
      's.factors',
      's.consumer_app_id',
      'd.id as driver_id',
      't.id as traveler_id',
      'u.id as user_id',
    ])
    .select(sql`(select value from settings where key = 'sign_in')`.as('sign_in'))
    .select(
      sql<string | null>`coalesce(d.first_name || ' ' || d.last_name, t.first_name || ' ' || t.last_name)`.as(
        'full_name',
      ),
    )
    .executeTakeFirst()
  if (session === undefined) return null
  const { user_id, driver_id, full_name, expires_at, used_at, portal, provider_id } = session
  if (driver_id !== null && full_name !== null)
    return {
      kind: 'driver',
      session_id: sessionId,
      expires_at,
      driver: { id: driver_id, full_name },
      upload_trip: null,
    }
  const { traveler_id, consumer_app_id } = session
  if (traveler_id !== null && consumer_app_id !== null && full_name !== null) {
    const passenger = { id: traveler_id, full_name, consumer_app_id }
    return { kind: 'passenger', session_id: sessionId, expires_at, used_at, passenger }
  }
  const user = user_id === null ? null : await userWithRoles(db, user_id, { session: provider_id })
  if (user === null) return null
  // The provider has vouched for two.
  if (session.factors.includes('two factors there')) user.second_factor = null
  const unused = used_at.getTime() + signInSettings(session.sign_in).idle_minutes * 60_000
  const ends = portal ? new Date(Math.min(expires_at.getTime(), unused)) : expires_at
  const consents = user.represents ? await consentsTo(db, user.organisation_id) : null
  return { kind: 'user', session_id: sessionId, expires_at: ends, used_at, user, consents }
}

/** The passengers of those of these sessions that stand now, by session: the same as `sessionHolder` says of each. */
export const passengersIn = async (
  db: Kysely<DB>,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('travelers as t', 't.id', 's.traveler_id')
    .where('s.id', '=', sql<string>`any(array(select unnest(${[...sessionIds]}::uuid[])))`)
    .where('s.expires_at', '>', now)
    .where('s.consumer_app_id', 'is not', null)
    .where('t.anonymised_at', 'is', null)
    .select(['s.id', 't.id as traveler_id'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.traveler_id]))
}

/**
 * Roles reach a user through groups; a role that is not enabled grants nothing. Groups that come from a provider of
 * single sign-on count in sessions that were begun there (null: at none).
 */
export const userWithRoles = async (
  db: Kysely<DB>,
  userId: number,
  by: { session: number | null } | 'any session',
): Promise<UserWithRoles | null> => {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('user_group_members as m', (join) => {
      const all = join.onRef('m.user_id', '=', 'u.id')
      if (by === 'any session') return all
      return all.on((m) => m.or([m('m.provider_id', 'is', null), m('m.provider_id', '=', by.session)]))
    })
    .leftJoin('user_group_roles as gr', 'gr.user_group_id', 'm.user_group_id')
    .leftJoin('user_roles as r', (join) => join.onRef('r.id', '=', 'gr.user_role_id').on('r.status', '=', 'enabled'))
    .where('u.id', '=', userId)
    .select(['u.id', 'u.email', 'u.region_ids', 'u.switches', 'r.id as role_id', 'r.name', 'r.permissions'])
    .select('r.stays_signed_in')
    .select(['r.pseudonymous', 'r.represents', 'u.organisation_id'])
    .select(['u.created_at', 'r.second_factor'])
    .select(sql<Date | null>`greatest(m.since, gr.since, r.second_factor_since)`.as('factor_since'))
    .select(hasFactor('u.id').as('has_factor'))
    .select(
      sql<Date | null>`(select factor_taken_at from account_watches w where w.user_id = u.id)`.as('factor_taken_at'),
    )
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('full_name'))
    .orderBy('r.id')
    .execute()
  const [user] = rows
  if (user === undefined) return null
  const roles = new Map<number, RoleRow>()
  for (const { role_id, name, permissions, stays_signed_in, pseudonymous, represents } of rows)
    if (role_id !== null && name !== null && permissions !== null)
      roles.set(role_id, {
        name,
        permissions,
        stays_signed_in: stays_signed_in === true,
        pseudonymous: pseudonymous === true,
        represents: represents === true,
      })
  return withRoles({ ...user, second_factor: needOf(rows, user) }, [...roles.values()])
}

/** A switch can only take away: groups are the one source of rights. */
const without = (switches: UserSwitches, permissions: Record<string, boolean>): Record<string, boolean> => {
  const off = withheldSwitches(switches).flatMap(({ key }) => key ?? [])
  return { ...permissions, ...Object.fromEntries(off.map((key) => [key, false])) }
}

const withRoles = (
  row: Pick<UserWithRoles, 'id' | 'full_name' | 'email' | 'region_ids' | 'organisation_id' | 'second_factor'> & {
    switches: UserSwitches
  },
  roles: RoleRow[],
): UserWithRoles => ({
  id: row.id,
  full_name: row.full_name,
  email: row.email,
  roles: roles.map(({ name }) => name),
  permissions: without(row.switches, mergePermissions(roles.map(({ permissions }) => permissions))),
  withheld: withheldSwitches(row.switches).map(({ name }) => name),
  pseudonymous: roles.length > 0 && roles.every(({ pseudonymous }) => pseudonymous),
  region_ids: row.region_ids,
  organisation_id: row.organisation_id,
  represents: row.organisation_id !== null || roles.some(({ represents }) => represents),
  stays_signed_in: roles.some((role) => role.stays_signed_in),
  second_factor: row.second_factor,
})

/** By e-mail address or username, without case. The address wins when both would match. */
export const userByLogin = (db: Kysely<DB>, login: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'password_hash', 'status'])
    .where((where) =>
      where.or([
        where(sql<string>`lower(email)`, '=', login.toLowerCase()),
        where(sql<string>`lower(username)`, '=', login.toLowerCase()),
      ]),
    )
    .orderBy(sql`lower(email) = ${login.toLowerCase()}`, 'desc')
    .limit(1)
    .executeTakeFirst()

export const anyUser = async (db: Kysely<DB>): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
