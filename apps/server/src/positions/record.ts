import { sql } from 'kysely'
import type { LiveEvent, Position, TripState } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { among } from '../database/among.ts'
import type { Deps } from '../deps.ts'
import { streetsWithout } from '../planning/plan/closures.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { nowOf } from '../planning/plan/context.ts'
import { driveFrom } from '../planning/plan/traffic.ts'
import { driveBetween } from '../streets/drives.ts'
import { performAction, setOut, type DriverAction } from '../driver/action.ts'
import { notFound, notPossible } from '../http/errors.ts'
import { keepNothing } from '../http/idempotency.ts'
import type { Actor } from '../http/bind.ts'
import { LIVE_CHANNEL } from '../live/publish.ts'
import { gather, type Outcome } from './gather.ts'
import { firstOfHalfMinutes, unlessHalfMinuteStored } from './thin.ts'

/** A device clock further ahead than this is wrong, and what it shows to its driver too: its positions are refused. */
const AHEAD_MS = 5 * 60_000
/** A position may lie so far in the future, as clocks and the way from the device differ. */
const SKEW_MS = 10_000
/** Faster than walking: the vehicle is driving. */
const MOVING_MPS = 2
/** What is less certain is no place of a vehicle on a map. Metres */
const CERTAIN_M = 100
const EARLY_S = 120

/** What a device sends at once, at least one position. */
type Report = { actor: Actor; tripId: number; positions: readonly Position[] }
type DriverActor = Extract<Actor, { kind: 'driver' }>
type OnTrip = {
  id: number
  vehicle_id: number
  zone_id: number
  region_id: number
  current_state: TripState
  plan_version: number
}
/** `newest`: of those that are certain enough to say where the vehicle is; null: none is. */
type Accepted = { trip: OnTrip; actor: DriverActor; positions: readonly Position[]; newest: Position | null }
type Stored = Accepted & { moved: boolean; next: NextStop | null }

const REPORTS_AT_ONCE = 200

/**
 * Stores what devices send. Reports that come at the same moment are written together, since every vehicle sends them
 * all day. Only positions newer than the newest known move the vehicle, so none may lie in the future: there it would
 * hide those that follow.
 */
export const createPositionRecorder = (deps: Deps) => {
  const store = gather((reports: readonly Report[]) => storeReports(deps, reports), REPORTS_AT_ONCE)
  return async (actor: Actor, tripId: number, positions: readonly Position[]) => {
    const { trip, moved, newest, next, actor: driver } = await store({ actor, tripId, positions })
    const out =
      moved &&
      newest !== null &&
      next !== null &&
      (await noticeSettingOut(deps, driver, { trip, next, at: [newest.longitude, newest.latitude] }))
    const plan_version = out ? (await readVersion(deps.db, trip.zone_id)).version : trip.plan_version
    return { stored: positions.length, plan_version }
  }
}

const storeReports = async (deps: Deps, reports: readonly Report[]): Promise<Outcome<Stored>[]> => {
  const now = deps.clock.now()
  const trips = await findTrips(deps, new Set(reports.map(({ tripId }) => tripId)))
  const checked = reports.map((report) => check(report, trips.get(report.tripId), now))
  const accepted = checked.flatMap((one) => ('value' in one ? [one.value] : []))
  if (accepted.length === 0) return checked.flatMap((one) => ('error' in one ? [one] : []))
  const moved = await write(deps, accepted, now)
  deps.measures.positions(accepted.reduce((sum, { positions }) => sum + positions.length, 0))
  const driving = accepted.filter(
    ({ trip, newest }) => moved.has(trip.id) && trip.current_state === 'live' && (newest?.speed ?? 0) >= MOVING_MPS,
  )
  const next = await findNextStops(deps, new Set(driving.map(({ trip }) => trip.id)))
  return checked.map((one) =>
    'error' in one
      ? one
      : { value: { ...one.value, moved: moved.has(one.value.trip.id), next: next.get(one.value.trip.id) ?? null } },
  )
}

