import { sql } from 'kysely'
import { hourOfWeek } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import type { Steps } from '@ambit/streets'
import type { Deps } from '../deps.ts'
import { each } from '../jobs/each.ts'
import type { Job } from '../jobs/runner.ts'
import { recordChanged } from '../live/record-changed.ts'
import { inSlices } from '../jobs/in-slices.ts'
import { factorsOf } from './factors-of.ts'
import type { Drive, Learnt } from './factors-of.ts'

const HOUR = 3_600_000
const WEEKS = 8
/** Only the newest drives count; more do not improve a factor. */
const MOST_DRIVES = 200_000
/** The local hour of learning. */
const HOUR_OF_NIGHT = 3

type Streets = NonNullable<ReturnType<Deps['streets']['current']>>
type Driven = {
  from: LngLat
  to: LngLat
  left: Date
  arrived: Date
  /** roads that were closed in the region during that time */
  closures: { point: LngLat; reach: number }[]
}

/** Compares a region's driving times with free flow and stores the learnt factors. Factors set by staff stay. */
export const learnTravelFactors = async (
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  streets: Streets,
  region: { id: number; time_zone: string },
): Promise<void> => {
  const driven = await readDriven(deps, region.id)
  const learnt = factorsOf(await inSlices(deps.clock, compared(streets, region.time_zone, driven)))
  if (await store(deps, region.id, learnt))
    deps.log.info({ region_id: region.id, hours: learnt.length, drives: driven.length }, 'travel factors learnt')
}

/**
 * Drives from one stop to the next with passengers on board: a driver then does not stop on the way to wait for a
 * window or for work. Times are those of the driver's actions, since positions may arrive late.
 */
const readDriven = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, regionId: number): Promise<Driven[]> => {
  const since = new Date(clock.now().getTime() - WEEKS * 7 * 24 * HOUR)
  const { rows } = await sql<Driven>`
    select json_build_array(a.longitude, a.latitude) as "from", json_build_array(b.longitude, b.latitude) as "to",
      s.departed_at as left, n.arrived_at as arrived,
      coalesce((select json_agg(json_build_object('point', json_build_array(c.longitude, c.latitude), 'reach', c.reach_m)
          order by c.id)
        from road_closures c where c.region_id = ${regionId} and c.created_at < n.arrived_at
          and coalesce(c.lifted_at, 'infinity') > s.departed_at and coalesce(c.until, 'infinity') > s.departed_at),
        '[]') as closures
    from zones z
      join trips t on t.zone_id = z.id
      join trip_stops s on s.trip_id = t.id and s.departed_at > ${since}
      join trip_stops n on n.trip_id = t.id and n.location_index = s.location_index + 1
        and n.location_id <> s.location_id and n.arrived_at > s.departed_at
      join locations a on a.id = s.location_id
      join locations b on b.id = n.location_id
    where z.region_id = ${regionId} and t.current_state = 'completed' and t.end_datetime > ${since}
      and exists (select from service_requests r
        where r.trip_id = t.id and r.boarded_at <= s.departed_at and r.dropped_off_at >= n.arrived_at)
    order by s.departed_at desc, s.id
    limit ${MOST_DRIVES}`.execute(db)
  return rows
}

/** Each drive with the free-flow time of its route; drives around a closed road are left out. */
const compared = function* (streets: Streets, timeZone: string, driven: readonly Driven[]): Steps<Drive[]> {
  const freely = durations(streets)
  const around = new Map<string, Durations>()
  const drives: Drive[] = []
  for (const { from, to, left, arrived, closures } of driven) {
    yield
    const free = freely(from, to)
    if (closures.length > 0) {
      const key = JSON.stringify(closures)
      const then = around.get(key) ?? durations(streets.without(closures))
      around.set(key, then)
      if (then(from, to) !== free) continue
    }
    const actual = (arrived.getTime() - left.getTime()) / 1000
    drives.push({ hour_of_week: hourOfWeek(timeZone, left), actual, free })
  }
  return drives
}

type Durations = (from: LngLat, to: LngLat) => number

/** Cached, since vehicles repeat the same drives. */
const durations = (streets: Streets): Durations => {
  const known = new Map<string, number>()
  return (from, to) => {
    const key = `${from.join(',')} ${to.join(',')}`
    // Rounded up, as in planning.
    const duration = known.get(key) ?? Math.ceil(streets.table('car', [from], [to]).duration[0] ?? Infinity)
    known.set(key, duration)
    return duration
  }
}

/** Stores learnt factors and answers whether any changed; otherwise plans stay as they are. */
const store = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, regionId: number, learnt: readonly Learnt[]) =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('regions').select('id').where('id', '=', regionId).forUpdate().execute()
    const before = await tx
      .selectFrom('travel_factors')
      .select(['hour_of_week', 'factor'])
      .where('region_id', '=', regionId)
      .where('source', '=', 'learnt')
      .execute()
    const known = new Map(before.map(({ hour_of_week, factor }) => [hour_of_week, factor]))
    const same =
      known.size === learnt.length && learnt.every(({ hour_of_week, factor }) => known.get(hour_of_week) === factor)
    if (same) return false
    await tx.deleteFrom('travel_factors').where('region_id', '=', regionId).where('source', '=', 'learnt').execute()
    const rows = learnt.map((one) => ({
      ...one,
      region_id: regionId,
      source: 'learnt' as const,
      updated_at: clock.now(),
    }))
    if (rows.length > 0) await tx.insertInto('travel_factors').values(rows).execute()
    await recordChanged(tx, 'travel_factors', regionId)
    return true
  })

/** Once a night for each region, in its local time. */
export const learnAtNight: Job = {
  name: 'travel_factors.learn',
  every: HOUR,
  deadline: HOUR / 2,
  run: async (deps, signal) => {
    const streets = deps.streets.current()
    if (streets === null) return
    const regions = await deps.db.selectFrom('regions').select(['id', 'time_zone']).orderBy('id').execute()
    const asleep = regions.filter(({ time_zone }) => hourOfWeek(time_zone, deps.clock.now()) % 24 === HOUR_OF_NIGHT)
    await each(asleep, { signal, words: 'Travel factors were not learnt for every region' }, (region) =>
      learnTravelFactors(deps, streets, region),
    )
  },
}
