import type { Reason } from '@ambit/contract'
import { deleteStops } from '../change/stops.ts'
import type { PlanningContext } from '../search/find-candidates.ts'
import { bookingEvents, giveUp, movePlaced, takenBy, tripEvents, widenPromises } from '../change/move.ts'
import { toDate } from '../plan/types.ts'
import type { PlanBooking, PlanTrip, Seconds } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import { refusalReasons } from '../search/refusals.ts'
import { replan } from '../reassign/replan.ts'
import type { Replan } from '../reassign/replan.ts'
import { contextOf } from '../plan/context.ts'
import { inTime } from '../search/verify.ts'
import { writeTrip } from '../change/write-trip.ts'
import { invalid } from '../../http/errors.ts'
import { publish } from '../../live/publish.ts'
import { byActor, byEngine } from '../change/booking-history.ts'
import { withoutBookings } from './held-up.ts'
import type { Frame, Relax } from './cancel-trip.ts'

export type Span = { start: Seconds; end: Seconds }
export type Shortened = { context: PlanningContext; affected: PlanBooking[]; found: Replan; dropped: number[] }

/** The plan with the trip's shorter window, and a place for everybody who does not fit into it any more. Nothing is changed. */
export const planShorter = async (frame: Frame, span: Span, relax?: Relax): Promise<Shortened> => {
  const context = await contextOf(frame.deps, frame.tx, frame.version)
  const trip = context.plan.trips.find((one) => one.id === frame.trip.id)
  if (trip === undefined)
    throw invalid([{ pointer: '/service_plan_id', detail: 'The trip of this schedule has no vehicle' }])
  const dropped = trip.stops.filter((stop) => isOutside(stop, span)).map((stop) => stop.id)
  const shorter: PlanTrip = {
    ...trip,
    ...span,
    stops: trip.stops.filter((stop) => !dropped.includes(stop.id)),
  }
  const own = context.plan.bookings.filter((booking) => booking.trip_id === trip.id)
  const affected = whoDoesNotFit(context, shorter, own, dropped)
  const ids = new Set(affected.map((booking) => booking.id))
  const found = replan(
    { ...context, plan: without(context, shorter, ids) },
    affected,
    (one) => one.id !== trip.id || shorter.end > shorter.start,
    relax,
  )
  return { context, affected, found, dropped }
}

/** A call of a route, or a break, that the shorter window has no room for. */
const isOutside = (stop: PlanTrip['stops'][number], { start, end }: Span): boolean => {
  if (stop.arrived_at !== null || stop.window === null) return false
  return stop.kind === 'break'
    ? stop.window.until > end || stop.window.from < start
    : stop.window.from > end || stop.window.from < start
}

const without = ({ plan }: PlanningContext, shorter: PlanTrip, ids: ReadonlySet<number>): PlanningContext['plan'] => ({
  ...withoutBookings(plan, ids),
  trips: plan.trips.map((trip) => (trip.id === shorter.id ? shorter : trip)),
})

/** Whoever is on board stays: the vehicle takes them home. From the last on, the others leave until the rest can be driven in time. */
const whoDoesNotFit = (
  context: PlanningContext,
  shorter: PlanTrip,
  own: readonly PlanBooking[],
  dropped: readonly number[],
): PlanBooking[] => {
  const gone = new Set(dropped)
  const away = own.filter(
    (booking) =>
      booking.status !== 'on_board' &&
      (booking.pickup.upper < shorter.start ||
        booking.pickup.lower > shorter.end ||
        gone.has(booking.pickup_trip_stop_id ?? 0) ||
        gone.has(booking.dropoff_trip_stop_id ?? 0)),
  )
  const rest = own
    .filter((booking) => booking.status !== 'on_board' && !away.includes(booking))
    .toSorted((a, b) => b.dropoff.upper - a.dropoff.upper || b.id - a.id)
  const early = rest.toSorted((a, b) => a.pickup.lower - b.pickup.lower || a.id - b.id)
  for (;;) {
    const plan = without(context, shorter, new Set(away.map((booking) => booking.id)))
    const pp = buildProblem({ ...context, plan, trips: (trip) => trip.id === shorter.id })
    if (inTime(pp)) return away
    const next = (shorter.start > context.now && shorter.start > tripStart(context, shorter.id) ? early : rest).find(
      (booking) => !away.includes(booking),
    )
    // What is left is late by what the road did, or by those on board.
    if (next === undefined) return away
    away.push(next)
  }
}

const tripStart = ({ plan }: PlanningContext, id: number): Seconds =>
  plan.trips.find((trip) => trip.id === id)?.start ?? 0

/** Carries it out: schedule and trip get the window, and everybody who had to leave gets what was found. */
export const shortenTrip = async (
  frame: Frame,
  { planId, span, message }: { planId: number; span: Span; message: string | null },
  relax: Relax,
): Promise<void> => {
  const { tx, trip, now, actor } = frame
  const { context, affected, found, dropped } = await planShorter(frame, span, relax)
  const { settings } = context.plan
  const window = { start: toDate(span.start), end: toDate(span.end) }
  await tx
    .updateTable('trips')
    .set({ start_datetime: window.start, end_datetime: window.end, updated_at: now })
    .where('id', '=', trip.id)
    .execute()
  const rest = { break_minutes: null, break_from: null, break_until: null }
  const breaks =
    context.plan.trips.find((one) => one.id === trip.id)?.stops.filter((stop) => stop.kind === 'break') ?? []
  await tx
    .updateTable('service_plans')
    .set({ start_time: window.start, end_time: window.end, updated_at: now })
    .set(breaks.some((stop) => dropped.includes(stop.id)) ? rest : {})
    .where('id', '=', planId)
    .execute()
  const reason: Reason = {
    code: 'schedule_shortened',
    text: message === null || message === '' ? 'The schedule was shortened' : `The schedule was shortened: ${message}`,
  }
  await widenPromises(tx, found, now)
  // First: the trips that take others are written without those whom nobody can serve.
  await giveUp(tx, {
    ids: [...found.failed.keys()],
    status: 'cancelled',
    now,
    by: byActor(actor),
    reasons: (id) => [reason, ...refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, settings.time_zone)],
    message: 'No other trip can serve this booking',
  })
  await movePlaced(tx, { replan: found, now, by: byEngine, reason })
  await deleteStops(tx, dropped)
  const own = found.pp.trips.get(trip.id)
  const visits = found.solution.routes.find((route) => route.vehicle === trip.id)?.visits
  const retaken = [...found.placed.values()].some((one) => one.id === trip.id)
  if (own !== undefined && visits !== undefined && !retaken && affected.length > 0)
    await writeTrip(tx, { pp: found.pp, problem: found.problem, demands: found.demands, trip: own, visits, now })
  const moved = takenBy(affected, found)
  await publish(tx, [
    ...bookingEvents(settings, moved),
    ...tripEvents(settings, [trip.id, ...moved.flatMap(([, id]) => (id === null ? [] : [id]))]),
    { kind: 'service_plan', service_plan_id: planId, zone_id: settings.zone_id, region_id: settings.region_id },
  ])
}
