// A thread of its own for the optimiser, so that a second of searching holds up no request.
import { parentPort } from 'node:worker_threads'
import { solve } from '@ambit/engine'
import { unpackProblem } from './problem-transfer.ts'
import type { SolveAnswer, SolveTask } from './problem-transfer.ts'

const answer = ({ id, problem, start, seed, stop }: SolveTask): SolveAnswer => {
  try {
    const now = (): number => performance.now()
    const until = 'iterations' in stop ? stop : { now, until: now() + stop.milliseconds }
    return { id, solution: solve(unpackProblem(problem), { seed, stop: until, start }).solution }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (task: SolveTask) => parentPort?.postMessage(answer(task)))
