import { ApiError, api, type ServicePlan } from '@ambit/contract'
import { addDays, dateIn, minutesIn, momentAt } from '@ambit/domain'
import type { Session } from '../access/line.ts'
import { sentence } from '../access/trouble.ts'
import { HOUR } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import { plansBetween } from './roster.ts'

const DAYS_AHEAD = 2
const PLAN_EVERY_MS = 3 * HOUR

export type NewPlan = {
  zone_id: number
  service_route_id: number | null
  vehicle_id: number | null
  driver_id: number | null
  start_time: string
  end_time: string
  minimum_capacity: number
  metadata: ServicePlan['metadata']
  break_minutes: number | null
  break_from: string | null
  break_until: string | null
}

/** The schedules of one date moved to another, at the same local times, also across a clock change. */
export const copyToDate = (plan: ServicePlan, timeZone: string, date: string): NewPlan => {
  const first = dateIn(timeZone, new Date(plan.start_time))
  // A time past midnight is on the next morning, also across a clock change.
  const moved = (time: string): string => {
    const moment = new Date(time)
    const later = dateIn(timeZone, moment) === first ? 0 : 1440
    return momentAt(timeZone, date, minutesIn(timeZone, moment) + later).toISOString()
  }
  return {
    zone_id: plan.zone_id,
    service_route_id: plan.service_route_id,
    vehicle_id: plan.vehicle_id,
    driver_id: plan.driver_id,
    start_time: moved(plan.start_time),
    end_time: moved(plan.end_time),
    minimum_capacity: plan.minimum_capacity,
    metadata: plan.metadata,
    break_minutes: plan.break_minutes,
    break_from: plan.break_from === null ? null : moved(plan.break_from),
    break_until: plan.break_until === null ? null : moved(plan.break_until),
  }
}

const overlap = (a: { start_time: string; end_time: string }, b: { start_time: string; end_time: string }): boolean =>
  Date.parse(a.start_time) < Date.parse(b.end_time) && Date.parse(b.start_time) < Date.parse(a.end_time)

/** Schedules of the pattern's day that the date still lacks. */
export const missingOn = (
  pattern: readonly ServicePlan[],
  existing: readonly ServicePlan[],
  timeZone: string,
  date: string,
): NewPlan[] =>
  pattern
    .map((plan) => copyToDate(plan, timeZone, date))
    .filter(
      (wanted) =>
        !existing.some(
          (plan) =>
            overlap(plan, wanted) &&
            (plan.vehicle_id === wanted.vehicle_id || (plan.driver_id !== null && plan.driver_id === wanted.driver_id)),
        ),
    )

/** Every few hours copies the schedules of today to the next two days. */
export const livePlanner = async (
  actor: Actor,
  planner: Session,
  { timeZone, leftAlone }: { timeZone: string; leftAlone: ReadonlySet<number> },
  log: (text: string) => void,
): Promise<void> => {
  for (;;) {
    const today = dateIn(timeZone, new Date(actor.now()))
    const plans = await plansBetween(
      planner,
      momentAt(timeZone, today, 0).getTime(),
      momentAt(timeZone, addDays(today, DAYS_AHEAD + 2), 0).getTime(),
    )
    const pattern = plans.filter(
      ({ start_time, vehicle_id, driver_id }) =>
        vehicle_id !== null && !leftAlone.has(driver_id ?? 0) && dateIn(timeZone, new Date(start_time)) === today,
    )
    for (let day = 1; day <= DAYS_AHEAD; day++)
      for (const body of missingOn(pattern, plans, timeZone, addDays(today, day))) {
        try {
          await planner.call(api.servicePlans.create, { body })
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          log(`schedule for ${body.start_time}: ${sentence(error)}`)
        }
      }
    await actor.until(actor.now() + PLAN_EVERY_MS)
  }
}
