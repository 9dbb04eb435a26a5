import { describe, expect, it } from 'vitest'
import { planStages, settingsAt, stageAt, urgency } from './cooling.ts'
import { progressOf } from './stop.ts'
import { DEFAULTS } from './tuning.ts'

describe('cooling', () => {
  const stage = { hot: 100, cold: 1, outAtFirst: 2, outAtLast: 8, child: false }

  it('falls by equal factors in equal times while the price of leaving out rises, from the start in each stage', () => {
    const stages = [
      { ...stage, until: 0.5 },
      { ...stage, until: 1, hot: 16, cold: 4 },
    ]
    expect([0, 0.49, 0.5, 0.99, 1.2].map((share) => stageAt(stages, share))).toEqual([0, 0, 1, 1, 1])
    expect(settingsAt(stages, 0, 0)).toEqual({ heat: 100, price: 2 })
    expect(settingsAt(stages, 0, 0.25).heat).toBeCloseTo(10)
    expect(settingsAt(stages, 0, 0.25).price).toBeCloseTo(4)
    expect(settingsAt(stages, 1, 0.75).heat).toBeCloseTo(8)
  })

  it('collects an elite where there is time for one and a half thorough coolings of each plan, and cools once otherwise', () => {
    const tuning = { ...DEFAULTS, elite: 3, collecting: 0.45, children: 2 }
    const long = planStages(tuning, false, 10)
    expect(long.map(({ until, child }) => [Math.round(100 * until), child])).toEqual([
      [15, false],
      [30, false],
      [45, false],
      [73, true],
      [100, true],
    ])
    expect(planStages(tuning, false, 9.9)).toMatchObject([{ until: 1, hot: tuning.hot }])
    // No more of them with more time: each then has more tries.
    expect(planStages(tuning, false, 90)).toHaveLength(3 + 2)
    expect(planStages(tuning, true, 90)).toMatchObject([{ until: 1, hot: tuning.warm }])
  })
})

it('charges ten times as much for leaving a request out when half of the search found no full plan', () => {
  expect([urgency(0.4, 2), urgency(0.6, 2), urgency(0.6, 0)]).toEqual([1, 10, 1])
})

describe('stopping', () => {
  it('counts tries, or reads the given clock now and then', () => {
    expect(progressOf({ iterations: 50 })(25)).toBe(0.5)
    let asked = 0
    let time = 100
    const now = () => {
      asked++
      return time
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
