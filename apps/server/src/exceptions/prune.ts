import type { Deps } from '../deps.ts'

const YEAR_MS = 365 * 86_400_000

/** Who was on duty, what was muted and what was handed over is kept for a year. */
export const pruneWatches = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const before = new Date(clock.now().getTime() - YEAR_MS)
  await db.deleteFrom('watches').where('ended_at', '<', before).execute()
  await db.deleteFrom('exception_mutes').where('until', '<', before).execute()
  await db.deleteFrom('handovers').where('offered_at', '<', before).execute()
}
