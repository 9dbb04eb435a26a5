import { describe, expect, it } from 'vitest'
import { drop, pick, point, problem, request, van } from '../../testing.ts'
import { costOf, remove, type Search, takeBack } from '../search.ts'
import { searchAt, toursOf } from '../testing-search.ts'
import { ruinCostly, savingOf } from './costly.ts'
import { ruinKin } from './kin.ts'
import { ruin } from './ruin.ts'
import { ruinScattered } from './scattered.ts'
import { ruinStrings } from './strings.ts'
import { exchangeTails } from './tails.ts'
import { ruinTours } from './whole-tours.ts'

/** Ana and Ben ride in the first van near 10 to 60, Cem and Dora in the second near 510 to 560. */
const ana = request(1, point(10), point(50))
const ben = request(2, point(20), point(60))
const cem = request(3, point(510), point(550))
const dora = request(4, point(520), point(560))
const town = problem([van(1), van(2)], [ana, ben, cem, dora])
const plan = {
  routes: [
    { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2)] },
    { vehicle: 2, visits: [pick(3), pick(4), drop(3), drop(4)] },
  ],
  unserved: [],
}

/** What a ruin chooses under many seeds, as sets of request indices. */
function choices(choose: (search: Search) => number[]): Set<string> {
  const seen = new Set<string>()
  for (let seed = 0; seed < 200; seed++) {
    const out = choose(searchAt(town, plan, seed))
    expect(new Set(out).size).toBe(out.length)
    seen.add(out.toSorted().join())
  }
  return seen
}

describe('ruins', () => {
  it('take neighbours in space first when they take kin', () => {
    const seen = choices((search) => ruinKin(search, 2))
    expect(seen.has('0,1')).toBe(true)
    expect(seen.has('2,3')).toBe(true)
    // Ana goes with somebody from the other end of town only when Ben was skipped by chance.
    const pairs = Array.from({ length: 200 }, (_, seed) =>
      ruinKin(searchAt(town, plan, seed), 2)
        .toSorted()
        .join(),
    )
    expect(pairs.filter((pair) => pair === '0,1' || pair === '2,3').length).toBeGreaterThan(pairs.length / 2)
  })

  it('take strings of at least one request, from one tour or from both', () => {
    const seen = choices((search) => ruinStrings(search, 4))
    expect(seen.has('')).toBe(false)
    expect(seen.has('0,1')).toBe(true)
    expect([...seen].some((each) => each.includes('0') && each.includes('2'))).toBe(true)
  })

  it('take anybody when scattered, and whole tours when told so', () => {
    expect(choices((search) => ruinScattered(search, 1))).toEqual(new Set(['0', '1', '2', '3']))
    expect(choices(ruinTours)).toEqual(new Set(['0,1', '2,3', '0,1,2,3']))
  })

  it('take first whoever costs the largest detour', () => {
    const stray = {
      ...plan,
      routes: [
        { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2), pick(3), drop(3)] },
        { vehicle: 2, visits: [pick(4), drop(4)] },
      ],
    }
    const search = searchAt(town, stray)
    // Without Ana the first van drives just as far: 20 lies on the way. Without Cem it stays at 60.
    expect(savingOf(search, search.tours[0], 1)).toBe(0)
    expect(savingOf(search, search.tours[0], 5)).toBe(490)
    for (let seed = 0; seed < 20; seed++) expect([2, 3]).toContain(ruinCostly(searchAt(town, stray, seed), 1)[0])
  })

  it('never touch what is committed, and take only the delivery of somebody on board', () => {
    const riding = { ...ana, onBoardSince: 0 }
    const given = problem([van(1, { onBoard: [1], committed: [pick(2)] }), van(2)], [riding, ben, cem, dora])
    const start = { ...plan, routes: [{ vehicle: 1, visits: [pick(2), drop(1), drop(2)] }, plan.routes[1]] }
    for (let seed = 0; seed < 50; seed++) {
      const search = searchAt(given, start, seed)
      ruin(search, { strings: 4, most: 4, tails: 0.5 })
      expect(toursOf(search)[0][0]).toBe(1)
      expect(search.model.freedom[0]).toBe(1)
    }
  })
})

describe('exchanging tails', () => {
  it('lets each van go on with the rest of the other, and drops whoever was on board at the cut', () => {
    // Both vans drive from 0 to 100 and back out to 200; the second half of each lies on the other's side.
    const first = [request(1, point(10), point(20)), request(2, point(230), point(240))]
    const second = [request(3, point(210), point(220)), request(4, point(30), point(40))]
    const given = problem([van(1), van(2, { start: { location: 200, time: 0 } })], [...first, ...second])
    const crossed = {
      routes: [
        { vehicle: 1, visits: [pick(1), drop(1), pick(2), drop(2)] },
        { vehicle: 2, visits: [pick(3), drop(3), pick(4), drop(4)] },
      ],
      unserved: [],
    }
    const results = new Set<string>()
    for (let seed = 0; seed < 100; seed++) {
      const search = searchAt(given, crossed, seed)
      const before = costOf(search)
      const out = exchangeTails(search)
      const after = out ?? []
      results.add(JSON.stringify([toursOf(search), after]))
      const nodes = toursOf(search).flat()
      for (const r of [0, 1, 2, 3]) {
        expect(nodes.filter((node) => node === r || node === r + 4)).toHaveLength(after.includes(r) ? 0 : 2)
      }
      takeBack(search)
      expect(costOf(search)).toBe(before)
    }
    // The first of these is the plan as it was: some cuts cannot be driven.
    expect(results).toContain(JSON.stringify([toursOf(searchAt(given, crossed)), []]))
    expect(results).toContain(
      JSON.stringify([
        [
          [0, 4, 3, 7],
          [2, 6, 1, 5],
        ],
        [],
      ]),
    )
  })
})

describe('remove', () => {
  it('closes the gap and can be taken back', () => {
    const search = searchAt(town, plan)
    expect(costOf(search)).toBe(60 + 560)
    remove(search, [1])
    expect(toursOf(search)[0]).toEqual([0, 4])
    expect(costOf(search)).toBe(50 + 560)
    takeBack(search)
    expect(toursOf(search)[0]).toEqual([0, 1, 4, 5])
    expect(costOf(search)).toBe(620)
  })
})
