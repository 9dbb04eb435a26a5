import type { Kysely } from 'kysely'
import { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { refuseMoving, regionScope, requireZone } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { checkAreas } from './check-areas.ts'
import { invalidPlaces } from './faults.ts'
import { changePlan } from '../planning/change/change-plan.ts'
import { areasNotIn, areasOfZone, findServiceArea, forgetAreas, listServiceAreas, lockServiceArea } from './queries.ts'
import { closeRings, type RingList } from './rings.ts'

type TravelRule = { connected_location_ids: number[] } | null | undefined

export const routes: Module = (bind, deps) => {
  const { db } = deps
  bind(api.serviceAreas.list, ({ query, actor }) => listServiceAreas(db, regionScope(actor), query))

  bind(api.serviceAreas.create, async ({ body, actor, keep }) => {
    const scope = regionScope(actor)
    const coordinates = closeRings(body.coordinates)
    const drawn = { id: null, zone_id: body.zone_id, name: body.name, coordinates }
    await requireZone(db, scope, body.zone_id)
    const checked = await refuseBadArea(db, drawn)
    return changePlan(deps, body.zone_id, null, async ({ tx, now }) => {
      await requireZone(tx, scope, body.zone_id)
      await refuseBadArea(tx, drawn, checked)
      await refuseForeignAreas(tx, body.zone_id, body.travel_rule)
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
      return keep(tx, { data: (await findServiceArea(tx, scope, id))! }) // inserted above
    })
  })

  bind(api.serviceAreas.update, async ({ params: { id }, body, version, actor }) => {
    const scope = regionScope(actor)
    const coordinates = body.coordinates === undefined ? undefined : closeRings(body.coordinates)
    const before = fresh(await findServiceArea(db, scope, id), version)
    const checked = coordinates === undefined ? undefined : await refuseBadArea(db, { ...before, coordinates })
    return changePlan(deps, before.zone_id, null, async ({ tx, now }) => {
      const current = fresh(await lockServiceArea(tx, scope, id), version)
      refuseMoving(current, body.zone_id)
      if (coordinates !== undefined) await refuseBadArea(tx, { ...current, coordinates }, checked)
      await refuseForeignAreas(tx, current.zone_id, body.travel_rule)
      const { name, travel_rule } = body
      await tx
        .updateTable('service_areas')
        .set({
          ...(name === undefined ? {} : { name }),
          ...(coordinates === undefined ? {} : { coordinates: JSON.stringify(coordinates) }),
          ...(travel_rule === undefined ? {} : { connected_location_ids: travel_rule?.connected_location_ids ?? null }),
          updated_at: now,
        })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'service_areas', id)
      return { data: (await findServiceArea(tx, scope, id))! } // locked above
    })
  })

  bind(api.serviceAreas.destroy, async ({ params: { id }, version, actor }) => {
    const scope = regionScope(actor)
    const { zone_id } = fresh(await findServiceArea(db, scope, id), version)
    // A design that is being saved may travel to it.
    return changePlan(deps, zone_id, null, async ({ tx, now }) => {
      fresh(await lockServiceArea(tx, scope, id), version)
      await forgetAreas(tx, zone_id, [id], now)
      await recordChanged(tx, 'service_areas', id)
      await tx.deleteFrom('service_areas').where('id', '=', id).execute()
      return undefined
    })
  })
}

type Drawn = { id: number | null; zone_id: number; name: string; coordinates: RingList }

/**
 * Throws 422. Checked before the transaction, which others may have to wait for, and in it, where the zone's areas stand
 * still, again only if the areas around are not those that were `checked`. Answers which they were.
 */
const refuseBadArea = async (
  db: Kysely<DB>,
  { id, zone_id, name, coordinates }: Drawn,
  checked?: string,
): Promise<string> => {
  const others = (await areasOfZone(db, zone_id)).filter((area) => area.id !== id)
  const around = others.map((area) => `${area.id}.${area.version}`).join()
  if (around === checked) return around
  const faults = await checkAreas([
    ...others.map((area) => ({ name: area.name, coordinates: area.coordinates, pointer: null })),
    { name, coordinates, pointer: '/coordinates' },
  ])
  if (faults.length > 0) throw invalidPlaces(faults)
  return around
}

const refuseForeignAreas = async (tx: Kysely<DB>, zoneId: number, rule: TravelRule): Promise<void> => {
  if (rule === undefined || rule === null) return
  const foreign = await areasNotIn(tx, zoneId, rule.connected_location_ids)
  if (foreign.length === 0) return
  const detail = `Not a service area of this zone: ${foreign.join(', ')}`
  throw invalid([{ pointer: '/travel_rule/connected_location_ids', title: 'Travel rule', detail }])
}
