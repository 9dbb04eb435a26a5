import { sql, type Transaction } from 'kysely'
import { eraseEvents } from '../audit/erase.ts'
import type { DB } from '../database/schema.ts'
import { held } from '../holds/queries.ts'
import type { Kind } from './kind.ts'

/** What a door is called once nobody may know which it was. */
export const PLACE = 'Removed place'

export const rounded = (...columns: string[]) =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} = round(${sql.ref(column)}::numeric, 3)`))
const ends = ['origin_longitude', 'origin_latitude', 'destination_longitude', 'destination_latitude']

/** Journeys that are over, with nothing left to charge or to give back. */
const oldBookings = (before: Date) => sql`
  from service_requests r
  where r.anonymised_at is null and r.dropoff_upper_bound < ${before}
    and r.status not in ('created', 'assigned', 'secured', 'on_board')
    and not exists (select from payments p
      where p.service_request_id = r.id and p.state in ('due', 'processing', 'action_needed'))
    and not ${held({
      travelers: sql.ref('r.traveler_id'),
      service_requests: sql.ref('r.id'),
      trips: sql.ref('r.trip_id'),
      at: sql.ref('r.dropoff_upper_bound'),
    })}`

/** Zone, times, stops, figures, fare and needs stay; passenger, names, texts and doors go. */
export const bookings: Kind = {
  due: (before) =>
    sql`select r.id::text as id, r.dropoff_upper_bound as at, r.traveler_id::text as person ${oldBookings(before)}`,
  begin:
    ({ db, clock }, before) =>
    (rows) =>
      db.transaction().execute(async (tx) => {
        const { rows: due } = await sql<{ id: number }>`
          select r.id ${oldBookings(before)} order by r.dropoff_upper_bound limit ${rows} for update of r`.execute(tx)
        const ids = due.map(({ id }) => id)
        if (ids.length > 0) await anonymiseBookings(tx, ids, await nobody(tx, clock.now()), clock.now())
        return { seen: ids.length, removed: ids.length }
      }),
}

/** `traveler_id` null: they stay with the passenger, who has no name any more. */
export const anonymiseBookings = async (
  tx: Transaction<DB>,
  ids: readonly number[],
  traveler_id: number | null,
  now: Date,
): Promise<void> => {
  const these = sql`any(${ids}::int[])`
  const whose = traveler_id === null ? sql`traveler_id` : sql`${traveler_id}`
  if (traveler_id !== null) await keepLastRides(tx, ids)
  // While the bookings name whose they are.
  await sql`update suspensions set rests_on = (select jsonb_agg(
      case when (m ->> 'service_request_id')::int = ${these} then m || jsonb_build_object('place', ${PLACE}::text) else m end order by n)
    from jsonb_array_elements(rests_on) with ordinality as each_miss(m, n))
    where traveler_id in (select traveler_id from service_requests where id = ${these})
      and exists (select from jsonb_array_elements(rests_on) m where (m ->> 'service_request_id')::int = ${these})`.execute(
    tx,
  )
  await sql`update service_requests set anonymised_at = ${now}, traveler_id = ${whose}, origin_name = ${PLACE},
    destination_name = ${PLACE}, comment = null, pickup_note = null, dropoff_note = null,
    cancellation_reason = null, error_message = null,
    no_show_evidence = null, ${rounded(...ends)}
    where id = ${these}`.execute(tx)
  await sql`update booking_groups g set name = 'Group' where id in (select booking_group_id from service_requests where id = ${these})
    and not exists (select from service_requests r where r.booking_group_id = g.id and r.anonymised_at is null)`.execute(
    tx,
  )
  // A door that a later booking has too keeps its place until that one's time is over.
  await sql`update locations l set name = ${PLACE}, street_address = null, ${rounded('longitude', 'latitude')}
    where id in (select unnest(array[pickup_location_id, dropoff_location_id]) from service_requests where id = ${these})
      and not exists (select from zone_stops where location_id = l.id)
      and not exists (select from service_requests r where r.pickup_location_id = l.id and r.anonymised_at is null)
      and not exists (select from service_requests r where r.dropoff_location_id = l.id and r.anonymised_at is null)
    `.execute(tx)
  await sql`delete from ride_links where service_request_id = ${these}`.execute(tx)
  await sql`update feedbacks set comments = null, traveler_id = ${whose} where service_request_id = ${these}`.execute(
    tx,
  )
  await sql`delete from misses where service_request_id = ${these}`.execute(tx)
  await sql`delete from lost_items where service_request_id = ${these}`.execute(tx)
  const open = await deleteOpenReturns(tx, ids)
  // The service's own reasons name nobody; what people wrote may.
  await sql`update service_request_histories set reasons = '[]', traveler_id = null
    where service_request_id = ${these} and user_type <> 'engine'`.execute(tx)
  await sql`update driver_actions set input = input - 'reason_text'
    where kind = 'no_show' and (input->>'service_request_id')::int = ${these}`.execute(tx)
  await anonymiseActions(tx, ids)
  await sql`update surveys set additional_information = null where service_request_id = ${these}`.execute(tx)
  await sql`update payments set reason = null, payment_method_id = null where service_request_id = ${these}`.execute(tx)
  await sql`update payment_events set detail = null
    where payment_id in (select id from payments where service_request_id = ${these})`.execute(tx)
  await sql`update service_availability_searches set service_request_id = null where service_request_id = ${these}`.execute(
    tx,
  )
  const texts = ids.map(String)
  await eraseEvents(
    tx,
    sql<boolean>`(record_kind = 'service_requests' and record_id = any(${texts}::text[])
      or parent_kind = 'service_requests' and parent_id = any(${texts}::text[])
      or record_kind = 'open_returns' and record_id = any(${open}::text[]))`,
  )
}

/**
 * When the passengers of these bookings last rode stays with them, or with `travelerId`, whose they were. As a week: the
 * moment itself would say which of the rides without a name it was.
 */
export const keepLastRides = async (
  tx: Transaction<DB>,
  ids: readonly number[],
  travelerId: number | null = null,
): Promise<void> => {
  await sql`update travelers t set last_ride_at = greatest(t.last_ride_at, rides.week + interval '168 hours')
    from (select coalesce(${travelerId}::int, traveler_id) as traveler_id,
        date_trunc('week', max(dropoff_upper_bound), 'UTC') as week
      from service_requests where id = any(${ids}::int[]) group by 1) as rides
    where t.id = rides.traveler_id`.execute(tx)
}

/** Of the journeys of these bookings; answers their ids. */
const deleteOpenReturns = async (tx: Transaction<DB>, ids: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ id: number }>`delete from open_returns where journey_id in (
    select journey_id from service_requests where id = any(${ids}::int[])) returning id`.execute(tx)
  return rows.map(({ id }) => String(id))
}

/** Of what staff did to their plan, what somebody wrote goes; so does what an undo would bring back. */
const anonymiseActions = async (tx: Transaction<DB>, ids: readonly number[]): Promise<void> => {
  const these = sql`(select id from dispatch_actions where service_request_ids && ${ids}::int[])`
  await sql`update trip_histories set message = null where dispatch_action_id in ${these}`.execute(tx)
  await sql`update overrides set reason = '', input = input #- '{action,because}' #- '{action,cancellation_reason}'
    where dispatch_action_id in ${these}`.execute(tx)
  await sql`update dispatch_actions set reason = null, changes = null,
    action = action - 'cancellation_reason' || case when action ? 'because' then '{"because": "–"}' else '{}' end::jsonb
    where id in ${these}`.execute(tx)
  await sql`update booking_pins set reason = null where service_request_id = any(${ids}::int[])`.execute(tx)
}

const oldSearches = (before: Date) =>
  sql`from service_availability_searches s where s.anonymised_at is null and s.created_at < ${before}
    and not ${held({
      travelers: sql.ref('s.traveler_id'),
      service_requests: sql.ref('s.service_request_id'),
      at: sql.ref('s.created_at'),
    })}`

/** What was asked for stays for the reports; who asked, and the doors, go. */
export const searches: Kind = {
  due: (before) =>
    sql`select s.id::text as id, s.created_at as at, s.traveler_id::text as person ${oldSearches(before)}`,
  begin:
    ({ db, clock }, before) =>
    (rows) =>
      db.transaction().execute(async (tx) => {
        const traveler_id = await nobody(tx, clock.now())
        const { numAffectedRows = 0n } = await sql`
          update service_availability_searches set anonymised_at = ${clock.now()}, traveler_id = ${traveler_id},
            override_reason = null,
            origin_name = ${PLACE}, destination_name = ${PLACE}, ${rounded(...ends)}
          where id = any(array(select s.id ${oldSearches(before)} order by s.created_at limit ${rows}))`.execute(tx)
        return { seen: Number(numAffectedRows), removed: Number(numAffectedRows) }
      }),
}

const NOBODY = 'anonymous-passenger'

/** The passenger that stands for all who are forgotten: a journey keeps one, and tells nothing by it. */
const nobody = async (tx: Transaction<DB>, now: Date): Promise<number> => {
  const found = await tx.selectFrom('travelers').select('id').where('username', '=', NOBODY).executeTakeFirst()
  if (found !== undefined) return found.id
  const { id } = await tx
    .insertInto('travelers')
    .values({
      first_name: 'Anonymous',
      last_name: 'passenger',
      username: NOBODY,
      email: `${NOBODY}@removed.invalid`,
      phone_number: null,
      password_hash: null,
      status: 'blocked',
      region_id: null,
      anonymised_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
