import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api, BookingOutcome, BookingReport } from '@ambit/contract'
import { bookingOutcomes } from '@ambit/contract'
import { byText, byValue, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { statusEntry } from '../database/status-entry.ts'
import { type Narrowing, narrowed } from './narrowing.ts'

type Counts = Record<BookingOutcome, number> & { total: number }
type Row = Counts & { id: number; zone_id: number; zone_name: string; date: string }

/**
 * One row for each booking and each search without offerings: zone, day and outcome. A change that was not possible
 * is no refusal: the booking stands.
 */
const outcomes = (filter: Narrowing, regions: number[] | null) => sql`
  select zones.id as zone_id, zones.name as zone_name,
    (r.promised_pickup_lower_bound at time zone zones.time_zone)::date as date,
    case
      when r.status in ('completed', 'no_show') then r.status
      when r.status = 'error' then 'not_served'
      when r.status <> 'cancelled' then 'open'
      else case (select h.user_type from service_request_histories h where h.id = ${statusEntry})
        when 'passenger' then 'cancelled_by_passenger'
        when 'engine' then 'cancelled_by_service'
        when 'driver' then 'cancelled_by_service'
        else 'cancelled_by_staff' end
    end as outcome
  from service_requests r join zones on zones.id = r.zone_id
  where ${narrowed(filter, regions, 'r.promised_pickup_lower_bound')}
  union all
  select zones.id, zones.name, (s.traveling_at at time zone zones.time_zone)::date, 'refused'
  from service_availability_searches s join zones on zones.id = s.zone_id
  where s.status = 'no_offerings' and s.service_request_id is null
    and ${narrowed(filter, regions, 's.traveling_at')}`

const counted = sql.join([
  ...bookingOutcomes.map(
    (outcome) => sql`count(*) filter (where outcome = ${sql.lit(outcome)}) as ${sql.ref(outcome)}`,
  ),
  sql`count(*) as total`,
])

const byZoneAndDay = (db: Kysely<DB>, filter: Narrowing, regions: number[] | null) =>
  db
    .selectFrom(
      sql<Row>`(select zone_id * 100000 + (date - date '2000-01-01') as id, zone_id, zone_name, date::text as date, ${counted}
      from (${outcomes(filter, regions)}) o group by zone_id, zone_name, date)`.as('rows'),
    )
    .selectAll()

const sortable = { ...byText('zone_name'), ...byValue('date', 'total', 'completed', 'no_show', 'refused') }

export const listOutcomes = (
  db: Kysely<DB>,
  query: z.output<typeof api.bookingReports.list.query>,
  regions: number[] | null,
) => listed(byZoneAndDay(db, query.filter, regions), { ...query, sort: query.sort ?? '-date' }, sortable)

/** All rows, oldest first, for a file. */
export const everyOutcome = (db: Kysely<DB>, filter: Narrowing, regions: number[] | null): Promise<Row[]> =>
  byZoneAndDay(db, filter, regions).orderBy('date').orderBy('zone_name').orderBy('zone_id').execute()

export const summariseOutcomes = async (
  db: Kysely<DB>,
  filter: Narrowing,
  regions: number[] | null,
): Promise<BookingReport> => {
  const days = await sql<Counts & { date: string }>`select date::text as date, ${counted}
    from (${outcomes(filter, regions)}) o group by date order by date`.execute(db)
  const totals = await sql<Counts>`select ${counted} from (${outcomes(filter, regions)}) o`.execute(db)
  const refusals = await sql<{ code: string; count: number; example: string }>`
    select reason->>'code' as code, count(distinct s.id) as count,
      (array_agg(reason->>'text' order by s.id desc))[1] as example
    from service_availability_searches s join zones on zones.id = s.zone_id,
      jsonb_array_elements(s.reasons) as reason
    where s.status = 'no_offerings' and s.service_request_id is null
      and ${narrowed(filter, regions, 's.traveling_at')}
    group by 1 order by 2 desc, 1`.execute(db)
  return { totals: totals.rows[0]!, days: days.rows, refusals: refusals.rows } // an aggregate without groups has one row
}
