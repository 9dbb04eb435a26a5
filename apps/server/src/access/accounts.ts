import { sql, type Kysely, type Transaction } from 'kysely'
import { type Environment, permissionKeys } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { groupNames, permissionsOf, type RoleName, roleNames } from './roles.ts'

/**
 * Makes sure that the built-in roles exist, each with its own group, and have every key of this version.
 * Called at each start; keys that the installation has set do not change.
 */
export const ensureBuiltInRoles = async (db: Kysely<DB>, now: Date, environment: Environment): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('user_roles').select(['id', 'name', 'permissions']).execute()
    await createRolesWithGroups(
      tx,
      roleNames.filter((name) => known.every((role) => role.name !== name)),
      now,
    )
    for (const { id, name, permissions } of known) {
      const role = roleNames.find((one) => one === name)
      if (role === undefined || permissionKeys.every((key) => Object.hasOwn(permissions, key))) continue
      await tx
        .updateTable('user_roles')
        .set({ permissions: JSON.stringify({ ...permissionsOf(role), ...permissions }), updated_at: now })
        .where('id', '=', id)
        .execute()
    }
    if (environment === 'prod') await requireFactors(tx, now)
  })

/** Of those who can do the most, as the product ships. Where somebody has decided, it stays. */
const requireFactors = async (tx: Transaction<DB>, now: Date): Promise<void> => {
  await tx
    .updateTable('user_roles')
    .set({ second_factor: 'required', second_factor_since: now, updated_at: now })
    .where('name', 'in', ['superadmin', 'administrator'])
    .where('built_in', '=', true)
    .where('second_factor', 'is', null)
    .execute()
}

/** What another process, which was faster, has made stays. */
const createRolesWithGroups = async (tx: Transaction<DB>, names: readonly RoleName[], now: Date): Promise<void> => {
  if (names.length === 0) return
  const stamps = { created_at: now, updated_at: now }
  const roles = await tx
    .insertInto('user_roles')
    .values(
      names.map((name) => ({
        name,
        permissions: JSON.stringify(permissionsOf(name)),
        built_in: true,
        pseudonymous: name === 'analyst',
        represents: name === 'representative',
        status: 'enabled' as const,
        ...stamps,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .execute()
  const made = names.filter((name) => roles.some((role) => role.name === name))
  if (made.length === 0) return
  const groups = await tx
    .insertInto('user_groups')
    .values(made.map((name) => ({ name: groupNames[name], ...stamps })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .execute()
  const links = made.flatMap((name) => {
    const role = roles.find((one) => one.name === name)
    const group = groups.find((one) => one.name === groupNames[name])
    return role === undefined || group === undefined ? [] : [{ user_group_id: group.id, user_role_id: role.id }]
  })
  if (links.length > 0) await tx.insertInto('user_group_roles').values(links).execute()
}

export type NewUser = {
  first_name: string
  last_name: string
  username: string
  email: string
  phone_number?: string | null
  /** from hashPassword */
  password_hash: string
  role: RoleName
  /** null: all regions */
  region_ids?: number[] | null
}

/** A user in the group of a role that ships. Answers the id. */
export const createUser = async (tx: Kysely<DB>, user: NewUser, now: Date): Promise<number> => {
  const { role, ...fields } = user
  const { id } = await tx
    .insertInto('users')
    .values({ ...fields, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into user_group_members (user_group_id, user_id)
    select gr.user_group_id, ${id} from user_group_roles gr join user_roles r on r.id = gr.user_role_id
    where r.name = ${role} and r.built_in order by gr.user_group_id limit 1`.execute(tx)
  return id
}
