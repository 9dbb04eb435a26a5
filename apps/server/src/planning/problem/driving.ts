import type { Problem, Solution } from '@ambit/engine'

export type Drives = {
  seconds: number
  metres: number
  /** metres of it without passengers */
  empty_metres: number
}

/** All that the vehicles of a plan drive, from where they are to the last of their stops. */
export const drivesOf = ({ vehicles, requests, travel }: Problem, { routes }: Solution): Drives => {
  const byId = new Map(requests.map((request) => [request.id, request]))
  const sum = { seconds: 0, metres: 0, empty_metres: 0 }
  for (const { vehicle: id, visits } of routes) {
    const vehicle = vehicles.find((one) => one.id === id)
    if (vehicle === undefined) continue
    let from = vehicle.start.location
    let aboard = vehicle.onBoard.length
    for (const visit of visits) {
      const to =
        visit.kind === 'fixed'
          ? vehicle.fixed.find((one) => one.id === visit.id)?.location
          : byId.get(visit.request)?.[visit.kind].location
      if (to === undefined) continue
      const metres = travel.distance(from, to)
      sum.seconds += travel.duration(from, to)
      sum.metres += metres
      if (aboard === 0) sum.empty_metres += metres
      if (visit.kind !== 'fixed') aboard += visit.kind === 'pickup' ? 1 : -1
      from = to
    }
  }
  return sum
}
