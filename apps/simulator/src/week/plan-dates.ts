import { api, type ServicePlan } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import type { Session } from '../access/line.ts'
import { missingOn } from '../planner/live-planner.ts'
import { plansBetween } from '../planner/roster.ts'

/** Each further date is driven as the first one is. Answers the schedules of all dates. */
export const planDates = async (
  planner: Session,
  driving: readonly ServicePlan[],
  [first, ...further]: readonly string[],
  { time_zone, from, to }: { time_zone: string; from: number; to: number },
): Promise<ServicePlan[]> => {
  if (further.length === 0) return [...driving]
  const pattern = driving.filter(({ start_time }) => dateIn(time_zone, new Date(start_time)) === first)
  for (const date of further)
    for (const body of missingOn(pattern, driving, time_zone, date))
      await planner.call(api.servicePlans.create, { body })
  const vehicles = new Set(driving.map(({ vehicle_id }) => vehicle_id))
  return (await plansBetween(planner, from, to)).filter(
    ({ vehicle_id, trip_id }) => trip_id !== null && vehicles.has(vehicle_id),
  )
}
