import { sql } from 'kysely'
import type { DisruptedBooking, FlexibleAction, FlexibleSchedule, FlexibleScheduleInput } from '@ambit/contract'
import { refuseTripTransition } from '@ambit/domain'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { toSeconds } from '../planning/plan/types.ts'
import type { PlanBooking } from '../planning/plan/types.ts'
import { lockPlan, raisePlanVersion } from '../planning/plan/queries.ts'
import { later } from '../planning/disrupt/later.ts'
import { outcomes } from '../planning/disrupt/outcomes.ts'
import { planShorter, shortenTrip } from '../planning/disrupt/shorten-trip.ts'
import type { Span } from '../planning/disrupt/shorten-trip.ts'
import { holdsToken, tokenOf } from '../disruptions/token.ts'
import { refuse } from '../driver/action.ts'
import type { Actor, Wire } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { cancelTrip, planCancel } from '../planning/disrupt/cancel-trip.ts'
import type { Frame } from '../planning/disrupt/cancel-trip.ts'
import { placeOf } from './change.ts'
import { findServicePlan } from './queries.ts'
import { finishedOn, tripOf } from './trip.ts'

type Plan = NonNullable<Awaited<ReturnType<typeof findServicePlan>>>
type Times = { start_time: Date | null; end_time: Date | null }
type Check = { flexible: Wire<FlexibleSchedule>; rows: DisruptedBooking[] }
type Work = { frame: Frame | null; plan: Plan; times: Times; span: Span | null }

/** What a later start, an earlier end or no schedule at all does to its bookings. Nothing is changed. */
export const flexibleSchedule = (deps: Deps, id: number, times: Times, actor: Actor): Promise<Check['flexible']> =>
  inTurn(deps, id, times, actor, async (work, tx) => (await checked(work, tx)).flexible)

/**
 * Shortens or cancels a schedule as it was shown. 409 with a fresh check when somebody would fare worse by now, 422 for
 * an action that a booking does not offer.
 */
export const changeFlexible = (
  deps: Deps,
  id: number,
  input: z.output<typeof FlexibleScheduleInput>,
  actor: Actor,
): Promise<{ deleted: boolean }> => {
  const at = (time: string | null): Date | null => (time === null ? null : new Date(time))
  const times = { start_time: at(input.start_time), end_time: at(input.end_time) }
  return inTurn(deps, id, times, actor, async (work, tx) => {
    const fresh = await checked(work, tx)
    if (!holdsToken(input.token, fresh.rows))
      throw conflict('The plan has changed since this was shown. Please look at it again', {
        flexible_schedule: fresh.flexible,
      })
    const offered = new Map(fresh.flexible.bookings.map((booking) => [booking.id, booking.actions]))
    for (const [index, { id: booking, action }] of input.bookings.entries())
      if (offered.get(booking)?.includes(action) !== true)
        throw invalid([{ pointer: `/bookings/${index}/action`, detail: 'This is not possible for the booking' }])
    const deleted = await carryOut(deps, work, tx)
    await raisePlanVersion(tx, work.plan.zone_id, { by: 'schedule', at: deps.clock.now() })
    return { deleted }
  })
}

type Tx = Frame['tx']

const inTurn = async <T>(
  deps: Deps,
  id: number,
  times: Times,
  actor: Actor,
  act: (work: Work, tx: Tx) => Promise<T>,
): Promise<T> => {
  const scope = regionScope(actor)
  const seen = await findServicePlan(deps.db, id, scope)
  if (seen === undefined) throw notFound()
  return deps.db.transaction().execute(async (tx) => {
    const version = await lockPlan(tx, seen.zone_id)
    const plan = await findServicePlan(tx, id, scope)
    if (plan === undefined) throw notFound()
    const now = deps.clock.now()
    if (plan.end_time <= now) throw refuse('A schedule in the past cannot be changed')
    const span = spanOf(plan, times, now)
    const trip = await tripOf(tx, id)
    if (trip === null || trip.vehicle_id === null) return act({ frame: null, plan, times, span }, tx)
    const refused = refuseTripTransition(trip, 'cancelled')
    if (refused !== null) throw refuse(refused)
    return act({ frame: { deps, tx, version, trip, now, actor }, plan, times, span }, tx)
  })
}

/** The shorter window; null: the schedule goes. */
const spanOf = (plan: Plan, times: Times, now: Date): Span | null => {
  if (times.start_time === null && times.end_time === null) return null
  const start = times.start_time ?? plan.start_time
  const end = times.end_time ?? plan.end_time
  const wrong = (field: 'start_time' | 'end_time', detail: string) => invalid([{ pointer: `/${field}`, detail }])
  if (start < plan.start_time) throw wrong('start_time', 'The schedule begins later than that')
  if (end > plan.end_time) throw wrong('end_time', 'The schedule ends sooner than that')
  if (start > plan.start_time && plan.start_time <= now)
    throw wrong('start_time', 'This schedule has begun: its start stays')
  if (end < now) throw wrong('end_time', 'A schedule cannot end in the past')
  if (end.getTime() - start.getTime() < 15 * 60_000)
    throw wrong('end_time', 'Your time window needs to be at least 15 Minutes. Please adjust start and end time.')
  return { start: toSeconds(start), end: toSeconds(end) }
}

