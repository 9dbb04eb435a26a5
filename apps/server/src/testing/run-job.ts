import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'

/** One run of a job, whether it is due or not, with no deadline. */
export const runJob = (deps: Deps, job: Job): Promise<void> => job.run(deps, new AbortController().signal)
