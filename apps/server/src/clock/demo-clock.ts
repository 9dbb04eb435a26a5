import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { anyUser } from '../sessions/queries.ts'
import { isDemo } from '../settings/demo.ts'
import { morningOf } from '../settings/demo-morning.ts'
import { isLocalByConfig } from '../settings/local-demo.ts'
import { createDemoClock, type Wall } from './clocks.ts'
import { newestMoment } from './newest-moment.ts'

/**
 * The clock of a local demo: in the morning when it is new, else where it was when it was last stopped. Null where
 * there is none of its own: no demo, not on this machine alone, or no streets to drive on.
 */
export const openDemoClock = async (
  { db, config, streets }: Pick<Deps, 'db' | 'config' | 'streets'>,
  wall: Wall,
): Promise<Deps['clock'] | null> => {
  const town = streets.current()
  if (config.clock.kind !== 'demo' || !isOwn(config) || town === null) return null
  const { speed } = config.clock
  if (!(await anyUser(db)))
    return createDemoClock(wall, new Date(morningOf(town.manifest.bbox, new Date(wall.now())).begins_at), speed)
  if (!(await isDemo(db))) return null
  return createDemoClock(wall, (await newestMoment(db)) ?? new Date(wall.now()), speed)
}

const isOwn = (config: Config): boolean => !config.empty && isLocalByConfig(config)
