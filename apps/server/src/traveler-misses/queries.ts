import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** How long a miss stands in the record. */
const SHOWN = sql.raw(`interval '12 months'`)

const select = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('misses as m')
    .innerJoin('service_requests as r', 'r.id', 'm.service_request_id')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
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

/** Of a passenger, newest first. */
export const missesOf = (db: Kysely<DB>, travelerId: number, now: Date) =>
  select(db, now).where('r.traveler_id', '=', travelerId).execute()

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
