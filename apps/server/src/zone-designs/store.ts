import type { Transaction } from 'kysely'
import type { AnyId } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { forgetAreas } from '../service-areas/queries.ts'
import { closeRings } from '../service-areas/rings.ts'
import { addRoute, changeRoute } from '../service-routes/store.ts'
import { clearDefault } from '../service-strategies/queries.ts'
import { addStops, changeStops } from '../zone-stops/store.ts'
import { type RouteAfter, routesAfter } from './after.ts'
import type { Kind, MatchedParts } from './match.ts'

/** The records that a save created, changed or removed. */
export type Touched = Record<Kind, Set<number>>
/** Draft ids of a kind → the ids of their records. */
type Made = Map<string, number>
type Stored = { made: Made; touched: Set<number> }

/** Writes what has been checked. Strategies and stops come first: routes name them. */
export const storeParts = async (
  tx: Transaction<DB>,
  zoneId: number,
  matched: MatchedParts,
  now: Date,
): Promise<Touched> => {
  const strategies = await storeStrategies(tx, zoneId, matched.service_strategies, now)
  const stops = await storeStops(tx, zoneId, matched.zone_stops, now)
  const routes = await storeRoutes(tx, zoneId, matched, { strategies: strategies.made, stops: stops.made }, now)
  await removeAll(tx, 'zone_stops', matched.zone_stops)
  await removeAll(tx, 'service_strategies', matched.service_strategies)
  const areas = await storeAreas(tx, zoneId, matched.service_areas, now)
  await rememberDrafts(tx, zoneId, 'service_areas', areas, now)
  await rememberDrafts(tx, zoneId, 'zone_stops', stops, now)
  await rememberDrafts(tx, zoneId, 'service_routes', routes, now)
  await rememberDrafts(tx, zoneId, 'service_strategies', strategies, now)
  return {
    service_areas: areas.touched,
    zone_stops: stops.touched,
    service_routes: routes.touched,
    service_strategies: strategies.touched,
  }
}

/** So that a second save of the same drafts is recognised (`match.ts`), unless their records were removed. */
const rememberDrafts = async (
  tx: Transaction<DB>,
  zoneId: number,
  kind: Kind,
  { made }: Stored,
  now: Date,
): Promise<void> => {
  if (made.size === 0) return
  await tx
    .insertInto('design_drafts')
    .values([...made].map(([draft_id, record_id]) => ({ zone_id: zoneId, kind, draft_id, record_id, created_at: now })))
    .onConflict((onConflict) =>
      onConflict
        .columns(['zone_id', 'kind', 'draft_id'])
        .doUpdateSet((row) => ({ record_id: row.ref('excluded.record_id'), created_at: now })),
    )
    .execute()
}

type Removing = { removed: readonly { current: { id: number } }[] }
type Changing = Removing & { updated: readonly { current: { id: number } }[] }

const idsOf = (parts: readonly { current: { id: number } }[]): number[] => parts.map(({ current }) => current.id)

const touchedBy = ({ updated, removed }: Changing, made: Iterable<number>): Set<number> =>
  new Set([...idsOf(updated), ...idsOf(removed), ...made])

const removeAll = async (tx: Transaction<DB>, kind: Kind, { removed }: Removing): Promise<void> => {
  if (removed.length > 0) await tx.deleteFrom(kind).where('id', 'in', idsOf(removed)).execute()
}

/** The areas' travel rules have been checked to name existing areas only. */
const resolve = (id: AnyId, made: Made): number => (typeof id === 'number' ? id : made.get(id)!)

