import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { check, solve } from '@ambit/engine'
import { describe, expect, it } from 'vitest'
import { parseDay } from './day.ts'
import { replay } from './dynamic.ts'
import { parseInstance } from './instance.ts'
import { resultOf, tableOf } from './report.ts'

/** One vehicle; Ana from (0,3) to (0,9), Ben from (4,0) to (8,0); the depot at (0,0). */
const SMALL = `1 2 480 3 30
0 0 0 0 0 0 480
1 0 3 3 1 0 1440
2 4 0 3 1 0 1440
3 0 9 3 -1 15 60
4 8 0 3 -1 15 200
5 0 0 0 0 0 480
`

describe('classical instances', () => {
  it('are read with the depot counted once, whether or not the file repeats it', () => {
    const { problem, requests } = parseInstance('small', SMALL)
    expect(requests).toBe(2)
    expect(problem.requests[0]).toMatchObject({
      id: 1,
      pickup: { location: 1, service: 3 },
      delivery: { location: 3, window: { earliest: 15, latest: 60 } },
    })
    expect(problem.vehicles).toHaveLength(1)
    expect(problem.travel.distance(1, 2)).toBe(5)
    const pr = SMALL.replace('1 2 480', '1 4 480').replace(/^5 .*\n/m, '')
    expect(parseInstance('pr', pr).problem.requests).toEqual(problem.requests)
    expect(() => parseInstance('broken', '1 2 480 3 30\n0 0 0 0\n')).toThrow(/seven numbers/)
  })

  it('are reported with routes in the file’s own numbers and the gap to the best known solution', () => {
    const { problem } = parseInstance('small', SMALL)
    const { solution } = solve(problem, { seed: 1, stop: { iterations: 100 } })
    expect(check(problem, solution)).toEqual([])
    const result = resultOf('small', problem, solution, 0.5)
    // Up with Ana, 9, across to Ben, √97, out with him, 4, and home, 8.
    expect(result.cost).toBeCloseTo(9 + Math.sqrt(97) + 4 + 8)
    expect(result).toMatchObject({ instance: 'small', unserved: [], cpuSeconds: 0.5 })
    expect(result.routes).toEqual([[1, 3, 2, 4]])
    expect(tableOf([result], new Map([['small', result.cost / 1.0625]]))).toContain('mean gap 6.250 %')
  })
})

describe('dynamic instances', () => {
  const shared = resolve(process.env['AMBIT_SHARED'] ?? '../shared', 'data/darp-dynamic')

  it.skipIf(!existsSync(shared))('are replayed without breaking a promise (needs the shared instances)', () => {
    const day = parseDay('pr01', readFileSync(join(shared, 'pr01.json'), 'utf8'))
    const replayed = replay(day, 0.5, 1)
    expect(check(day.problem, replayed)).toEqual([])
    expect(replayed.unserved.length).toBeLessThanOrEqual(1)
  })
})
