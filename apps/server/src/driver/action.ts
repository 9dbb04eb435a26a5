import { sql } from 'kysely'
import type { Reason, TakenFare } from '@ambit/contract'
import type { RequestStatus, TripState } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { notFound, notPossible } from '../http/errors.ts'
import { byActor } from '../planning/change/booking-history.ts'
import type { By } from '../planning/change/booking-history.ts'
import { secureBookings, setStatus, type StatusChange } from '../planning/change/bookings.ts'
import { changePlan, noteTrip } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { readTrip, updateTrip } from '../planning/change/trips.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { clockTime } from '../planning/plan/format.ts'
import type { OpenTrip } from '../planning/change/trips.ts'
import { showTrip } from '../trips/show.ts'
import { asDriverSees } from './names.ts'
import { isLongOver } from './require-own.ts'

/** A driver's action under way: the zone's plan is locked until it ends. */
export type DriverAction = {
  change: PlanChange
  trip: OpenTrip
  by: By
  /** when it happened */
  at: Date
  /** whose writing on paper tells of it; null: a device tells of it */
  onPaper: string | null
  /** where it is kept; null: what is no action of its own, and cannot be undone */
  row: number | null
}

/** What a key keeps of an action. Versions before kept the whole trip, which this is part of. */
export type OnTrip = { data: { id: number } }

/** Performs one action of a driver on a trip of their own, and keeps which trip it was with it. */
export const performAction = async (
  deps: Deps,
  actor: Actor,
  tripId: number | undefined,
  step: (action: DriverAction) => Promise<void>,
  keep: Keep,
): Promise<OnTrip> => {
  const own =
    tripId === undefined
      ? undefined
      : await deps.db.selectFrom('trips').select(['zone_id', 'driver_id']).where('id', '=', tripId).executeTakeFirst()
  if (tripId === undefined || own === undefined || actor.kind !== 'driver' || own.driver_id !== actor.id)
    throw notFound()
  return changePlan(deps, own.zone_id, null, async (change) => {
    const trip = await readTrip(change.tx, tripId)
    if (trip === undefined || trip.driver_id !== actor.id || isLongOver(trip, change.now)) throw notFound()
    noteTrip(change, tripId)
    await step({ change, trip, by: byActor(actor), at: change.now, onPaper: null, row: null })
    return keep(change.tx, { data: { id: tripId } })
  })
}

/** The trip of an action as it is now, which the zone's lock is not held for; 404 where it has another driver by now. */
export const showActedOn = async (deps: Deps, { data: { id } }: OnTrip, actor: Actor) => {
  const data = await showTrip(deps, deps.db, id, null)
  if (data === undefined || actor.kind !== 'driver' || data.driver_id !== actor.id) throw notFound()
  return { data: await asDriverSees(deps.db, data) }
}

export const requireOnTheRoad = ({ trip }: DriverAction): void => {
  if (trip.current_state === 'staged') throw notPossible('Sign on to the trip first')
  if (trip.current_state !== 'live' && trip.current_state !== 'in_transit') throw notPossible('This trip has ended')
}

export type StopRow = {
  id: number
  trip_id: number
  location_id: number
  location_index: number
  kind: 'passenger' | 'break' | 'route_stop' | 'staging'
  scheduled_at: Date
  arrived_at: Date | null
  departed_at: Date | null
}

/** The stops not departed from, in order. */
export const stopsAhead = ({ change, trip }: DriverAction): Promise<StopRow[]> =>
  change.tx
    .selectFrom('trip_stops')
    .where('trip_id', '=', trip.id)
    .where('departed_at', 'is', null)
    .select(['id', 'trip_id', 'location_id', 'location_index', 'kind', 'scheduled_at', 'arrived_at', 'departed_at'])
    .orderBy('location_index')
    .execute()

/** In transit while heading for a stop or carrying passengers, live otherwise. */
export const setState = async ({ change, trip }: DriverAction, heading: boolean): Promise<void> => {
  const { count, current_state } = await change.tx
    .selectFrom('trips')
    .where('id', '=', trip.id)
    .select((eb) => [
      'current_state',
      eb
        .selectFrom('service_requests')
        .whereRef('trip_id', '=', 'trips.id')
        .where('status', '=', 'on_board')
        .select(eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('count'),
    ])
    .executeTakeFirstOrThrow()
  const state = heading || count > 0 ? 'in_transit' : 'live'
  if (state !== current_state) await updateTrip(change, trip.id, { current_state: state })
}

/** Heading for a stop: passengers who wait there are secured from now on. */
export const setOut = async (action: DriverAction, stopId: number): Promise<void> => {
  await secureBookings(action.change, {
    trip_stop_id: stopId,
    reason: { code: 'set_out', text: 'The vehicle has set out for this pick-up' },
  })
  await setState(action, true)
}

export type Before = {
  state: TripState
  status?: RequestStatus
  boarded_count?: number | null
  fare?: TakenFare
  /** of a boarding against the plan: what had become of the booking meanwhile, with the trip that it was moved to */
  found?: 'ended' | { trip_id: number | null }
}

/** Keeps with a boarding what had become of the booking, before the passenger boards. */
export const rememberFound = async (
  { change, row }: DriverAction,
  found: NonNullable<Before['found']>,
): Promise<void> => {
  if (row === null) return
  await change.tx
    .updateTable('driver_actions')
    .set({ before: JSON.stringify({ found }) })
    .where('id', '=', row)
    .execute()
}

/** Keeps with the action what undoing it returns to. */
export const remember = async (
  { change, row }: DriverAction,
  about: { trip_stop_id: number; service_request_id?: number },
  before: Before,
): Promise<void> => {
  if (row === null) return
  await change.tx
    .updateTable('driver_actions')
    .set({ ...about, before: sql`coalesce(before, '{}') || ${JSON.stringify(before)}::jsonb` })
    .where('id', '=', row)
    .execute()
}

/** Moves a booking of the trip to another status, by this driver or by what they wrote on paper. */
export const setBooking = async (
  action: DriverAction,
  id: number,
  status: RequestStatus,
  set: StatusChange['set'],
  { code, text }: Reason,
): Promise<void> => {
  const { change, trip, by } = action
  const reason = { code, text: `${text}${await afterwards(action)}` }
  await setStatus(change, { id, status, trip_id: trip.id, set, by, reason })
}

/** What is told later than this was not told while it happened. ms */
const LATER_MS = 60_000

/** ' at 8:12 am, recorded afterwards from what Ann Lee wrote'; nothing for what is told while it happens. */
export const afterwards = async ({ change, at, onPaper }: DriverAction): Promise<string> => {
  if (onPaper === null && change.now.getTime() - at.getTime() < LATER_MS) return ''
  const { time_zone } = await settingsAt(change.deps, change.tx, change.zone)
  const told = onPaper === null ? 'sent later by the device' : `recorded afterwards from what ${onPaper} wrote`
  return ` at ${clockTime(at, time_zone)}, ${told}`
}