const findTrips = async ({ db }: Deps, ids: ReadonlySet<number>) => {
  const rows = await db
    .selectFrom('trips')
    .innerJoin('zones', 'zones.id', 'trips.zone_id')
    .leftJoin('zone_plans', 'zone_plans.zone_id', 'trips.zone_id')
    .where('trips.id', '=', among([...ids]))
    .select(['trips.id', 'trips.driver_id', 'trips.vehicle_id', 'trips.zone_id', 'zones.region_id'])
    .select(['trips.current_state', 'zone_plans.version as plan_version'])
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, plan_version: row.plan_version ?? 0 }]))
}
type TripFound = Awaited<ReturnType<typeof findTrips>> extends Map<number, infer T> ? T : never

const check = ({ actor, positions }: Report, trip: TripFound | undefined, now: Date): Outcome<Accepted> => {
  if (trip === undefined || actor.kind !== 'driver' || trip.driver_id !== actor.id || trip.vehicle_id === null)
    return { error: notFound() }
  if (trip.current_state === 'completed' || trip.current_state === 'cancelled')
    return { error: notPossible('This trip has ended') }
  const ahead = Date.parse(newestOf(positions).recorded_at) - now.getTime()
  if (ahead > AHEAD_MS)
    return { error: notPossible('The device clock is ahead: positions in the future cannot be stored') }
  const bounded = ahead > SKEW_MS ? positions.map((position) => setBack(position, ahead)) : positions
  const onTrip = { ...trip, vehicle_id: trip.vehicle_id }
  const certain = bounded.filter(({ accuracy_m }) => (accuracy_m ?? 0) <= CERTAIN_M)
  const newest = certain.length === 0 ? null : newestOf(certain)
  return { value: { trip: onTrip, actor, positions: bounded, newest } }
}

/** The clock of the device is ahead by so many milliseconds at least: its newest position is no newer than now. */
const setBack = (position: Position, ahead: number): Position => ({
  ...position,
  recorded_at: new Date(Date.parse(position.recorded_at) - ahead).toISOString(),
})

const newestOf = (positions: readonly Position[]): Position =>
  positions.reduce((best, position) =>
    Date.parse(position.recorded_at) >= Date.parse(best.recorded_at) ? position : best,
  )

