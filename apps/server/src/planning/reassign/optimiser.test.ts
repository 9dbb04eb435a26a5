import { expect, test } from 'vitest'
import { failingOptimiser, failures } from '../../testing/failing-optimiser.ts'
import { OptimiserFailed } from './optimiser.ts'
import type { SolveTask } from './problem-transfer.ts'

const time = { vehicleTime: 1, driveTime: 0, rideTime: 0, waitTime: 0, walkTime: 0 }
const objective = { ...time, distance: 0, lateness: 0, unserved: 0 }
const nothing = new Float64Array()
const task: Omit<SolveTask, 'id'> = {
  problem: { vehicles: [], requests: [], objective, side: 0, duration: nothing, distance: nothing },
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