const checked = async ({ frame, plan, times, span }: Work, tx: Tx): Promise<Check> => {
  const none = { rows: [], affected: [], riding: [] }
  const { rows, affected, riding } = frame === null ? none : await leaving(frame, span)
  const about = await aboutBookings(
    tx,
    [...affected, ...riding].map(({ id }) => id),
  )
  const of = (booking: PlanBooking, actions: FlexibleAction[]) => {
    const row = rows.find((one) => one.service_request_id === booking.id)
    const facts = about.get(booking.id)!
    return { ...facts, actions, after: row?.after ?? null, late_s: row?.late_s ?? 0, reasons: row?.reasons ?? [] }
  }
  return {
    rows,
    flexible: {
      ...times,
      bookings: [
        ...affected.map((booking) => {
          const taken = rows.some((one) => one.service_request_id === booking.id && one.after !== null)
          return of(booking, [taken ? 'unlink' : 'cancel'])
        }),
        ...riding.map((booking) => of(booking, ['incomplete'])),
      ],
      any_other_schedules: await anyOther(tx, plan),
      any_finished_bookings: (await finishedOn(tx, plan.id)) > 0,
      token: tokenOf(rows),
    },
  }
}

const leaving = async (frame: Frame, span: Span | null) => {
  const { context, affected, found } =
    span === null ? await planCancel(frame, later) : await planShorter(frame, span, later)
  const rows = found === null ? [] : outcomes(context, affected, found)
  const after = (booking: PlanBooking): number => {
    const stop = context.plan.trips.flatMap(({ stops }) => stops).find(({ id }) => id === booking.dropoff_trip_stop_id)
    return stop === undefined ? booking.dropoff.upper : (stop.eta ?? stop.scheduled_at)
  }
  // Whoever rides past the new end is brought home by this vehicle.
  const riding =
    span === null
      ? []
      : context.plan.bookings.filter(
          (booking) => booking.trip_id === frame.trip.id && booking.status === 'on_board' && after(booking) > span.end,
        )
  return { rows, affected, riding }
}

const aboutBookings = async (tx: Tx, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await tx
    .selectFrom('service_requests as r')
    .innerJoin('travelers', 'travelers.id', 'r.traveler_id')
    .innerJoin('locations as from', 'from.id', 'r.pickup_location_id')
    .innerJoin('locations as to', 'to.id', 'r.dropoff_location_id')
    .where('r.id', 'in', ids)
    .select(['r.id', 'r.status', 'r.traveler_id', 'r.pickup_lower_bound', 'r.pickup_upper_bound'])
    .select(['from.name as from_name', 'to.name as to_name'])
    .select(sql<string>`travelers.first_name || ' ' || travelers.last_name`.as('name'))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        status: row.status,
        traveler: { id: row.traveler_id, name: row.name },
        pickup: { name: row.from_name, lower_bound: row.pickup_lower_bound, upper_bound: row.pickup_upper_bound },
        dropoff: { name: row.to_name },
      },
    ]),
  )
}

/** Another vehicle serves the zone within the window. */
const anyOther = async (tx: Tx, plan: Plan): Promise<boolean> => {
  const row = await tx
    .selectFrom('service_plans')
    .select('id')
    .where('zone_id', '=', plan.zone_id)
    .where('id', '<>', plan.id)
    .where('vehicle_id', 'is not', null)
    .where('start_time', '<', plan.end_time)
    .where('end_time', '>', plan.start_time)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** True when the schedule is gone. */
const carryOut = async (deps: Deps, { frame, plan, span }: Work, tx: Tx): Promise<boolean> => {
  const now = deps.clock.now()
  const place = await placeOf(tx, plan.zone_id)
  if (span !== null) {
    if (frame !== null) await shortenTrip(frame, { planId: plan.id, span, message: null }, later)
    else await setTimes(tx, plan, { start: new Date(span.start * 1000), end: new Date(span.end * 1000) }, now)
    if (frame === null) await publish(tx, [{ kind: 'service_plan', service_plan_id: plan.id, ...place }])
    return false
  }
  if (frame !== null) await cancelTrip(frame, 'The schedule was cancelled', later)
  const stays = (await finishedOn(tx, plan.id)) > 0
  const earliest = plan.start_time.getTime() + 15 * 60_000
  const end = new Date(Math.min(plan.end_time.getTime(), Math.max(now.getTime(), earliest)))
  if (stays) await setTimes(tx, plan, { start: plan.start_time, end }, now)
  else await tx.deleteFrom('service_plans').where('id', '=', plan.id).execute()
  await publish(tx, [{ kind: 'service_plan', service_plan_id: plan.id, ...place }])
  return !stays
}

const setTimes = async (tx: Tx, plan: Plan, { start, end }: { start: Date; end: Date }, now: Date): Promise<void> => {
  const fits =
    plan.break_from === null || plan.break_until === null || (plan.break_from >= start && plan.break_until <= end)
  await tx
    .updateTable('service_plans')
    .set({ start_time: start, end_time: end, updated_at: now })
    .set(fits ? {} : { break_minutes: null, break_from: null, break_until: null })
    .where('id', '=', plan.id)
    .execute()
}
