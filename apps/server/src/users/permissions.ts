import { sql, type Transaction } from 'kysely'
import { api, permissionSwitchGroups, type UserSwitches, withheldSwitches } from '@ambit/contract'
import { mergePermissions } from '@ambit/domain'
import { changingAccounts, LAST_SUPERADMIN, refuseSuperior } from '../access/rights.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { requireRightsReason } from '../http/acting.ts'
import type { Actor, Bind } from '../http/bind.ts'
import { conflict, forbidden, notFound } from '../http/errors.ts'
import { regionScope, type Scope, userIdOf, visibleUsers } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { keyOfAction } from '../http/withheld.ts'
import { recordChanged } from '../live/record-changed.ts'
import { lockUser } from './queries.ts'

/** What is taken away from one user of what the groups give. */
export const bindPermissions = (bind: Bind, deps: Deps): void => {
  const { db, clock } = deps
  bind(api.users.permissions, ({ params: { id }, actor }) =>
    db.transaction().execute(async (tx) => ({ data: await permissionsOf(tx, regionScope(actor), id) })),
  )

  bind(api.users.updatePermissions, ({ params: { id }, body: { switches }, version, actor }) =>
    changingAccounts(deps, actor, conflict(LAST_SUPERADMIN), async (tx) => {
      fresh(await lockUser(tx, regionScope(actor), id), version)
      if (id === userIdOf(actor)) throw forbidden('You cannot change your own permissions')
      await refuseSuperior(tx, actor, id)
      const { switches: before } = await permissionsOf(tx, null, id)
      refuseGivingBack(actor, before, switches)
      requireRightsReason(differ(before, switches))
      await tx
        .updateTable('users')
        .set({ switches: JSON.stringify(switches), updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'users', id)
      return { data: await permissionsOf(tx, null, id) }
    }),
  )
}

const differ = (before: UserSwitches, after: UserSwitches): boolean => {
  const [one, other] = [before, after].map((switches) => withheldSwitches(switches).map(({ name }) => name))
  return one?.join() !== other?.join()
}

/** What was taken away is given back only by users who hold it. */
const refuseGivingBack = (actor: Actor, before: UserSwitches, after: UserSwitches): void => {
  const off = new Set(withheldSwitches(after).map(({ name }) => name))
  const held = (key: string): boolean => actor.kind === 'user' && actor.permissions[key] === true
  const withheld = actor.kind === 'user' ? actor.withheld : []
  const beyond = withheldSwitches(before).filter(
    ({ name, key }) => !off.has(name) && (withheld.includes(name) || (key !== null && !held(key))),
  )
  if (beyond.length === 0) return
  const labels = beyond.map(({ label }) => label).join(', ')
  throw forbidden(`You cannot give back permissions that you do not have: ${labels}`)
}

const permissionsOf = async (tx: Transaction<DB>, scope: Scope, id: number) => {
  const user = await tx
    .selectFrom('users')
    .where('id', '=', id)
    .where(visibleUsers(scope))
    .select(['id', 'switches', 'version', sql<string>`first_name || ' ' || last_name`.as('full_name')])
    .executeTakeFirst()
  if (user === undefined) throw notFound()
  const roles = await tx
    .selectFrom('user_group_members as m')
    .innerJoin('user_groups as g', 'g.id', 'm.user_group_id')
    .innerJoin('user_group_roles as gr', 'gr.user_group_id', 'g.id')
    .innerJoin('user_roles as r', (join) => join.onRef('r.id', '=', 'gr.user_role_id').on('r.status', '=', 'enabled'))
    .where('m.user_id', '=', id)
    .select(['g.name', 'r.permissions'])
    .orderBy(sql`lower(g.name)`)
    .execute()
  const groups = [...new Set(roles.map(({ name }) => name))].map((name) => ({
    name,
    permissions: mergePermissions(roles.filter((role) => role.name === name).map(({ permissions }) => permissions)),
  }))
  const keyOf = (name: string, key: string | null): string | undefined => key ?? WITHOUT_KEY[name]
  const given_by = Object.fromEntries(
    permissionSwitchGroups
      .flatMap((group) => group.switches)
      .map(({ name, key }) => {
        const needed = keyOf(name, key)
        const giving = groups.filter(({ permissions }) => needed !== undefined && permissions[needed] === true)
        return [name, giving.map((group) => group.name)]
      }),
  )
  return { ...user, given_by }
}

const WITHOUT_KEY: Readonly<Record<string, string>> = keyOfAction
