import type { Kysely } from 'kysely'
import { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { refuseMoving, regionScope, requireZone } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { areaFaults, invalidPlaces } from './faults.ts'
import { areasNotIn, areasOfZone, findServiceArea, forgetAreas, listServiceAreas, lockServiceArea } from './queries.ts'
import { closeRings, type RingList } from './rings.ts'

type TravelRule = { connected_location_ids: number[] } | null | undefined

export const routes: Module = (bind, { db, clock }) => {
  bind(api.serviceAreas.list, ({ query, actor }) => listServiceAreas(db, regionScope(actor), query))

  bind(api.serviceAreas.create, ({ body, actor }) => {
    const scope = regionScope(actor)
    const coordinates = closeRings(body.coordinates)
    return db.transaction().execute(async (tx) => {
      await requireZone(tx, scope, body.zone_id)
      await refuseBadArea(tx, { id: null, zone_id: body.zone_id, name: body.name, coordinates })
      await refuseForeignAreas(tx, body.zone_id, body.travel_rule)
      const now = clock.now()
      const { id } = await tx
        .insertInto('service_areas')
        .values({
          zone_id: body.zone_id,
          name: body.name,
          coordinates: JSON.stringify(coordinates),
          connected_location_ids: body.travel_rule?.connected_location_ids ?? null,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'service_areas', id)
      return { data: (await findServiceArea(tx, scope, id))! } // inserted above
    })
  })

  bind(api.serviceAreas.update, ({ params: { id }, body, version, actor }) => {
    const scope = regionScope(actor)
    const coordinates = body.coordinates === undefined ? undefined : closeRings(body.coordinates)
    return db.transaction().execute(async (tx) => {
      const current = fresh(await lockServiceArea(tx, scope, id), version)
      refuseMoving(current, body.zone_id)
      if (coordinates !== undefined) await refuseBadArea(tx, { ...current, coordinates })
      await refuseForeignAreas(tx, current.zone_id, body.travel_rule)
      const { name, travel_rule } = body
      await tx
        .updateTable('service_areas')
        .set({
          ...(name === undefined ? {} : { name }),
          ...(coordinates === undefined ? {} : { coordinates: JSON.stringify(coordinates) }),
          ...(travel_rule === undefined ? {} : { connected_location_ids: travel_rule?.connected_location_ids ?? null }),
          updated_at: clock.now(),
        })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'service_areas', id)
      return { data: (await findServiceArea(tx, scope, id))! } // locked above
    })
  })

  bind(api.serviceAreas.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const { zone_id } = fresh(await lockServiceArea(tx, regionScope(actor), id), version)
      await forgetAreas(tx, zone_id, [id], clock.now())
      await tx.deleteFrom('service_areas').where('id', '=', id).execute()
      await recordChanged(tx, 'service_areas', id)
      return undefined
    }),
  )
}

type Drawn = { id: number | null; zone_id: number; name: string; coordinates: RingList }

const refuseBadArea = async (tx: Kysely<DB>, { id, zone_id, name, coordinates }: Drawn): Promise<void> => {
  const others = (await areasOfZone(tx, zone_id)).filter((area) => area.id !== id)
  const faults = areaFaults([
    ...others.map((area) => ({ ...area, pointer: null })),
    { name, coordinates, pointer: '/coordinates' },
  ])
  if (faults.length > 0) throw invalidPlaces(faults)
}

const refuseForeignAreas = async (tx: Kysely<DB>, zoneId: number, rule: TravelRule): Promise<void> => {
  if (rule === undefined || rule === null) return
  const foreign = await areasNotIn(tx, zoneId, rule.connected_location_ids)
  if (foreign.length === 0) return
  const detail = `Not a service area of this zone: ${foreign.join(', ')}`
  throw invalid([{ pointer: '/travel_rule/connected_location_ids', title: 'Travel rule', detail }])
}
