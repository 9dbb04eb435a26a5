import { schedule } from '@ambit/engine'
import type { Visit } from '@ambit/engine'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import { toDate } from '../plan/types.ts'
import type { PlanTrip, Seconds } from '../plan/types.ts'
import type { PlanProblem } from '../problem/build.ts'
import { itineraryOf } from '../problem/itinerary.ts'
import type { Assignment } from './assign.ts'
import { noteTrip } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'
import { matchStops } from './match-stops.ts'
import type { MatchedStop } from './match-stops.ts'
import { settleBreaks } from './settle-breaks.ts'
import { deleteStops, insertStops } from './stops.ts'

/**
 * Writes a trip's new visits as its stops, and ties its bookings to them, in four statements. A stop that stays
 * keeps its id. Lateness stays visible: a stop that was already expected late keeps being late by as much, and a
 * passenger who was already late for what was promised is planned for the promise on another vehicle, and expected
 * when that vehicle can be there. A stop that the vehicle has reached stays planned as it was, but no later than is
 * promised to those who join it there: it may have come early, for others.
 */
export const writeTrip = async (
  change: PlanChange,
  { pp, problem, demands }: Omit<Assignment, 'solution'>,
  trip: PlanTrip,
  visits: readonly Visit[],
): Promise<void> => {
  noteTrip(change, trip.id)
  const settled = settleBreaks(pp, problem, trip, visits, demands)
  const matched = matchStops(pp, trip, itineraryOf(pp, settled.problem, demands, settled.trip, visits))
  const late = latenessOf(pp, trip)
  const scheduled = ({ stop, stored }: MatchedStop): Seconds => {
    if (stored?.arrived_at != null)
      return Math.min(stored.scheduled_at, stop.latest ?? Infinity, stop.promised ?? Infinity)
    // A disruption that staff accepted makes nothing on time: the stop stays due when it was promised first.
    if (stop.promised !== null && stop.arrival > stop.promised) return stop.promised
    const planned = stop.arrival - (stored === null ? 0 : (late.get(stored.id) ?? 0))
    return stop.latest !== null && planned > stop.latest && isLateAlready(pp, stop.visits) ? stop.latest : planned
  }
  const plan = matched.map((match, index) => ({
    ...match,
    location_index: trip.next_index + index,
    scheduled_at: scheduled(match),
  }))
  const kept = plan.flatMap((stop) => (stop.stored === null ? [] : [{ ...stop, id: stop.stored.id }]))
  await updateStops(change.tx, kept)
  const inserted = await insertPlanned(
    change,
    trip.id,
    plan.filter((stop) => stop.stored === null),
  )
  await tieBookings(change, trip.id, [...kept, ...inserted])
  const gone = trip.stops.filter((stop) => !kept.some((one) => one.id === stop.id)).map((stop) => stop.id)
  await deleteStops(change, trip.id, gone)
}

/** By how much each stored stop was expected late before the change; early counts as on time. */
const latenessOf = (pp: PlanProblem, trip: PlanTrip): Map<number, Seconds> => {
  const route = pp.solution.routes.find((one) => one.vehicle === trip.id)
  if (route === undefined) return new Map()
  const before = matchStops(pp, trip, itineraryOf(pp, pp.problem, pp.bookings, trip, route.visits))
  return new Map(
    before.flatMap(({ stop, stored }) =>
      stored === null ? [] : [[stored.id, Math.max(0, stop.arrival - stored.scheduled_at)] as const],
    ),
  )
}

/** Whether the plan as it was, whichever vehicle was to come, would have served a passenger here later than promised. */
const isLateAlready = (pp: PlanProblem, visits: readonly Visit[]): boolean =>
  visits.some((visit) => {
    const booking = visit.kind === 'fixed' ? undefined : pp.bookings.get(visit.request)
    const route = pp.solution.routes.find(({ vehicle }) => vehicle === booking?.trip_id)
    if (booking === undefined || route === undefined) return false
    const at = route.visits.findIndex((one) => isSame(one, visit))
    const begin = schedule(pp.problem, route)?.[at]?.begin
    const due = visit.kind === 'pickup' ? booking.pickup.upper : booking.dropoff.upper
    return begin !== undefined && begin + pp.epoch > due
  })

