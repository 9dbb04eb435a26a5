import { describe, expect, it } from 'vitest'
import { drop, fixedVisit, pick, point, problem, request, stop, van } from '../testing.ts'
import { schedule } from './schedule.ts'

const begins = (times: ReturnType<typeof schedule>) => times?.map((time) => time.begin)

describe('schedule', () => {
  it('drives Ana from 10 to 30 as early as her window allows', () => {
    const ana = request(1, point(10, 100, 200, 5), point(30))
    const times = schedule(problem([van(1)], [ana]), { vehicle: 1, visits: [pick(1), drop(1)] })
    // The van could be there at 10; it leaves its start just in time for her window instead.
    expect(times).toEqual([
      { arrival: 100, begin: 100, departure: 105, load: { seats: 1, wheelchairs: 0 }, lateness: 0 },
      { arrival: 125, begin: 125, departure: 125, load: { seats: 0, wheelchairs: 0 }, lateness: 0 },
    ])
  })

  it('lets Ana wait at her stop rather than on board while the van waits for Ben', () => {
    const ana = request(1, point(10, 0, 90), point(40))
    const ben = request(2, point(20, 150, 200), point(40))
    const times = schedule(problem([van(1)], [ana, ben]), { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2)] })
    // Earliest for Ana is 10, but Ben boards at 150: she boards as late as her window allows, 90.
    expect(begins(times)).toEqual([90, 150, 170, 170])
    expect(times?.[1].arrival).toBe(100)
  })

  it('boards Ana later when her ride would be too long otherwise', () => {
    const ana = request(1, point(10, 0, 200), point(40), { maxRideTime: 50 })
    const ben = request(2, point(20, 150, 200), point(40))
    const route = { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2)] }
    expect(begins(schedule(problem([van(1)], [ana, ben]), route))).toEqual([140, 150, 170, 170])
    const strict = request(1, point(10, 0, 110), point(40), { maxRideTime: 50 })
    expect(schedule(problem([van(1)], [strict, ben]), route, { strict: true })).toBeNull()
  })

  it('never lets Ana wait on board at a stop where no passenger boards', () => {
    const ana = request(1, point(10, 0, 50), point(30, 100, 200))
    const route = { vehicle: 1, visits: [pick(1), drop(1)] }
    expect(schedule(problem([van(1)], [ana]), route, { strict: true })).toBeNull()
    expect(begins(schedule(problem([van(1)], [ana], { waiting: 'anywhere' }), route))).toEqual([50, 100])
    const patient = request(1, point(10, 0, 500), point(30, 100, 200))
    expect(begins(schedule(problem([van(1)], [patient]), route, { strict: true }))).toEqual([80, 100])
  })

  it('schedules a van that is already late with no more lateness than it has', () => {
    const ana = request(1, point(10, 0, 50), point(30, 0, 60))
    const ben = request(2, point(40, 0, 400), point(50, 0, 400))
    const late = van(1, { start: { location: 0, time: 100 } })
    const route = { vehicle: 1, visits: [pick(1), drop(1), pick(2), drop(2)] }
    const times = schedule(problem([late], [ana, ben]), route)
    expect(begins(times)).toEqual([110, 130, 140, 150])
    expect(times?.map((time) => time.lateness)).toEqual([60, 70, 0, 0])
    expect(schedule(problem([late], [ana, ben]), route, { strict: true })).toBeNull()
  })

  it('counts lateness from the promise when the window is wider than the promise', () => {
    const ana = request(1, { ...point(10, 0, 200), due: 105 }, point(30))
    const times = schedule(
      problem([van(1, { start: { location: 0, time: 100 } })], [ana]),
      { vehicle: 1, visits: [pick(1), drop(1)] },
      { strict: true },
    )
    expect(times?.map((time) => time.lateness)).toEqual([5, 0])
  })

  it('delivers Cem, who is on board, without waiting at the start', () => {
    const cem = request(3, point(0), point(30, 0, 500), { onBoardSince: -20 })
    const loaded = van(1, { onBoard: [3], start: { location: 0, time: 100 } })
    expect(begins(schedule(problem([loaded], [cem]), { vehicle: 1, visits: [drop(3)] }))).toEqual([130])
    const early = request(3, point(0), point(30, 300, 500), { onBoardSince: -20 })
    expect(schedule(problem([loaded], [early]), { vehicle: 1, visits: [drop(3)] }, { strict: true })).toBeNull()
    const tired = { ...cem, maxRideTime: 149 }
    expect(schedule(problem([loaded], [tired]), { vehicle: 1, visits: [drop(3)] }, { strict: true })).toBeNull()
  })

  it('keeps the vehicle empty during a break, and waits for the time of a fixed route’s stop', () => {
    const ana = request(1, point(10), point(30))
    const rest = fixedVisit(9, 'break', point(20, 0, 1000, 60))
    const halt = fixedVisit(8, 'route_stop', point(20, 400, 400, 5))
    const driver = van(1, { fixed: [rest, halt] })
    const through = { vehicle: 1, visits: [pick(1), stop(9), drop(1), stop(8)] }
    expect(schedule(problem([driver], [ana]), through)).toBeNull()
    const held = { vehicle: 1, visits: [stop(9), pick(1), stop(8), drop(1)] }
    expect(begins(schedule(problem([driver], [ana]), held))).toEqual([20, 390, 400, 415])
  })

  it('refuses a day longer than the vehicle’s limit, and an impossible order of visits', () => {
    const ana = request(1, point(10, 0, 0), point(30))
    const ben = request(2, point(10, 500, 500), point(30))
    const visits = [pick(1), drop(1), pick(2), drop(2)]
    const early = van(1, { start: { location: 10, time: -50 }, maxDuration: 519 })
    expect(schedule(problem([early], [ana, ben]), { vehicle: 1, visits }, { strict: true })).toBeNull()
    const allowed = { ...early, maxDuration: 520 }
    expect(begins(schedule(problem([allowed], [ana, ben]), { vehicle: 1, visits }, { strict: true }))).toEqual([
      0, 20, 500, 520,
    ])
    expect(schedule(problem([allowed], [ana]), { vehicle: 1, visits: [drop(1), pick(1)] })).toBeNull()
    expect(schedule(problem([allowed], [ana]), { vehicle: 1, visits: [pick(7), drop(7)] })).toBeNull()
    const crowd = request(3, point(10), point(30), { load: { seats: 5, wheelchairs: 0 } })
    expect(
      schedule(problem([allowed], [crowd]), { vehicle: 1, visits: [pick(3), drop(3)] }, { strict: true }),
    ).toBeNull()
  })
})
