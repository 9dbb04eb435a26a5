import { createOptimiser } from '../planning/reassign/optimiser.ts'
import type { Optimiser } from '../planning/reassign/optimiser.ts'
import type { TestServer } from './server.ts'

export const failures = ['hangs', 'dies'] as const
type Failure = (typeof failures)[number]

const workers: Record<Failure, URL> = {
  hangs: new URL('./hanging-worker.ts', import.meta.url),
  dies: new URL('./dying-worker.ts', import.meta.url),
}
const MARGIN_MS = 200

/** An optimiser whose thread hangs at its first task, or dies of it. */
export const failingOptimiser = (how: Failure): Optimiser => createOptimiser(workers[how], MARGIN_MS)

/** The server with such an optimiser, as long as the work takes. */
export const withFailingOptimiser = async <T>(
  { deps }: TestServer,
  how: Failure,
  work: () => Promise<T>,
): Promise<T> => {
  const sound = deps.planning.optimiser
  deps.planning.optimiser = failingOptimiser(how)
  try {
    return await work()
  } finally {
    await deps.planning.optimiser.close()
    deps.planning.optimiser = sound
  }
}
