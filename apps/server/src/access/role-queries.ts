import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'

/** Whether a role needs a second factor is a setting of signing in. */
const selectRoles = (db: Kysely<DB>) =>
  db
    .selectFrom('user_roles')
    .select(['id', 'name', 'status', 'permissions', 'built_in', 'stays_signed_in', 'pseudonymous'])
    .select(['created_at', 'updated_at', 'version'])

export const listRoles = (db: Kysely<DB>, query: z.output<typeof api.userRoles.list.query>) =>
  listed(selectRoles(db).where(matches(query.search, ['name'])), query, byText('name'))

export const findRole = (db: Kysely<DB>, id: number) => selectRoles(db).where('id', '=', id).executeTakeFirst()

export const lockRole = (db: Kysely<DB>, id: number) =>
  selectRoles(db).where('id', '=', id).forUpdate().executeTakeFirst()

export const groupsWithRole = async (db: Kysely<DB>, roleId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('user_group_roles')
    .innerJoin('user_groups', 'user_groups.id', 'user_group_roles.user_group_id')
    .select('user_groups.name')
    .where('user_role_id', '=', roleId)
    .orderBy('user_groups.name')
    .execute()
  return rows.map(({ name }) => name)
}
