import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { isOverOrAboard } from '../dispatch-actions/kinds/refusals.ts'
import { findBookings } from '../dispatch-actions/kinds/find.ts'
import { notFound } from '../http/errors.ts'
import { probeTrips } from '../planning/effects/probe.ts'
import { contextOf } from '../planning/plan/context.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { withoutBookings } from '../planning/plan/without-bookings.ts'
import { readyNetwork } from '../planning/problem/ready-network.ts'

/** Trips that are asked before others have their turn. */
const AT_ONCE = 50

/**
 * Whether each vehicle of its zone can take a booking, as an assignment by hand would put it there: the others keep what
 * they were promised, and the booking comes late by no more than an override may.
 */
export const probe = async (deps: Deps, id: number, actor: Actor) => {
  const [named] = await findBookings(deps.db, [id], actor)
  if (named === undefined) throw notFound()
  const context = await contextOf(deps, deps.db, await readVersion(deps.db, named.zone_id))
  const answer = { service_request_id: id, zone_id: named.zone_id, plan_version: context.plan.version }
  const booking = context.plan.bookings.find((one) => one.id === id)
  const held = isOverOrAboard(named)
  if (held !== null || booking === undefined) return { ...answer, held: held ?? 'The plan does not hold it', trips: [] }
  await readyNetwork(deps.clock, context)
  const plan = withoutBookings(context.plan, new Set([id]))
  const open = plan.trips.filter((trip) => trip.available && trip.end > context.now)
  const trips: ReturnType<typeof probeTrips> = []
  for (let from = 0; from < open.length; from += AT_ONCE) {
    trips.push(...probeTrips({ ...context, plan }, booking, new Set(open.slice(from, from + AT_ONCE))))
    await setImmediate()
  }
  return { ...answer, held: null, trips }
}
