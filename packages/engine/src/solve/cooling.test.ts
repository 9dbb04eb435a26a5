import { describe, expect, it } from 'vitest'
import { point, problem, request, van, pick, drop } from '../testing.ts'
import { cycleAt, temperatureAt } from './cooling.ts'
import { focusOnAll, focusOnSome } from './focus.ts'
import { drawRequest, isIdle } from './search.ts'
import { progressOf } from './stop.ts'
import { searchAt } from './testing-search.ts'

describe('cooling', () => {
  const cycles = [
    { until: 0.5, heat: { hot: 100, cold: 1 } },
    { until: 1, heat: { hot: 16, cold: 4 } },
  ]

  it('falls by equal factors in equal times, and starts again with each cycle', () => {
    expect([0, 0.49, 0.5, 0.99, 1.2].map((share) => cycleAt(cycles, share))).toEqual([0, 0, 1, 1, 1])
    expect(temperatureAt(cycles, 0, 0)).toBe(100)
    expect(temperatureAt(cycles, 0, 0.25)).toBeCloseTo(10)
    expect(temperatureAt(cycles, 1, 0.5)).toBe(16)
    expect(temperatureAt(cycles, 1, 0.75)).toBeCloseTo(8)
  })
})

describe('stopping', () => {
  it('counts tries, or shares of the time handed in, asking for it now and then only', () => {
    expect(progressOf({ iterations: 50 })(25)).toBe(0.5)
    let asked = 0
    let time = 100
    const now = () => {
      asked++
      return (time += 0.001)
    }
    const progress = progressOf({ now, until: 110 })
    let iterations = 0
    while (progress(iterations) < 1) {
      iterations++
      time += 0.001
    }
    expect(time).toBeLessThan(110.5)
    expect(asked).toBeLessThan(700)
    expect(progressOf({ now: () => 5, until: 5 })(0)).toBe(1)
  })
})

describe('focusing', () => {
  it('lets some tours take part and leaves the others alone', () => {
    const requests = [10, 20, 500, 510].map((at, index) => request(index + 1, point(at), point(at + 5)))
    const routes = requests.map(({ id }) => ({ vehicle: id, visits: [pick(id), drop(id)] }))
    const vans = requests.map(({ id }) => van(id))
    const search = searchAt(problem([...vans, van(5), van(6)], requests), { routes, unserved: [] })
    focusOnSome(search, 2)
    expect([...search.active.subarray(0, 4)].filter((active) => active === 1)).toHaveLength(2)
    for (let draw = 0; draw < 20; draw++) expect(search.active[search.tourOf[drawRequest(search)]]).toBe(1)
    // Of the two unused vans, which are alike, one is enough.
    expect([isIdle(search, 4), isIdle(search, 5)]).toEqual([false, true])
    focusOnAll(search)
    expect([0, 1, 2, 3].some((k) => isIdle(search, k))).toBe(false)
  })
})
