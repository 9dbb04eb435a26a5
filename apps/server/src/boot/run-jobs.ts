import type { Deps } from '../deps.ts'
import { jobsFor } from './job-list.ts'
import { registerJobs, releaseJobs, runDueJobs } from '../jobs/runner.ts'

const LOOK_EVERY = 1000

/** Looks for due jobs every second of real time. Returns a function that stops it and waits for running jobs. */
export const startJobs = async (deps: Deps): Promise<() => Promise<void>> => {
  const jobs = jobsFor(deps.config)
  await registerJobs(deps, jobs)
  // The embedded database serves one process, so locks of a process that was killed are free.
  if (deps.config.databaseUrl === null) await releaseJobs(deps)
  // A virtual clock runs jobs itself as it moves.
  if (deps.clock.moveTo !== undefined) return async () => {}
  let running: Promise<unknown> | null = null
  const pause = Math.max(50, LOOK_EVERY / deps.clock.speed)
  const timer = setInterval(() => {
    running ??= runDueJobs(deps, jobs)
      .catch((error: unknown) => deps.log.error({ err: error }, 'jobs could not be run'))
      .finally(() => {
        running = null
      })
  }, pause)
  return async () => {
    clearInterval(timer)
    await running
  }
}
