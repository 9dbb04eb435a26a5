import { check, insertInto, prepareRoute } from '@ambit/engine'
import type { Problem, Route, Solution } from '@ambit/engine'
import { z } from 'zod'
import { invalid, notFound, notReady } from '../../http/errors.ts'
import { regionScope } from '../../http/scope.ts'
import { assign, movedBookings } from '../../planning/change/assign.ts'
import { planBefore } from '../../planning/change/change-plan.ts'
import { contextOf } from '../../planning/plan/context.ts'
import { duration } from '../../planning/plan/format.ts'
import { readVersion } from '../../planning/plan/queries.ts'
import { askOptimiser } from '../../planning/reassign/ask-optimiser.ts'
import { packProblem } from '../../planning/reassign/problem-transfer.ts'
import { priceOfPlan, relaxToPlan } from '../../planning/reassign/relaxed-problem.ts'
import { problemNow } from '../../planning/reassign/reoptimise.ts'
import { NoWay } from './kind.ts'
import type { Asked, Kind } from './kind.ts'

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

export const optimiseNow: Kind<Asked<'optimise_now'>> = {
  reads: 'ZoneSolutions:solution:canRead',
  changes: 'DispatchManagement:optimise:canUpdate',
  cause: 'optimiser',
  forced: false,
  place: async ({ db }, { zone_id }, actor) => {
    const scope = regionScope(actor)
    const zone = await db.selectFrom('zones').where('id', '=', zone_id).select('region_id').executeTakeFirst()
    if (zone === undefined || (scope !== null && !scope.includes(zone.region_id))) throw notFound()
    return { zone_ids: [zone_id], region_id: zone.region_id }
  },
  prepare: async (deps, action) => {
    if (action.found != null) return action
    const context = await contextOf(deps, deps.db, await readVersion(deps.db, action.zone_id))
    const pp = problemNow(context)
    const stop = deps.clock.moveTo === undefined ? { milliseconds: MILLISECONDS } : { iterations: ITERATIONS }
    const problem = packProblem(relaxToPlan(pp.problem, pp.solution))
    const solution = await askOptimiser(deps, action.zone_id, {
      problem,
      start: pp.solution,
      seed: context.plan.version,
      stop,
    })
    if (solution === null) throw notReady('The optimiser did not answer. Please try again')
    return { ...action, found: encode(solution) }
  },
  ways: [
    {
      key: 'asked',
      title: (run) => `Optimise: ${run.notes.length} moves`,
      carryOut: async (run) => {
        const { action, change, by, notes } = run
        const context = await planBefore(change)
        const pp = problemNow(context)
        const held = relaxToPlan(pp.problem, pp.solution)
        const price = (routes: readonly Route[]) => priceOfPlan(held, { routes: [...routes], unserved: [] })
        const before = price(pp.solution.routes)
        let routes: readonly Route[] = decode(action.found ?? '')
        for (const id of action.leave) {
          const trip = pp.bookings.get(id)?.trip_id
          const left = trip == null ? null : leaving(held, routes, id, trip)
          if (left === null)
            throw new NoWay([{ code: 'leave', text: `Booking ${id} cannot be left while the others move` }])
          routes = left
        }
        const solution: Solution = { routes: [...routes], unserved: [] }
        const moved = movedBookings({ pp, solution })
        const after = price(routes)
        if (moved.size === 0 || before === null)
          throw new NoWay([{ code: 'optimised', text: 'Nothing better was found' }])
        if (after === null || check(held, solution).length > 0)
          throw new NoWay([{ code: 'changed', text: 'What was found does not hold any more' }])
        for (const [id, trip] of moved) {
          const own = pp.bookings.get(id)?.trip_id
          const left = own == null ? null : leaving(held, routes, id, own)
          const gain = left === null ? null : (price(left) ?? after) - after
          const saved = gain === null ? 'it cannot be left alone' : `saves ${duration(Math.max(0, gain))}`
          notes.push(`Booking ${id} to ${run.vehicles.get(trip) ?? 'another vehicle'}: ${saved}`)
        }
        const text = `Optimised by hand: ${moved.size} moved to save ${duration(Math.max(0, before - after))} of driving, riding and waiting`
        await assign(
          change,
          { pp, problem: pp.problem, demands: pp.bookings, solution },
          { reasons: () => [{ code: 'optimised', text }], by },
        )
      },
    },
  ],
}
