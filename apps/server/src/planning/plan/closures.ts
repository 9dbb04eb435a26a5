import type { Kysely } from 'kysely'
import type { LngLat } from '@ambit/geo'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { toSeconds } from './types.ts'
import type { Seconds } from './types.ts'

/** A street that vehicles may not drive, until it opens by itself or the closure is lifted. */
export type RoadClosure = { point: LngLat; reach: number; until: Seconds | null }

type Streets = NonNullable<ReturnType<Deps['streets']['current']>>

/** Closures that are not lifted; those of one region, or of all. */
export const readClosures = async (db: Kysely<DB>, regionId: number | null): Promise<RoadClosure[]> => {
  const rows = await db
    .selectFrom('road_closures')
    .select(['longitude', 'latitude', 'reach_m', 'until'])
    .where('lifted_at', 'is', null)
    .$if(regionId !== null, (query) => query.where('region_id', '=', regionId))
    .orderBy('id')
    .execute()
  return rows.map(({ longitude, latitude, reach_m, until }) => ({
    point: [longitude, latitude],
    reach: reach_m,
    until: until === null ? null : toSeconds(until),
  }))
}

/** Street data are asked without the same closures again and again, and networks are kept with what was answered. */
const MOST_KEPT = 8
const kept = new WeakMap<Streets, Map<string, Streets>>()

/** The streets as vehicles find them now. */
export const streetsWithout = (streets: Streets, closures: readonly RoadClosure[], now: Seconds): Streets => {
  const standing = closures.filter(({ until }) => until === null || until > now)
  if (standing.length === 0) return streets
  const known = kept.get(streets) ?? new Map<string, Streets>()
  kept.set(streets, known)
  const key = JSON.stringify(standing.map(({ point, reach }) => [point, reach]))
  const found = known.get(key) ?? streets.without(standing)
  known.delete(key)
  known.set(key, found)
  for (const [oldest] of known) if (known.size > MOST_KEPT) known.delete(oldest)
  return found
}

/** For showing a route without planning: the streets without all that is closed anywhere; null without street data. */
export const streetsNow = async (deps: Pick<Deps, 'streets' | 'clock'>, db: Kysely<DB>): Promise<Streets | null> => {
  const streets = deps.streets.current()
  return streets && streetsWithout(streets, await readClosures(db, null), toSeconds(deps.clock.now()))
}
