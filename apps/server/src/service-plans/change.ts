import { refuseBreak } from '@ambit/contract'
import type { ServicePlanChange } from '@ambit/contract'
import { refusePlanWindow } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { keepNothing } from '../http/idempotency.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { byActor } from '../planning/change/booking-history.ts'
import type { By } from '../planning/change/booking-history.ts'
import { changePlan, noteSchedule } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { replaceVehicles } from '../planning/change/replace-vehicles.ts'
import { recordTrips, updateTrip } from '../planning/change/trips.ts'
import type { OpenTrip } from '../planning/change/trips.ts'
import { later } from '../planning/disrupt/later.ts'
import { planShorter } from '../planning/disrupt/shorten-trip.ts'
import { asAction } from '../planning/effects/as-action.ts'
import { toSeconds } from '../planning/plan/types.ts'
import { refuseClash, tellOverlap } from './clash.ts'
import { requireCrew } from './crew.ts'
import { breakOf, readRoute } from './lay-out-trip.ts'
import { findServicePlan } from './queries.ts'
import type { ServicePlanRecord } from './queries.ts'
import { bookedOn, endTripOf, layOutTrip, leftOf, tripOf } from './trip.ts'

type Plan = ServicePlanRecord
type Next = ReturnType<typeof merged>
export type Change = { id: number; change: ServicePlanChange; version: number | null }

/**
 * Changes a schedule and its trip. No booking loses its ride by it: a change that bookings stand in the way of is refused at its
 * field, and a shorter window with bookings goes through the flexible check.
 */
export const changeServicePlan = async (
  deps: Deps,
  { id, change: input, version }: Change,
  actor: Actor,
  keep: Keep = keepNothing,
): Promise<Plan> => {
  const scope = regionScope(actor)
  const seen = await findServicePlan(deps.db, id, scope)
  if (seen === undefined) throw notFound()
  let asked: (Next & { id: number }) | null = null
  const save = () =>
    changePlan(deps, seen.zone_id, 'schedule', async (change) => {
      const { tx, now } = change
      await tx.selectFrom('service_plans').select('id').where('id', '=', id).forUpdate().execute()
      const plan = fresh(await findServicePlan(tx, id, scope), version)
      const next = merged(plan, input)
      asked = { ...next, id }
      refuseTimes(plan, next, now)
      await requireCrew(tx, scope, {
        vehicle_id: next.vehicle_id === plan.vehicle_id ? null : next.vehicle_id,
        driver_id: next.driver_id === plan.driver_id ? null : next.driver_id,
      })
      await refuseClash(tx, scope, asked)
      const trip = await tripOf(tx, id)
      const work = async () => {
        const stays = trip !== null && (await keepsTrip(change, trip, plan, next))
        noteSchedule(change, id)
        await tx
          .updateTable('service_plans')
          .set({ ...next, updated_at: now })
          .where('id', '=', id)
          .execute()
        if (trip !== null && !stays) await endTripOf(change, trip, byActor(actor))
        if (trip !== null && stays) await follow(change, trip, plan, next)
        if (trip === null ? isDrivenOtherwise(plan, next) : !stays)
          await layOut(change, { plan, next, again: trip === null })
        const replaced = trip !== null && stays && next.vehicle_id !== plan.vehicle_id ? [trip.id] : []
        const faults = await replaceVehicles(change, new Set(replaced))
        if (faults.size > 0) throw invalid([...faults.values()])
        const saved = (await findServicePlan(tx, id, null))! // locked above
        if (trip !== null && stays) await recordCrew(change, trip, { plan, saved, by: byActor(actor) })
        return saved
      }
      const saved = await (bookedOn(trip) === 0 ? work() : asAction(change, actionOf(plan, next, actor), work))
      return keep(tx, saved)
    })
  return tellOverlap(deps.db, scope, { of: () => asked, save })
}

