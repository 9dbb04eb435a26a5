import { Worker } from 'node:worker_threads'
import type { Solution } from '@ambit/engine'
import type { SolveAnswer, SolveTask } from './problem-transfer.ts'

/** No answer to a task: the engine failed, or its thread died or did not answer in time. Others may be tried again. */
export class OptimiserFailed extends Error {
  override readonly name = 'OptimiserFailed'
}

export type Optimiser = {
  /** solves a problem on the other thread; rejects with OptimiserFailed */
  ask: (task: Omit<SolveTask, 'id'>) => Promise<Solution>
  /** with so many tasks waiting, a search would take longer than a dispatcher on the phone can wait */
  isAskedEnough: () => boolean
  /** ends the thread; what still waits is refused */
  close: () => Promise<void>
}

const MOST_WAITING = 2
/** What a task may take beyond its own stop, in milliseconds: the thread's start, the problem's way there and back, a busy machine. */
const MARGIN_MS = 10_000
/** For a task that counts tries, on a virtual clock: it takes as long as the machine needs. */
const COUNTED_MS = 10 * 60_000

type Waiting = { task: SolveTask; resolve: (solution: Solution) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting>; deadline: NodeJS.Timeout | undefined }

const OWN_WORKER = new URL('./optimiser-worker.ts', import.meta.url)

/**
 * One thread, started when it is first needed; it keeps no process alive. It works on one task after the other, and each
 * has its time from when it is the first of those that wait. A thread that misses a deadline or dies is replaced at the
 * next call.
 */
export const createOptimiser = (workerUrl = OWN_WORKER, marginMs = MARGIN_MS): Optimiser => {
  let thread: Thread | null = null
  let lastId = 0

  const giveUp = (one: Thread, reason: string): Promise<number> => {
    clearTimeout(one.deadline)
    if (thread === one) thread = null
    for (const { reject } of one.waiting.values()) reject(new OptimiserFailed(reason))
    one.waiting.clear()
    return one.worker.terminate()
  }

  const watch = (one: Thread): void => {
    clearTimeout(one.deadline)
    const [first] = one.waiting.values()
    if (first === undefined) return one.worker.unref()
    one.worker.ref()
    const { stop } = first.task
    const time = 'milliseconds' in stop ? stop.milliseconds + marginMs : COUNTED_MS
    one.deadline = setTimeout(() => void giveUp(one, 'The optimiser did not answer in time'), time)
  }

  const start = (): Thread => {
    const one: Thread = { worker: new Worker(workerUrl), waiting: new Map(), deadline: undefined }
    one.worker.on('message', (answer: SolveAnswer) => {
      const asked = one.waiting.get(answer.id)
      one.waiting.delete(answer.id)
      watch(one)
      if ('solution' in answer) asked?.resolve(answer.solution)
      else asked?.reject(new OptimiserFailed(answer.error))
    })
    one.worker.on('error', (error: Error) => void giveUp(one, `The optimiser died: ${error.message}`))
    one.worker.on('exit', () => void giveUp(one, 'The optimiser ended'))
    return one
  }

  return {
    isAskedEnough: () => (thread?.waiting.size ?? 0) >= MOST_WAITING,
    ask: (asked) => {
      const one = (thread ??= start())
      const task = { ...asked, id: ++lastId }
      return new Promise((resolve, reject) => {
        one.waiting.set(task.id, { task, resolve, reject })
        if (one.waiting.size === 1) watch(one)
        one.worker.postMessage(task)
      })
    },
    close: async () => {
      if (thread !== null) await giveUp(thread, 'The server is stopping')
    },
  }
}
