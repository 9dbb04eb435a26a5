import type { Problem, Request, Solution } from '../problem.ts'

/**
 * Groups take no part in the search: whoever is served beside others stays in that vehicle, whoever is not may join them
 * there, and a group of which nobody is served is left out. A request that is alone with its key is as free as any other.
 */
export function pinGroups(problem: Problem, start: Solution | undefined): Problem {
  const groups = Map.groupBy(
    problem.requests.filter(({ together }) => together !== undefined),
    ({ together }) => together,
  )
  const held = new Set([...groups.values()].filter(({ length }) => length > 1).flat())
  if (held.size === 0) return problem
  const vehicleOf = new Map<number, number>()
  for (const { id, onBoard, committed } of problem.vehicles) {
    for (const request of onBoard) vehicleOf.set(request, id)
    for (const visit of committed) if (visit.kind === 'pickup') vehicleOf.set(visit.request, id)
  }
  for (const { vehicle, visits } of start?.routes ?? [])
    for (const visit of visits) if (visit.kind !== 'fixed') vehicleOf.set(visit.request, vehicle)
  const pinned = (request: Request): Request => {
    if (!held.has(request)) return request
    const own = vehicleOf.get(request.id)
    if (own !== undefined) return { ...request, vehicles: [own] }
    const homes = new Set(groups.get(request.together)?.flatMap(({ id }) => vehicleOf.get(id) ?? []))
    return { ...request, vehicles: [...homes].filter((id) => request.vehicles?.includes(id) ?? true) }
  }
  return { ...problem, requests: problem.requests.map(pinned) }
}
