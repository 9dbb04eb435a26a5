import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { LiveEvent } from '@ambit/contract'
import type { DB, RequestStatus, TripState } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { lockPlan, raisePlanVersion } from '../planning/plan/queries.ts'
import type { ZoneVersion } from '../planning/plan/queries.ts'
import { invalid, notFound } from '../http/errors.ts'
import type { HttpError } from '../http/errors.ts'
import type { Actor } from '../http/bind.ts'
import { publish } from '../live/publish.ts'
import { byActor, recordHistory } from '../planning/change/booking-history.ts'
import type { By } from '../planning/change/booking-history.ts'
import { showTrip } from '../trips/show.ts'
import type { ShownTrip } from '../trips/show.ts'

export type OwnTrip = {
  id: number
  zone_id: number
  region_id: number
  vehicle_id: number | null
  driver_id: number | null
  current_state: TripState
  start_datetime: Date
  end_datetime: Date
  on_board: number
  bookings_left: number
}

/** A driver's step under way: the zone's plan is theirs until it ends. */
export type DriverAction = {
  deps: Deps
  tx: Transaction<DB>
  now: Date
  trip: OwnTrip
  version: ZoneVersion
  by: By
  events: LiveEvent[]
}

/** A rule of the road is broken: 422 with the sentence that the driver's app shows. */
export const refuse = (detail: string): HttpError => invalid([{ pointer: '', title: 'Not possible now', detail }])

export const readOwnTrip = (tx: Transaction<DB>, id: number): Promise<OwnTrip | undefined> =>
  tx
    .selectFrom('trips as t')
    .innerJoin('zones', 'zones.id', 't.zone_id')
    .where('t.id', '=', id)
    .select(['t.id', 't.zone_id', 'zones.region_id', 't.vehicle_id', 't.driver_id', 't.current_state'])
    .select(['t.start_datetime', 't.end_datetime'])
    .select([
      sql<number>`(select count(*) from service_requests r where r.trip_id = t.id and r.status = 'on_board')`.as(
        'on_board',
      ),
      sql<number>`(select count(*) from service_requests r where r.trip_id = t.id and r.status in ('assigned', 'secured'))`.as(
        'bookings_left',
      ),
    ])
    .executeTakeFirst()

/** Runs one step of a driver on a trip of their own, in the zone's action, and answers with the trip as it then is. */
export const performAction = async (
  deps: Deps,
  actor: Actor,
  tripId: number | undefined,
  step: (action: DriverAction) => Promise<void>,
): Promise<ShownTrip> => {
  const own =
    tripId === undefined
      ? undefined
      : await deps.db.selectFrom('trips').select(['zone_id', 'driver_id']).where('id', '=', tripId).executeTakeFirst()
  if (tripId === undefined || own === undefined || actor.kind !== 'driver' || own.driver_id !== actor.id)
    throw notFound()
  await deps.db.transaction().execute(async (tx) => {
    const version = await lockPlan(tx, own.zone_id)
    const trip = await readOwnTrip(tx, tripId)
    if (trip === undefined || trip.driver_id !== actor.id) throw notFound()
    const action: DriverAction = { deps, tx, now: deps.clock.now(), trip, version, by: byActor(actor), events: [] }
    await step(action)
    await raisePlanVersion(tx, trip.zone_id)
    await publish(tx, [
      ...action.events,
      { kind: 'trip', trip_id: trip.id, zone_id: trip.zone_id, region_id: trip.region_id },
    ])
  })
  const shown = await showTrip(deps, deps.db, tripId, null)
  if (shown === undefined) throw notFound()
  return shown
}

export const requireOnTheRoad = ({ trip }: DriverAction): void => {
  if (trip.current_state === 'staged') throw refuse('Sign on to the trip first')
  if (trip.current_state !== 'live' && trip.current_state !== 'in_transit') throw refuse('This trip has ended')
}

export type StopRow = {
  id: number
  trip_id: number
  location_id: number
  location_index: number
  arrived_at: Date | null
  departed_at: Date | null
}

/** The stops not departed from, in order. */
export const stopsAhead = ({ tx, trip }: DriverAction): Promise<StopRow[]> =>
  tx
    .selectFrom('trip_stops')
    .where('trip_id', '=', trip.id)
    .where('departed_at', 'is', null)
    .select(['id', 'trip_id', 'location_id', 'location_index', 'arrived_at', 'departed_at'])
    .orderBy('location_index')
    .execute()

/** In transit while heading for a stop or carrying someone, live otherwise. */
export const setState = async ({ tx, trip, now }: DriverAction, heading: boolean): Promise<void> => {
  const { count } = await tx
    .selectFrom('service_requests')
    .where('trip_id', '=', trip.id)
    .where('status', '=', 'on_board')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const state = heading || count > 0 ? 'in_transit' : 'live'
  if (state !== trip.current_state)
    await tx.updateTable('trips').set({ current_state: state, updated_at: now }).where('id', '=', trip.id).execute()
}

type Action = {
  kind: 'arrive' | 'depart' | 'board' | 'no_show' | 'drop_off'
  trip_stop_id: number | null
  service_request_id: number | null
}
export type Before = { state: TripState; status?: RequestStatus }

/** Remembers the step, so that it can be taken back. */
export const remember = async ({ tx, trip, now }: DriverAction, action: Action, before: Before): Promise<void> => {
  await tx
    .insertInto('driver_actions')
    .values({ trip_id: trip.id, ...action, before: JSON.stringify(before), created_at: now })
    .execute()
}

/** Changes a booking's status with its history and its live event. */
export const setStatus = async (
  action: DriverAction,
  id: number,
  status: RequestStatus,
  change: { boarded_at?: Date | null; dropped_off_at?: Date | null; secured_at?: Date | null },
  reason: { code: string; text: string },
): Promise<void> => {
  const { tx, now, trip, by } = action
  await tx
    .updateTable('service_requests')
    .set({ status, ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
  await recordHistory(tx, now, [{ service_request_id: id, status, trip_id: trip.id, by, reasons: [reason] }])
  action.events.push({
    kind: 'service_request',
    service_request_id: id,
    trip_id: trip.id,
    zone_id: trip.zone_id,
    region_id: trip.region_id,
  })
}
