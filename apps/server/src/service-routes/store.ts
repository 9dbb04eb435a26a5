import type { Transaction } from 'kysely'
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
  await addRouteStops(tx, id, stops)
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
  await tx.deleteFrom('service_route_stops').where('service_route_id', '=', id).execute()
  await addRouteStops(tx, id, stops)
}

const addRouteStops = async (
  tx: Transaction<DB>,
  routeId: number,
  stops: readonly ServiceRouteStop[],
): Promise<void> => {
  await tx
    .insertInto('service_route_stops')
    .values(
      stops.map(({ zone_stop_id, dwell_seconds }, position) => ({
        service_route_id: routeId,
        zone_stop_id,
        position,
        dwell_seconds,
      })),
    )
    .execute()
}
