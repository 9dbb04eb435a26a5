import { expect, it } from 'vitest'
import { drop, pick, problem, van } from '../../testing.ts'
import { searchAt, toursOf } from '../testing-search.ts'
import { ruin } from './ruin.ts'
import { ana, ben, cem, choices, dora, plan } from './testing-town.ts'

it('ruin never removes committed visits, and only the delivery of a passenger on board', () => {
  const riding = { ...ana, onBoardSince: 0 }
  const given = problem([van(1, { onBoard: [1], committed: [pick(2)] }), van(2)], [riding, ben, cem, dora])
  const start = { ...plan, routes: [{ vehicle: 1, visits: [pick(2), drop(1), drop(2)] }, plan.routes[1]] }
  for (let seed = 0; seed < 50; seed++) {
    const search = searchAt(given, start, seed)
    ruin(search, { strings: 4, most: 4, tails: 0.5 })
    expect(toursOf(search)[0][0]).toBe(1)
    expect(toursOf(search).flat()).not.toContain(0)
  }
})

it('ruin removes each request at most once, and from every tour', () => {
  const all = choices((search) => {
    const out = ruin(search, { strings: 4, most: 4, tails: 0.2 })
    const left = toursOf(search).flat()
    expect(left.filter((node) => out.includes(node % 4))).toEqual([])
    expect(left.length / 2 + out.length).toBe(4)
    return out
  })
  for (const out of all) expect(new Set(out.split(',')).size).toBe(out.split(',').length)
})