const isSame = (one: Visit, other: Visit): boolean =>
  one.kind !== 'fixed' && other.kind !== 'fixed' && one.kind === other.kind && one.request === other.request

type PlannedWrite = MatchedStop & { location_index: number; scheduled_at: Seconds }

const updateStops = async (tx: Transaction<DB>, stops: readonly (PlannedWrite & { id: number })[]): Promise<void> => {
  if (stops.length === 0) return
  await sql`
    update trip_stops s set location_id = v.location_id, kind = v.kind, location_index = v.location_index, scheduled_at = v.scheduled_at,
      scheduled_departure_at = v.departure, eta = v.eta, latest_arrival_time = v.latest
    from unnest(${stops.map((stop) => stop.id)}::int[], ${stops.map(({ stop }) => stop.location_id)}::int[],
      ${stops.map(({ stop }) => stop.kind)}::text[], ${stops.map((stop) => stop.location_index)}::int[],
      ${stops.map((stop) => toDate(stop.scheduled_at))}::timestamptz[],
      ${stops.map((stop) => toDate(Math.max(stop.stop.departure, stop.scheduled_at)))}::timestamptz[],
      ${stops.map((stop) => toDate(stop.stop.arrival))}::timestamptz[],
      ${stops.map(({ stop }) => (stop.latest === null || stop.latest === Infinity ? null : toDate(stop.latest)))}::timestamptz[])
      as v(id, location_id, kind, location_index, scheduled_at, departure, eta, latest)
    where s.id = v.id`.execute(tx)
}

const insertPlanned = async (
  change: PlanChange,
  tripId: number,
  stops: readonly PlannedWrite[],
): Promise<(PlannedWrite & { id: number })[]> => {
  const rows = await insertStops(
    change,
    tripId,
    stops.map(({ stop, location_index, scheduled_at }) => ({
      location_id: stop.location_id,
      kind: stop.kind,
      location_index,
      scheduled_at: toDate(scheduled_at),
      scheduled_departure_at: toDate(stop.departure),
      eta: toDate(stop.arrival),
      latest_arrival_time: stop.latest === null || stop.latest === Infinity ? null : toDate(stop.latest),
      dwell_seconds: null,
    })),
  )
  const ids = new Map(rows.map((row) => [row.location_index, row.id]))
  return stops.map((stop) => {
    const id = ids.get(stop.location_index)
    if (id === undefined) throw new Error('The database gave a new stop no id')
    return { ...stop, id }
  })
}

/** Bookings planned here get this trip and its stops; those on board keep the stop where they boarded. */
const tieBookings = async (
  { tx, now }: PlanChange,
  tripId: number,
  stops: readonly (MatchedStop & { id: number })[],
): Promise<void> => {
  const ties = new Map<number, { pickup: number | null; dropoff: number | null }>()
  for (const { id, stop } of stops)
    for (const visit of stop.visits) {
      if (visit.kind === 'fixed') continue
      const tie = ties.get(visit.request) ?? { pickup: null, dropoff: null }
      ties.set(visit.request, visit.kind === 'pickup' ? { ...tie, pickup: id } : { ...tie, dropoff: id })
    }
  if (ties.size === 0) return
  await sql`
    update service_requests r set trip_id = ${tripId}, pickup_trip_stop_id = coalesce(v.pickup, r.pickup_trip_stop_id),
      dropoff_trip_stop_id = v.dropoff, status = case when r.status in ('created', 'unassigned') then 'assigned' else r.status end, updated_at = ${now}
    from unnest(${[...ties.keys()]}::int[], ${[...ties.values()].map((tie) => tie.pickup)}::int[],
      ${[...ties.values()].map((tie) => tie.dropoff)}::int[]) as v(id, pickup, dropoff)
    where r.id = v.id and (r.trip_id is distinct from ${tripId} or r.dropoff_trip_stop_id is distinct from v.dropoff
      or (v.pickup is not null and r.pickup_trip_stop_id is distinct from v.pickup))`.execute(tx)
}
