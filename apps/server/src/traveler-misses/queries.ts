import { type Kysely, sql } from 'kysely'
import type { MissStanding } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { oneWith } from './one-with.ts'

/** Nobody misses more in 12 months; an answer has an end all the same. */
const MOST = 500

/** How long a miss stands in the record. */
export const SHOWN = sql.raw(`interval '12 months'`)

/** None of regions that count none, also of the time when they did. */
const select = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('misses as m')
    .innerJoin('service_requests as r', 'r.id', 'm.service_request_id')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .innerJoin('regions as g', 'g.id', 'z.region_id')
    .where('g.miss_policy', '<>', 'off')
    .where(sql<boolean>`m.happened_at > ${now}::timestamptz - ${SHOWN}`)
    .select([
      'm.id',
      'm.service_request_id',
      'm.kind',
      'm.happened_at',
      'm.not_counted',
      'm.evidence',
      'm.contested_at',
    ])
    .select(['r.promised_pickup_lower_bound as window_from', 'r.promised_pickup_upper_bound as window_to'])
    .select('z.time_zone')
    .orderBy('m.happened_at', 'desc')
    .orderBy('m.id', 'desc')

const standingOf = (now: Date) => sql<MissStanding>`case
  when ${oneWith} is not null then 'one_with'
  when m.not_counted is not null then 'not_counted'
  when r.promised_pickup_lower_bound <= ${now}::timestamptz - make_interval(days => g.miss_window_days) then 'before_window'
  else 'counts' end`

/** As staff see them, of these regions, newest first. */
const selectForStaff = (db: Kysely<DB>, scope: Scope, now: Date) =>
  select(db, now)
    .leftJoin('users as u', 'u.id', 'm.judged_by')
    .where(withinScope(scope, 'g.id'))
    .select(['g.id as region_id', standingOf(now).as('standing'), oneWith.as('one_with')])
    .select(['m.judged_reason', 'm.judged_at', sql<string | null>`u.first_name || ' ' || u.last_name`.as('judged_by')])

export const missesOf = (db: Kysely<DB>, scope: Scope, travelerId: number, now: Date) =>
  selectForStaff(db, scope, now).where('r.traveler_id', '=', travelerId).limit(MOST).execute()

/** With whose it is. */
export const findMiss = (db: Kysely<DB>, scope: Scope, id: number, now: Date) =>
  selectForStaff(db, scope, now).where('m.id', '=', id).select('r.traveler_id').executeTakeFirst()

/** Of the passenger and of those without a contact for whom they answer. */
export const ownMisses = (db: Kysely<DB>, id: number, now: Date) =>
  select(db, now)
    .innerJoin('travelers as t', 't.id', 'r.traveler_id')
    .where(
      sql<boolean>`(t.id = ${id} or t.email is null and t.phone_number is null and exists (select from traveler_helpers h
        where h.traveler_id = t.id and h.helper_id = ${id} and h.household))`,
    )
    .select(['r.origin_name as from', 'r.destination_name as to', 'r.zone_id', 'r.trip_id'])
    .select(sql<string | null>`case when t.id <> ${id} then t.first_name || ' ' || t.last_name end`.as('traveler_name'))
    .execute()
