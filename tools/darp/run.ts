import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Solution } from '@ambit/engine'
import { check, solve } from '@ambit/engine'
import { type Instance, parseInstance } from './instance.ts'

/** What one search was given and found; also what travels to and from a worker. */
export type Task = { name: string; text: string; seconds: number; seed: number; started: number }
export type RunResult = { solution: Solution; cost: number; cpuSeconds: number }

/** Processor seconds of the whole process, compiler and garbage collector included. */
export const processSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Processor seconds of the calling thread. */
export const threadSeconds = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}

/**
 * Solves one instance within a budget of processor seconds for each thread. With several threads each searches with a
 * seed of its own and the best plan counts; the processor time is that of the busiest.
 */
export async function run(
  instance: Instance,
  text: string,
  seconds: number,
  seed: number,
  threads: number,
): Promise<RunResult> {
  if (threads <= 1)
    return search({ name: instance.name, text, seconds, seed, started: processSeconds() }, processSeconds)
  if (threads > availableParallelism())
    throw new Error(`There are ${availableParallelism()} processors, not ${threads}`)
  const tasks = Array.from({ length: threads }, (_, index) => ({
    name: instance.name,
    text,
    seconds,
    seed: seed + 1000 * index,
    started: 0,
  }))
  const found = await Promise.all(tasks.map(inWorker))
  const best = found.reduce((one, other) => (other.cost < one.cost ? other : one))
  return { ...best, cpuSeconds: Math.max(...found.map(({ cpuSeconds }) => cpuSeconds)) }
}

/** Searches in this thread. Reading the instance counts; what the check of the answer takes does not. */
export function search(task: Task, clock: () => number): RunResult {
  const { problem } = parseInstance(task.name, task.text)
  const until = task.started + task.seconds * 0.99
  const { solution, stats } = solve(problem, { seed: task.seed, stop: { now: clock, until } })
  const cpuSeconds = clock() - task.started
  const violations = check(problem, solution)
  if (violations.length > 0) throw new Error(`${task.name}: ${violations.map(({ detail }) => detail).join('; ')}`)
  return { solution, cost: stats.cost, cpuSeconds }
}

function inWorker(task: Task): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
