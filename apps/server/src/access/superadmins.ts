import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** SQL: a role of theirs represents an organisation: they see its passengers alone. */
const representing = sql<boolean>`exists (select from user_group_members of
  join user_group_roles g on g.user_group_id = of.user_group_id join user_roles o on o.id = g.user_role_id
  where of.user_id = users.id and o.represents and o.status = 'enabled')`

/** Those whom the installation does not lose: active, of all regions, with every right, and no representatives. */
const superadmins = (db: Kysely<DB>, byHand = false) =>
  db
    .selectFrom('users')
    .innerJoin('user_group_members as m', 'm.user_id', 'users.id')
    .innerJoin('user_group_roles as gr', 'gr.user_group_id', 'm.user_group_id')
    .innerJoin('user_roles as r', 'r.id', 'gr.user_role_id')
    .select('users.id')
    .distinct()
    .where('users.status', '=', 'active')
    .where('users.region_ids', 'is', null)
    .where('users.organisation_id', 'is', null)
    .where((eb) => eb.not(representing))
    .where('r.name', '=', 'superadmin')
    .where('r.built_in', '=', true)
    .where('r.status', '=', 'enabled')
    // By hand: with no provider they are superadmins too.
    .$if(byHand, (all) => all.where('m.provider_id', 'is', null))
    // Nothing is taken away: what no superadmin holds could not be given back to anyone.
    .where(sql<boolean>`not jsonb_path_exists(users.switches, '$.* ? (@ == false)')`)
    .orderBy('users.id')

export const superadminIds = async (db: Kysely<DB>, byHand = false): Promise<number[]> =>
  (await superadmins(db, byHand).execute()).map(({ id }) => id)

export const isSuperadmin = async (db: Kysely<DB>, id: number): Promise<boolean> =>
  (await superadmins(db).where('users.id', '=', id).executeTakeFirst()) !== undefined
