import type { Reason } from '@ambit/contract'
import { invalid } from '../../http/errors.ts'
import type { By } from '../change/booking-history.ts'
import { endBookings } from '../change/bookings.ts'
import { noteSchedule, planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { widenPromises } from '../change/promises.ts'
import { deleteStops } from '../change/stops.ts'
import { updateTrip } from '../change/trips.ts'
import { writeTrip } from '../change/write-trip.ts'
import type { PlanningContext } from '../plan/context.ts'
import { withMates } from '../plan/groups.ts'
import { toDate } from '../plan/types.ts'
import type { PlanBooking, PlanTrip, Seconds } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import { isInTime } from '../problem/rides.ts'
import { assignReplan, replan } from '../reassign/replan.ts'
import type { Replan } from '../reassign/replan.ts'
import { refusalReasons } from '../search/refusals.ts'
import type { Relax } from './cancel-trip.ts'
import { withoutBookings } from '../plan/without-bookings.ts'

export type Span = { start: Seconds; end: Seconds }

/** What would become of a trip's bookings that do not fit into its shorter window, and which stops it loses. */
export type ShorterTrip = {
  span: Span
  context: PlanningContext
  affected: PlanBooking[]
  found: Replan
  dropped: number[]
}

/** Re-plans the bookings that do not fit into the trip's shorter window any more, as one problem. Nothing is written. */
export const planShorter = async (
  change: PlanChange,
  tripId: number,
  span: Span,
  relax?: Relax,
): Promise<ShorterTrip> => {
  const context = await planBefore(change)
  const trip = context.plan.trips.find((one) => one.id === tripId)
  if (trip === undefined)
    throw invalid([{ pointer: '/service_plan_id', detail: 'The trip of this schedule has no vehicle' }])
  const dropped = trip.stops.filter((stop) => isOutside(stop, span)).map((stop) => stop.id)
  const shorter: PlanTrip = {
    ...trip,
    ...span,
    stops: trip.stops.filter((stop) => !dropped.includes(stop.id)),
  }
  const own = context.plan.bookings.filter((booking) => booking.trip_id === trip.id)
  const affected = withMates(context.plan, notFitting(context, shorter, own, dropped))
  const ids = new Set(affected.map((booking) => booking.id))
  const found = replan(
    { ...context, plan: without(context, shorter, ids) },
    affected,
    (one) => one.id !== trip.id || shorter.end > shorter.start,
    relax,
  )
  return { span, context, affected, found, dropped }
}

/** A call of a route, or a break, that the shorter window has no room for. */
const isOutside = (stop: PlanTrip['stops'][number], { start, end }: Span): boolean => {
  if (stop.arrived_at !== null || stop.window === null) return false
  return stop.kind === 'break'
    ? stop.window.until > end || stop.window.from < start
    : stop.window.from > end || stop.window.from < start
}

/** Each time another trip: what is worked out for the shorter one with some bookings does not hold with fewer. */
const without = ({ plan }: PlanningContext, shorter: PlanTrip, ids: ReadonlySet<number>): PlanningContext['plan'] => {
  const left = withoutBookings(plan, ids)
  return { ...left, trips: left.trips.map((trip) => (trip.id === shorter.id ? { ...shorter } : trip)) }
}

/** Those on board stay: the vehicle takes them home. From the last on, the others leave until the rest can be served in time. */
const notFitting = (
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
    if (isInTime(pp)) return away
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

/** Carries it out: schedule and trip get the window, and bookings that had to leave change trip or are cancelled. */
export const shortenTrip = async (
  change: PlanChange,
  tripId: number,
  { span, context, affected, found, dropped }: ShorterTrip,
  { planId, message, by }: { planId: number; message: string | null; by: By },
): Promise<void> => {
  const { time_zone } = context.plan.settings
  const window = { start: toDate(span.start), end: toDate(span.end) }
  await updateTrip(change, tripId, { start_datetime: window.start, end_datetime: window.end })
  const breaks =
    context.plan.trips.find((one) => one.id === tripId)?.stops.filter((stop) => stop.kind === 'break') ?? []
  const losesBreak = breaks.some((stop) => dropped.includes(stop.id))
  noteSchedule(change, planId)
  await change.tx
    .updateTable('service_plans')
    .set({ start_time: window.start, end_time: window.end, updated_at: change.now })
    .set(losesBreak ? { break_minutes: null, break_from: null, break_until: null } : {})
    .where('id', '=', planId)
    .execute()
  const reason: Reason = {
    code: 'schedule_shortened',
    text: message === null || message === '' ? 'The schedule was shortened' : `The schedule was shortened: ${message}`,
  }
  await widenPromises(change, found, new Set(found.placed.keys()))
  // First: the trips that take others are written without those whom no trip can serve.
  await endBookings(change, {
    ids: [...found.failed.keys()],
    status: 'cancelled',
    by,
    reasons: (id) => [reason, ...refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, time_zone)],
    message: 'No other trip can serve this booking',
  })
  await assignReplan(change, found, reason)
  await deleteStops(change, tripId, dropped)
  const own = found.pp.trips.get(tripId)
  const visits = found.solution.routes.find((route) => route.vehicle === tripId)?.visits
  const retaken = [...found.placed.values()].some((one) => one.id === tripId)
  if (own !== undefined && visits !== undefined && !retaken && affected.length > 0)
    await writeTrip(change, found, own, visits)
}
