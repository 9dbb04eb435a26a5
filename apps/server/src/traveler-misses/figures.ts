import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { oneWith } from './one-with.ts'
import { SHOWN } from './queries.ts'

/** The settings of the regions where the passenger travelled or missed a ride in the last 12 months, and of the home. */
export const regionsOf = (db: Kysely<DB>, scope: Scope, travelerId: number, now: Date) =>
  db
    .selectFrom('regions as g')
    .where(withinScope(scope, 'g.id'))
    .where(
      sql<boolean>`(g.id = (select region_id from travelers where id = ${travelerId}) or g.id in (
        select z.region_id from service_requests r join zones z on z.id = r.zone_id
        where r.traveler_id = ${travelerId} and r.promised_pickup_lower_bound > ${now}::timestamptz - ${SHOWN}
          and (r.status in ('completed', 'no_show') or exists (select from misses m where m.service_request_id = r.id))))`,
    )
    .select(['g.id as region_id', 'g.name as region_name', 'g.miss_policy', 'g.miss_window_days'])
    .select(['g.pattern_misses', 'g.pattern_share', 'g.pattern_of_average', 'g.pattern_min_journeys'])
    .orderBy('g.name')
    .execute()

type Window = { region_id: number; from: Date }
type Row = { journeys: number; misses: number }

/**
 * Journeys in the region since, and how many of them were missed: of one passenger, or of all. A ride that was cancelled in
 * time was no journey any more; one that a driver took along without a booking had nothing to miss.
 */
export const countedIn = async (
  db: Kysely<DB>,
  { region_id, from }: Window,
  travelerId: number | null,
): Promise<Row> => {
  const theirs = travelerId === null ? sql`true` : sql`r.traveler_id = ${travelerId}`
  const zones = sql`r.zone_id = any(array(select id from zones where region_id = ${region_id}))
    and r.promised_pickup_lower_bound > ${from}`
  const { rows } = await sql<Row>`
    with travelled as (
      select count(*)::int as journeys from service_requests r
      where ${zones} and ${theirs} and r.status in ('completed', 'no_show') and r.booking_method <> 'driver'),
    missed as (
      select count(*) filter (where r.status not in ('completed', 'no_show'))::int as cancelled,
        count(*) filter (where m.not_counted is null and ${oneWith} is null)::int as misses
      from misses m join service_requests r on r.id = m.service_request_id
      where ${zones} and ${theirs} and m.happened_at > ${from}::timestamptz - interval '1 day')
    select journeys + cancelled as journeys, misses from travelled, missed`.execute(db)
  return rows[0] ?? { journeys: 0, misses: 0 }
}
