import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestStatuses } from '@ambit/contract'
import { flatDistance, type LngLat } from '@ambit/geo'
import { expectedRange, lateMinutes, worthSaying } from './expected.ts'
import { isDuplicate, minutesMissing, overlap, seemsTheSame, touch } from './overlap.ts'
import { phaseOf, type RideNow, showsVehicle } from './phase.ts'
import { ageOfPosition, shownPosition } from './position.ts'
import { refuseRating, refuseRideCancel, refuseRideChange } from './refusals.ts'

const MINUTE = 60_000
const at = (time: string): number => Date.parse(`2026-11-23T${time}Z`)
const clock = ({ from, to }: { from: number; to: number }): string =>
  [from, to].map((time) => new Date(time).toISOString().slice(11, 19)).join(' – ')

describe('an expected time', () => {
  test('is a range of a minute or 15 % of the time left on both sides, in whole minutes, within the promise', () => {
    const opens = at('09:00:00')
    // a minute is more than 15 % of three
    expect(clock(expectedRange(at('09:08:20'), at('09:05:20'), opens))).toBe('09:07:00 – 09:10:00')
    // 15 % of 20 minutes are three
    expect(clock(expectedRange(at('09:20:00'), at('09:00:00'), opens))).toBe('09:17:00 – 09:23:00')
    // it would begin at 8:55
    expect(clock(expectedRange(at('09:01:00'), at('08:21:00'), opens))).toBe('09:00:00 – 09:07:00')
    // the vehicle is early, and waits for the window
    expect(clock(expectedRange(at('08:50:00'), at('08:49:00'), opens))).toBe('09:00:00 – 09:02:00')
  })

  test('holds what is expected, in whole minutes, and never begins before the window', () => {
    const moment = fc.integer({ min: 0, max: 86_400 }).map((second) => second * 1000)
    fc.assert(
      fc.property(moment, moment, moment, (expected, now, minute) => {
        const opens = Math.floor(minute / MINUTE) * MINUTE
        const { from, to } = expectedRange(expected, now, opens)
        expect(from).toBeGreaterThanOrEqual(opens)
        expect([from % MINUTE, to % MINUTE]).toEqual([0, 0])
        expect(from).toBeLessThanOrEqual(Math.max(expected, opens))
        expect(to - Math.max(expected, opens)).toBeGreaterThanOrEqual(MINUTE)
      }),
    )
  })

  test('is left out where it would say less than the promise', () => {
    const promised = { from: at('09:00:00'), to: at('09:10:00') }
    expect(worthSaying({ from: at('09:00:00'), to: at('09:12:00') }, promised)).toBeNull()
    const nearer = { from: at('09:02:00'), to: at('09:12:00') }
    expect(worthSaying(nearer, promised)).toBe(nearer)
  })

  test('is late by whole minutes past the promise, and not late up to it', () => {
    expect(lateMinutes(at('09:10:00'), at('09:10:00'))).toBeNull()
    expect(lateMinutes(at('09:10:01'), at('09:10:00'))).toBe(1)
    expect(lateMinutes(at('09:21:00'), at('09:10:00'))).toBe(11)
  })
})

const riding: RideNow = {
  status: 'secured',
  trip_state: 'in_transit',
  stops_before: 0,
  at_stop: false,
  expected_pickup: at('09:05:00'),
  window_opens: at('09:00:00'),
}

describe('the phase of a ride', () => {
  test('goes from waiting to completed with vehicle and booking', () => {
    const phase = (change: Partial<RideNow>, now = '09:00:00') => phaseOf({ ...riding, ...change }, at(now))
    expect(phase({ status: 'unassigned' })).toBe('waiting')
    expect(phase({ status: 'assigned', trip_state: 'staged' })).toBe('planned')
    expect(phase({ trip_state: 'live' })).toBe('planned')
    expect(phase({ stops_before: 2 }, '08:29:59')).toBe('planned')
    expect(phase({ stops_before: 2 }, '08:30:00')).toBe('coming')
    expect(phase({}, '08:00:00')).toBe('coming')
    expect(phase({ at_stop: true })).toBe('here')
    expect(phase({ status: 'on_board' })).toBe('on_board')
    expect(phase({ status: 'error' })).toBe('not_served')
  })

  // covers: RIDE-60
  test('is arriving under two minutes away, while the vehicle heads for the stop', () => {
    expect(phaseOf(riding, at('09:03:00'))).toBe('coming')
    expect(phaseOf(riding, at('09:03:01'))).toBe('arriving')
    expect(phaseOf({ ...riding, stops_before: 1 }, at('09:03:01'))).toBe('coming')
    expect(phaseOf({ ...riding, expected_pickup: null }, at('09:03:01'))).toBe('coming')
  })

  test('shows the vehicle from half an hour before the window until the passenger is set down', () => {
    expect(showsVehicle(riding, at('08:29:59'))).toBe(false)
    expect(showsVehicle(riding, at('08:30:00'))).toBe(true)
    expect(showsVehicle({ ...riding, at_stop: true }, at('08:29:59'))).toBe(true)
    const shown = requestStatuses.filter((status) => showsVehicle({ ...riding, status }, at('09:00:00')))
    expect(shown).toEqual(['assigned', 'secured', 'on_board'])
  })
})

