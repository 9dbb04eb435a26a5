import type { Kysely } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { readPlan, readSettings, readVersion } from './queries.ts'
import type { KeptStops, ZoneVersion } from './queries.ts'
import type { ZonePlan, ZoneSettings } from './types.ts'

/**
 * Plans and settings kept from one call to the next, each under the version that it was read at. A version that has
 * not moved means that nothing was committed since, so a kept plan is exact; otherwise it is read again.
 */
export type PlanCache = {
  settings: Map<number, { version: number; settings: ZoneSettings }>
  plans: Map<number, { plan: ZonePlan; stops: KeptStops }>
}

export const createPlanCache = (): PlanCache => ({ settings: new Map(), plans: new Map() })

export const settingsAt = async (deps: Deps, db: Kysely<DB>, at: ZoneVersion): Promise<ZoneSettings> => {
  const { cache } = deps.planning
  const known = cache.settings.get(at.zone_id)
  if (known !== undefined && known.version === at.settings_version) return known.settings
  const settings = await readSettings(db, at.zone_id)
  cache.settings.set(at.zone_id, { version: at.settings_version, settings })
  return settings
}

export const planAt = async (deps: Deps, db: Kysely<DB>, at: ZoneVersion): Promise<ZonePlan> => {
  const { cache } = deps.planning
  const known = cache.plans.get(at.zone_id)
  if (known !== undefined && known.plan.version === at.version) return known.plan
  const read = await readPlan(db, await settingsAt(deps, db, at), at.version, known?.stops ?? new Map())
  cache.plans.set(at.zone_id, read)
  return read.plan
}

/** A zone's plan as of now, without its lock: to see whether there is anything to do before the zone is locked. */
export const planNow = async (deps: Deps, zoneId: number): Promise<ZonePlan> =>
  planAt(deps, deps.db, await readVersion(deps.db, zoneId))
