import { describe, expect, it } from 'vitest'
import type { Problem, Refusal, Request, Solution } from '../problem.ts'
import { drop, fixedVisit, objective, pick, point, problem, request, stop, van } from '../testing.ts'
import { insert } from './insert.ts'

const ana = request(1, point(10, 0, 100), point(50, 0, 200))
const ben = request(2, point(20, 0, 500), point(40, 0, 500))
const route = { vehicle: 1, visits: [pick(1), drop(1)] }

const refusals = (
  given: Problem,
  asked: Request,
  solution: Solution = { routes: [], unserved: [] },
): readonly Refusal[] => {
  const answer = insert(given, solution, asked)
  expect(answer.insertions).toEqual([])
  return answer.refusals
}

describe('insert', () => {
  it('inserts Ben into Ana’s trip without a detour when he goes the same way', () => {
    const answer = insert(problem([van(1)], [ana, ben]), { routes: [route], unserved: [2] }, 2)
    expect(answer.insertions).toHaveLength(1)
    expect(answer.insertions[0]).toMatchObject({
      vehicle: 1,
      route: { vehicle: 1, visits: [pick(1), pick(2), drop(2), drop(1)] },
      price: 0,
      detourTime: 0,
      pickupTime: 20,
      deliveryTime: 40,
      affected: [],
    })
    expect(answer.insertions[0].schedule.map((time) => time.begin)).toEqual([10, 20, 40, 50])
    expect(answer.refusals).toEqual([])
  })

  it('ranks vehicles by price and returns as many insertions per vehicle as asked for', () => {
    const given = problem([van(1), van(2, { start: { location: 15, time: 0 } })], [ana, ben])
    const solution = { routes: [route], unserved: [2] }
    expect(insert(given, solution, ben).insertions.map(({ vehicle, price }) => [vehicle, price])).toEqual([
      [1, 0],
      [2, 25],
    ])
    const all = insert(given, solution, ben, { perVehicle: 9, vehicles: [1] }).insertions
    // Before Ana, around her, sharing in either order, and after her: each once, each dearer than the one before.
    expect(all.map(({ price }) => price)).toEqual([0, 10, 20, 30, 50, 60])
    expect(new Set(all.map((way) => JSON.stringify(way.route))).size).toBe(6)
  })

  it('prices ride, wait, walk and vehicle time by their weights, and lists the requests that it delays', () => {
    const weights = { ...objective, driveTime: 0, vehicleTime: 1, rideTime: 2, waitTime: 3, walkTime: 4 }
    const slow = { ...ben, pickup: point(20, 0, 500, 6), delivery: point(40, 0, 500, 4), walk: 5 }
    const given = problem([van(1)], [ana, slow], { objective: weights })
    const [way] = insert(given, { routes: [route], unserved: [2] }, slow).insertions
    // Vehicle 10 s longer; Ana rides 10 s longer, Ben 20; Ben waits from 0 to 20; he walks 5.
    expect(way.price).toBe(10 + 2 * (10 + 20) + 3 * 20 + 4 * 5)
    expect(way.affected).toEqual([{ request: 1, delay: 10 }])
  })

  it('keeps committed visits first and passengers on board in their vehicle', () => {
    const cem = request(3, point(0), point(30, 0, 500), { onBoardSince: 0 })
    const given = problem([van(1, { onBoard: [3], committed: [drop(3)] })], [cem, ben])
    const [way] = insert(given, { routes: [{ vehicle: 1, visits: [drop(3)] }], unserved: [2] }, ben).insertions
    expect(way.route.visits).toEqual([drop(3), pick(2), drop(2)])
    const small = van(1, { onBoard: [3], capacity: { seats: 1, wheelchairs: 0, seatsPerWheelchair: 0 } })
    const free = insert(
      problem([small], [cem, ben]),
      { routes: [{ vehicle: 1, visits: [drop(3)] }], unserved: [2] },
      ben,
    )
    expect(free.insertions[0].route.visits).toEqual([drop(3), pick(2), drop(2)])
  })

  it('does not count a delay that existed before the insertion', () => {
    const late = van(1, { start: { location: 0, time: 200 } })
    const given = problem([late], [ana, ben])
    const answer = insert(given, { routes: [route], unserved: [2] }, ben, { perVehicle: 9 })
    // Ana is late at both ends: Ben may ride on her way, or after her, but nowhere that costs her a second.
    expect(answer.insertions.map((way) => way.affected)).toEqual([[], [], []])
  })
})

