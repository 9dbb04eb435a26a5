import { Worker } from 'node:worker_threads'
import type { Solution } from '@ambit/engine'
import type { SolveAnswer, SolveTask } from './problem-transfer.ts'

type Waiting = { resolve: (solution: Solution) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting>; next: number }

let thread: Thread | null = null

/** One thread for the process, started when it is first needed; it keeps no process alive. */
const running = (): Thread => {
  if (thread !== null) return thread
  const worker = new Worker(new URL('./optimiser-worker.ts', import.meta.url))
  const waiting = new Map<number, Waiting>()
  const fail = (error: Error): void => {
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
    thread = null
  }
  worker.on('message', (answer: SolveAnswer) => {
    const one = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    if ('solution' in answer) one?.resolve(answer.solution)
    else one?.reject(new Error(answer.error))
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The optimiser ended')))
  worker.unref()
  thread = { worker, waiting, next: 1 }
  return thread
}

/** With so many tasks waiting, a search would take longer than a dispatcher on the phone can wait. */
const MOST_WAITING = 2

export const isAskedEnough = (): boolean => (thread?.waiting.size ?? 0) >= MOST_WAITING

/** Solves a problem on the other thread; rejects when the engine throws or the thread dies. */
export const askOptimiser = (task: Omit<SolveTask, 'id'>): Promise<Solution> => {
  const own = running()
  const id = own.next++
  return new Promise((resolve, reject) => {
    own.waiting.set(id, { resolve, reject })
    own.worker.ref()
    own.worker.postMessage({ ...task, id } satisfies SolveTask)
  })
}
