import { describe, expect, it } from 'vitest'
import type { Problem, Route, Vehicle } from '../problem.ts'
import { drop, fixedVisit, pick, point, problem, request, stop, van } from '../testing.ts'
import { check } from './check.ts'

const rules = (given: Problem, routes: Route[], unserved: number[] = []) =>
  check(given, { routes, unserved }).map((violation) => violation.rule)

const ana = request(1, point(10, 0, 100), point(30, 0, 200))
const ben = request(2, point(20, 0, 100), point(40, 0, 200))
const withVan = (rest: Partial<Vehicle>) => problem([van(1, rest)], [ana, ben])
const shared: Route = { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2)] }

describe('check', () => {
  it('finds nothing wrong with a shared ride that keeps every limit', () => {
    expect(rules(withVan({}), [shared])).toEqual([])
    expect(rules(withVan({}), [{ vehicle: 1, visits: [pick(1), drop(1)] }], [2])).toEqual([])
  })

  it('reports a request that is served twice or not at all', () => {
    expect(rules(withVan({}), [{ vehicle: 1, visits: [pick(1), drop(1)] }])).toEqual(['not_served'])
    expect(rules(withVan({}), [shared], [2])).toEqual(['served_twice'])
    expect(rules(withVan({}), [{ vehicle: 1, visits: [pick(1), drop(1), pick(1), drop(1)] }], [2])).toEqual([
      'served_twice',
    ])
    expect(rules(withVan({}), [shared, { vehicle: 5, visits: [] }])).toEqual(['unknown'])
  })

  it('reports a delivery before its pickup, a wrong vehicle and committed visits that are not first', () => {
    expect(rules(withVan({}), [{ vehicle: 1, visits: [drop(1), pick(1)] }], [2])).toEqual(['precedence', 'precedence'])
    const bound = problem([van(1), van(2)], [{ ...ana, vehicles: [2] }])
    expect(rules(bound, [{ vehicle: 1, visits: [pick(1), drop(1)] }])).toEqual(['wrong_vehicle'])
    expect(rules(bound, [{ vehicle: 2, visits: [pick(1), drop(1)] }])).toEqual([])
    expect(rules(withVan({ committed: [pick(2)] }), [shared])).toEqual(['committed_order'])
  })

  // covers: JRN-43
  it('reports a group of which one rides in another vehicle than the rest, on board or not', () => {
    const group = [ana, ben].map((one) => ({ ...one, together: 7 }))
    const apart = [
      { vehicle: 1, visits: [pick(1), drop(1)] },
      { vehicle: 2, visits: [pick(2), drop(2)] },
    ]
    const two = problem([van(1), van(2)], group)
    expect(rules(two, apart)).toEqual(['split_group'])
    expect(rules(two, [shared])).toEqual([])
    expect(rules(two, apart.slice(0, 1), [2])).toEqual([])
    const [boarded, waiting] = group
    const aboard = problem([van(1, { onBoard: [1] }), van(2)], [{ ...boarded!, onBoardSince: 0 }, waiting!])
    expect(rules(aboard, [{ vehicle: 1, visits: [drop(1)] }, ...apart.slice(1)])).toEqual(['split_group'])
  })

  it('counts seats, wheelchair spaces and the seats that fold away', () => {
    expect(rules(withVan({ capacity: { seats: 1, wheelchairs: 0, seatsPerWheelchair: 0 } }), [shared])).toEqual([
      'seats',
    ])
    const wheels = problem([van(1)], [{ ...ana, load: { seats: 0, wheelchairs: 1 } }, ben])
    const visits = shared.visits
    expect(rules(wheels, [{ vehicle: 1, visits }])).toEqual(['wheelchairs', 'wheelchairs'])
    const folding = van(1, { capacity: { seats: 4, wheelchairs: 1, seatsPerWheelchair: 3 } })
    expect(rules({ ...wheels, vehicles: [folding] }, [{ vehicle: 1, visits }])).toEqual([])
    const tight = van(1, { capacity: { seats: 3, wheelchairs: 1, seatsPerWheelchair: 3 } })
    expect(rules({ ...wheels, vehicles: [tight] }, [{ vehicle: 1, visits }])).toEqual(['seats'])
  })

  it('reports each limit of time that is broken, and by how much', () => {
    const late = withVan({ start: { location: 0, time: 95 } })
    expect(check(late, { routes: [shared], unserved: [] })).toMatchObject([
      { rule: 'time_window', request: 1, amount: 5 },
      { rule: 'time_window', request: 2, amount: 15 },
    ])
    const hurried = problem([van(1)], [{ ...ana, maxRideTime: 19 }, ben])
    expect(check(hurried, { routes: [shared], unserved: [] })).toMatchObject([
      { rule: 'ride_time', request: 1, amount: 1 },
    ])
    expect(rules(withVan({ end: { location: 0, time: 79 } }), [shared])).toEqual(['shift'])
    expect(rules(withVan({ end: { location: 0, time: 80 } }), [shared])).toEqual([])
    expect(rules(withVan({ maxDuration: 39 }), [shared])).toEqual(['route_duration'])
    const walls = { duration: () => Infinity, distance: () => Infinity }
    expect(rules({ ...withVan({}), travel: walls }, [shared])).toEqual(['unreachable'])
  })

  it('reports waiting with passengers on board, and passengers on board during a break', () => {
    const early = problem([van(1)], [request(1, point(10, 0, 50), point(30, 100, 200))])
    const visits = [pick(1), drop(1)]
    expect(rules(early, [{ vehicle: 1, visits }])).toEqual(['waiting_loaded'])
    expect(rules({ ...early, waiting: 'anywhere' }, [{ vehicle: 1, visits }])).toEqual([])
    const rest = van(1, { fixed: [fixedVisit(9, 'break', point(20, 0, 900, 60))] })
    const tea = problem([rest], [ana])
    expect(rules(tea, [{ vehicle: 1, visits: [pick(1), stop(9), drop(1)] }])).toEqual(['waiting_loaded'])
    expect(rules(tea, [{ vehicle: 1, visits: [pick(1), drop(1), stop(9)] }])).toEqual([])
    expect(rules(tea, [{ vehicle: 1, visits: [pick(1), drop(1)] }])).toEqual(['fixed_missing'])
  })

  it('reports stops of a fixed route that are out of order', () => {
    const line = van(1, {
      fixed: [fixedVisit(7, 'route_stop', point(10), 1), fixedVisit(8, 'route_stop', point(20), 1)],
    })
    expect(rules(problem([line], []), [{ vehicle: 1, visits: [stop(7), stop(8)] }])).toEqual([])
    expect(rules(problem([line], []), [{ vehicle: 1, visits: [stop(8), stop(7)] }])).toEqual(['committed_order'])
  })
})
