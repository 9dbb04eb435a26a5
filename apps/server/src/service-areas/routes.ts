import type { Kysely } from 'kysely'
import { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { refuseMoving, regionScope, requireZone } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { areasNotIn, findServiceArea, listServiceAreas, lockServiceArea } from './queries.ts'
import { closeRings, ringErrors, type RingList } from './rings.ts'

type TravelRule = { connected_location_ids: number[] } | null | undefined

export const routes: Module = (bind, { db, clock }) => {
  bind(api.serviceAreas.list, ({ query, actor }) => listServiceAreas(db, regionScope(actor), query))

  bind(api.serviceAreas.create, ({ body, actor }) => {
    const scope = regionScope(actor)
    const coordinates = validRings(body.coordinates)
    return db.transaction().execute(async (tx) => {
      await requireZone(tx, scope, body.zone_id)
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
    const coordinates = body.coordinates === undefined ? undefined : validRings(body.coordinates)
    return db.transaction().execute(async (tx) => {
      const current = fresh(await lockServiceArea(tx, scope, id), version)
      refuseMoving(current, body.zone_id)
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
      fresh(await lockServiceArea(tx, regionScope(actor), id), version)
      await tx.deleteFrom('service_areas').where('id', '=', id).execute()
      await recordChanged(tx, 'service_areas', id)
      return undefined
    }),
  )
}

const validRings = (rings: RingList): RingList => {
  const closed = closeRings(rings)
  const errors = ringErrors(closed)
  if (errors.length > 0) throw invalid(errors)
  return closed
}

const refuseForeignAreas = async (tx: Kysely<DB>, zoneId: number, rule: TravelRule): Promise<void> => {
  if (rule === undefined || rule === null) return
  const foreign = await areasNotIn(tx, zoneId, rule.connected_location_ids)
  if (foreign.length === 0) return
  const detail = `Not a service area of this zone: ${foreign.join(', ')}`
  throw invalid([{ pointer: '/travel_rule/connected_location_ids', title: 'Travel rule', detail }])
}
