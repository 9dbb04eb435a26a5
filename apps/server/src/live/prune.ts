import type { Job } from '../jobs/runner.ts'
import { pruneEvents } from './queries.ts'

/** The newest so many stay. */
export const LIVE_EVENTS_KEPT = 100_000

export const pruneLiveEvents: Job = {
  name: 'live.prune',
  every: 10 * 60_000,
  deadline: 5 * 60_000,
  run: ({ db }) => pruneEvents(db, LIVE_EVENTS_KEPT),
}
