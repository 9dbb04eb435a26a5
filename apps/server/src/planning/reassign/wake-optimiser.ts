import type { Deps } from '../../deps.ts'
import { wakeJob } from '../../jobs/runner.ts'
import { readVersion } from '../plan/queries.ts'
import { reoptimiseOnce } from './reoptimise.ts'

/** The job that looks for better plans. */
export const OPTIMISE = 'dispatch.optimise'

/**
 * Planning looks for a better plan as soon as a booking is made, because its vehicle will soon set out; as soon as one
 * is cancelled, because its seat and its minutes may serve another; and as soon as a promise becomes late. The job is
 * woken, again where it runs already, and the caller does not wait for it. On a clock that is moved by hand it is done
 * at once.
 */
export const wakeOptimiser = async (deps: Deps, zoneId: number): Promise<void> => {
  const { config, clock, db, streets } = deps
  if (!config.optimiser || streets.current() === null) return
  if (clock.moveTo === undefined) await wakeJob(deps, OPTIMISE)
  else await reoptimiseOnce(deps, await readVersion(db, zoneId))
}