describe('the position of a vehicle', () => {
  const harbour: LngLat = [153.02, -27.47]
  const metres = (east: number): LngLat => [153.02 + east / (111_320 * Math.cos((27.47 * Math.PI) / 180)), -27.47]

  test('is old after a minute and gone after five', () => {
    const now = at('09:00:00')
    expect(ageOfPosition(now - MINUTE, now)).toBe('now')
    expect(ageOfPosition(now - MINUTE - 1, now)).toBe('old')
    expect(ageOfPosition(now - 5 * MINUTE, now)).toBe('old')
    expect(ageOfPosition(now - 5 * MINUTE - 1, now)).toBe('gone')
    expect(ageOfPosition(null, now)).toBe('gone')
  })

  test('is exact on the road, and on a grid of 200 m near a stop that is only for others', () => {
    expect(shownPosition(harbour, [])).toEqual(harbour)
    expect(shownPosition(metres(210), [harbour])).toEqual(metres(210))
    expect(shownPosition(metres(30), [harbour])).not.toEqual(metres(30))
  })

  test('on the grid is at most half of its diagonal away, and the same for all doors of a square', () => {
    const east = fc.double({ min: -180, max: 180, noNaN: true })
    const north = fc.double({ min: -60, max: 60, noNaN: true })
    fc.assert(
      fc.property(east, north, (lng, lat) => {
        const shown = shownPosition([lng, lat], [[lng, lat]])
        expect(flatDistance(shown, [lng, lat])).toBeLessThan(143)
        expect(shownPosition(shown, [shown])).toEqual(shown)
      }),
    )
  })
})

describe('what a passenger may do with a ride', () => {
  test('is changing and cancelling until on board, and afterwards it is said why not', () => {
    const ride = { stranded: false, charged: false }
    for (const status of ['created', 'assigned', 'unassigned', 'secured'] as const) {
      expect(refuseRideCancel(status)).toBeNull()
      expect(refuseRideChange({ ...ride, status })).toBeNull()
    }
    expect(refuseRideCancel('on_board')).toBe('You are on board, so it cannot be cancelled any more')
    expect(refuseRideChange({ ...ride, status: 'no_show' })).toBe(
      'The vehicle has left without you, so it cannot be changed any more',
    )
    expect(refuseRideChange({ ...ride, status: 'secured', stranded: true })).toMatch(/^Another vehicle is on its way/)
    expect(refuseRideChange({ ...ride, status: 'secured', charged: true })).toMatch(/^This ride has been paid for/)
  })

  test('is rating it within two weeks of its end, and rating it differently within a day', () => {
    const [end, day] = [at('09:00:00'), 24 * 60 * MINUTE]
    const ride = { status: 'completed', dropped_off_at: end, rated_at: null } as const
    expect(refuseRating(ride, end + 14 * day)).toBeNull()
    expect(refuseRating(ride, end + 14 * day + 1)).toBe('A ride can be rated within 14 days')
    expect(refuseRating({ ...ride, rated_at: end }, end + day)).toBeNull()
    expect(refuseRating({ ...ride, rated_at: end }, end + day + 1)).toBe('A rating can be changed within 24 hours')
    expect(refuseRating({ ...ride, status: 'on_board', dropped_off_at: null }, end)).toMatch(/once it has ended/)
  })

  test('is riding once at a time, and a ride that begins near another about then seems to be the same', () => {
    const from: LngLat = [153.02, -27.47]
    const ride = { boards: at('09:00:00'), alights: at('09:10:00'), from }
    expect(overlap(ride, { ...ride, boards: at('09:10:00'), alights: at('09:20:00') })).toBe(false)
    expect(overlap(ride, { ...ride, boards: at('09:09:59'), alights: at('09:20:00') })).toBe(true)
    expect(seemsTheSame(ride, { ...ride, boards: at('09:30:00') })).toBe(true)
    expect(seemsTheSame(ride, { ...ride, boards: at('09:30:01') })).toBe(false)
    expect(seemsTheSame(ride, { ...ride, from: [153.02, -27.4715] })).toBe(false)
  })

  test('touches another that begins in the moment in which it ends', () => {
    const ride = { boards: at('09:00:00'), alights: at('09:10:00') }
    expect(touch(ride, { boards: at('09:10:00'), alights: at('09:20:00') })).toBe(true)
    expect(touch(ride, { boards: at('09:10:01'), alights: at('09:20:00') })).toBe(false)
  })

  test('is a duplicate of another with both ends near and every window that is known within half an hour', () => {
    const window = (opens: string, closes: string) => ({ opens: at(opens), closes: at(closes) })
    const asked = {
      from: [153.02, -27.47] as LngLat,
      to: [153.04, -27.47] as LngLat,
      pickup: window('09:00:00', '09:15:00'),
      dropoff: window('09:10:00', '09:30:00'),
    }
    const other = { ...asked, pickup: window('09:45:00', '09:45:00'), dropoff: null }
    expect(isDuplicate(asked, other)).toBe(true)
    expect(isDuplicate(other, asked)).toBe(true)
    expect(isDuplicate(asked, { ...other, pickup: window('09:45:01', '09:50:00') })).toBe(false)
    expect(isDuplicate(asked, { ...other, dropoff: window('10:00:01', '10:10:00') })).toBe(false)
    expect(isDuplicate(asked, { ...other, to: [153.042, -27.47] })).toBe(false)
    expect(isDuplicate(asked, { ...other, from: [153.022, -27.47] })).toBe(false)
  })

  test('leaves whole minutes missing where the drive to the next one takes longer than there is time', () => {
    const before = { boards: at('09:00:00'), alights: at('09:10:00') }
    const after = { boards: at('09:14:00'), alights: at('09:20:00') }
    expect(minutesMissing(before, after, 240)).toBe(0)
    expect(minutesMissing(before, after, 241)).toBe(1)
    expect(minutesMissing(before, after, 600)).toBe(6)
  })
})
