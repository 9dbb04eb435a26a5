import { type api, type ConductReport, conductGroups } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { oneWith } from '../traveler-misses/one-with.ts'

/** This month by the region's clocks, and so many before it. */
const MONTHS_BEFORE = 11

type Asked = z.output<typeof api.conductReports.list.query>

/** SQL: the month of a moment by the clocks of a zone or region. */
const monthOf = (moment: string, clocks: string) =>
  sql`to_char(${sql.ref(moment)} at time zone ${sql.ref(clocks)}, 'YYYY-MM')`

/** SQL: what happened to whom, a row each, with the moment by which the passenger's concession is looked up. */
const happened = (scope: Scope, regions: number[] | undefined, since: Date) => {
  const within = sql`${withinScope(scope, 'g.id')} and g.miss_policy <> 'off' and ${regions === undefined ? sql`true` : sql`g.id = any(${regions}::int[])`}`
  const rides = sql`service_requests r join zones z on z.id = r.zone_id join regions g on g.id = z.region_id`
  const step = (what: ReturnType<typeof sql>, moment: string) =>
    sql`select ${what} as what, ${sql.ref(moment)} as at, ${monthOf(moment, 'g.time_zone')} as month, s.traveler_id, g.id as region_id, g.name as region_name
      from suspensions s join regions g on g.id = s.region_id where ${within} and ${sql.ref(moment)} >= ${since}`
  return sql`
    select 'journeys' as what, r.promised_pickup_lower_bound as at,
      ${monthOf('r.promised_pickup_lower_bound', 'z.time_zone')} as month, r.traveler_id, g.id as region_id, g.name as region_name
      from ${rides}
      where ${within} and r.promised_pickup_lower_bound >= ${since} and r.status in ('completed', 'no_show')
        and r.booking_method <> 'driver'
    union all
    select 'journeys', m.happened_at, ${monthOf('m.happened_at', 'z.time_zone')}, r.traveler_id, g.id, g.name
      from misses m join ${rides} on m.service_request_id = r.id
      where ${within} and m.happened_at >= ${since} and r.status not in ('completed', 'no_show')
    union all
    select 'misses', m.happened_at, ${monthOf('m.happened_at', 'z.time_zone')}, r.traveler_id, g.id, g.name
      from misses m join ${rides} on m.service_request_id = r.id
      where ${within} and m.happened_at >= ${since} and m.not_counted is null and ${oneWith} is null
    union all ${step(sql`case s.kind when 'letter' then 'letters' else 'suspensions' end`, 's.letter_sent_at')}
    union all select 'objections', s.objected_on::timestamp at time zone g.time_zone, to_char(s.objected_on, 'YYYY-MM'),
      s.traveler_id, g.id, g.name from suspensions s join regions g on g.id = s.region_id
      where ${within} and s.objected_on >= ${since}::timestamptz::date
    union all ${step(sql`s.objection_outcome`, 's.objection_decided_at')}
    union all ${step(sql`'lifted'`, 's.lifted_at')}`
}

/** SQL: to which groups a passenger belongs: all, and by the wheelchair of the profile and a concession at that moment. */
const groups = sql`(values ('all', true), ('wheelchair', t.handicapped), ('concession', exists (
  select from traveler_concessions c where c.traveler_id = t.id and h.at between c.created_at and c.expires_at))) as f(name, member)`

/** What is counted of misses and what follows from them, a row for each month, region and group, newest first. */
export const listConduct = async (
  db: Kysely<DB>,
  { page, per_page, filter }: Asked,
  scope: Scope,
  now: Date,
): Promise<{ data: ConductReport[]; meta: { total: number; total_count: number } }> => {
  // Two days sooner than any clocks begin the first month.
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_BEFORE, -1))
  const { rows } = await sql<Counted>`
    select h.month, h.region_id, h.region_name, f.name as "group", h.what, count(*)::int as count
    from (${happened(scope, filter?.region, since)}) as h
    join travelers t on t.id = h.traveler_id join regions g on g.id = h.region_id cross join lateral ${groups}
    where f.member and h.month >= to_char(
      (${now}::timestamptz at time zone g.time_zone) - make_interval(months => ${sql.lit(MONTHS_BEFORE)}), 'YYYY-MM')
    group by 1, 2, 3, 4, 5 order by 1 desc, 3, 2`.execute(db)
  const places = Map.groupBy(rows, ({ month, region_id }) => `${month} ${region_id}`)
  const all = [...places.values()].flatMap((found, place) =>
    conductGroups.map((group, index): ConductReport => {
      const { month, region_id, region_name } = found[0]! // groupBy makes no empty group
      const counts = Object.fromEntries(
        found.filter((row) => row.group === group).map(({ what, count }) => [what, count]),
      )
      return { id: place * conductGroups.length + index + 1, month, region_id, region_name, group, ...none, ...counts }
    }),
  )
  const meta = { total: all.length, total_count: all.length }
  return { data: all.slice((page - 1) * per_page, page * per_page), meta }
}

type Place = Pick<ConductReport, 'group' | 'month' | 'region_id' | 'region_name'>
type Counts = Omit<ConductReport, 'id' | keyof Place>
type Counted = Place & { what: keyof Counts; count: number }
const none: Counts = {
  journeys: 0,
  misses: 0,
  letters: 0,
  suspensions: 0,
  objections: 0,
  upheld: 0,
  shortened: 0,
  refused: 0,
  lifted: 0,
}