describe('the reasons for a refusal', () => {
  it('name vehicles that are not allowed, too small, off shift or out of reach', () => {
    expect(refusals(problem([van(1)], []), { ...ben, vehicles: [2] })).toEqual([{ vehicle: 1, reason: 'not_allowed' }])
    const chair = { ...ben, load: { seats: 0, wheelchairs: 1 } }
    expect(refusals(problem([van(1)], []), chair)).toEqual([
      { vehicle: 1, reason: 'too_small', kind: 'wheelchairs', has: 0 },
    ])
    const group = { ...ben, load: { seats: 5, wheelchairs: 0 } }
    expect(refusals(problem([van(1)], []), group)).toEqual([{ vehicle: 1, reason: 'too_small', kind: 'seats', has: 4 }])
    const ending = van(1, { end: { location: 0, time: 70 } })
    expect(refusals(problem([ending], []), ben)).toEqual([
      { vehicle: 1, reason: 'shift', endsAt: 70, startsAt: 0, earliestPickup: null },
    ])
    const starting = van(1, { start: { location: 0, time: 600 } })
    expect(refusals(problem([starting], []), ben)).toEqual([
      { vehicle: 1, reason: 'shift', endsAt: 10_000, startsAt: 600, earliestPickup: 620 },
    ])
    const walls = { duration: () => Infinity, distance: () => Infinity }
    expect(refusals(problem([van(1)], [], { travel: walls }), ben)).toEqual([{ vehicle: 1, reason: 'unreachable' }])
    expect(refusals(problem([van(1)], []), { ...ben, maxRideTime: 19 })).toEqual([
      { vehicle: 1, reason: 'ride_time', shortest: 20 },
    ])
  })

  it('state when the van could be there, and when it is full', () => {
    const solution = { routes: [route], unserved: [] }
    const committed = van(1, { committed: route.visits })
    const hurried = { ...ben, pickup: point(20, 0, 60) }
    expect(refusals(problem([committed], [ana, hurried]), hurried, solution)).toEqual([
      { vehicle: 1, reason: 'pickup_window', earliestPossible: 80 },
    ])
    const single = van(1, { committed: [pick(1)], capacity: { seats: 1, wheelchairs: 0, seatsPerWheelchair: 0 } })
    const during = { ...ben, pickup: point(20, 0, 60) }
    expect(refusals(problem([single], [ana, during]), during, solution)).toEqual([
      { vehicle: 1, reason: 'capacity', kind: 'seats', from: 10, until: 50 },
    ])
  })

  it('name the promise, the break or the window that prevents it, and by how many seconds', () => {
    const tight = request(1, point(10, 0, 10), point(50, 0, 55))
    const beside = request(2, point(20, 0, 30), point(70, 0, 80))
    const solution = { routes: [route], unserved: [2] }
    // After Ana is too late for the delivery; on her way is fine, so let service take time.
    const slow = { ...beside, pickup: point(20, 0, 30, 9) }
    expect(refusals(problem([van(1)], [tight, slow]), slow, solution)).toEqual([
      { vehicle: 1, reason: 'promise', request: 1, late: 4 },
    ])
    const short = { ...beside, delivery: point(70, 0, 68) }
    expect(refusals(problem([van(1)], [tight, short]), short, solution)).toEqual([
      { vehicle: 1, reason: 'delivery_window', earliestPossible: 70 },
    ])
    const rest = van(1, { fixed: [fixedVisit(9, 'break', point(30, 0, 35, 60))] })
    const across = request(2, point(20, 0, 22), point(50, 0, 200))
    expect(
      refusals(problem([rest], [across]), across, { routes: [{ vehicle: 1, visits: [stop(9)] }], unserved: [2] }),
    ).toEqual([{ vehicle: 1, reason: 'fixed_visit', id: 9, late: 35 }])
  })
})