/** Bookings travel on it: what changes it is an action, by which it can be undone. */
const actionOf = ({ id: service_plan_id }: Plan, { start_time, end_time }: Next, actor: Actor) => ({
  action: {
    kind: 'schedule_shortened' as const,
    service_plan_id,
    start_time: start_time.toISOString(),
    end_time: end_time.toISOString(),
  },
  title: 'Schedule changed',
  by: byActor(actor),
  reason: null,
})

/** The schedule's row as it becomes. */
const merged = (plan: Plan, { metadata, ...change }: ServicePlanChange) => {
  const at = (time: string | Date | null | undefined, known: Date | null): Date | null =>
    time === undefined ? known : time === null ? null : new Date(time)
  return {
    vehicle_id: change.vehicle_id === undefined ? plan.vehicle_id : change.vehicle_id,
    driver_id: change.driver_id === undefined ? plan.driver_id : change.driver_id,
    start_time: change.start_time === undefined ? plan.start_time : new Date(change.start_time),
    end_time: change.end_time === undefined ? plan.end_time : new Date(change.end_time),
    minimum_capacity: change.minimum_capacity ?? plan.minimum_capacity,
    service_route_id: change.service_route_id === undefined ? plan.service_route_id : change.service_route_id,
    break_minutes: change.break_minutes === undefined ? plan.break_minutes : change.break_minutes,
    break_from: at(change.break_from, plan.break_from),
    break_until: at(change.break_until, plan.break_until),
    shift: metadata?.shift === undefined ? plan.metadata.shift : metadata.shift,
    shift_label: metadata?.shiftLabel === undefined ? plan.metadata.shiftLabel : metadata.shiftLabel || null,
  }
}

const refuse = (pointer: string, detail: string) => invalid([{ pointer, detail }])

const refuseTimes = (plan: Plan, next: Next, now: Date): void => {
  if (plan.end_time <= now) throw refuse('', 'A schedule in the past cannot be changed')
  if (plan.start_time <= now && next.start_time.getTime() !== plan.start_time.getTime())
    throw refuse('/start_time', 'This schedule has begun: its start cannot change')
  const window = refusePlanWindow({ start: next.start_time.getTime(), end: next.end_time.getTime() }, now.getTime())
  if (window !== null) throw refuse(`/${window.field}`, window.detail)
  const text = (time: Date | null): string | null => time?.toISOString() ?? null
  const rest = refuseBreak({
    start_time: next.start_time.toISOString(),
    end_time: next.end_time.toISOString(),
    break_minutes: next.break_minutes,
    break_from: text(next.break_from),
    break_until: text(next.break_until),
  })
  if (rest !== null) throw refuse(`/${rest.field}`, rest.text)
}

const travelling = (count: number): string =>
  count === 1 ? '1 booking travels on this schedule' : `${count} bookings travel on this schedule`

/** Whether the trip keeps its stops, at other times or with another crew; false: its stops are planned again. */
const keepsTrip = async (change: PlanChange, trip: OpenTrip, plan: Plan, next: Next): Promise<boolean> => {
  const booked = bookedOn(trip)
  const moved = !sameTime(plan.start_time, next.start_time) || !sameTime(plan.end_time, next.end_time)
  const begun = trip.current_state !== 'staged'
  if (trip.current_state === 'completed') throw refuse('', 'The trip of this schedule has ended')
  const crew = (['vehicle_id', 'driver_id'] as const).find((field) => plan[field] !== next[field])
  if (begun && crew !== undefined)
    throw refuse(`/${crew}`, 'The driver has signed on: vehicle and driver cannot change')
  if (begun && !sameTime(plan.start_time, next.start_time))
    throw refuse('/start_time', 'The driver has signed on: the start cannot change')
  const field = relaid(plan, next, moved)
  if (field !== null) {
    if (booked > 0) throw refuse(`/${field}`, `${travelling(booked)}: this cannot change`)
    if (begun) throw refuse(`/${field}`, 'The driver has signed on: this cannot change')
    return false
  }
  if (booked > 0 && moved) await refuseStranding(change, trip, plan, next)
  return true
}

