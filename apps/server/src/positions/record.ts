import { sql } from 'kysely'
import type { LiveEvent, Position } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { Deps } from '../deps.ts'
import { streetsWithout } from '../planning/plan/closures.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { nowOf } from '../planning/plan/context.ts'
import { driveFrom } from '../planning/plan/traffic.ts'
import { driveBetween } from '../streets/drives.ts'
import { performAction, setOut } from '../driver/action.ts'
import { notFound, notPossible } from '../http/errors.ts'
import type { Actor } from '../http/bind.ts'
import { LIVE_CHANNEL } from '../live/publish.ts'

/** A device clock further ahead than this is wrong; its positions would hide all that follow. */
const AHEAD_MS = 5 * 60_000
/** Faster than walking: the vehicle is driving. */
const MOVING_MPS = 2
const EARLY_S = 120

/** Stores a batch, oldest first. Only positions newer than the newest known move the vehicle. */
export const recordPositions = async (deps: Deps, actor: Actor, tripId: number, positions: readonly Position[]) => {
  const trip = await deps.db
    .selectFrom('trips')
    .innerJoin('zones', 'zones.id', 'trips.zone_id')
    .where('trips.id', '=', tripId)
    .select([
      'trips.id',
      'trips.driver_id',
      'trips.vehicle_id',
      'trips.zone_id',
      'zones.region_id',
      'trips.current_state',
    ])
    .executeTakeFirst()
  if (trip === undefined || actor.kind !== 'driver' || trip.driver_id !== actor.id || trip.vehicle_id === null)
    throw notFound()
  if (trip.current_state === 'completed' || trip.current_state === 'cancelled') throw notPossible('This trip has ended')
  const now = deps.clock.now()
  const newest = positions.reduce((best, position) =>
    Date.parse(position.recorded_at) >= Date.parse(best.recorded_at) ? position : best,
  )
  if (Date.parse(newest.recorded_at) > now.getTime() + AHEAD_MS)
    throw notPossible('The device clock is ahead: positions in the future cannot be stored')
  const moved = await store(deps, { ...trip, vehicle_id: trip.vehicle_id }, positions, newest, now)
  if (moved && trip.current_state === 'live' && newest.speed >= MOVING_MPS)
    await noticeSettingOut(deps, actor, trip, [newest.longitude, newest.latitude])
  const plan = await deps.db
    .selectFrom('zone_plans')
    .select('version')
    .where('zone_id', '=', trip.zone_id)
    .executeTakeFirst()
  return { stored: positions.length, plan_version: plan?.version ?? 0 }
}

type OnTrip = { id: number; vehicle_id: number; zone_id: number; region_id: number }

/** Positions, the newest one and its live event in one statement, since every vehicle sends them all day. */
const store = async (
  { db }: Deps,
  { id: trip_id, vehicle_id, zone_id, region_id }: OnTrip,
  positions: readonly Position[],
  newest: Position,
  now: Date,
): Promise<boolean> => {
  const event: LiveEvent = { kind: 'position', trip_id, vehicle_id, zone_id, region_id, position: newest }
  const { rows } = await sql`
    with stored as (
      insert into positions (latitude, longitude, bearing, speed, recorded_at, trip_id, vehicle_id, received_at)
      select p.latitude, p.longitude, p.bearing, p.speed, p.recorded_at, ${trip_id}::int, ${vehicle_id}::int,
        ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(positions)}::json)
        as p(latitude float8, longitude float8, bearing float8, speed float8, recorded_at timestamptz)),
    moved as (
      insert into trip_monitors as m (trip_id, vehicle_id, latitude, longitude, bearing, speed, recorded_at)
      values (${trip_id}, ${vehicle_id}, ${newest.latitude}, ${newest.longitude}, ${newest.bearing}, ${newest.speed},
        ${newest.recorded_at})
      on conflict (trip_id) do update set vehicle_id = excluded.vehicle_id, latitude = excluded.latitude,
        longitude = excluded.longitude, bearing = excluded.bearing, speed = excluded.speed,
        recorded_at = excluded.recorded_at
      where m.recorded_at < excluded.recorded_at
      returning trip_id),
    told as (
      insert into live_events (kind, zone_id, region_id, payload)
      select 'position', ${zone_id}::int, ${region_id}::int, ${JSON.stringify(event)}::jsonb from moved
      returning id)
    select pg_notify(${LIVE_CHANNEL}, id::text) from told`.execute(db)
  return rows.length > 0
}

/** A vehicle that is driving when it has to leave for its next stop counts as under way to it. */
const noticeSettingOut = async (
  deps: Deps,
  actor: Actor,
  { id: tripId, zone_id }: { id: number; zone_id: number },
  at: LngLat,
): Promise<void> => {
  const next = await deps.db
    .selectFrom('trip_stops')
    .innerJoin('locations', 'locations.id', 'trip_stops.location_id')
    .where('trip_id', '=', tripId)
    .where('departed_at', 'is', null)
    .select(['trip_stops.id', 'arrived_at', 'eta', 'scheduled_at', 'longitude', 'latitude'])
    .orderBy('location_index')
    .limit(1)
    .executeTakeFirst()
  const open = deps.streets.current()
  if (next === undefined || next.arrived_at !== null || open === null) return
  const { closures, traffic } = await settingsAt(deps, deps.db, await readVersion(deps.db, zone_id))
  const now = nowOf(deps)
  const drive = driveBetween(streetsWithout(open, closures, now), at, [next.longitude, next.latitude])
  const drive_s = driveFrom(traffic, { free: Math.ceil(drive?.duration_s ?? 0), leaving: now, after: 0 })
  const leaves = (next.eta ?? next.scheduled_at).getTime() - (drive_s + EARLY_S) * 1000
  if (deps.clock.now().getTime() < leaves) return
  await performAction(deps, actor, tripId, async (action) => {
    if (action.trip.current_state === 'live') await setOut(action, next.id)
  })
}
