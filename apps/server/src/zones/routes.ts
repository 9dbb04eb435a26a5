import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope, requireRegion } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { refuseUnknownTimeZone } from '../regions/time-zone.ts'
import { refuseUnknownApps } from '../consumer-apps/refuse-unknown.ts'
import { createZone } from './create.ts'
import { findZone, listZones, lockZone } from './queries.ts'
import { removeZone } from './remove.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.zones.list, ({ query, actor }) => listZones(db, regionScope(actor), query))

  bind(api.zones.show, async ({ params, actor }) => {
    const data = await findZone(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.zones.create, ({ body, actor, keep }) => {
    refuseUnknownTimeZone(body.time_zone)
    const scope = regionScope(actor)
    return db.transaction().execute(async (tx) => {
      await requireRegion(tx, scope, body.region_id)
      await refuseUnknownApps(tx, body.allowed_apps)
      const id = await createZone(tx, body, clock.now())
      await recordChanged(tx, 'zones', id)
      return keep(tx, { data: (await findZone(tx, scope, id))! }) // inserted above
    })
  })

  bind(api.zones.update, ({ params: { id }, body, version, actor }) => {
    refuseUnknownTimeZone(body.time_zone)
    const scope = regionScope(actor)
    return db.transaction().execute(async (tx) => {
      fresh(await lockZone(tx, scope, id), version)
      if (body.region_id !== undefined) await requireRegion(tx, scope, body.region_id)
      await refuseUnknownApps(tx, body.allowed_apps)
      const { point, ...fields } = body
      const place = point === undefined ? {} : { longitude: point?.lng ?? null, latitude: point?.lat ?? null }
      await tx
        .updateTable('zones')
        .set({ ...fields, ...place, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'zones', id)
      return { data: (await findZone(tx, scope, id))! } // locked above
    })
  })

  bind(api.zones.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const zone = fresh(await lockZone(tx, regionScope(actor), id), version)
      await recordChanged(tx, 'zones', id)
      await removeZone(tx, zone)
      return undefined
    }),
  )
}
