import type { Reason } from '@ambit/contract'
import type { By } from '../change/booking-history.ts'
import { planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { widenPromises, widenRides } from '../change/promises.ts'
import { removeFromTrip } from '../change/remove.ts'
import type { PlanningContext } from '../plan/context.ts'
import { withMates } from '../plan/groups.ts'
import type { PlanBooking, PlanTrip } from '../plan/types.ts'
import { withoutBookings } from '../plan/without-bookings.ts'
import type { Demand } from '../problem/request.ts'
import { assignReplan, replan } from './replan.ts'
import type { Replan } from './replan.ts'

/** Bookings that leave their trips for others, planned as one problem. */
export type Move = { context: PlanningContext; bookings: readonly PlanBooking[]; found: Replan }

type Where = {
  allowed: (trip: PlanTrip) => boolean
  /** how much later than promised they may be served */
  relax?: ((demand: Demand) => Demand) | undefined
  /** a person chose the trips: paused ones and those that a booking was taken off take part */
  byHand?: boolean
}

/** Plans them anew among the trips that are allowed; their own may be one of them. Nothing is written. */
export const planMove = async (change: PlanChange, bookings: readonly PlanBooking[], where: Where): Promise<Move> =>
  planMoveIn(await planBefore(change), bookings, where)

/** The same in a plan that is under change. Whoever travels together with one of them moves as well. */
export const planMoveIn = (
  context: PlanningContext,
  some: readonly PlanBooking[],
  { allowed, relax, byHand = false }: Where,
): Move => {
  const bookings = withMates(context.plan, some)
  const plan = withoutBookings(context.plan, new Set(bookings.map(({ id }) => id)))
  const demands = bookings.map((booking): Demand => (byHand ? { ...booking, bans: [] } : booking))
  return { context, bookings, found: replan({ ...context, plan }, demands, allowed, relax, byHand) }
}

/**
 * Carries it out for those who have a trip: they join it, later than promised where that was planned, and the trips that
 * they leave are driven without them. The others stay as they are.
 */
export const carryMove = async (
  change: PlanChange,
  { context, bookings, found }: Move,
  { reason, by }: { reason: Reason; by: By },
): Promise<void> => {
  const placed = bookings.filter(({ id }) => found.placed.has(id))
  if (placed.length === 0) return
  const ids = new Set(placed.map(({ id }) => id))
  const taking = new Set([...found.placed.values()].map((trip) => trip.id))
  await widenPromises(change, found, ids)
  await widenRides(change, found, placed)
  await assignReplan(change, found, reason, by)
  const rest = withoutBookings(context.plan, ids)
  const losing = [...new Set(placed.flatMap(({ trip_id }) => trip_id ?? []))].filter((id) => !taking.has(id))
  for (const id of losing) await removeFromTrip(change, { ...context, plan: rest }, id, new Set())
}
