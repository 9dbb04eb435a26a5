import type { Deps } from '../deps.ts'
import { jobsFor } from './job-list.ts'
import { WATCH } from '../exceptions/queries.ts'
import { followCommits } from '../exceptions/watch/commits.ts'
import { endJobs, type Job, registerJobs, releaseJobs, startDueJobs, wakeJob } from '../jobs/runner.ts'

const LOOK_EVERY = 1000

/**
 * Looks for due jobs every second of the service's time, at most 20 times a second, and starts each by itself; what needs a
 * person is judged soon after each commit besides. Returns a function that stops looking and waits for running jobs.
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
  const look = (): Promise<void> => {
    looking ??= startDueJobs(deps, jobs)
      .catch((error: unknown) => deps.log.error({ err: error }, 'jobs could not be run'))
      .finally(() => {
        looking = null
      })
    return looking
  }
  // A demo changes its speed while it runs.
  const wait = (): void => {
    timer = setTimeout(
      () => {
        void look()
        wait()
      },
      Math.max(50, LOOK_EVERY / deps.clock.speed),
    )
  }
  wait()
  let stopped = false
  const judge = async (): Promise<void> => {
    const running = () => deps.jobs.runs.get(WATCH)?.ended
    try {
      await wakeJob(deps, WATCH)
      // What it has read already, it does not read again in the same run.
      await running()
      await looking
      if (!stopped) await look()
      await running()
    } catch (error) {
      deps.log.warn({ err: error }, 'what follows from a commit was not judged at once')
    }
  }
  const stopFollowing = followCommits(deps.live, judge)
  return async () => {
    stopped = true
    stopFollowing()
    clearTimeout(timer)
    await looking
    await endJobs(deps.jobs)
  }
}