const storeAreas = async (
  tx: Transaction<DB>,
  zoneId: number,
  areas: MatchedParts['service_areas'],
  now: Date,
): Promise<Stored> => {
  const { updated, added, removed, kept } = areas
  const gone = new Set<AnyId>(idsOf(removed))
  await forgetAreas(tx, zoneId, [...idsOf(removed)], now)
  await removeAll(tx, 'service_areas', areas)
  const made: Made = new Map()
  for (const { fields } of added) {
    const { id } = await tx
      .insertInto('service_areas')
      .values({
        zone_id: zoneId,
        name: fields.name,
        coordinates: JSON.stringify(closeRings(fields.coordinates)),
        connected_location_ids: null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.set(fields.id, id)
  }
  const ruleOf = (ids: readonly AnyId[]): number[] => ids.filter((id) => !gone.has(id)).map((id) => resolve(id, made))
  // Travel rules come once every area has its id, as two new ones may name each other.
  for (const { fields } of added) {
    const ids = fields.travel_rule?.connected_location_ids
    if (ids === undefined) continue
    const id = resolve(fields.id, made)
    await tx
      .updateTable('service_areas')
      .set({ connected_location_ids: ruleOf(ids) })
      .where('id', '=', id)
      .execute()
  }
  for (const { current, fields } of updated) {
    const { name, coordinates, travel_rule } = fields
    await tx
      .updateTable('service_areas')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(coordinates === undefined ? {} : { coordinates: JSON.stringify(closeRings(coordinates)) }),
        ...(travel_rule === undefined
          ? {}
          : { connected_location_ids: travel_rule === null ? null : ruleOf(travel_rule.connected_location_ids) }),
        updated_at: now,
      })
      .where('id', '=', current.id)
      .execute()
  }
  const forgot = kept.filter((area) => area.travel_rule?.connected_location_ids.some((id) => gone.has(id)) ?? false)
  return { made, touched: touchedBy(areas, [...made.values(), ...forgot.map(({ id }) => id)]) }
}

const storeStops = async (
  tx: Transaction<DB>,
  zoneId: number,
  stops: MatchedParts['zone_stops'],
  now: Date,
): Promise<Stored> => {
  const { added, updated } = stops
  const ids = await addStops(
    tx,
    zoneId,
    added.map(({ fields: { id: _draft, ...fields } }) => fields),
    now,
  )
  const made: Made = new Map(added.map(({ fields }, at) => [fields.id, ids[at]!])) // one id for each
  if (updated.length > 0) await changeStops(tx, updated, now)
  return { made, touched: touchedBy(stops, ids) }
}

const storeStrategies = async (
  tx: Transaction<DB>,
  zoneId: number,
  strategies: MatchedParts['service_strategies'],
  now: Date,
): Promise<Stored> => {
  const { added, updated, kept, removed } = strategies
  const stored = [...kept, ...idsAndDefaults(updated), ...idsAndDefaults(removed)]
  const another = [...added, ...updated].some(({ fields }) => fields.default === true)
  if (another) await clearDefault(tx, zoneId, now)
  const made: Made = new Map()
  for (const { fields } of added) {
    const { id: draft, configuration, ...strategy } = fields
    const { id } = await tx
      .insertInto('service_strategies')
      .values({
        ...strategy,
        zone_id: zoneId,
        configuration: JSON.stringify(configuration),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.set(draft, id)
  }
  for (const { current, fields } of updated) {
    const { id, version: _version, configuration, ...strategy } = fields
    await tx
      .updateTable('service_strategies')
      .set({
        ...strategy,
        ...(configuration === undefined
          ? {}
          : { configuration: JSON.stringify({ ...current.configuration, ...configuration }) }),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
  }
  const cleared = another ? stored.filter((one) => one.default).map(({ id }) => id) : []
  return { made, touched: touchedBy(strategies, [...made.values(), ...cleared]) }
}

const idsAndDefaults = (parts: readonly { current: { id: number; default: boolean } }[]) =>
  parts.map(({ current }) => current)

const storeRoutes = async (
  tx: Transaction<DB>,
  zoneId: number,
  matched: MatchedParts,
  ids: { strategies: Made; stops: Made },
  now: Date,
): Promise<Stored> => {
  await removeAll(tx, 'service_routes', matched.service_routes)
  const made: Made = new Map()
  const stored = ({ name, service_strategy_id, stops }: RouteAfter) => ({
    name,
    service_strategy_id: service_strategy_id === null ? null : resolve(service_strategy_id, ids.strategies),
    stops: stops.map(({ zone_stop_id, dwell_seconds }) => ({
      zone_stop_id: resolve(zone_stop_id, ids.stops),
      dwell_seconds,
    })),
  })
  for (const route of routesAfter(matched)) {
    if (route.pointer === null) continue
    if (typeof route.id === 'number') await changeRoute(tx, route.id, stored(route), now)
    else made.set(route.id, await addRoute(tx, zoneId, stored(route), now))
  }
  return { made, touched: touchedBy(matched.service_routes, made.values()) }
}
