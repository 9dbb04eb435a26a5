import type { Transaction } from 'kysely'
import { StrategyConfiguration } from '@ambit/contract'
import { flatDistance } from '@ambit/geo'
import type { DB } from '../database/schema.ts'
import { startPoint, toDate, toSeconds } from '../dispatch/plan.ts'
import { readSettings, routeKind } from '../dispatch/queries.ts'
import { roadsOf } from '../dispatch/scene.ts'
import { driveFrom } from '../dispatch/traffic.ts'
import type { Traffic } from '../dispatch/traffic.ts'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { timetableOf } from '../service-routes/timetable.ts'

type Tx = Transaction<DB>
type Window = { start_time: Date; end_time: Date }
export type Break = { minutes: number; from: Date; until: Date }

/** The route that a schedule names, ready to be driven; null where its strategy has vehicles go as they are wanted. */
export type RouteToDrive = { slack_s: number; stops: RouteStop[] }
type RouteStop = { location_id: number; name: string; point: [number, number]; dwell_seconds: number }

/** 422 for a route of another zone. */
export const readRoute = async (tx: Tx, zoneId: number, id: number): Promise<RouteToDrive | null> => {
  const route = await tx
    .selectFrom('service_routes as r')
    .leftJoin('service_strategies as s', 's.id', 'r.service_strategy_id')
    .where('r.id', '=', id)
    .where('r.zone_id', '=', zoneId)
    .select(['r.id', 's.type', 's.configuration'])
    .executeTakeFirst()
  if (route === undefined)
    throw invalid([{ pointer: '/service_route_id', detail: 'Please select a route of this zone' }])
  if (routeKind(route.id, route.type) === null) return null
  const stops = await tx
    .selectFrom('service_route_stops as rs')
    .innerJoin('zone_stops as z', 'z.id', 'rs.zone_stop_id')
    .innerJoin('locations as l', 'l.id', 'z.location_id')
    .where('rs.service_route_id', '=', id)
    .select(['z.location_id', 'l.name', 'l.longitude', 'l.latitude', 'rs.dwell_seconds'])
    .orderBy('rs.position')
    .execute()
  return {
    slack_s: StrategyConfiguration.parse(route.configuration ?? {}).route_slack_minutes * 60,
    stops: stops.map(({ longitude, latitude, ...stop }) => ({ ...stop, point: [longitude, latitude] })),
  }
}

/** Gives a trip the calls of its route, run after run, each as long as the streets take at its time. 422 where no street joins two stops; 503 without street data. */
export const driveRoute = async (
  deps: Pick<Deps, 'streets'>,
  tx: Tx,
  tripId: number,
  { slack_s, stops }: RouteToDrive,
  window: Window,
  traffic: Traffic,
): Promise<void> => {
  const points = stops.map((stop) => stop.point)
  const { duration } = roadsOf(deps).table('car', points, points)
  // Whole seconds, rounded up, as planning has them.
  const drives = stops.map((_, index) => Math.ceil(duration[index * stops.length + ((index + 1) % stops.length)] ?? 0))
  const gap = drives.findIndex((drive) => drive === Infinity)
  if (gap >= 0)
    throw invalid([
      {
        pointer: '/service_route_id',
        detail: `No street leads from ${stops[gap]?.name ?? ''} to ${stops[(gap + 1) % stops.length]?.name ?? ''}`,
      },
    ])
  const span = { from: Math.ceil(toSeconds(window.start_time)), until: toSeconds(window.end_time) }
  // As a plan has it: the drive to a call is as slow as the slowest hour in which one of its two ends may be left.
  const drive = (from: number, leaving: number): number =>
    driveFrom(traffic, {
      free: drives[from] ?? 0,
      leaving,
      after: (stops[(from + 1) % stops.length]?.dwell_seconds ?? 0) + slack_s,
    })
  const calls = timetableOf({ stops, drive, ...span })
  if (calls.length === 0)
    throw invalid([{ pointer: '/end_time', detail: 'The schedule is too short for one run of this route' }])
  await tx
    .insertInto('trip_stops')
    .values(
      calls.map((call, location_index) => ({
        trip_id: tripId,
        location_id: call.location_id,
        location_index,
        kind: 'route_stop' as const,
        run: call.run,
        scheduled_at: toDate(call.arrival),
        scheduled_departure_at: toDate(call.departure),
        eta: toDate(call.arrival),
        window_from: toDate(call.departure),
        window_until: toDate(call.departure + slack_s),
        latest_arrival_time: toDate(call.departure + slack_s),
        dwell_seconds: Math.round(call.departure - call.arrival),
      })),
    )
    .execute()
}

/** Gives a trip its break, at first near to where the vehicle begins; planning moves it to where it costs least. */
export const planBreak = async (
  tx: Tx,
  trip: { id: number; zone_id: number; vehicle_id: number },
  rest: Break,
): Promise<void> => {
  const settings = await readSettings(tx, trip.zone_id)
  const start = startPoint(settings, trip.vehicle_id)
  const [nearest] = settings.stops
    .filter((stop) => stop.break)
    .toSorted((a, b) => (start === null ? 0 : flatDistance(a.point, start) - flatDistance(b.point, start)))
  await tx
    .insertInto('trip_stops')
    .values({
      trip_id: trip.id,
      location_id: nearest?.location_id ?? settings.stops[0]?.location_id ?? (await roadside(tx, start)),
      location_index: 0,
      kind: 'break',
      run: null,
      scheduled_at: rest.from,
      scheduled_departure_at: new Date(rest.from.getTime() + rest.minutes * 60_000),
      eta: rest.from,
      window_from: rest.from,
      window_until: rest.until,
      latest_arrival_time: new Date(rest.until.getTime() - rest.minutes * 60_000),
      dwell_seconds: rest.minutes * 60,
    })
    .execute()
}

/** A zone without stops: the break is taken where the vehicle begins. */
const roadside = async (tx: Tx, point: readonly [number, number] | null): Promise<number> => {
  if (point === null) throw invalid([{ pointer: '/break_minutes', detail: 'The zone has no place for a break' }])
  const { id } = await tx
    .insertInto('locations')
    .values({ name: 'Break', street_address: null, longitude: point[0], latitude: point[1] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
