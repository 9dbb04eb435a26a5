import { type Kysely, sql } from 'kysely'
import type { MessageEvent } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Job } from '../jobs/runner.ts'
import { type Telling, writeMessages } from '../planning/change/messages.ts'
import {
  FEEDBACK_AFTER_MINUTES,
  FEEDBACK_EVERY_DAYS,
  FEEDBACK_WITHIN_HOURS,
  LATE_AHEAD_MINUTES,
  LATE_EVERY_MINUTES,
  REMINDER_BOOKED_HOURS,
} from './limits.ts'
import { RIDE_CHANGED } from './lose-sense.ts'

/** Finds what is to be told because time has passed: rides of tomorrow, vehicles that are near, times that have moved, rides that are over. */
export const findMessages: Job = {
  name: 'messages.find',
  every: 5000,
  run: async ({ db, clock }) => {
    const now = clock.now()
    const found = [
      ...(await arriving(db, now)),
      ...(await runningLate(db, now)),
      ...(await reminders(db, now)),
      ...(await feedbackRequests(db, now)),
      ...(await notices(db, now)),
    ]
    await writeMessages(db, found, { now, wait_minutes: 0 })
  },
}

const minutes = (count: number) => sql.raw(`interval '${count} minutes'`)

const ofRegion = sql`join zones z on z.id = r.zone_id join regions g on g.id = z.region_id`

type Found = { service_request_id: number; once: string }
const telling =
  (event: MessageEvent) =>
  ({ service_request_id, once }: Found): Telling => ({ event, service_request_id, once })

/** The vehicle heads for the stop and is nearly there. */
const arriving = async (db: Kysely<DB>, now: Date): Promise<Telling[]> => {
  const { rows } = await sql<Found>`
    select r.id as service_request_id, r.trip_id::text as once
    from trips t join trip_stops s on s.trip_id = t.id join service_requests r on r.pickup_trip_stop_id = s.id ${ofRegion}
    where t.current_state = 'in_transit' and s.arrived_at is null
      and s.eta <= ${now}::timestamptz + g.arriving_minutes * interval '1 minute'
      and r.status in ('assigned', 'secured')
      and not exists (select from trip_stops b where b.trip_id = t.id and b.departed_at is null
        and b.location_index < s.location_index)
      and not exists (select from messages m where m.service_request_id = r.id and m.event = 'arriving'
        and m.once = r.trip_id::text)
    order by r.id`.execute(db)
  return rows.map(telling('arriving'))
}

/**
 * What passengers know of the time: what was told last, or the window that they booked. Another time that no channel takes
 * counts as told, or each estimate would bring the next one.
 */
const told = sql`left join lateral (
  select m.event, m.created_at, case when m.event in ('running_late', 'vehicle_on_its_way')
      then (m.facts ->> 'expected_at')::timestamptz end as expected_at
    from messages m where m.service_request_id = r.id and m.helper_id is null and m.user_id is null
      and m.state not in ('superseded', 'expired')
      and (m.state <> 'suppressed' or m.event = 'running_late')
      and m.event in ('booking_confirmed', 'booking_changed', 'running_late', 'vehicle_on_its_way')
    order by m.id desc limit 1) told on true`

/** Passengers are not picked up before the window, however early the vehicle is there. */
const runningLate = async (db: Kysely<DB>, now: Date): Promise<Telling[]> => {
  const change = sql`g.change_minutes * interval '1 minute'`
  const { rows } = await sql<Found>`
    select r.id as service_request_id, to_char(pickup.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as once
    from service_requests r join trip_stops s on s.id = r.pickup_trip_stop_id ${ofRegion} ${told}
    cross join lateral (select greatest(s.eta, r.pickup_lower_bound) as at) pickup
    where r.status in ('assigned', 'secured') and s.arrived_at is null
      and s.eta is not null and pickup.at <= ${now}::timestamptz + ${minutes(LATE_AHEAD_MINUTES)}
      and (pickup.at > coalesce(told.expected_at, r.pickup_upper_bound) + ${change}
        or pickup.at < coalesce(told.expected_at, r.pickup_lower_bound) - ${change})
      and (told.event is distinct from 'running_late'
        or told.created_at <= ${now}::timestamptz - ${minutes(LATE_EVERY_MINUTES)})
    order by r.id`.execute(db)
  return rows.map(telling('running_late'))
}

