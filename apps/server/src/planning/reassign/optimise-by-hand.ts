import { check, insertInto, prepareRoute } from '@ambit/engine'
import type { Problem, Route, Solution } from '@ambit/engine'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { invalid, notReady } from '../../http/errors.ts'
import { assign, movedBookings } from '../change/assign.ts'
import type { By } from '../change/booking-history.ts'
import { planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { contextOf } from '../plan/context.ts'
import { duration } from '../plan/format.ts'
import { readVersion } from '../plan/queries.ts'
import type { PlanProblem } from '../problem/build.ts'
import { askOptimiser } from './ask-optimiser.ts'
import { NoWay } from './no-way.ts'
import { packProblem } from './problem-transfer.ts'
import { priceOfPlan, relaxToPlan } from './relaxed-problem.ts'
import { problemNow } from './reoptimise.ts'

/** A person waits for it. */
const MILLISECONDS = 5000
const ITERATIONS = 2000

const Visit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pickup'), request: z.int() }),
  z.object({ kind: z.literal('delivery'), request: z.int() }),
  z.object({ kind: z.literal('fixed'), id: z.int() }),
])
const Found = z.array(z.object({ vehicle: z.int(), visits: z.array(Visit) }))

const encode = ({ routes }: Solution): string => Buffer.from(JSON.stringify(routes)).toString('base64url')

const decode = (found: string): Route[] => {
  try {
    return Found.parse(JSON.parse(Buffer.from(found, 'base64url').toString()))
  } catch {
    throw invalid([{ pointer: '/found', detail: 'This is nothing that was found here' }])
  }
}

/** The solution with a booking back on the trip that it has, at its best place there; null where it does not fit. */
const leaving = (problem: Problem, routes: readonly Route[], booking: number, trip: number): Route[] | null => {
  const without = routes.map((route) => ({
    ...route,
    visits: route.visits.filter((visit) => visit.kind === 'fixed' || visit.request !== booking),
  }))
  const vehicle = problem.vehicles.find(({ id }) => id === trip)
  const route = without.find((one) => one.vehicle === trip)
  const request = problem.requests.find(({ id }) => id === booking)
  if (vehicle === undefined || route === undefined || request === undefined) return null
  const planned = prepareRoute(problem, vehicle, route)
  const [best] =
    planned === null ? [] : insertInto({ problem, routes: [planned] }, { ...request, vehicles: [trip] }).insertions
  return best === undefined ? null : without.map((one) => (one.vehicle === trip ? best.route : one))
}

/** The same problem in which bookings of other trips stay on their vehicles. */
const onlyOf = (pp: PlanProblem, tripId: number): Problem => ({
  ...pp.problem,
  requests: pp.problem.requests.map((request) => {
    const own = pp.bookings.get(request.id)?.trip_id
    return own == null || own === tripId ? request : { ...request, vehicles: [own] }
  }),
})

/**
 * Looks for a better plan of a zone for as long as a person waits; answers it in a form to be sent back. Of one trip, its
 * bookings alone change vehicles.
 */
export const lookForBetter = async (deps: Deps, zoneId: number, tripId: number | null = null): Promise<string> => {
  const context = await contextOf(deps, deps.db, await readVersion(deps.db, zoneId))
  const pp = problemNow(context)
  const stop = deps.clock.moveTo === undefined ? { milliseconds: MILLISECONDS } : { iterations: ITERATIONS }
  const problem = packProblem(relaxToPlan(tripId === null ? pp.problem : onlyOf(pp, tripId), pp.solution))
  const solution = await askOptimiser(deps, zoneId, { problem, start: pp.solution, seed: context.plan.version, stop })
  if (solution === null) throw notReady('The optimiser did not answer. Please try again')
  return encode(solution)
}

type Better = { found: string; leave: readonly number[]; by: By }

/** Takes what was found, without the moves to be left, where it still holds. Answers each move with its gain, in words. */
export const takeBetter = async (change: PlanChange, { found, leave, by }: Better): Promise<string[]> => {
  const context = await planBefore(change)
  const pp = problemNow(context)
  const held = relaxToPlan(pp.problem, pp.solution)
  const price = (routes: readonly Route[]) => priceOfPlan(held, { routes: [...routes], unserved: [] })
  const before = price(pp.solution.routes)
  let routes: readonly Route[] = decode(found)
  for (const id of leave) {
    const trip = pp.bookings.get(id)?.trip_id
    const left = trip == null ? null : leaving(held, routes, id, trip)
    if (left === null) throw new NoWay([{ code: 'leave', text: `Booking ${id} cannot be left while the others move` }])
    routes = left
  }
  const solution: Solution = { routes: [...routes], unserved: [] }
  const moved = movedBookings({ pp, solution })
  const after = price(routes)
  if (moved.size === 0 || before === null) throw new NoWay([{ code: 'optimised', text: 'Nothing better was found' }])
  if (after === null || check(held, solution).length > 0)
    throw new NoWay([{ code: 'changed', text: 'What was found does not hold any more' }])
  const moves = [...moved].map(([id, trip]) => {
    const own = pp.bookings.get(id)?.trip_id
    const left = own == null ? null : leaving(held, routes, id, own)
    const gain = left === null ? null : (price(left) ?? after) - after
    const saved = gain === null ? 'it cannot be left alone' : `saves ${duration(Math.max(0, gain))}`
    return `Booking ${id} to ${pp.trips.get(trip)?.vehicle_number ?? 'another vehicle'}: ${saved}`
  })
  const text = `Optimised by hand: ${moved.size} moved to save ${duration(Math.max(0, before - after))} of driving, riding and waiting`
  await assign(
    change,
    { pp, problem: pp.problem, demands: pp.bookings, solution },
    { reasons: () => [{ code: 'optimised', text }], by },
  )
  return moves
}
