import type { Deps } from '../../deps.ts'
import type { ZonePlan, ZoneSettings } from './types.ts'
import { readPlan, readSettings, readVersion } from './queries.ts'
import type { KeptStops, Reader, ZoneVersion } from './queries.ts'

/**
 * Plans and settings kept from one call to the next, each under the version that it was read at. A version that has
 * not moved means that nothing was committed since, so a kept plan is exact; a moved one is read anew.
 */
type Memory = {
  settings: Map<number, { version: number; settings: ZoneSettings }>
  plans: Map<number, { plan: ZonePlan; stops: KeptStops }>
}

const memories = new WeakMap<Deps, Memory>()

const memoryOf = (deps: Deps): Memory => {
  const known = memories.get(deps)
  if (known !== undefined) return known
  const memory: Memory = { settings: new Map(), plans: new Map() }
  memories.set(deps, memory)
  return memory
}

export const settingsAt = async (deps: Deps, db: Reader, at: ZoneVersion): Promise<ZoneSettings> => {
  const memory = memoryOf(deps)
  const known = memory.settings.get(at.zone_id)
  if (known !== undefined && known.version === at.settings_version) return known.settings
  const settings = await readSettings(db, at.zone_id)
  memory.settings.set(at.zone_id, { version: at.settings_version, settings })
  return settings
}

export const planAt = async (deps: Deps, db: Reader, at: ZoneVersion): Promise<ZonePlan> => {
  const memory = memoryOf(deps)
  const known = memory.plans.get(at.zone_id)
  if (known !== undefined && known.plan.version === at.version) return known.plan
  const read = await readPlan(db, await settingsAt(deps, db, at), at.version, known?.stops ?? new Map())
  memory.plans.set(at.zone_id, read)
  return read.plan
}

/** A zone's plan as of now, which nobody holds: to see whether there is anything to do before the zone is locked. */
export const planNow = async (deps: Deps, zoneId: number): Promise<ZonePlan> =>
  planAt(deps, deps.db, await readVersion(deps.db, zoneId))
