import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type {
  DispatchAction,
  DisruptedBooking,
  FlexibleAction,
  FlexibleSchedule,
  FlexibleScheduleInput,
} from '@ambit/contract'
import { refuseTripTransition } from '@ambit/domain'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { holdsToken, tokenOf } from '../disruptions/token.ts'
import type { Actor, Wire } from '../http/bind.ts'
import { conflict, invalid, notFound, notPossible } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { byActor } from '../planning/change/booking-history.ts'
import type { By } from '../planning/change/booking-history.ts'
import { changePlan, noteSchedule, previewChange } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import type { OpenTrip } from '../planning/change/trips.ts'
import { cancelTrip, planTripLoss } from '../planning/disrupt/cancel-trip.ts'
import type { TripLoss } from '../planning/disrupt/cancel-trip.ts'
import { later } from '../planning/disrupt/later.ts'
import { outcomes } from '../planning/disrupt/outcomes.ts'
import { planShorter, shortenTrip } from '../planning/disrupt/shorten-trip.ts'
import type { ShorterTrip, Span } from '../planning/disrupt/shorten-trip.ts'
import { asAction } from '../planning/effects/as-action.ts'
import { toSeconds } from '../planning/plan/types.ts'
import type { PlanBooking } from '../planning/plan/types.ts'
import { findServicePlan } from './queries.ts'
import type { ServicePlanRecord } from './queries.ts'
import { finishedOn, tripOf } from './trip.ts'

type Tx = Transaction<DB>
type Plan = ServicePlanRecord
type Times = { start_time: Date | null; end_time: Date | null }
type Check = { flexible: Wire<FlexibleSchedule>; rows: DisruptedBooking[] }
/** The change asked for: the shorter window, null where the schedule goes; the trip, null where it has no vehicle. */
type Work = { change: PlanChange; trip: OpenTrip | null; plan: Plan; times: Times; span: Span | null }

/** What a later start, an earlier end or no schedule at all does to its bookings. Nothing is changed. */
export const flexibleSchedule = async (
  deps: Deps,
  id: number,
  times: Times,
  actor: Actor,
): Promise<Check['flexible']> =>
  previewChange(deps, await zoneOf(deps, id, actor), async (change) => {
    const work = await workOf(change, id, times, actor)
    return (await checked(work, await planned(work))).flexible
  })

/**
 * Shortens or cancels a schedule as it was shown. 409 with a fresh check when a booking would fare worse by now, 422 for
 * an action that a booking does not offer.
 */
export const changeFlexible = async (
  deps: Deps,
  id: number,
  input: z.output<typeof FlexibleScheduleInput>,
  actor: Actor,
): Promise<{ deleted: boolean }> => {
  const at = (time: string | null): Date | null => (time === null ? null : new Date(time))
  const times = { start_time: at(input.start_time), end_time: at(input.end_time) }
  return changePlan(deps, await zoneOf(deps, id, actor), 'schedule', async (change) => {
    const work = await workOf(change, id, times, actor)
    const plan = await planned(work)
    const fresh = await checked(work, plan)
    if (!holdsToken(input.token, fresh.rows))
      throw conflict('The plan has changed since this was shown. Please review it again', {
        flexible_schedule: fresh.flexible,
      })
    const offered = new Map(fresh.flexible.bookings.map((booking) => [booking.id, booking.actions]))
    for (const [index, { id: booking, action }] of input.bookings.entries())
      if (offered.get(booking)?.includes(action) !== true)
        throw invalid([{ pointer: `/bookings/${index}/action`, detail: 'This is not possible for the booking' }])
    const by = byActor(actor)
    if (plan === null) return { deleted: await carryOut(work, plan, by) }
    const recorded = { ...actionOf(work, plan.trip), by, reason: null }
    return { deleted: await asAction(change, recorded, () => carryOut(work, plan, by)) }
  })
}

/** What it is among the actions of dispatch, by which it is shown and undone. */
const actionOf = ({ plan, span }: Work, trip: OpenTrip): { action: DispatchAction; title: string } =>
  span === null
    ? { action: { kind: 'trip_cancelled', trip_id: trip.id }, title: 'Schedule cancelled' }
    : {
        action: {
          kind: 'schedule_shortened',
          service_plan_id: plan.id,
          start_time: new Date(span.start * 1000).toISOString(),
          end_time: new Date(span.end * 1000).toISOString(),
        },
        title: 'Schedule shortened',
      }

const zoneOf = async (deps: Deps, id: number, actor: Actor): Promise<number> => {
  const seen = await findServicePlan(deps.db, id, regionScope(actor))
  if (seen === undefined) throw notFound()
  return seen.zone_id
}

