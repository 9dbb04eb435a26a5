import { destination, flatDistance, type LngLat } from '@ambit/geo'
import { expect, test } from 'vitest'
import { paceAlong, whereAfter } from './way.ts'

const home: LngLat = [153.4, -28]
const corner = destination(home, 600, 0)
const school = destination(corner, 400, 90)

test('a vehicle drives a kilometre round one corner in two minutes, slower near the corner', () => {
  const way = paceAlong(
    [home, destination(home, 300, 0), destination(home, 560, 0), corner, destination(corner, 40, 90), school],
    120,
  )
  expect(way.metres).toBeCloseTo(1000, 0)
  expect(whereAfter(way, 0)).toMatchObject({ point: home, metres: 0 })
  const straight = whereAfter(way, way.times[1]! + 1)!
  const turning = whereAfter(way, way.times[2]! + 1)!
  expect(turning.speed).toBeLessThan(straight.speed)
  expect(straight.bearing).toBeCloseTo(0, 0)
  expect(whereAfter(way, 119)!.bearing).toBeCloseTo(90, 0)
  expect(whereAfter(way, 120)).toMatchObject({ point: school, speed: 0 })
  expect(whereAfter(way, 500)!.point).toEqual(school)
})

test('a vehicle moves each second as far as its speed allows', () => {
  const way = paceAlong([home, corner, school], 100)
  for (let second = 1; second < 100; second++) {
    const [a, b] = [whereAfter(way, second - 1)!, whereAfter(way, second)!]
    expect(b.metres).toBeGreaterThan(a.metres)
    expect(flatDistance(a.point, b.point)).toBeLessThan(25)
  }
})

test('a leg to the vehicle’s own position has no length', () => {
  const way = paceAlong([home], 0)
  expect(whereAfter(way, 0)).toMatchObject({ point: home, speed: 0 })
  expect(whereAfter(paceAlong([], 0), 0)).toBeNull()
  expect(whereAfter(paceAlong([home, home], 0), 0)).toMatchObject({ point: home })
})
