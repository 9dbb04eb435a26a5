import { sql, type Transaction } from 'kysely'
import type { ServiceRouteStop } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

export type StoredRoute = { name: string; service_strategy_id: number | null; stops: readonly ServiceRouteStop[] }

export const addRoute = async (
  tx: Transaction<DB>,
  zoneId: number,
  { stops, ...route }: StoredRoute,
  now: Date,
): Promise<number> => {
  const { id } = await tx
    .insertInto('service_routes')
    .values({ zone_id: zoneId, ...route, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setRouteStops(tx, id, stops)
  return id
}

export const changeRoute = async (
  tx: Transaction<DB>,
  id: number,
  { stops, ...route }: StoredRoute,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('service_routes')
    .set({ ...route, updated_at: now })
    .where('id', '=', id)
    .execute()
  await setRouteStops(tx, id, stops)
}

const setRouteStops = async (
  tx: Transaction<DB>,
  routeId: number,
  stops: readonly ServiceRouteStop[],
): Promise<void> => {
  await tx
    .deleteFrom('service_route_stops')
    .where('service_route_id', '=', routeId)
    .where('position', '>=', stops.length)
    .execute()
  const rows = stops.map(({ zone_stop_id, dwell_seconds }, position) => ({
    service_route_id: routeId,
    zone_stop_id,
    position,
    dwell_seconds,
  }))
  if (rows.length === 0) return
  // A place that keeps its stop keeps its row.
  await sql`
    insert into service_route_stops as s (service_route_id, zone_stop_id, position, dwell_seconds)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (service_route_id int, zone_stop_id int, position int, dwell_seconds int)
    on conflict (service_route_id, position) do update
    set zone_stop_id = excluded.zone_stop_id, dwell_seconds = excluded.dwell_seconds
    where (s.zone_stop_id, s.dwell_seconds) is distinct from (excluded.zone_stop_id, excluded.dwell_seconds)`.execute(
    tx,
  )
}
