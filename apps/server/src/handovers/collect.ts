import { type Kysely, sql } from 'kysely'
import { type BriefSection, briefSections } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { StoredBrief, StoredItem } from '../database/exception-tables.ts'
import { isMuted } from '../exceptions/mutes.ts'

export type Extent = { region_id: number; zones: readonly number[]; since: Date; now: Date }

/** Of each section the first so many are told. */
const MOST = 200
const AHEAD_MS = 3 * 3_600_000

type Line = Omit<StoredItem, 'fresh' | 'at' | 'until'> & {
  section: BriefSection
  at: Date | null
  until: Date | null
  /** lines of its section */
  total: number
}

/** SQL: lines of exceptions `e`. */
const exceptions = (section: BriefSection, where: ReturnType<typeof sql>, { zones }: Extent) => sql`
  select ${section} as section, 'exception:' || e.id as key, e.opened_at as at, e.snoozed_until as until,
    null::int as minutes, e.severity, e.state
  from exceptions e where e.zone_id = any(${zones}::int[]) and ${where}`

/** How it stands: exceptions, bookings, vehicles, roads and schedules. */
const standing = (extent: Extent) => {
  const { region_id, zones, now } = extent
  const muted = isMuted(now)
  const ahead = new Date(now.getTime() + AHEAD_MS)
  const alone = sql`e.parent_id is null and e.state in ('open', 'acknowledged')`
  return [
    exceptions('open', sql`${alone} and not ${muted}`, extent),
    exceptions('snoozed', sql`e.state = 'snoozed'`, extent),
    exceptions('muted', sql`${alone} and ${muted}`, extent),
    sql`select 'at_risk', 'booking:' || r.id, r.promised_pickup_lower_bound, null,
        floor(extract(epoch from greatest(p.eta - r.promised_pickup_upper_bound,
          d.eta - r.promised_dropoff_upper_bound)) / 60)::int, null, null
      from service_requests r
      left join trip_stops p on p.id = r.pickup_trip_stop_id and p.arrived_at is null and r.status <> 'on_board'
      left join trip_stops d on d.id = r.dropoff_trip_stop_id and d.arrived_at is null
      where r.zone_id = any(${zones}::int[]) and r.status in ('assigned', 'secured', 'on_board')
        and (p.eta > r.promised_pickup_upper_bound and r.promised_pickup_upper_bound <= ${ahead}
          or d.eta > r.promised_dropoff_upper_bound and r.promised_dropoff_upper_bound <= ${ahead})`,
    sql`select 'waiting', 'booking:' || r.id, r.promised_pickup_lower_bound, r.promised_pickup_upper_bound, null, null, null
      from service_requests r where r.zone_id = any(${zones}::int[]) and r.status in ('created', 'unassigned')`,
    sql`select 'paused', 'pause:' || p.id, p.created_at, p.until, null, null, null
      from vehicle_pauses p join trips t on t.id = p.trip_id
      where t.zone_id = any(${zones}::int[]) and p.ended_at is null and (p.until is null or p.until > ${now})
        and t.current_state in ('staged', 'live', 'in_transit')`,
    sql`select 'pinned', 'pin:' || p.id, r.promised_pickup_lower_bound, p.until, null, null, null
      from booking_pins p join service_requests r on r.id = p.service_request_id
      where r.zone_id = any(${zones}::int[]) and p.ended_at is null and (p.until is null or p.until > ${now})
        and r.status in ('assigned', 'secured', 'on_board')`,
    sql`select 'closures', 'closure:' || c.id, c.created_at, c.until, null, null, null
      from road_closures c
      where c.region_id = ${region_id}::int and c.lifted_at is null and (c.until is null or c.until > ${now})`,
    sql`select 'missing', case when s.vehicle_id is null then 'no_vehicle:' else 'no_driver:' end || s.id,
        s.start_time, s.end_time, null, null, null
      from service_plans s
      where s.zone_id = any(${zones}::int[]) and (s.vehicle_id is null or s.driver_id is null) and s.end_time > ${now}
        and s.start_time <= ${now}::timestamptz + interval '24 hours'`,
  ]
}

/** What has changed since the last handover. */
const changed = (extent: Extent) => {
  const { zones, since } = extent
  return [
    sql`select 'notes', 'note:' || c.id, c.at, null, null, null, null
      from exception_changes c join exceptions e on e.id = c.exception_id
      where e.zone_id = any(${zones}::int[]) and e.state <> 'resolved' and c.change = 'noted' and c.at >= ${since}`,
    exceptions('disruptions', sql`e.kind = 'disruption' and e.opened_at >= ${since}`, extent),
    sql`select 'overrides', 'override:' || o.id, coalesce(o.approved_at, o.asked_at), null, o.minutes, null, null
      from overrides o where o.zone_id = any(${zones}::int[]) and o.state = 'carried_out' and o.asked_at >= ${since}`,
    sql`select 'undone', 'action:' || a.id, a.created_at, null, null, null, null
      from dispatch_actions a
      where a.zone_ids && ${zones}::int[] and a.undo_of is not null and a.created_at >= ${since}`,
    sql`select 'schedules', 'schedule:' || s.id, s.start_time, s.end_time, null, null, null
      from service_plans s where s.zone_id = any(${zones}::int[]) and s.updated_at >= ${since}`,
    exceptions(
      'resolved',
      sql`e.state = 'resolved' and e.severity = 'urgent' and e.parent_id is null and e.resolved_at >= ${since}`,
      extent,
    ),
  ]
}

/** All sections, also those without lines; in each what is first in time comes first. */
export const collect = async (db: Kysely<DB>, extent: Extent): Promise<StoredBrief> => {
  const parts = [...standing(extent), ...changed(extent)]
  const { rows } = await sql<Line>`
    select * from (
      select *, row_number() over (partition by section order by at, key) as place,
        count(*) over (partition by section)::int as total
      from (${sql.join(parts, sql` union all `)}) lines) placed
    where place <= ${MOST} order by section, place`.execute(db)
  return briefSections.map((section) => ({
    section,
    total: rows.find((row) => row.section === section)?.total ?? 0,
    items: rows
      .filter((row) => row.section === section)
      .map(({ key, at, until, minutes, severity, state }) => ({
        key,
        fresh: false,
        at: at?.toISOString() ?? null,
        until: until?.toISOString() ?? null,
        minutes,
        severity,
        state,
      })),
  }))
}

/** Marks what was not there yet, or stood otherwise, when it was offered. */
export const marked = (now: StoredBrief, offered: StoredBrief): StoredBrief =>
  now.map(({ section, total, items }) => {
    const before = new Map(offered.find((one) => one.section === section)?.items.map((item) => [item.key, item]))
    return { section, total, items: items.map((item) => ({ ...item, fresh: !isSame(item, before.get(item.key)) })) }
  })

const isSame = (item: StoredItem, before: StoredItem | undefined): boolean =>
  before !== undefined &&
  item.severity === before.severity &&
  item.state === before.state &&
  item.at === before.at &&
  item.until === before.until
