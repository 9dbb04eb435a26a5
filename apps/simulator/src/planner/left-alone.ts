import { ApiError, api, type Driver, type ServicePlan } from '@ambit/contract'
import type { Session } from '../access/line.ts'
import { sentence } from '../access/trouble.ts'
import { HOUR, MINUTE } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import { readAll } from '../town/town.ts'
import { plansBetween } from './roster.ts'

/** Drivers of the demo who are left to people: `demoDrivers` of the server. */
const USERNAMES: readonly string[] = ['dora', 'dave']

/** Their trips begin so long after they are made, within the hour before which a driver may sign on. */
const AHEAD_MS = 45 * MINUTE
const SHIFT_MS = 2 * HOUR
const LOOK_EVERY_MS = 3 * MINUTE
/** A trip that no driver has signed on to so long before it begins gives way to a later one. */
const GIVES_WAY_MS = 8 * MINUTE

/** Their ids; none in a demo that was made before they had their names. */
export const driversLeftAlone = async (planner: Session): Promise<ReadonlySet<number>> => {
  const all = await readAll<Driver>((page) => planner.call(api.drivers.list, { query: { ...page, sort: 'id' } }))
  return new Set(all.filter(({ username }) => USERNAMES.includes(username)).map(({ id }) => id))
}

/** Sees to it that each of them has a trip that has begun with a driver, or begins within the hour. */
export const keepTripsAhead = async (
  actor: Actor,
  planner: Session,
  drivers: ReadonlySet<number>,
  log: (text: string) => void,
): Promise<void> => {
  for (;;) {
    for (const driver of drivers) {
      try {
        await keepTripAhead(actor.now(), planner, driver)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        log(`trip for driver ${driver}: ${sentence(error)}`)
      }
    }
    await actor.until(actor.now() + LOOK_EVERY_MS)
  }
}

const keepTripAhead = async (now: number, planner: Session, driver: number): Promise<void> => {
  const plans = await plansBetween(planner, now - 12 * HOUR, now + 12 * HOUR)
  const own = plans
    .filter(({ driver_id, end_time }) => driver_id === driver && Date.parse(end_time) > now)
    .toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))
    .at(-1)
  const next = own === undefined ? 'none' : await standingOf(now, planner, own)
  if (next === 'stays') return
  if (own !== undefined && next === 'gives way') await withdraw(planner, own)
  const others = plans.filter((plan) => plan !== own || next === 'over')
  const start = Math.max(now + AHEAD_MS, own !== undefined && next === 'over' ? Date.parse(own.end_time) : 0)
  const free = vehicleFree(others, start)
  if (free === null) return
  await planner.call(api.servicePlans.create, {
    body: {
      zone_id: free.zone_id,
      vehicle_id: free.vehicle_id,
      driver_id: driver,
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + SHIFT_MS).toISOString(),
      minimum_capacity: free.minimum_capacity,
      metadata: { shift: null, shiftLabel: null },
    },
  })
}

const tripOf = async (planner: Session, id: number) => (await planner.call(api.trips.show, { params: { id } })).data

/** `over`: its trip has ended, and the schedule stands as its record until its own end. */
const standingOf = async (
  now: number,
  planner: Session,
  { trip_id, start_time }: ServicePlan,
): Promise<'stays' | 'gives way' | 'over'> => {
  if (trip_id === null) return 'gives way'
  const { current_state: state } = await tripOf(planner, trip_id)
  if (state === 'staged') return Date.parse(start_time) - now < GIVES_WAY_MS ? 'gives way' : 'stays'
  return state === 'completed' || state === 'cancelled' ? 'over' : 'stays'
}

/** Who was booked on it rides with another vehicle. */
const withdraw = async (planner: Session, { id, trip_id }: ServicePlan): Promise<void> => {
  const stops = trip_id === null ? [] : (await tripOf(planner, trip_id)).trip_stops
  if (trip_id !== null && stops.some(({ boardings }) => boardings.length > 0))
    await planner.call(api.trips.changeState, {
      params: { id: trip_id },
      body: { status: 'cancelled', force: true },
    })
  await planner.call(api.servicePlans.destroy, { params: { id } })
}

/** A vehicle of today that stands still meanwhile, in a zone that it drives in. */
const vehicleFree = (plans: readonly ServicePlan[], start: number): ServicePlan | null => {
  const busy = new Set(
    plans
      .filter((plan) => Date.parse(plan.start_time) < start + SHIFT_MS && Date.parse(plan.end_time) > start)
      .map(({ vehicle_id }) => vehicle_id),
  )
  return (
    plans.find((plan) => plan.service_route_id === null && plan.vehicle_id !== null && !busy.has(plan.vehicle_id)) ??
    null
  )
}
