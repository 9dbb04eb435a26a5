import { sql, type Transaction } from 'kysely'
import { api } from '@ambit/contract'
import {
  beyond,
  changingAccounts,
  LAST_SUPERADMIN,
  permissionsOfGroup,
  permissionsOfRoles,
  isSuperior,
} from '../access/rights.ts'
import type { DB } from '../database/schema.ts'
import { refuseTaken } from '../http/unique.ts'
import { requireRightsReason } from '../http/acting.ts'
import type { Actor, Module } from '../http/bind.ts'
import { conflict, forbidden, invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findGroup, listGroups, lockGroup } from './queries.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.userGroups.list, ({ query, actor }) => listGroups(db, regionScope(actor), query))

  bind(api.userGroups.show, async ({ params, actor }) => {
    const data = await findGroup(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.userGroups.create, ({ body, actor, keep }) =>
    changingAccounts(deps, actor, conflict(LAST_SUPERADMIN), async (tx) => {
      await refuseTaken(tx, 'user_groups', { name: body.name })
      const now = clock.now()
      const { id } = await tx
        .insertInto('user_groups')
        .values({ name: body.name, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const roles = { before: [], after: body.roles }
      const members = { before: [], after: body.users }
      await setRoles(tx, actor, id, roles)
      await setMembers(tx, actor, id, members, now)
      await refuseRepresenting(tx, actor, id, { roles, members })
      requireRightsReason(body.users.length > 0)
      await recordChanged(tx, 'user_groups', id)
      return keep(tx, { data: (await findGroup(tx, null, id))! }) // inserted above
    }),
  )

  bind(api.userGroups.update, ({ params: { id }, body, version, actor }) => {
    const last = invalid([{ pointer: body.users === undefined ? '/roles' : '/users', detail: LAST_SUPERADMIN }])
    return changingAccounts(deps, actor, last, async (tx) => {
      const current = fresh(await lockGroup(tx, id), version)
      await refuseSuperiorGroup(tx, actor, id)
      await refuseTaken(tx, 'user_groups', { name: body.name }, id)
      const now = clock.now()
      await tx
        .updateTable('user_groups')
        .set({ ...(body.name === undefined ? {} : { name: body.name }), updated_at: now })
        .where('id', '=', id)
        .execute()
      const roles = { before: current.roles, after: body.roles ?? current.roles }
      const members = { before: current.users, after: body.users ?? current.users }
      await setRoles(tx, actor, id, roles)
      await setMembers(tx, actor, id, members, now)
      await refuseRepresenting(tx, actor, id, { roles, members })
      requireRightsReason(differs(roles) || differs(members))
      await recordChanged(tx, 'user_groups', id)
      return { data: (await findGroup(tx, null, id))! } // locked above
    })
  })

  bind(api.userGroups.destroy, ({ params: { id }, version, actor }) =>
    changingAccounts(deps, actor, conflict(LAST_SUPERADMIN), async (tx) => {
      const current = fresh(await lockGroup(tx, id), version)
      await refuseSuperiorGroup(tx, actor, id)
      await setMembers(tx, actor, id, { before: current.users, after: [] }, clock.now())
      requireRightsReason(current.users.length > 0)
      await recordChanged(tx, 'user_groups', id)
      await tx.deleteFrom('user_groups').where('id', '=', id).execute()
      return undefined
    }),
  )
}

const refuseSuperiorGroup = async (tx: Transaction<DB>, actor: Actor, groupId: number): Promise<void> => {
  if (beyond(actor, await permissionsOfGroup(tx, groupId)).length > 0)
    throw forbidden('You cannot change a group that has permissions you do not have')
}

type Change = { before: readonly number[]; after: readonly number[] }

const added = ({ before, after }: Change): number[] => [...new Set(after)].filter((id) => !before.includes(id))
const removed = ({ before, after }: Change): number[] => before.filter((id) => !after.includes(id))
const differs = (change: Change): boolean => added(change).length + removed(change).length > 0

/** Each role must be there, and hold nothing that the caller does not. */
const setRoles = async (tx: Transaction<DB>, actor: Actor, groupId: number, change: Change): Promise<void> => {
  const refused = (detail: string) => invalid([{ pointer: '/roles', detail }])
  const joining = await tx
    .selectFrom('user_roles')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${added(change)}::int[])`)
    .execute()
  if (joining.length < added(change).length) throw refused('There is no such role')
  for (const { id, name } of joining)
    if (beyond(actor, await permissionsOfRoles(tx, [id])).length > 0)
      throw refused(`The role ${name} has permissions that you do not have, so you cannot give it to a group`)
  await tx
    .deleteFrom('user_group_roles')
    .where('user_group_id', '=', groupId)
    .where('user_role_id', '=', sql<number>`any(${removed(change)}::int[])`)
    .execute()
  for (const { id } of joining)
    await tx.insertInto('user_group_roles').values({ user_group_id: groupId, user_role_id: id }).execute()
}

/** Groups are part of a user's record: an open editor must be notified of the change. */
const setMembers = async (
  tx: Transaction<DB>,
  actor: Actor,
  groupId: number,
  change: Change,
  now: Date,
): Promise<void> => {
  const joining = added(change)
  const changed = [...joining, ...removed(change)]
  const refused = (detail: string) => invalid([{ pointer: '/users', detail }])
  const users = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<number>`any(${changed}::int[])`)
    .execute()
  if (users.length < changed.length) throw refused('There is no such user')
  for (const id of removed(change))
    if (await isSuperior(tx, actor, id))
      throw refused('You cannot remove a user who has permissions that you do not have')
  await tx
    .deleteFrom('user_group_members')
    .where('user_group_id', '=', groupId)
    .where('user_id', '=', sql<number>`any(${removed(change)}::int[])`)
    .execute()
  for (const user_id of joining)
    await tx.insertInto('user_group_members').values({ user_group_id: groupId, user_id }).execute()
  await tx
    .updateTable('users')
    .set({ updated_at: now })
    .where('id', '=', sql<number>`any(${changed}::int[])`)
    .execute()
  for (const id of changed) await recordChanged(tx, 'users', id)
}

/** A representative sees the passengers of an organisation alone, so a role that represents takes away. */
const refuseRepresenting = async (
  tx: Transaction<DB>,
  actor: Actor,
  groupId: number,
  { roles, members }: { roles: Change; members: Change },
): Promise<void> => {
  const representing = await tx
    .selectFrom('user_group_roles as gr')
    .innerJoin('user_roles as r', 'r.id', 'gr.user_role_id')
    .where('gr.user_group_id', '=', groupId)
    .where('r.represents', '=', true)
    .select('r.id')
    .execute()
  if (representing.length === 0) return
  const isNew = representing.some(({ id }) => added(roles).includes(id))
  const detail = 'You cannot make a user a representative who has permissions that you do not have'
  for (const id of isNew ? members.after : added(members))
    if (await isSuperior(tx, actor, id)) throw invalid([{ pointer: '/users', detail }])
}
