import { type Kysely, sql } from 'kysely'
import type { PermissionKey } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

/** Active users who hold the key by a role that is on: those of all regions, and those who are limited to `region` too. */
export const holdersOf = (db: Kysely<DB>, key: PermissionKey, region: number | null = null) =>
  db
    .selectFrom('users')
    .innerJoin('user_group_members as m', 'm.user_id', 'users.id')
    .innerJoin('user_group_roles as gr', 'gr.user_group_id', 'm.user_group_id')
    .innerJoin('user_roles as r', 'r.id', 'gr.user_role_id')
    .where('users.status', '=', 'active')
    .where(sql<boolean>`(users.region_ids is null or ${region}::int = any(users.region_ids))`)
    .where('r.status', '=', 'enabled')
    .where(sql<boolean>`r.permissions ->> ${key} = 'true' and coalesce(users.switches ->> ${key}, 'true') = 'true'`)
    .select(['users.id', 'users.email', 'users.first_name'])
    .distinct()
    .execute()