const workOf = async (change: PlanChange, id: number, times: Times, actor: Actor): Promise<Work> => {
  const plan = await findServicePlan(change.tx, id, regionScope(actor))
  if (plan === undefined) throw notFound()
  if (plan.end_time <= change.now) throw notPossible('A schedule in the past cannot be changed')
  const span = spanOf(plan, times, change.now)
  const trip = await tripOf(change.tx, id)
  if (trip === null || trip.vehicle_id === null) return { change, trip: null, plan, times, span }
  const refused = refuseTripTransition(trip, 'cancelled')
  if (refused !== null) throw notPossible(refused)
  return { change, trip, plan, times, span }
}

/** What becomes of the bookings: null where no vehicle drives the schedule. */
type Planned = { trip: OpenTrip } & ({ loss: TripLoss } | { shorter: ShorterTrip })

const planned = async ({ change, trip, span }: Work): Promise<Planned | null> => {
  if (trip === null) return null
  return span === null
    ? { trip, loss: await planTripLoss(change, trip.id, later) }
    : { trip, shorter: await planShorter(change, trip.id, span, later) }
}

/** The shorter window; null: the schedule goes. */
const spanOf = (plan: Plan, times: Times, now: Date): Span | null => {
  if (times.start_time === null && times.end_time === null) return null
  const start = times.start_time ?? plan.start_time
  const end = times.end_time ?? plan.end_time
  const wrong = (field: 'start_time' | 'end_time', detail: string) => invalid([{ pointer: `/${field}`, detail }])
  if (start < plan.start_time) throw wrong('start_time', 'The new start cannot be before the current start')
  if (end > plan.end_time) throw wrong('end_time', 'The new end cannot be after the current end')
  if (start > plan.start_time && plan.start_time <= now)
    throw wrong('start_time', 'This schedule has begun: its start cannot change')
  if (end < now) throw wrong('end_time', 'A schedule cannot end in the past')
  if (end.getTime() - start.getTime() < 15 * 60_000)
    throw wrong('end_time', 'Your time window needs to be at least 15 Minutes. Please adjust start and end time.')
  return { start: toSeconds(start), end: toSeconds(end) }
}

const checked = async ({ change: { tx }, plan, times, span }: Work, found: Planned | null): Promise<Check> => {
  const { rows, affected, riding } = found === null ? { rows: [], affected: [], riding: [] } : leaving(found, span)
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

const leaving = (planned: Planned, span: Span | null) => {
  const { context, affected, found } = 'loss' in planned ? planned.loss : planned.shorter
  const rows = found === null ? [] : outcomes(context, affected, found)
  const after = (booking: PlanBooking): number => {
    const stop = context.plan.trips.flatMap(({ stops }) => stops).find(({ id }) => id === booking.dropoff_trip_stop_id)
    return stop === undefined ? booking.dropoff.upper : (stop.eta ?? stop.scheduled_at)
  }
  // Passengers who ride past the new end are brought home by this vehicle.
  const riding =
    span === null
      ? []
      : context.plan.bookings.filter(
          (booking) =>
            booking.trip_id === planned.trip.id && booking.status === 'on_board' && after(booking) > span.end,
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
const carryOut = async ({ change, plan, span }: Work, found: Planned | null, by: By): Promise<boolean> => {
  const { tx, now } = change
  if (found !== null && 'shorter' in found) {
    await shortenTrip(change, found.trip.id, found.shorter, { planId: plan.id, message: null, by })
    return false
  }
  if (span !== null) {
    await setTimes(change, plan, { start: new Date(span.start * 1000), end: new Date(span.end * 1000) })
    return false
  }
  if (found !== null) await cancelTrip(change, found.trip, found.loss, { message: 'The schedule was cancelled', by })
  const stays = (await finishedOn(tx, plan.id)) > 0
  const earliest = plan.start_time.getTime() + 15 * 60_000
  const end = new Date(Math.min(plan.end_time.getTime(), Math.max(now.getTime(), earliest)))
  if (stays) await setTimes(change, plan, { start: plan.start_time, end })
  else {
    noteSchedule(change, plan.id)
    await tx.deleteFrom('service_plans').where('id', '=', plan.id).execute()
  }
  return !stays
}

const setTimes = async (change: PlanChange, plan: Plan, { start, end }: { start: Date; end: Date }): Promise<void> => {
  noteSchedule(change, plan.id)
  const fits =
    plan.break_from === null || plan.break_until === null || (plan.break_from >= start && plan.break_until <= end)
  await change.tx
    .updateTable('service_plans')
    .set({ start_time: start, end_time: end, updated_at: change.now })
    .set(fits ? {} : { break_minutes: null, break_from: null, break_until: null })
    .where('id', '=', plan.id)
    .execute()
}
