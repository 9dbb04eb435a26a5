import type { Request } from '../problem.ts'
import { lookupOf } from '../schedule/lookup.ts'
import type { Plan } from './plan.ts'

/** A request that travels with others may go only where those are that the plan serves already. */
export function besideOthers(plan: Plan, request: Request): Request {
  const { together, vehicles } = request
  if (together === undefined) return request
  const lookup = lookupOf(plan.problem)
  const isWith = (id: number) => id !== request.id && lookup.request(id)?.together === together
  const homes = plan.routes
    .filter(
      ({ vehicle, route }) =>
        vehicle.onBoard.some(isWith) || route.visits.some((visit) => visit.kind === 'pickup' && isWith(visit.request)),
    )
    .map(({ vehicle }) => vehicle.id)
  if (homes.length === 0) return request
  return { ...request, vehicles: vehicles === undefined ? homes : homes.filter((id) => vehicles.includes(id)) }
}
