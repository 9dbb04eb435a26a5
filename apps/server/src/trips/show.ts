import type { Kysely } from 'kysely'
import type { LngLat } from '@ambit/geo'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { streetsNow } from '../planning/plan/closures.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { startPoint } from '../planning/plan/start-point.ts'
import { drivenLeg, legsThrough } from '../streets/drives.ts'
import { checksOfTrip } from '../vehicle-checks/taken.ts'
import { findTrip, listTripStops, tripRecord } from './queries.ts'
import type { TripRow } from './queries.ts'
import { askedNoShows, odometerOf } from './told-by-driver.ts'

/** A day on a route repeats itself: the path ahead is shown for this many stops. */
const MOST_LEGS = 40

/** One trip with its stops and the way ahead; undefined where there is none in these regions. */
export const showTrip = (deps: Deps, db: Kysely<DB>, id: number, regions: readonly number[] | null) =>
  readTrip(deps, db, { id, regions })

/** The same with the turns of the way and what was told of fares, for its driver. */
export const showTripToDriver = (deps: Deps, db: Kysely<DB>, id: number) =>
  readTrip(deps, db, { id, regions: null, legFor: drivenLeg })

type Wanted = { id: number; regions: readonly number[] | null; legFor?: typeof drivenLeg }

const readTrip = async (deps: Deps, db: Kysely<DB>, { id, regions, legFor }: Wanted) => {
  const row = await findTrip(db, id, regions)
  if (row === undefined) return undefined
  const stops = await listTripStops(db, id)
  const ahead = stops.filter((stop) => stop.arrived_at === null)
  const head = stops[0]?.kind === 'route_stop' ? stops[0].point : undefined
  const from = await whereIs(deps, db, row, stops.findLast((stop) => stop.arrived_at !== null)?.point ?? head)
  const next = ahead.slice(0, MOST_LEGS)
  const streets = await streetsNow(deps, db)
  const places = from === null ? [] : [from, ...next.map((stop) => stop.point)]
  const legs = streets === null ? [] : legsThrough(streets, places, legFor)
  const path = legs.flatMap((leg) => leg?.path ?? [])
  return {
    ...tripRecord(row, deps.clock.now()),
    trip_stops: stops.map((stop) => {
      const index = ahead.indexOf(stop)
      return { ...(legFor === undefined ? withoutFares(stop) : stop), leg: index < 0 ? null : (legs[index] ?? null) }
    }),
    ...(legFor === undefined ? {} : await toldByDriver(db, row)),
    path: path.length === 0 && from !== null ? [[from[0], from[1]] satisfies [number, number]] : path,
  }
}

const toldByDriver = async (db: Kysely<DB>, row: TripRow) => ({
  ...(await checksOfTrip(db, row)),
  odometer: await odometerOf(db, row),
  no_shows_asked: await askedNoShows(db, row.id),
})

/** Who may see what drivers took is asked for with a key of its own. */
const withoutFares = (stop: Awaited<ReturnType<typeof listTripStops>>[number]) => {
  const without = (one: (typeof stop.boardings)[number]) => {
    const { fare: _, ...rider } = one
    return rider
  }
  return { ...stop, boardings: stop.boardings.map(without), alightings: stop.alightings.map(without) }
}

/** The newest position, else the stop that it stands at or left last, else where its route or its vehicle begins. */
const whereIs = async (deps: Deps, db: Kysely<DB>, row: TripRow, stop: LngLat | undefined): Promise<LngLat | null> => {
  if (row.monitor !== null) return [row.monitor.longitude, row.monitor.latitude]
  if (stop !== undefined) return stop
  if (row.vehicle_id === null) return null
  const zone = await db
    .selectFrom('zone_plans')
    .select('settings_version')
    .where('zone_id', '=', row.zone_id)
    .executeTakeFirst()
  const settings = await settingsAt(deps, db, {
    zone_id: row.zone_id,
    version: 0,
    settings_version: zone?.settings_version ?? 0,
  })
  return startPoint(settings, row.vehicle_id)
}
