import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { areasOfZone } from '../service-areas/queries.ts'
import { withLines } from '../service-routes/lines.ts'
import { routesOfZone } from '../service-routes/queries.ts'
import { scheduleCounts, strategiesOfZone, withDefaults } from '../service-strategies/queries.ts'
import { stopsOfZone } from '../zone-stops/queries.ts'
import { findZone } from '../zones/queries.ts'
import type { Kind, SavedAs } from './match.ts'

export type Parts = Awaited<ReturnType<typeof readParts>>

/** The parts of a zone as they are stored. */
export const readParts = async (db: Kysely<DB>, zoneId: number, now: Date) => ({
  service_areas: await areasOfZone(db, zoneId),
  zone_stops: await stopsOfZone(db, zoneId),
  service_routes: await routesOfZone(db, zoneId, now),
  service_strategies: await strategiesOfZone(db, zoneId),
})

/** The parts added recently, by the draft ids under which they were sent. */
export const readSavedAs = async (db: Kysely<DB>, zoneId: number): Promise<SavedAs> => {
  const savedAs: Record<Kind, Record<string, number>> = {
    service_areas: {},
    zone_stops: {},
    service_routes: {},
    service_strategies: {},
  }
  const rows = await db.selectFrom('design_drafts').selectAll().where('zone_id', '=', zoneId).execute()
  for (const { kind, draft_id, record_id } of rows) savedAs[kind][draft_id] = record_id
  return savedAs
}

type Viewer = {
  /** regions that the caller is limited to; null: all */
  scope: number[] | null
  /** false: the caller may not read stops, and gets none */
  seesStops: boolean
}

/** Everything that the designer shows of a zone; undefined when there is no such zone for the caller. */
export const readDesign = async (
  deps: Pick<Deps, 'clock' | 'streets'>,
  db: Kysely<DB>,
  { scope, seesStops }: Viewer,
  zoneId: number,
) => {
  const zone = await findZone(db, scope, zoneId)
  if (zone === undefined) return undefined
  const now = deps.clock.now()
  const parts = await readParts(db, zoneId, now)
  const counts = await scheduleCounts(db, zoneId, now)
  return {
    zone,
    service_areas: parts.service_areas,
    zone_stops: seesStops ? parts.zone_stops : [],
    service_routes: withLines(deps, parts.service_routes),
    service_strategies: parts.service_strategies.map(withDefaults),
    saved_as: await readSavedAs(db, zoneId),
    schedule_counts: Object.fromEntries(parts.service_strategies.map(({ id }) => [String(id), counts.get(id) ?? 0])),
  }
}
