import type { Kysely } from 'kysely'
import { api } from '@ambit/contract'
import { hashPassword } from '../access/passwords.ts'
import type { DB } from '../database/schema.ts'
import { revokeAllSessions } from '../sessions/tokens.ts'
import { refuseTaken } from '../http/unique.ts'
import { requireBlockingReason } from '../http/acting.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { refuseOthers, regionChosen, regionScope, requireBelonging, type Scope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { refuseWithheld } from '../http/withheld.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findDriver, listDrivers, lockDriver } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.drivers.list, ({ query, actor }) => listDrivers(db, regionScope(actor), query))

  bind(api.drivers.show, async ({ params, actor }) => {
    const data = await findDriver(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.drivers.create, ({ body, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const region_id = regionChosen(scope, body.region_id)
      await requireBelonging(tx, scope, region_id)
      await refuseTaken(tx, 'drivers', { username: body.username, email: body.email })
      const now = clock.now()
      const { id } = await tx
        .insertInto('drivers')
        .values({ ...body, region_id, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'drivers', id)
      return keep(tx, { data: (await findDriver(tx, null, id))! }) // inserted above
    }),
  )

  bind(api.drivers.update, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const before = fresh(await lockDriver(tx, scope, id), version)
      refuseOthers(scope, 'driver', before)
      await requireBelonging(tx, scope, body.region_id)
      await refuseTaken(tx, 'drivers', { username: body.username, email: body.email }, id)
      requireBlockingReason(before.status, body.status)
      await tx
        .updateTable('drivers')
        .set({ ...body, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      if (body.status !== undefined && body.status !== 'approved') await revokeAllSessions(tx, { kind: 'driver', id })
      await recordChanged(tx, 'drivers', id)
      return { data: (await findDriver(tx, null, id))! } // locked above
    }),
  )

  // The foreign keys refuse to delete a driver with trips or schedules; the answer is 409 `in_use`.
  bind(api.drivers.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      refuseOthers(scope, 'driver', fresh(await lockDriver(tx, scope, id), version))
      await recordChanged(tx, 'drivers', id)
      await tx.deleteFrom('drivers').where('id', '=', id).execute()
      return undefined
    }),
  )

  bind(api.drivers.signOut, ({ params: { id }, actor }) => signOutDevices(db, regionScope(actor), id))

  bind(api.drivers.resetPin, async ({ params: { id }, body, version, actor }) => {
    refuseWithheld(actor, 'resetDriverPassword')
    const pinHash = await hashPassword(body.password)
    return db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      refuseOthers(scope, 'driver', fresh(await lockDriver(tx, scope, id), version))
      await tx.updateTable('drivers').set({ pin_hash: pinHash, updated_at: clock.now() }).where('id', '=', id).execute()
      await revokeAllSessions(tx, { kind: 'driver', id })
      return { data: { message: 'The PIN has been changed' } }
    })
  })
}

/** The devices forget passengers with their next call; what was done on the road is still taken. */
const signOutDevices = (db: Kysely<DB>, scope: Scope, id: number): Promise<undefined> =>
  db.transaction().execute(async (tx) => {
    const driver = await lockDriver(tx, scope, id)
    if (driver === undefined) throw notFound()
    refuseOthers(scope, 'driver', driver)
    await revokeAllSessions(tx, { kind: 'driver', id })
    return undefined
  })
