import { api, type ServicePlan } from '@ambit/contract'
import type { Session } from '../access/line.ts'
import { readAll } from '../town/town.ts'

export type RosterDriver = { id: number; username: string }

export const plansBetween = async (planner: Session, from: number, to: number): Promise<ServicePlan[]> => {
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const plans = await readAll((page) =>
    planner.call(api.servicePlans.list, { query: { ...page, ...window, sort: 'id' } }),
  )
  return plans.toSorted((a, b) => a.id - b.id)
}

/** Who drives in these schedules, in the order of their ids; without blocked drivers, who cannot sign in. */
export const driversOf = async (planner: Session, plans: readonly ServicePlan[]): Promise<RosterDriver[]> => {
  const wanted = new Set(plans.map(({ driver_id }) => driver_id))
  const all = await readAll((page) => planner.call(api.drivers.list, { query: { ...page, sort: 'id' } }))
  return all
    .filter(({ id, status }) => wanted.has(id) && status === 'approved')
    .map(({ id, username }) => ({ id, username }))
}

/** Hours of vehicles in service in each zone inside the window. */
export const vehicleHours = (plans: readonly ServicePlan[], from: number, to: number): Map<number, number> => {
  const hours = new Map<number, number>()
  for (const { zone_id, vehicle_id, start_time, end_time } of plans) {
    if (vehicle_id === null) continue
    const span = Math.min(to, Date.parse(end_time)) - Math.max(from, Date.parse(start_time))
    if (span > 0) hours.set(zone_id, (hours.get(zone_id) ?? 0) + span / 3_600_000)
  }
  return hours
}
