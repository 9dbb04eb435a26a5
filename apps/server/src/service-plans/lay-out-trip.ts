import type { Transaction } from 'kysely'
import { StrategyConfiguration } from '@ambit/contract'
import { flatDistance } from '@ambit/geo'
import type { DB } from '../database/schema.ts'
import { toDate, toSeconds } from '../planning/plan/types.ts'
import { startPoint } from '../planning/plan/start-point.ts'
import type { ZoneSettings } from '../planning/plan/types.ts'
import { readSettings, routeKind } from '../planning/plan/queries.ts'
import { roadsOf } from '../planning/plan/context.ts'
import { driveFrom, LEAD_S } from '../planning/plan/traffic.ts'
import { clockTime } from '../planning/plan/format.ts'
import type { Deps } from '../deps.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { insertStops } from '../planning/change/stops.ts'
import { invalid } from '../http/errors.ts'
import { timetableAround, timetableOf } from '../service-routes/timetable.ts'
import type { Call, Laid, Timetable } from '../service-routes/timetable.ts'

type Tx = Transaction<DB>
type Window = { start_time: Date; end_time: Date }
export type Break = { minutes: number; from: Date; until: Date }

type BreakFields = {
  break_minutes?: number | null | undefined
  break_from?: string | Date | null | undefined
  break_until?: string | Date | null | undefined
}

/** The contract lets a break come whole or not at all. */
export const breakOf = ({ break_minutes, break_from, break_until }: BreakFields): Break | null =>
  break_minutes == null || break_from == null || break_until == null
    ? null
    : { minutes: break_minutes, from: new Date(break_from), until: new Date(break_until) }

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

type Place = { tripId: number; window: Window; rest: Break | null; settings: ZoneSettings }

/**
 * Gives a trip the calls of its route, run after run, each as long as the streets take at its time, and its break
 * between two runs. 422 where no street joins two stops, or no run ends in time for the break; 503 without street data.
 */
export const driveRoute = async (
  change: PlanChange,
  { slack_s, stops }: RouteToDrive,
  { tripId, window, rest, settings }: Place,
): Promise<void> => {
  const drives = drivesBetween(change.deps, stops)
  const span = { from: Math.ceil(toSeconds(window.start_time)), until: toSeconds(window.end_time) }
  const { traffic, time_zone } = settings
  const haltAfter = (from: number): number => (stops[(from + 1) % stops.length]?.dwell_seconds ?? 0) + slack_s
  // As a plan has it: the drive to a call is as slow as the slowest hour in which one of its two ends may be left.
  const drive = (from: number, leaving: number): number =>
    driveFrom(traffic, { free: drives[from] ?? 0, leaving, after: haltAfter(from) })
  const timetable = { stops, drive, ...span }
  const calls = timetableOf(timetable)
  if (calls.length === 0)
    throw invalid([{ pointer: '/end_time', detail: 'The schedule is too short for one run of this route' }])
  const callRow = (call: Call) => ({
    location_id: call.location_id,
    kind: 'route_stop' as const,
    run: call.run,
    scheduled_at: toDate(call.arrival),
    scheduled_departure_at: toDate(call.departure),
    eta: toDate(call.arrival),
    window_from: toDate(call.departure),
    window_until: toDate(call.departure + slack_s),
    latest_arrival_time: toDate(call.departure + slack_s),
    dwell_seconds: Math.round(call.departure - call.arrival),
  })
  // A break may be left, or driven to, at any moment of its window.
  const back = ({ from, until }: Break): number => {
    const leaving = toSeconds(from) - LEAD_S
    const after = toSeconds(until) - leaving + haltAfter(stops.length - 1)
    return driveFrom(traffic, { free: drives.at(-1) ?? 0, leaving, after })
  }
  const laid = rest === null ? null : aroundBreak(timetable, rest, { back: back(rest), time_zone })
  const rows =
    laid === null || rest === null
      ? calls.map(callRow)
      : [
          ...laid.before.map(callRow),
          { location_id: laid.pause.location_id, ...breakRow(rest, toDate(laid.pause.begin)) },
          ...laid.after.map(callRow),
        ]
  await insertStops(
    change,
    tripId,
    rows.map((row, location_index) => ({ location_index, ...row })),
  )
}

/** How long a vehicle drives from each stop to the next, and last from the last back to the first. */
const drivesBetween = (deps: Pick<Deps, 'streets'>, stops: readonly RouteStop[]): number[] => {
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
  return drives
}

/** 422 that says which windows would do. */
const aroundBreak = (
  timetable: Timetable,
  { minutes, from, until }: Break,
  { back, time_zone }: { back: number; time_zone: string },
): Laid => {
  const rest = { seconds: minutes * 60, from: toSeconds(from), until: toSeconds(until), back }
  const laid = timetableAround(timetable, rest)
  if ('pause' in laid) return laid
  const near = laid.fits
    .toSorted((a, b) => Math.abs(a - rest.from) - Math.abs(b - rest.from))
    .slice(0, 2)
    .toSorted((a, b) => a - b)
  if (near.length === 0)
    throw invalid([{ pointer: '/break_minutes', detail: `No run ends early enough for a break of ${minutes} minutes` }])
  const clock = (time: number): string => clockTime(toDate(time), time_zone)
  // Whole minutes, as the form has them: the window opens no later than the run ends, and closes no sooner.
  const windows = near.map(
    (end) => `${clock(Math.floor(end / 60) * 60)} to ${clock(Math.ceil((end + rest.seconds) / 60) * 60)}`,
  )
  throw invalid([
    {
      pointer: '/break_from',
      detail: `No run ends in time for this break. Between two runs it can be taken from ${windows.join(', or from ')}`,
    },
  ])
}

const breakRow = ({ minutes, from, until }: Break, begin: Date) => ({
  kind: 'break' as const,
  run: null,
  scheduled_at: begin,
  scheduled_departure_at: new Date(begin.getTime() + minutes * 60_000),
  eta: begin,
  window_from: from,
  window_until: until,
  latest_arrival_time: new Date(until.getTime() - minutes * 60_000),
  dwell_seconds: minutes * 60,
})

/** Gives a trip its break, at first near to where the vehicle begins; planning moves it to where it costs least. */
export const planBreak = async (
  change: PlanChange,
  trip: { id: number; zone_id: number; vehicle_id: number },
  rest: Break,
): Promise<void> => {
  const settings = await readSettings(change.tx, trip.zone_id)
  const start = startPoint(settings, trip.vehicle_id)
  const [nearest] = settings.stops
    .filter((stop) => stop.break)
    .toSorted((a, b) => (start === null ? 0 : flatDistance(a.point, start) - flatDistance(b.point, start)))
  const location_id = nearest?.location_id ?? settings.stops[0]?.location_id ?? (await roadside(change.tx, start))
  await insertStops(change, trip.id, [{ location_id, location_index: 0, ...breakRow(rest, rest.from) }])
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