/** Positions, the newest of each trip and their live events in one statement; answers the trips that moved. */
const write = async ({ db, disk }: Deps, accepted: readonly Accepted[], now: Date): Promise<ReadonlySet<number>> => {
  const told = accepted.flatMap(({ trip, positions }) =>
    positions.map((position) => ({ ...position, trip_id: trip.id, vehicle_id: trip.vehicle_id })),
  )
  const thinned = disk.low()
  const all = thinned ? firstOfHalfMinutes(told) : told
  // A trip may have reported twice: one statement changes its row once.
  const newest = [...Map.groupBy(accepted, ({ trip }) => trip.id).values()].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    const { id: trip_id, vehicle_id, zone_id, region_id } = first.trip
    const certain = [first, ...more].flatMap(({ newest }) => newest ?? [])
    if (certain.length === 0) return []
    const { accuracy_m: _, ...position } = newestOf(certain)
    const event: LiveEvent = { kind: 'position', trip_id, vehicle_id, zone_id, region_id, position }
    return [{ ...position, trip_id, vehicle_id, zone_id, region_id, event }]
  })
  const { rows } = await sql<{ moved: number[] | null }>`
    with stored as (
      insert into positions (latitude, longitude, bearing, speed, accuracy_m, recorded_at, trip_id, vehicle_id, received_at)
      select p.latitude, p.longitude, p.bearing, p.speed, p.accuracy_m, p.recorded_at, p.trip_id, p.vehicle_id,
        ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(all)}::json) as p(latitude float8, longitude float8, bearing float8,
        speed float8, accuracy_m float8, recorded_at timestamptz, trip_id int, vehicle_id int)
      ${thinned ? unlessHalfMinuteStored : sql``}
      -- sent again because the answer was lost
      on conflict (trip_id, recorded_at) do nothing),
    newest as (
      select * from json_to_recordset(${JSON.stringify(newest)}::json) as n(latitude float8, longitude float8,
        bearing float8, speed float8, recorded_at timestamptz, trip_id int, vehicle_id int, zone_id int, region_id int,
        event jsonb)),
    moved as (
      insert into trip_monitors as m (trip_id, vehicle_id, latitude, longitude, bearing, speed, recorded_at)
      -- in one order everywhere, so that two processes cannot wait for each other
      select trip_id, vehicle_id, latitude, longitude, bearing, speed, recorded_at from newest order by trip_id
      on conflict (trip_id) do update set vehicle_id = excluded.vehicle_id, latitude = excluded.latitude,
        longitude = excluded.longitude, bearing = excluded.bearing, speed = excluded.speed,
        recorded_at = excluded.recorded_at
      where m.recorded_at < excluded.recorded_at
        -- stored while the server's own clock was ahead
        or m.recorded_at > ${new Date(now.getTime() + SKEW_MS)}
      returning trip_id),
    told as (
      insert into live_events (kind, zone_id, region_id, payload)
      select 'position', zone_id, region_id, event from newest where trip_id in (select trip_id from moved)
      returning id)
    select (select json_agg(trip_id) from moved) as moved,
      (select pg_notify(${LIVE_CHANNEL}, string_agg(id::text, ',' order by id)) from told having count(*) > 0)`.execute(
    db,
  )
  return new Set(rows[0]?.moved)
}

type NextStop = {
  id: number
  arrived_at: Date | null
  eta: Date | null
  scheduled_at: Date
  longitude: number
  latitude: number
}

/** The first stop of each trip that it has not left yet. */
const findNextStops = async ({ db }: Deps, tripIds: ReadonlySet<number>): Promise<Map<number, NextStop>> => {
  if (tripIds.size === 0) return new Map()
  const rows = await db
    .selectFrom('trip_stops')
    .innerJoin('locations', 'locations.id', 'trip_stops.location_id')
    .where('trip_id', '=', among([...tripIds]))
    .where('departed_at', 'is', null)
    .distinctOn('trip_id')
    .select(['trip_stops.id', 'trip_id', 'arrived_at', 'eta', 'scheduled_at', 'longitude', 'latitude'])
    .orderBy('trip_id')
    .orderBy('location_index')
    .execute()
  return new Map(rows.map((row) => [row.trip_id, row]))
}

/** A vehicle that is driving when it has to leave for its next stop counts as under way to it. True: it does now. */
const noticeSettingOut = async (
  deps: Deps,
  actor: DriverActor,
  { trip: { id: tripId, zone_id }, next, at }: { trip: OnTrip; next: NextStop; at: LngLat },
): Promise<boolean> => {
  const open = deps.streets.current()
  if (next.arrived_at !== null || open === null) return false
  const { closures, traffic } = await settingsAt(deps, deps.db, await readVersion(deps.db, zone_id))
  const now = nowOf(deps)
  const drive = driveBetween(streetsWithout(open, closures, now), at, [next.longitude, next.latitude])
  const drive_s = driveFrom(traffic, { free: Math.ceil(drive?.duration_s ?? 0), leaving: now, after: 0 })
  const leaves = (next.eta ?? next.scheduled_at).getTime() - (drive_s + EARLY_S) * 1000
  if (deps.clock.now().getTime() < leaves) return false
  const step = async (action: DriverAction): Promise<void> => {
    if (action.trip.current_state === 'live') await setOut(action, next.id)
  }
  await performAction(deps, actor, tripId, step, keepNothing)
  return true
}
