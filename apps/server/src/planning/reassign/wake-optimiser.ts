import type { Deps } from '../../deps.ts'
import { readVersion } from '../plan/queries.ts'
import { reoptimiseOnce } from './reoptimise.ts'

/** The job that looks for better plans. */
export const OPTIMISE = 'dispatch.optimise'

/**
 * Planning looks as soon as a booking is made, for soon its vehicle will have set out; as soon as one is cancelled, for
 * its seat and its minutes may serve somebody else; and as soon as a promise becomes late. Nobody waits for it: the job
 * is brought forward. On a clock that is moved by hand no time passes before it is done.
 */
export const lookAtOnce = async (deps: Deps, zoneId: number): Promise<void> => {
  const { config, clock, db, streets } = deps
  if (!config.optimiser || streets.current() === null) return
  const now = clock.now()
  if (clock.moveTo === undefined)
    await db.updateTable('jobs').set({ due_at: now }).where('name', '=', OPTIMISE).where('due_at', '>', now).execute()
  else await reoptimiseOnce(deps, await readVersion(db, zoneId))
}
