import type { Deps } from '../deps.ts'
import { jobsFor } from '../jobs/list.ts'
import { registerJobs, releaseJobs, runDueJobs } from '../jobs/runner.ts'

const LOOK_EVERY = 1000

/** Looks for due jobs each second of the wall's clock. Answers the way to stop, which waits for what is running. */
export const startJobs = async (deps: Deps): Promise<() => Promise<void>> => {
  const jobs = jobsFor(deps.config)
  await registerJobs(deps, jobs)
  // The embedded database serves one process: what the last one held when it was killed, nobody holds.
  if (deps.config.databaseUrl === null) await releaseJobs(deps)
  // A virtual clock runs them itself, on its way.
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
