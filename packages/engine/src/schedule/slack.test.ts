import { describe, expect, it } from 'vitest'
import { drawInstance } from '../insert/agreement.ts'
import type { Problem, ServicePoint, Visit } from '../problem.ts'
import { seeded } from '../seeded.ts'
import { drop, fixedVisit, pick, point, problem, request, stop, van } from '../testing.ts'
import { schedule } from './schedule.ts'
import { slack } from './slack.ts'

/** The same problem, in which one visit may not begin before a time. */
function notBefore(given: Problem, visit: Visit, time: number): Problem {
  const from = <T extends ServicePoint>(at: T): T => ({ ...at, window: { ...at.window, earliest: time } })
  return {
    ...given,
    vehicles: given.vehicles.map((vehicle) => ({
      ...vehicle,
      fixed: vehicle.fixed.map((fixed) => (visit.kind === 'fixed' && fixed.id === visit.id ? from(fixed) : fixed)),
    })),
    requests: given.requests.map((one) => {
      if (visit.kind === 'fixed' || one.id !== visit.request) return one
      return visit.kind === 'pickup' ? { ...one, pickup: from(one.pickup) } : { ...one, delivery: from(one.delivery) }
    }),
  }
}

describe('slack', () => {
  // covers: FX-70
  it('is the time by which a stop can move later before a promise, a break or the shift is broken', () => {
    const ana = request(1, point(10, 0, 100), point(40, 0, 90))
    const rest = fixedVisit(9, 'break', point(50, 0, 200, 60))
    const driver = van(1, { fixed: [rest], end: { location: null, time: 300 } })
    const route = { vehicle: 1, visits: [pick(1), drop(1), stop(9)] }
    // Ana is due by 90 at 40, where the van can be at 40: she may board by 60, and the break may begin by 200.
    expect(slack(problem([driver], [ana]), route)).toEqual([50, 50, 150])
  })

  it('is bound by a passenger on board, whose ride may not become longer', () => {
    const ana = request(1, point(10, 0, 500), point(40, 0, 500), { maxRideTime: 45 })
    const ben = request(2, point(20, 0, 100), point(60, 0, 500))
    const route = { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2)] }
    // Ben boards by 100, and nobody waits on board after that: Ana is set down by 120, Ben by 140.
    expect(slack(problem([van(1)], [ana, ben]), route)).toEqual([80, 80, 80, 80])
  })

  it('is nothing where a promise is late already', () => {
    const ana = request(1, point(10, 0, 50), point(30, 0, 400))
    const late = van(1, { start: { location: 0, time: 100 } })
    expect(slack(problem([late], [ana]), { vehicle: 1, visits: [pick(1), drop(1)] })?.[0]).toBe(0)
  })

  it('is null where no order of the stops can be driven', () => {
    const ana = request(1, point(10), point(30))
    expect(slack(problem([van(1)], [ana]), { vehicle: 1, visits: [drop(1), pick(1)] })).toBeNull()
  })

  it('agrees with the schedule to the second on random routes with breaks, route stops and tight limits', () => {
    let compared = 0
    for (let round = 0; round < 300; round++) {
      const { problem: drawn, route } = drawInstance(seeded(round))
      const begins = schedule(drawn, route, { strict: true })
      const slacks = slack(drawn, route)
      if (begins === null || slacks === null) continue
      route.visits.forEach((visit, at) => {
        const moved = (by: number) =>
          schedule(notBefore(drawn, visit, begins[at].begin + slacks[at] + by), route, { strict: true })
        expect(moved(-0.001), `round ${round}, visit ${at}: as late as its slack`).not.toBeNull()
        expect(moved(1), `round ${round}, visit ${at}: a second later`).toBeNull()
        compared++
      })
    }
    expect(compared).toBeGreaterThan(500)
  })
})
