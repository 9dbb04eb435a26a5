import { sql } from 'kysely'
import type { Position } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { Deps } from '../deps.ts'
import { wayBetween } from '../dispatch/ways.ts'
import { setOut } from '../driver/stops.ts'
import { refuse, takeTurn } from '../driver/turn.ts'
import { notFound } from '../http/errors.ts'
import type { Actor } from '../http/bind.ts'
import { publish } from '../live/publish.ts'

/** A clock ahead of ours by more than this is wrong, and its positions would hide all that follow. */
const AHEAD_MS = 5 * 60_000
/** Faster than walking about: the vehicle drives. */
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
  if (trip.current_state === 'completed' || trip.current_state === 'cancelled') throw refuse('This trip has ended')
  const now = deps.clock.now()
  const newest = positions.reduce((best, position) =>
    Date.parse(position.recorded_at) >= Date.parse(best.recorded_at) ? position : best,
  )
  if (Date.parse(newest.recorded_at) > now.getTime() + AHEAD_MS)
    throw refuse('The device clock is ahead: positions of the future cannot be stored')
  const vehicleId = trip.vehicle_id
  const moved = await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('positions')
      .values(positions.map((position) => ({ ...position, trip_id: trip.id, vehicle_id: vehicleId, received_at: now })))
      .execute()
    const row = await tx
      .insertInto('trip_monitors')
      .values({ trip_id: trip.id, vehicle_id: vehicleId, ...newest })
      .onConflict((conflict) =>
        conflict
          .column('trip_id')
          .doUpdateSet((eb) => ({
            vehicle_id: eb.ref('excluded.vehicle_id'),
            latitude: eb.ref('excluded.latitude'),
            longitude: eb.ref('excluded.longitude'),
            bearing: eb.ref('excluded.bearing'),
            speed: eb.ref('excluded.speed'),
            recorded_at: eb.ref('excluded.recorded_at'),
          }))
          .where(sql<boolean>`trip_monitors.recorded_at < excluded.recorded_at`),
      )
      .returning('trip_id')
      .executeTakeFirst()
    if (row === undefined) return false
    await publish(tx, [
      {
        kind: 'position',
        trip_id: trip.id,
        vehicle_id: vehicleId,
        zone_id: trip.zone_id,
        region_id: trip.region_id,
        position: newest,
      },
    ])
    return true
  })
  if (moved && trip.current_state === 'live' && newest.speed >= MOVING_MPS)
    await noticeSettingOut(deps, actor, trip.id, [newest.longitude, newest.latitude])
  const plan = await deps.db
    .selectFrom('zone_plans')
    .select('version')
    .where('zone_id', '=', trip.zone_id)
    .executeTakeFirst()
  return { stored: positions.length, plan_version: plan?.version ?? 0 }
}

/** A vehicle that drives when it is time to drive to its next stop has set out for it. */
const noticeSettingOut = async (deps: Deps, actor: Actor, tripId: number, at: LngLat): Promise<void> => {
  const next = await deps.db
    .selectFrom('trip_stops')
    .innerJoin('locations', 'locations.id', 'trip_stops.location_id')
    .where('trip_id', '=', tripId)
    .where('departed_at', 'is', null)
    .select(['trip_stops.id', 'arrived_at', 'eta', 'scheduled_at', 'longitude', 'latitude'])
    .orderBy('location_index')
    .limit(1)
    .executeTakeFirst()
  const streets = deps.streets.current()
  if (next === undefined || next.arrived_at !== null || streets === null) return
  const drive = wayBetween(streets, at, [next.longitude, next.latitude])?.duration_s ?? 0
  const leaves = (next.eta ?? next.scheduled_at).getTime() - (drive + EARLY_S) * 1000
  if (deps.clock.now().getTime() < leaves) return
  await takeTurn(deps, actor, tripId, async (turn) => {
    if (turn.trip.current_state === 'live') await setOut(turn, next.id)
  })
}
