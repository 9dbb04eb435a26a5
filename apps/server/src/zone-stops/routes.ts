import type { Transaction } from 'kysely'
import { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { refuseMoving, regionScope, requireZone } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findZoneStop, listZoneStops, lockZoneStop } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.zoneStops.list, ({ query, actor }) => listZoneStops(db, regionScope(actor), query))

  bind(api.zoneStops.show, async ({ params, actor }) => {
    const data = await findZoneStop(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.zoneStops.create, ({ body, actor }) => {
    const scope = regionScope(actor)
    const { name, street_address = null, point, ...stop } = body
    return db.transaction().execute(async (tx) => {
      await requireZone(tx, scope, stop.zone_id)
      const now = clock.now()
      const { id } = await tx
        .insertInto('zone_stops')
        .values({
          ...stop,
          location_id: await createLocation(tx, { name, street_address, point }),
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'zone_stops', id)
      return { data: (await findZoneStop(tx, scope, id))! } // inserted above
    })
  })

  bind(api.zoneStops.update, ({ params: { id }, body, version, actor }) => {
    const scope = regionScope(actor)
    const { name, street_address, point, ...stop } = body
    return db.transaction().execute(async (tx) => {
      const current = fresh(await lockZoneStop(tx, scope, id), version)
      refuseMoving(current, stop.zone_id)
      const place = {
        name: name ?? current.name,
        street_address: street_address === undefined ? current.street_address : street_address,
        point: point ?? current.point,
      }
      const moved = place.point[0] !== current.point[0] || place.point[1] !== current.point[1]
      // A stop that moves becomes another place: what was promised and driven keeps the old one.
      const locationId = moved ? await createLocation(tx, place) : current.location_id
      if (!moved) {
        await tx
          .updateTable('locations')
          .set({ name: place.name, street_address: place.street_address })
          .where('id', '=', locationId)
          .execute()
      }
      await tx
        .updateTable('zone_stops')
        .set({ ...stop, location_id: locationId, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'zone_stops', id)
      return { data: (await findZoneStop(tx, scope, id))! } // locked above
    })
  })
}

type NewLocation = { name: string; street_address: string | null; point: readonly [number, number] }

const createLocation = async (tx: Transaction<DB>, { name, street_address, point }: NewLocation): Promise<number> => {
  const { id } = await tx
    .insertInto('locations')
    .values({ name, street_address, longitude: point[0], latitude: point[1] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
