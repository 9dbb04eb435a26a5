import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { shownSettings } from '../settings/shown.ts'
import { isWithin, newestIn, removeOutdated, storePack, troubleOf } from './folder.ts'
import type { PackInput } from './pack.ts'
import { readPack } from './read-pack.ts'
import { render } from './render.ts'

const QUARTER_MS = 15 * 60_000
export const WRITE_PACKS = 'continuity.write'

/**
 * Each quarter of an hour, and when staff have asked for it, each region's pack goes to each folder that lacks it. What
 * fails is tried again a minute later. A job is done by one process at a time, so no two write the same pack.
 */
export const writePacks: Job = {
  name: WRITE_PACKS,
  every: 60_000,
  deadline: 10 * 60_000,
  run: async (deps, signal) => {
    const regions = await deps.db
      .selectFrom('regions as r')
      .leftJoin('continuity_wishes as w', 'w.region_id', 'r.id')
      .where('r.status', '=', 'active')
      .select(['r.id', 'r.name', 'r.time_zone', 'r.contact_phone', 'w.wanted_at'])
      .orderBy('r.id')
      .execute()
    const troubles = new Set<string>()
    const due = new Date(Math.floor(deps.clock.wall().getTime() / QUARTER_MS) * QUARTER_MS)
    const newest = await newestOf(deps)
    for (const region of regions) {
      if (signal.aborted) return
      const lacking = [...newest].flatMap(([folder, packs]) =>
        region.wanted_at !== null || (packs.get(region.id) ?? new Date(0)) < due ? [folder] : [],
      )
      if (lacking.length > 0)
        for (const trouble of await writePack(deps, region, lacking, signal)) troubles.add(trouble)
    }
    for (const folder of newest.keys())
      await removeOutdated(
        folder,
        regions.map(({ id }) => id),
        deps.clock.wall(),
      ).catch((error: unknown) => troubles.add(troubleOf(folder, error)))
    if (troubles.size > 0) throw new Error([...troubles].join('. '))
  },
}

/** A folder that cannot be read lacks everything: writing will say what is wrong with it. */
const newestOf = async ({ config }: Deps): Promise<Map<string, Map<number, Date>>> => {
  const found = new Map<string, Map<number, Date>>()
  for (const folder of config.continuityFolders) found.set(folder, await newestIn(folder).catch(() => new Map()))
  return found
}

type Region = PackInput['region'] & { wanted_at: Date | null }

/** Answers what was in the way. */
const writePack = async (
  deps: Deps,
  { wanted_at, ...region }: Region,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<string[]> => {
  const { db, clock, config, log } = deps
  const moment = clock.now()
  const began = clock.monotonic()
  try {
    const [read, settings] = [await readPack(db, region.id, moment), await shownSettings(db, config)]
    const passphrase = config.continuityPassphrase
    const pack = await render({ ...read, ...settings, region, moment, written: clock.wall(), passphrase }, signal)
    const troubles: string[] = []
    for (const folder of folders)
      await storePack(folder, pack, isWithin(config.dataFolder, folder)).catch((error: unknown) =>
        troubles.push(troubleOf(folder, error)),
      )
    const written = folders.length - troubles.length
    if (written > 0 && wanted_at !== null)
      await sql`delete from continuity_wishes where region_id = ${region.id} and wanted_at <= ${wanted_at}`.execute(db)
    const { trips, bookings } = pack.facts
    const ms = Math.round(clock.monotonic() - began)
    if (written > 0) log.info({ region_id: region.id, trips, bookings, ms, folders: written }, 'a pack was written')
    return troubles
  } catch (error) {
    if (signal.aborted) return []
    log.error({ region_id: region.id, err: error }, 'a pack could not be made')
    return [`The pack of region ${region.id} could not be made`]
  }
}
