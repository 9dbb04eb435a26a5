import type { Job } from '../jobs/runner.ts'
import { pruneEvents } from './queries.ts'

const KEEP = 100_000

export const pruneLiveEvents: Job = {
  name: 'live.prune',
  every: 10 * 60_000,
  deadline: 5 * 60_000,
  run: ({ db }) => pruneEvents(db, KEEP),
}