/** One that waited and was overtaken is written anew; what the others were told stays theirs. */
const reminders = async (db: Kysely<DB>, now: Date): Promise<Telling[]> => {
  const { rows } = await sql<Found>`
    select r.id as service_request_id, day.of_ride::text as once from service_requests r ${ofRegion}
    cross join lateral (select (r.pickup_lower_bound at time zone z.time_zone)::date as of_ride,
      (${now}::timestamptz at time zone z.time_zone)::date as today,
      (${now}::timestamptz at time zone z.time_zone)::time as time) day
    cross join lateral (select count(*) as count,
        coalesce(bool_or(m.state = 'superseded' and m.reason = ${RIDE_CHANGED} and not exists (
          select from messages n where n.service_request_id = r.id and n.event = 'reminder'
          and n.once = m.once and n.id > m.id
          and n.helper_id is not distinct from m.helper_id and n.user_id is not distinct from m.user_id)), false) as overtaken
      from messages m
      where m.service_request_id = r.id and m.event = 'reminder' and m.once = day.of_ride::text) written
    where r.status in ('created', 'unassigned', 'assigned', 'secured')
      and r.pickup_lower_bound between ${now}::timestamptz and ${now}::timestamptz + interval '49 hours'
      and r.created_at < r.pickup_lower_bound - ${REMINDER_BOOKED_HOURS} * interval '1 hour'
      and (written.overtaken or written.count = 0 and day.of_ride = day.today + 1
        and day.time >= make_time(g.reminder_hour, 0, 0))
    order by r.id`.execute(db)
  return rows.map(telling('reminder'))
}

/** Of a passenger with several rides, the one that ended last; what was not sent at all does not count as asking. */
const feedbackRequests = async (db: Kysely<DB>, now: Date): Promise<Telling[]> => {
  const { rows } = await sql<Found>`
    select distinct on (r.traveler_id) r.id as service_request_id, '' as once from service_requests r
    where r.status = 'completed' and r.dropped_off_at <= ${now}::timestamptz - ${minutes(FEEDBACK_AFTER_MINUTES)}
      and r.dropped_off_at > ${now}::timestamptz - ${FEEDBACK_WITHIN_HOURS} * interval '1 hour'
      and not exists (select from feedbacks f where f.service_request_id = r.id)
      and not exists (select from messages m where m.event = 'feedback_request' and m.traveler_id = r.traveler_id
        and (m.service_request_id = r.id or m.state not in ('superseded', 'expired', 'suppressed'))
        and m.created_at > ${now}::timestamptz - ${FEEDBACK_EVERY_DAYS} * interval '1 day')
    order by r.traveler_id, r.dropped_off_at desc, r.id desc`.execute(db)
  return rows.map(telling('feedback_request'))
}

/** One that waited for a ride that has ended goes on to the next of the passenger's in its zones and time. */
const notices = async (db: Kysely<DB>, now: Date): Promise<Telling[]> => {
  const { rows } = await sql<Found>`
    select distinct on (n.id, r.traveler_id) r.id as service_request_id, n.id::text as once
    from notices n join messages m on m.event = 'service_notice' and m.once = n.id::text and m.state = 'superseded'
    join notice_zones o on o.notice_id = n.id
    join service_requests r on r.zone_id = o.zone_id and r.traveler_id = m.traveler_id
    where n.valid_until > ${now} and n.ended_at is null
      and r.status in ('created', 'unassigned', 'assigned', 'secured', 'on_board')
      and r.pickup_lower_bound < n.valid_until and r.dropoff_upper_bound > n.valid_from
      and not exists (select from messages t where t.event = 'service_notice' and t.once = n.id::text
        and t.traveler_id = m.traveler_id and t.state <> 'superseded')
    order by n.id, r.traveler_id, r.pickup_lower_bound, r.id`.execute(db)
  return rows.map(telling('service_notice'))
}
