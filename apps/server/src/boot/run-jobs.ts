import type { Deps } from '../deps.ts'
import { jobsFor } from './job-list.ts'
import { type Job, registerJobs, releaseJobs, runDueJobs } from '../jobs/runner.ts'

const LOOK_EVERY = 1000

/** Looks for due jobs every second of the service's time, at most 20 times a second. Returns a function that stops it and waits for running jobs. */
export const startJobs = async (deps: Deps): Promise<() => Promise<void>> => {
  const jobs = jobsFor(deps.config)
  await registerJobs(deps, jobs)
  // The embedded database serves one process, so locks of a process that was killed are free.
  if (deps.config.databaseUrl === null) await releaseJobs(deps)
  // A virtual clock runs jobs itself as it moves.
  if (deps.clock.moveTo !== undefined) return async () => {}
  const stops = [jobs.filter(({ remote }) => remote !== true), jobs.filter(({ remote }) => remote === true)].map(
    (lane) => runEvery(deps, lane),
  )
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Jobs of a lane run one after the other. Returns a function that stops it and waits for the running one. */
const runEvery = (deps: Deps, jobs: readonly Job[]): (() => Promise<void>) => {
  let running: Promise<unknown> | null = null
  let timer: NodeJS.Timeout
  const look = (): void => {
    running ??= runDueJobs(deps, jobs)
      .catch((error: unknown) => deps.log.error({ err: error }, 'jobs could not be run'))
      .finally(() => {
        running = null
      })
    wait()
  }
  // A demo changes its speed while it runs.
  const wait = (): void => void (timer = setTimeout(look, Math.max(50, LOOK_EVERY / deps.clock.speed)))
  wait()
  return async () => {
    clearTimeout(timer)
    await running
  }
}
