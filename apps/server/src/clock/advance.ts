import type { Deps } from '../deps.ts'
import { conflict, invalid } from '../http/errors.ts'
import { type Job, runNextJobs } from '../jobs/runner.ts'

/**
 * Moves a virtual clock to a moment and runs each job that falls due on the way at its own time, in order of
 * due time. Throws 409 when the clock is a real one, 422 for a moment in the past.
 */
export const advanceClock = async (
  deps: Deps,
  jobs: readonly Job[],
  to: Date,
): Promise<{ now: Date; jobs_run: number }> => {
  const { clock } = deps
  if (clock.moveTo === undefined) throw conflict('This server runs on real time')
  if (to < clock.now()) throw invalid([{ pointer: '/now', detail: 'Time does not run backwards' }])
  let jobsRun = 0
  for (;;) {
    const count = await runNextJobs(deps, jobs, to)
    if (count === 0) break
    jobsRun += count
  }
  clock.moveTo(to)
  return { now: clock.now(), jobs_run: jobsRun }
}