/**
 * Whether others drive the schedule, at other times or on another way. Then one whose trip was cancelled is driven again.
 */
const isDrivenOtherwise = (plan: Plan, next: Next): boolean =>
  plan.vehicle_id !== next.vehicle_id ||
  plan.driver_id !== next.driver_id ||
  relaid(plan, next, false) !== null ||
  !sameTime(plan.start_time, next.start_time) ||
  !sameTime(plan.end_time, next.end_time)

/** The field that makes it necessary to lay the trip out again. */
const relaid = (plan: Plan, next: Next, moved: boolean): string | null => {
  if (next.vehicle_id === null) return 'vehicle_id'
  if (plan.service_route_id !== next.service_route_id) return 'service_route_id'
  if (plan.break_minutes !== next.break_minutes) return 'break_minutes'
  if (!sameTime(plan.break_from, next.break_from)) return 'break_from'
  if (!sameTime(plan.break_until, next.break_until)) return 'break_until'
  // A timetable is made for its window.
  return moved && plan.service_route_id !== null ? 'end_time' : null
}

const sameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()

/** 422 where a booking would have to leave the trip. */
const refuseStranding = async (change: PlanChange, trip: OpenTrip, plan: Plan, next: Next): Promise<void> => {
  const span = { start: toSeconds(next.start_time), end: toSeconds(next.end_time) }
  if (next.start_time > plan.start_time || next.end_time < plan.end_time) {
    const { affected } = await planShorter(change, trip.id, span, later)
    const pointer = next.end_time < plan.end_time ? '/end_time' : '/start_time'
    if (affected.length > 0)
      throw refuse(pointer, `${travelling(affected.length)} at that time: first decide what happens to them`)
  }
}

/** The trip takes what the schedule says now. */
const follow = (change: PlanChange, trip: OpenTrip, plan: Plan, next: Next): Promise<void> => {
  const { vehicle_id, driver_id, start_time, end_time } = next
  // Back in service it began later than its schedule.
  const start = sameTime(plan.start_time, start_time) ? {} : { start_datetime: start_time }
  return updateTrip(change, trip.id, { vehicle_id, driver_id, end_datetime: end_time, ...start })
}

type Saved = { plan: Plan; saved: Plan; by: By }

/** The trip's own history says who drives it from now on, and with what. */
const recordCrew = (change: PlanChange, trip: OpenTrip, { plan, saved, by }: Saved): Promise<void> => {
  const { id: trip_id, driver_id: former_driver_id, vehicle_id: former_vehicle_id } = trip
  const drivers = { before: plan.driver_name, after: saved.driver_name, former_driver_id }
  const vehicles = { before: plan.vehicle_number, after: saved.vehicle_number, former_vehicle_id }
  return recordTrips(change, by, [
    ...(former_driver_id === saved.driver_id ? [] : [{ trip_id, change: 'driver' as const, ...drivers }]),
    ...(former_vehicle_id === saved.vehicle_id ? [] : [{ trip_id, change: 'vehicle' as const, ...vehicles }]),
  ])
}

type Laid = { plan: Plan; next: Next; again: boolean }

/** `again`: after a trip that was cancelled, so from now on where the schedule has begun. A timetable keeps its times. */
const layOut = async (change: PlanChange, { plan, next, again }: Laid): Promise<void> => {
  const { vehicle_id, driver_id, start_time, end_time, service_route_id } = next
  if (vehicle_id === null) return
  const route = service_route_id === null ? null : await readRoute(change.tx, plan.zone_id, service_route_id)
  const place = { plan: plan.id, zone_id: plan.zone_id, vehicle_id, driver_id, end_time, route }
  const times = { start_time, rest: breakOf(next) }
  await layOutTrip(change, { ...place, ...(again && route === null ? leftOf(times, change.now) : times) })
}
