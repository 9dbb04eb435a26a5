import { expect, test } from 'vitest'
import { failingOptimiser, failures } from '../../testing/failing-optimiser.ts'
import { OptimiserFailed } from './optimiser.ts'
import { packProblem } from './problem-transfer.ts'

const task = {
  problem: packProblem({ vehicles: [], requests: [], travel: { duration: () => 0, distance: () => 0 } }),
  start: { routes: [], unserved: [] },
  seed: 1,
  stop: { milliseconds: 1 },
}

test.each(failures)('an optimiser whose thread %s refuses all tasks that wait, each time it is asked', async (how) => {
  const optimiser = failingOptimiser(how)
  for (const _ of [1, 2]) {
    const answers = [optimiser.ask(task), optimiser.ask(task)]
    expect(optimiser.isAskedEnough()).toBe(true)
    for (const answer of answers) await expect(answer).rejects.toThrow(OptimiserFailed)
    expect(optimiser.isAskedEnough()).toBe(false)
  }
})
