import { type Kysely, sql } from 'kysely'
import { mergePermissions } from '@ambit/domain'
import type { DB } from '../database/schema.ts'

export type Subject = { kind: 'user'; id: number } | { kind: 'driver'; id: number }

export type UserWithRoles = {
  id: number
  full_name: string
  email: string
  roles: string[]
  permissions: Record<string, boolean>
  region_ids: number[] | null
}

type RoleRow = { name: string; permissions: Record<string, boolean> }

/** Roles reach a user through groups; a role that is not enabled grants nothing. */
const rolesOf = sql<RoleRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'permissions', r.permissions) order by r.id), '[]')
  from user_roles r
  where r.status = 'enabled' and r.id in (
    select gr.user_role_id from user_group_roles gr
    join user_group_members m on m.user_group_id = gr.user_group_id
    where m.user_id = u.id))`

type SessionRow = {
  user_id: number | null
  driver_id: number | null
  expires_at: Date
  full_name: string
  email: string
  region_ids: number[] | null
  roles: RoleRow[] | null
}

export type SessionHolder =
  | { kind: 'user'; session_id: string; expires_at: Date; user: UserWithRoles }
  | { kind: 'driver'; session_id: string; expires_at: Date; driver: { id: number; full_name: string } }

/** Who a standing session belongs to; null when it was revoked, or its account is blocked or gone. */
export const sessionHolder = async (db: Kysely<DB>, sessionId: string): Promise<SessionHolder | null> => {
  const { rows } = await sql<SessionRow>`
    select s.user_id, s.driver_id, s.expires_at, u.region_ids,
      coalesce(u.first_name || ' ' || u.last_name, d.first_name || ' ' || d.last_name) as full_name,
      coalesce(u.email, d.email) as email,
      case when u.id is not null then ${rolesOf} end as roles
    from sessions s
    left join users u on u.id = s.user_id and u.status = 'active'
    left join drivers d on d.id = s.driver_id and d.status = 'approved'
    where s.id = ${sessionId} and (u.id is not null or d.id is not null)`.execute(db)
  const row = rows[0]
  if (row === undefined) return null
  const shared = { session_id: sessionId, expires_at: row.expires_at }
  if (row.driver_id !== null) {
    return { kind: 'driver', ...shared, driver: { id: row.driver_id, full_name: row.full_name } }
  }
  // The table's check leaves exactly one of the two ids.
  return { kind: 'user', ...shared, user: withRoles({ ...row, id: row.user_id! }, row.roles ?? []) }
}

export const userWithRoles = async (db: Kysely<DB>, userId: number): Promise<UserWithRoles | null> => {
  const { rows } = await sql<Omit<SessionRow, 'roles'> & { id: number; roles: RoleRow[] }>`
    select u.id, u.first_name || ' ' || u.last_name as full_name, u.email, u.region_ids, ${rolesOf} as roles
    from users u where u.id = ${userId}`.execute(db)
  const row = rows[0]
  return row === undefined ? null : withRoles(row, row.roles)
}

const withRoles = (
  row: { id: number; full_name: string; email: string; region_ids: number[] | null },
  roles: RoleRow[],
): UserWithRoles => ({
  id: row.id,
  full_name: row.full_name,
  email: row.email,
  roles: roles.map(({ name }) => name),
  permissions: mergePermissions(roles.map(({ permissions }) => permissions)),
  region_ids: row.region_ids,
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
