import type { LngLat } from '@ambit/geo'
import { expect, test } from 'vitest'
import { straightStreets } from '../testing/straight-streets.ts'
import { networkOf } from './travel.ts'

const at = (step: number): LngLat => [153 + step / 1000, -27.5]

test('a place keeps its location while others join, and vehicles know the way to whatever joined', () => {
  const roads = straightStreets()
  const before = networkOf(roads, 1, [at(0), at(1)])
  const [home, work] = [before.place(at(0)), before.place(at(1))]
  const van = before.start(at(5))
  const there = before.travel.duration(van, work)
  expect(there).toBeCloseTo(4 * before.travel.duration(home, work), -1)

  const after = networkOf(roads, 1, [at(1), at(2)])
  expect(after).toBe(before)
  expect([after.place(at(0)), after.place(at(1)), after.start(at(5))]).toEqual([home, work, van])
  expect(after.travel.duration(van, work)).toBe(there)
  expect(after.travel.duration(van, after.place(at(2)))).toBeCloseTo(3 * after.travel.duration(home, work), -1)
})

test('a vehicle that stands at a place is there, and no other zone knows of it', () => {
  const roads = straightStreets()
  const network = networkOf(roads, 1, [at(0), at(1)])
  expect(network.start(at(1))).toBe(network.place(at(1)))
  expect(network.travel.duration(network.place(at(1)), network.start(at(1)))).toBe(0)
  expect(() => networkOf(roads, 2, [at(0)]).place(at(1))).toThrow('was not made with')
})

test('doors of a whole year do not pile up: the network is made anew from the places in use', () => {
  const roads = straightStreets()
  const first = networkOf(roads, 1, [at(0), at(1)])
  const many = Array.from({ length: 1499 }, (_, step) => at(step + 2))
  const second = networkOf(roads, 1, many)
  expect(second).not.toBe(first)
  expect(() => second.place(at(0))).toThrow('was not made with')
  expect(first.travel.duration(first.place(at(0)), first.place(at(1)))).toBe(
    second.travel.duration(second.place(at(2)), second.place(at(3))),
  )
})
