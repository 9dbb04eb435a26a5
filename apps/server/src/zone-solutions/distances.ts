import type { Deps } from '../deps.ts'
import { buildProblem } from '../dispatch/problem.ts'
import type { PlanProblem } from '../dispatch/problem.ts'
import type { ZoneVersion } from '../dispatch/queries.ts'
import { sceneOf } from '../dispatch/scene.ts'

export type Driven = { driving_s: number; distance_m: number; empty_m: number }

/** What the vehicles of a zone still have to drive by its plan as it is; null without street data. */
export const stillToDrive = async (deps: Deps, version: ZoneVersion): Promise<Driven | null> =>
  deps.streets.current() === null ? null : drivesOf(buildProblem(await sceneOf(deps, deps.db, version)))

const drivesOf = ({ problem, solution, parts }: PlanProblem): Driven => {
  const requests = new Map(problem.requests.map((request) => [request.id, request]))
  const sum = { driving_s: 0, distance_m: 0, empty_m: 0 }
  for (const { vehicle: id, visits } of solution.routes) {
    const vehicle = parts.get(id)?.vehicle
    if (vehicle === undefined) continue
    let from = vehicle.start.location
    let aboard = vehicle.onBoard.length
    for (const visit of visits) {
      const to =
        visit.kind === 'fixed'
          ? vehicle.fixed.find((one) => one.id === visit.id)?.location
          : requests.get(visit.request)?.[visit.kind].location
      if (to === undefined) continue
      const metres = problem.travel.distance(from, to)
      sum.driving_s += problem.travel.duration(from, to)
      sum.distance_m += metres
      if (aboard === 0) sum.empty_m += metres
      if (visit.kind !== 'fixed') aboard += visit.kind === 'pickup' ? 1 : -1
      from = to
    }
  }
  return { driving_s: sum.driving_s, distance_m: Math.round(sum.distance_m), empty_m: Math.round(sum.empty_m) }
}
