import type { Reason } from '@ambit/contract'
import type { Streets } from '@ambit/streets'
import type { By } from '../change/booking-history.ts'
import { endBookings } from '../change/bookings.ts'
import { planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { widenPromises, widenRides } from '../change/promises.ts'
import { removeFromTrip } from '../change/remove.ts'
import { streetsWithout } from '../plan/closures.ts'
import type { RoadClosure } from '../plan/closures.ts'
import type { PlanningContext } from '../plan/context.ts'
import { withMates } from '../plan/groups.ts'
import type { PlanBooking } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import { readyNetwork } from '../problem/ready-network.ts'
import type { Demand } from '../problem/request.ts'
import { ridesIn, ridesOf } from '../problem/rides.ts'
import type { PlannedRide } from '../problem/rides.ts'
import { assignReplan, replan } from '../reassign/replan.ts'
import type { Replan } from '../reassign/replan.ts'
import { refusalReasons } from '../search/refusals.ts'
import { heldUp } from './held-up.ts'
import { withoutBookings } from '../plan/without-bookings.ts'
import { LATEST_S, later } from './later.ts'

/** A zone's plan with a road closed. */
export type ZoneDetour = {
  change: PlanChange
  /** with the streets as they are after the closure */
  context: PlanningContext
  before: Map<number, PlannedRide>
  after: Map<number, PlannedRide>
  /** the bookings that had to leave their trip, if only to come back to it later */
  affected: PlanBooking[]
  found: Replan
}

/** Plans a zone with a road closed. A booking stays on its trip unless leaving it is better. Nothing is written. */
export const planDetour = async (change: PlanChange, streets: Streets, closure: RoadClosure): Promise<ZoneDetour> => {
  const open = await planBefore(change)
  const roads = streetsWithout(streets, [...open.plan.settings.closures, closure], open.now)
  const context = { ...open, roads }
  await readyNetwork(change.deps.clock, context)
  const affected = withMates(
    open.plan,
    open.plan.trips.flatMap((trip) => heldUp(open, context, trip)),
  )
  const plan = withoutBookings(open.plan, new Set(affected.map((booking) => booking.id)))
  const found = replan({ ...context, plan }, affected, () => true, muchLater)
  const after = new Map([...ridesIn(buildProblem({ ...context, plan })), ...ridesOf(found)])
  return { change, context, affected, found, before: ridesIn(buildProblem(open)), after }
}

/** A long detour makes a long ride. */
const muchLater = (demand: Demand): Demand => ({ ...later(demand), max_ride_s: demand.max_ride_s + LATEST_S })

/** Carries it out: bookings change trip or are cancelled, and trips that lost some are driven without them. */
export const takeDetour = async (
  { change, context, affected, found }: ZoneDetour,
  { message, by }: { message: string | null; by: By },
): Promise<void> => {
  if (affected.length === 0) return
  const { time_zone } = context.plan.settings
  const reason: Reason = {
    code: 'road_closed',
    text: message === null || message === '' ? 'A road was closed' : `A road was closed: ${message}`,
  }
  const taking = new Set([...found.placed.values()].map((trip) => trip.id))
  await widenPromises(change, found, new Set(found.placed.keys()))
  await widenRides(change, found, affected)
  // First: the trips that take others are written without those whom no trip can serve.
  await endBookings(change, {
    ids: [...found.failed.keys()],
    status: 'cancelled',
    by,
    reasons: (id) => [reason, ...refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, time_zone)],
    message: 'It cannot be served while a road is closed',
  })
  await assignReplan(change, found, reason)
  const rest = withoutBookings(context.plan, new Set(affected.map((booking) => booking.id)))
  const losing = [...new Set(affected.flatMap(({ trip_id }) => trip_id ?? []))].filter((id) => !taking.has(id))
  for (const id of losing) await removeFromTrip(change, { ...context, plan: rest }, id, new Set())
}
