import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { refuseMoving, regionScope, requireZone } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findZoneStop, listZoneStops, lockZoneStop } from './queries.ts'
import { addStops, changeStops } from './store.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.zoneStops.list, ({ query, actor }) => listZoneStops(db, regionScope(actor), query))

  bind(api.zoneStops.show, async ({ params, actor }) => {
    const data = await findZoneStop(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.zoneStops.create, ({ body: { zone_id, ...stop }, actor, keep }) => {
    const scope = regionScope(actor)
    return db.transaction().execute(async (tx) => {
      await requireZone(tx, scope, zone_id)
      const [id] = await addStops(tx, zone_id, [stop], clock.now())
      await recordChanged(tx, 'zone_stops', id!) // one is added
      return keep(tx, { data: (await findZoneStop(tx, scope, id!))! }) // added above
    })
  })

  bind(api.zoneStops.update, ({ params: { id }, body: { zone_id, ...fields }, version, actor }) => {
    const scope = regionScope(actor)
    return db.transaction().execute(async (tx) => {
      const current = fresh(await lockZoneStop(tx, scope, id), version)
      refuseMoving(current, zone_id)
      await changeStops(tx, [{ current, fields }], clock.now())
      await recordChanged(tx, 'zone_stops', id)
      return { data: (await findZoneStop(tx, scope, id))! } // locked above
    })
  })
}
