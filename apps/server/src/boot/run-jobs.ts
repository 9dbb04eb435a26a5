import type { Deps } from '../deps.ts'
import { jobsFor } from './job-list.ts'
import { endJobs, type Job, registerJobs, releaseJobs, startDueJobs } from '../jobs/runner.ts'

const LOOK_EVERY = 1000

/**
 * Looks for due jobs every second of the service's time, at most 20 times a second, and starts each by itself. Returns a
 * function that stops looking and waits for running jobs.
 */
export const startJobs = async (
  deps: Deps,
  jobs: readonly Job[] = jobsFor(deps.config),
): Promise<() => Promise<void>> => {
  await registerJobs(deps, jobs)
  // The embedded database serves one process, so locks of a process that was killed are free.
  if (deps.config.databaseUrl === null) await releaseJobs(deps)
  // A virtual clock runs jobs itself as it moves.
  if (deps.clock.moveTo !== undefined) return async () => {}
  let looking: Promise<void> | null = null
  let timer: NodeJS.Timeout
  const look = (): void => {
    looking ??= startDueJobs(deps, jobs)
      .catch((error: unknown) => deps.log.error({ err: error }, 'jobs could not be run'))
      .finally(() => {
        looking = null
      })
    wait()
  }
  // A demo changes its speed while it runs.
  const wait = (): void => void (timer = setTimeout(look, Math.max(50, LOOK_EVERY / deps.clock.speed)))
  wait()
  return async () => {
    clearTimeout(timer)
    await looking
    await endJobs(deps.jobs)
  }
}
