import type { Kysely } from 'kysely'
import { api, permissionKeys, permissionsInWords } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { refuseTaken } from '../http/unique.ts'
import { requireRightsReason } from '../http/acting.ts'
import type { Actor, Module } from '../http/bind.ts'
import { conflict, forbidden, inUse, invalid, notFound } from '../http/errors.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { beyond, heldBy, permissionsOfRoles, withActions } from './rights.ts'
import { findRole, groupsWithRole, listRoles, lockRole } from './role-queries.ts'

type Permissions = Record<string, boolean>

export const bindRoles: Module = (bind, { db, clock }) => {
  const total = permissionsInWords.length
  bind(api.permissions.list, () =>
    Promise.resolve({ data: [...permissionsInWords], meta: { total, total_count: total } }),
  )

  bind(api.userRoles.list, ({ query }) => listRoles(db, query))

  bind(api.userRoles.show, async ({ params }) => {
    const data = await findRole(db, params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.userRoles.create, ({ body, actor, keep }) => {
    refuseUnknownKeys(body.permissions)
    refuseGranting(actor, {}, body.permissions)
    refuseNaming(actor, body.pseudonymous)
    return db.transaction().execute(async (tx) => {
      await refuseTaken(tx, 'user_roles', { name: body.name })
      const now = clock.now()
      const { id } = await tx
        .insertInto('user_roles')
        .values({ ...body, permissions: complete(body.permissions), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'user_roles', id)
      return keep(tx, { data: (await findRole(tx, id))! }) // inserted above
    })
  })

  bind(api.userRoles.update, ({ params: { id }, body, version, actor }) => {
    if (body.permissions !== undefined) refuseUnknownKeys(body.permissions)
    return db.transaction().execute(async (tx) => {
      const current = fresh(await lockRole(tx, id), version)
      // Emptying it would lock all users out.
      if (current.name === 'superadmin' && current.built_in) throw conflict('The role superadmin cannot be changed')
      await refuseSuperiorRole(tx, actor, id)
      if (current.built_in && body.name !== undefined && body.name !== current.name) {
        throw conflict('A role that ships with the product keeps its name')
      }
      if (body.pseudonymous !== current.pseudonymous) refuseNaming(actor, body.pseudonymous)
      const { permissions, ...fields } = body
      // A role that is put on again grants all that it holds.
      const puttingOn = body.status === 'enabled' && current.status !== 'enabled'
      if (permissions !== undefined || puttingOn)
        refuseGranting(actor, puttingOn ? {} : current.permissions, permissions ?? current.permissions)
      await refuseTaken(tx, 'user_roles', { name: body.name }, id)
      requireRightsReason(changesRights(current, body))
      await tx
        .updateTable('user_roles')
        .set({
          ...fields,
          ...(permissions === undefined ? {} : { permissions: complete(permissions) }),
          updated_at: clock.now(),
        })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'user_roles', id)
      return { data: (await findRole(tx, id))! } // locked above
    })
  })

  bind(api.userRoles.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const current = fresh(await lockRole(tx, id), version)
      await refuseSuperiorRole(tx, actor, id)
      if (current.built_in) throw conflict('A role that ships with the product cannot be deleted')
      const groups = await groupsWithRole(tx, id)
      if (groups.length > 0) throw inUse(`It is still assigned to: ${groups.join(', ')}`)
      await tx.deleteFrom('user_roles').where('id', '=', id).execute()
      await recordChanged(tx, 'user_roles', id)
      return undefined
    }),
  )
}

/** Throws for a role that holds more than the caller: taking from it would take from users who may do more. */
const refuseSuperiorRole = async (tx: Kysely<DB>, actor: Actor, id: number): Promise<void> => {
  if (beyond(actor, await permissionsOfRoles(tx, [id])).length > 0)
    throw forbidden('You cannot change a role that has permissions you do not have')
}

type Rights = { permissions: Permissions; status: string | null; pseudonymous: boolean }

/** The portal sends all fields. */
const changesRights = (current: Rights, { permissions, status, pseudonymous }: Partial<Rights>): boolean =>
  (status ?? current.status) !== current.status ||
  (pseudonymous ?? current.pseudonymous) !== current.pseudonymous ||
  (permissions !== undefined &&
    permissionKeys.some((key) => (permissions[key] === true) !== (current.permissions[key] === true)))

const refuseUnknownKeys = (permissions: Permissions): void => {
  const unknown = Object.keys(permissions).filter((key) => !permissionKeys.includes(key))
  if (unknown.length === 0) return
  throw invalid(unknown.map((key) => ({ pointer: `/permissions/${key}`, detail: 'There is no such permission' })))
}

/** Throws for permissions that the caller does not hold: they cannot be granted, to others or to oneself. */
const refuseGranting = (actor: Actor, before: Permissions, after: Permissions): void => {
  const own = heldBy(actor)
  const [was, becomes] = [withActions(before), withActions(after)]
  const granted = Object.keys(becomes).filter((key) => becomes[key] === true && was[key] !== true && own[key] !== true)
  if (granted.length > 0) throw forbidden(`You cannot grant permissions that you do not have: ${granted.join(', ')}`)
}

/** Throws for a role that shows names, of a caller who does not see them. */
const refuseNaming = (actor: Actor, pseudonymous: boolean | undefined): void => {
  if (pseudonymous === false && actor.kind === 'user' && actor.pseudonymous)
    throw forbidden('You know passengers by their number alone, so a role of yours cannot show their names')
}

/** Every key is stored, so that a key of a later version can be told from one that was refused. */
const complete = (permissions: Permissions): string =>
  JSON.stringify(Object.fromEntries(permissionKeys.map((key) => [key, permissions[key] ?? false])))
