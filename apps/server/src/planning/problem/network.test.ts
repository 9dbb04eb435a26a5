import type { LngLat } from '@ambit/geo'
import { runSteps } from '@ambit/streets'
import { describe, expect, test } from 'vitest'
import { straightStreets } from '../../testing/straight-streets.ts'
import { createTraffic, freeFlow } from '../plan/traffic.ts'
import { networkOf, prepareNetwork } from './network.ts'

const at = (step: number): LngLat => [153 + step / 1000, -27.5]

test('a place keeps its location while others are added, and vehicles can be routed to the added ones', () => {
  const roads = straightStreets()
  const before = networkOf(roads, 1, [at(0), at(1)], freeFlow)
  const [home, work] = [before.place(at(0)), before.place(at(1))]
  const van = before.start(at(5), 0)
  const there = before.travel.duration(van, work)
  expect(there).toBeCloseTo(4 * before.travel.duration(home, work), -1)

  const after = networkOf(roads, 1, [at(1), at(2)], freeFlow)
  expect(after).toBe(before)
  expect([after.place(at(0)), after.place(at(1)), after.start(at(5), 0)]).toEqual([home, work, van])
  expect(after.travel.duration(van, work)).toBe(there)
  expect(after.travel.duration(van, after.place(at(2)))).toBeCloseTo(3 * after.travel.duration(home, work), -1)
})

test('a vehicle at a place has its location, and other zones do not have the place', () => {
  const roads = straightStreets()
  const network = networkOf(roads, 1, [at(0), at(1)], freeFlow)
  expect(network.start(at(1), 0)).toBe(network.place(at(1)))
  expect(network.travel.duration(network.place(at(1)), network.start(at(1), 0))).toBe(0)
  expect(() => networkOf(roads, 2, [at(0)], freeFlow).place(at(1))).toThrow('was not made with')
})

test('the network is rebuilt from the places in use, so that old doors do not pile up', () => {
  const roads = straightStreets()
  const first = networkOf(roads, 1, [at(0), at(1)], freeFlow)
  const many = Array.from({ length: 1499 }, (_, step) => at(step + 2))
  const second = networkOf(roads, 1, many, freeFlow)
  expect(second).not.toBe(first)
  expect(() => second.place(at(0))).toThrow('was not made with')
  expect(first.travel.duration(first.place(at(0)), first.place(at(1)))).toBe(
    second.travel.duration(second.place(at(2)), second.place(at(3))),
  )
})

describe('when some hours are slower', () => {
  const noon = Date.parse('2026-11-23T12:00:00Z') / 1000
  const hour = (from: number, until = from + 1) => ({ from: noon + from * 3600, until: noon + until * 3600 })
  const week = Array.from({ length: 168 }, (_, of) => (of === 13 ? 1.5 : of === 15 ? 0.9 : 1))
  const traffic = createTraffic('UTC', week)

  test('a drive takes as long as in the slower hour of its two ends', () => {
    const network = networkOf(straightStreets(), 1, [at(0), at(1)], traffic)
    const free = networkOf(straightStreets(), 1, [at(0), at(1)], freeFlow)
    const freely = free.travel.duration(free.place(at(0)), free.place(at(1)))
    const drive = (from: number, to: number) =>
      network.travel.duration(network.place(at(0), hour(from)), network.place(at(1), hour(to)))
    expect(drive(0, 0)).toBe(freely)
    expect([drive(0, 1), drive(1, 0), drive(1, 1), drive(1, 2)]).toEqual(Array(4).fill(Math.ceil(freely * 1.5)))
    expect(drive(3, 3)).toBe(Math.ceil(freely * 0.9))
    expect(drive(3, 2)).toBe(freely)
    expect(network.travel.duration(network.place(at(1), hour(1)), network.place(at(1), hour(0)))).toBe(0)
    expect(network.travel.distance(network.place(at(0), hour(1)), network.place(at(1), hour(0)))).toBe(
      free.travel.distance(free.place(at(0)), free.place(at(1))),
    )
  })

  test('a vehicle on the road drives at the speed of the current hour', () => {
    const network = networkOf(straightStreets(), 1, [at(0), at(1)], traffic)
    const drive = (now: number, to: number) =>
      network.travel.duration(network.start(at(9), noon + now * 3600), network.place(at(1), hour(to)))
    expect(drive(1.5, 2)).toBe(Math.ceil(drive(2, 2) * 1.5))
    expect(drive(0.9, 1)).toBe(drive(1, 1))
  })

  test('different factors give a different network of the same streets', () => {
    const roads = straightStreets()
    const before = networkOf(roads, 1, [at(0), at(1)], freeFlow)
    const after = networkOf(roads, 1, [at(0), at(1)], traffic)
    expect(after).not.toBe(before)
    expect(networkOf(roads, 1, [at(1)], createTraffic('UTC', week))).toBe(after)
    expect(after.place(at(1))).toBe(before.place(at(1)))
  })
})

describe('travel that is worked out ahead in steps', () => {
  const stops = Array.from({ length: 60 }, (_, step) => at(step))
  const watched = () => {
    const asked: number[] = []
    const streets = straightStreets()
    const table: typeof streets.table = (profile, sources, targets) => {
      asked.push(sources.length * targets.length)
      return streets.table(profile, sources, targets)
    }
    return { asked, roads: { ...streets, table } }
  }

  test('is not worked out again when a plan asks for it, and is the same', () => {
    const { asked, roads } = watched()
    runSteps(prepareNetwork(roads, 1, stops, freeFlow))
    const network = networkOf(roads, 1, stops, freeFlow)
    expect(asked).toEqual([])
    const [first, last] = [network.place(at(0)), network.place(at(59))]
    const plain = networkOf(straightStreets(), 1, stops, freeFlow)
    expect(network.travel.duration(first, last)).toBe(plain.travel.duration(plain.place(at(0)), plain.place(at(59))))
  })

  test('leaves alone what another request has added meanwhile', () => {
    const { asked, roads } = watched()
    const steps = prepareNetwork(roads, 1, stops, freeFlow)
    steps.next()
    const network = networkOf(roads, 1, [at(100), at(101)], freeFlow)
    while (steps.next().done !== true);
    expect(asked).toEqual([4])
    expect(networkOf(roads, 1, [at(100), at(101)], freeFlow)).toBe(network)
    expect(networkOf(roads, 1, stops, freeFlow).travel.duration(network.place(at(100)), network.place(at(0)))).toBe(
      network.travel.duration(network.place(at(0)), network.place(at(100))),
    )
  })
})
