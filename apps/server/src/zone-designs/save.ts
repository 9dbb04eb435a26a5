import type { Transaction } from 'kysely'
import type { LiveEvent, PermissionKey } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { changePlan } from '../planning/change/change-plan.ts'
import type { Keep } from '../http/bind.ts'
import { invalid, notFound, staleRecords } from '../http/errors.ts'
import { publish } from '../live/publish.ts'
import { invalidPlaces } from '../service-areas/faults.ts'
import { schedulesOnRoutes } from '../service-routes/queries.ts'
import { scheduleCounts } from '../service-strategies/queries.ts'
import { usesOfLocations } from '../zone-stops/queries.ts'
import { findZone } from '../zones/queries.ts'
import { type Change, type Kind, type MatchedParts, matchParts } from './match.ts'
import { readDesign, readParts, readSavedAs } from './queries.ts'
import { ruleFaults, type Uses } from './rules.ts'
import { storeParts, type Touched } from './store.ts'

type Saver = { scope: number[] | null; seesStops: boolean; keep: Keep }

/** The permissions that a change needs, part by part. */
export const keysFor = (change: Change): PermissionKey[] => {
  const { service_areas, zone_stops, service_routes, service_strategies } = change
  const any = ({ added, updated, removed }: Change[Kind]): boolean => added.length + updated.length + removed.length > 0
  const asked: [boolean, PermissionKey][] = [
    [any(service_areas) || any(service_routes), 'ZoneManagement:zone:canUpdate'],
    [any({ ...service_strategies, added: [] }), 'ZoneManagement:zone:canUpdate'],
    [service_strategies.added.length > 0, 'ZoneManagement:serviceStrategies:canRead'],
    [zone_stops.added.length > 0, 'ZoneManagement:zoneStop:canCreate'],
    [zone_stops.updated.length > 0, 'ZoneManagement:zoneStop:canUpdate'],
    [zone_stops.removed.length > 0, 'ZoneManagement:zoneStop:canDestroy'],
  ]
  return [...new Set(asked.filter(([does]) => does).map(([, key]) => key))]
}

/**
 * Saves the parts of a zone that were added, changed and removed, all or none, and answers the zone's design. The plan
 * is locked first: planning sees the zone before or after the save, and of two saves at once the second is refused.
 */
export const saveDesign = async (deps: Deps, saver: Saver, zoneId: number, design: Change) => {
  const zone = await findZone(deps.db, saver.scope, zoneId)
  if (zone === undefined) throw notFound()
  return changePlan(deps, zoneId, null, async ({ tx, now }) => {
    const { matched, faults } = matchParts(design, await readParts(tx, zoneId, now), await readSavedAs(tx, zoneId))
    if (faults.twice.length > 0) throw invalid(faults.twice)
    if (faults.stale.length > 0) throw staleRecords(faults.stale, await readDesign(deps, tx, saver, zoneId))
    const broken = await ruleFaults(matched, await readUses(tx, zoneId, matched, now))
    if (broken.length > 0) throw invalidPlaces(broken)
    await publish(tx, eventsFor(await storeParts(tx, zoneId, matched, now), zoneId), [zone.region_id])
    return saver.keep(tx, { data: (await readDesign(deps, tx, saver, zoneId))! }) // found above
  })
}

const readUses = async (tx: Transaction<DB>, zoneId: number, matched: MatchedParts, now: Date): Promise<Uses> => {
  const { zone_stops, service_routes, service_strategies } = matched
  const locations = zone_stops.removed.map(({ current }) => current.location_id)
  const routes = service_routes.removed.map(({ current }) => current.id)
  return {
    stops: await usesOfLocations(tx, zoneId, locations),
    routes: await schedulesOnRoutes(tx, routes, now),
    strategies: service_strategies.removed.length === 0 ? new Map() : await scheduleCounts(tx, zoneId, now),
  }
}

/** One event for each record, and one for the zone, whose boundaries are its areas. */
const eventsFor = (touched: Touched, zoneId: number): LiveEvent[] => {
  const record = (table: string, record_id: number): LiveEvent => ({ kind: 'record', table, record_id })
  const events = Object.entries(touched).flatMap(([table, ids]) => [...ids].map((id) => record(table, id)))
  return touched.service_areas.size === 0 ? events : [...events, record('zones', zoneId)]
}
