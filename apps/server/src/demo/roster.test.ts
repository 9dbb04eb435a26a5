import { seededRandom } from '@ambit/random'
import { describe, expect, test } from 'vitest'
import { datesBetween, DRIVER_COUNT, drawRoster, drawVehicles, FLEET_SIZE, windowOf } from './fleet.ts'
import { convexHull } from './layout.ts'
import { createPeople } from './people.ts'

const overlaps = (a: { start: Date; end: Date }, b: { start: Date; end: Date }): boolean =>
  a.start < b.end && b.start < a.end

describe('the demo’s roster', () => {
  test('no vehicle or driver has two shifts at once, not even across midnight', () => {
    const turns = datesBetween('2026-11-20', '2026-11-22').flatMap((date) =>
      drawRoster(4).map((entry) => ({ ...entry, ...windowOf(entry, 'Australia/Brisbane', date) })),
    )
    const clashes = turns.flatMap((a, at) =>
      turns.slice(at + 1).filter((b) => (a.vehicle === b.vehicle || a.driver === b.driver) && overlaps(a, b)),
    )
    expect(clashes).toEqual([])
    expect(new Set(turns.map(({ vehicle }) => vehicle)).size).toBe(FLEET_SIZE)
    // Neither those who cannot drive nor those whom the simulator leaves alone.
    expect(Math.max(...turns.map(({ driver }) => driver))).toBeLessThan(DRIVER_COUNT - 4)
  })

  test('every zone is in service at every hour of day and night', () => {
    const turns = ['2026-11-20', '2026-11-21'].flatMap((date) =>
      drawRoster(4).map((entry) => ({ zone: entry.zone, ...windowOf(entry, 'Australia/Brisbane', date) })),
    )
    for (let hour = 0; hour < 24; hour++) {
      const moment = new Date(Date.UTC(2026, 10, 20, 12 + hour, 15))
      const served = new Set(turns.filter(({ start, end }) => start <= moment && moment < end).map(({ zone }) => zone))
      expect([...served].toSorted()).toEqual([0, 1, 2, 3])
    }
  })

  test('the same seed gives the same fleet, another seed another fleet', () => {
    expect(drawVehicles(seededRandom(7))).toEqual(drawVehicles(seededRandom(7)))
    expect(drawVehicles(seededRandom(7))).not.toEqual(drawVehicles(seededRandom(8)))
    const plates = drawVehicles(seededRandom(7)).map(({ license_plate }) => license_plate)
    expect(new Set(plates).size).toBe(FLEET_SIZE)
  })

  test('six hundred people have distinct usernames and addresses at a reserved domain', () => {
    const person = createPeople(seededRandom(3), 'ambit.example')
    const crowd = Array.from({ length: 600 }, person)
    expect(new Set(crowd.map(({ username }) => username)).size).toBe(600)
    expect(
      crowd.every(
        ({ email, phone_number }) =>
          /^[a-z0-9]+@ambit\.example$/.test(email) && /^\+61 4\d\d \d{3} \d{3}$/.test(phone_number),
      ),
    ).toBe(true)
  })
})

test('a convex hull keeps its corners and drops points inside', () => {
  const hull = convexHull([
    [0, 0],
    [2, 0],
    [1, 1],
    [2, 2],
    [0, 2],
    [1, 0],
  ])
  expect(hull).toEqual([
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ])
})
