import type { Deps } from '../deps.ts'
import { conflict, invalid } from '../http/errors.ts'
import { type Job, nextDue, runDueJobs } from '../jobs/runner.ts'

/**
 * Moves a virtual clock to a moment, stopping at each job that falls due on the way and running it there, in order of
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
    const due = await nextDue(deps, jobs)
    if (due === null || due > to) break
    clock.moveTo(due)
    const count = await runDueJobs(deps, jobs)
    // A job held by nobody who runs it here would keep its due time for ever.
    if (count === 0) break
    jobsRun += count
  }
  clock.moveTo(to)
  return { now: clock.now(), jobs_run: jobsRun }
}
