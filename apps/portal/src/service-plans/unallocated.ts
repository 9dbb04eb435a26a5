import type { ServicePlan } from '@ambit/contract'

export const FIRST_FETCH_MS = 3_000
export const REPEAT_MS = 60_000
const MINUTE = 60_000
export const LOOK_AHEAD_MS = 150 * MINUTE
const URGENT_MS = 120 * MINUTE

export type UnallocatedPlan = Pick<ServicePlan, 'id' | 'zone_id' | 'zone_name' | 'vehicle_id' | 'start_time'>

/** Schedules without a vehicle that have yet to start, soonest first. */
export const unallocatedOf = <P extends UnallocatedPlan>(plans: readonly P[], now: Date): P[] =>
  plans
    .filter((plan) => plan.vehicle_id === null && Date.parse(plan.start_time) <= now.getTime() + LOOK_AHEAD_MS)
    .toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))

export const isUrgent = (plan: Pick<ServicePlan, 'start_time'>, now: Date): boolean =>
  Date.parse(plan.start_time) - now.getTime() <= URGENT_MS

/** What the warning asks for: the region, or the zones where some are chosen. */
export const unallocatedFilter = (scope: { region: number | null; zone: readonly number[] }) => {
  if (scope.zone.length > 0) return { zone: [...scope.zone] }
  return scope.region === null ? undefined : { region: [scope.region] }
}
