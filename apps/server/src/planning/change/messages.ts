import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { MessageEvent, Reason, RequestStatus } from '@ambit/contract'
import type { DB } from '../../database/schema.ts'
import { consentBegins, consentEnds } from '../../sessions/consents.ts'
import { answersFor } from './answers-for.ts'
import { withdraw } from './withdraw.ts'

/** What a passenger is to be told, or none of it where it was told before. */
export type Telling = {
  event: MessageEvent
  service_request_id: number
  /** two messages of one event and booking that differ here are two; left out: as the event has it */
  once?: string
  /** what a person wrote in place of the words of the event */
  words?: string
}

/** Of a booking that was cancelled on request. Others are cancelled because no vehicle can come. */
export const ON_REQUEST = 'cancelled'

/** Of a booking that was made for a passenger who is in the vehicle already, and of its end where that was a mistake. */
export const MADE_ABOARD = 'boarded_cancelled'

/** What a booking's new status tells its passenger. */
export const eventOfStatus = (status: RequestStatus, reasons: readonly Reason[]): MessageEvent | null => {
  switch (status) {
    case 'created':
      return reasons.some(({ code }) => code === MADE_ABOARD) ? null : 'booking_confirmed'
    case 'cancelled':
      if (reasons.some(({ code }) => code === MADE_ABOARD)) return null
      return reasons.some(({ code }) => code === ON_REQUEST) ? 'cancelled_by_passenger' : 'cancelled_by_operator'
    case 'no_show':
      return 'no_show_recorded'
    case 'error':
      return 'not_served'
    case 'completed':
      return 'receipt'
    case 'unassigned':
    case 'assigned':
    case 'secured':
    case 'on_board':
      return null
  }
}

const NO_SHOW_MINUTES = 10
/** How long a message keeps its sense after the moment that it is about, in minutes. */
const GRACE_MINUTES = 10
/** A mail server that is down for a day and a half still gets everything; after three days it is of no use. */
const LONGEST_MINUTES = 3 * 24 * 60

const minutes = (count: number) => sql.raw(`interval '${count} minutes'`)
const is = (...events: MessageEvent[]): RawBuilder<boolean> =>
  sql<boolean>`asked.event in (${sql.join(events.map((event) => sql.lit(event)))})`

/** On the clock of the zone the quiet hours of who is written to, or else of its region, end tomorrow, or today. */
const quietUntil = sql`case
  when quiet.since < quiet.until then case when quiet.time >= quiet.since and quiet.time < quiet.until
    then clock.local::date + quiet.until end
  when quiet.since > quiet.until then case when quiet.time >= quiet.since then clock.local::date + 1 + quiet.until
    when quiet.time < quiet.until then clock.local::date + quiet.until end
  end`

/** In quiet hours what can wait does. A no-show may be taken back for ten minutes. */
const dueAt = (now: Date) => sql`coalesce(case
  when ${is('no_show_recorded')} then ${now}::timestamptz + ${minutes(NO_SHOW_MINUTES)}
  when ${is('reminder', 'receipt', 'feedback_request', 'service_notice')} then (${quietUntil}) at time zone z.time_zone
  end, ${now}::timestamptz)`

const expected = sql`greatest(s.eta, r.pickup_upper_bound) + ${minutes(GRACE_MINUTES)}`
const senseUntil = (now: Date) => sql`case
  when ${is('reminder')} then r.pickup_upper_bound
  when ${is('vehicle_on_its_way', 'running_late', 'arriving')} then ${expected}
  when ${is('service_notice')} then notice.valid_until
  when ${is('arrived')} then wait.until + ${minutes(GRACE_MINUTES)}
  when ${is('booking_confirmed', 'booking_changed', 'cancelled_by_operator', 'not_served')}
    then greatest(r.dropoff_upper_bound, ${now}::timestamptz + interval '1 hour')
  else ${now}::timestamptz + ${minutes(LONGEST_MINUTES)} end`

const onceOf = sql`coalesce(asked.once, case
  when ${is('booking_changed')} then coalesce(told.id::text, '')
  when ${is('vehicle_on_its_way', 'arriving', 'arrived')} then r.trip_id::text
  end, '')`

/**
 * The passenger, who follows their rides, and who represents the organisation that made the booking, while its consent is in
 * force and neither of them declines: what is asked of the passenger alone, and what all are told, has no copies.
 */
const tellsTo = (now: Date) => sql`(select null::int as helper_id, null::int as user_id union all
  select h.helper_id, null from traveler_helpers h join travelers f on f.id = h.helper_id
  where h.traveler_id = t.id and h.accepted_at is not null and 'follow' = any(h.rights)
    and f.restriction is null and f.anonymised_at is null
    and not (h.household and t.email is null and t.phone_number is null)
    and not ${is('feedback_request', 'service_notice', 'payment_failed')} union all
  select null, u.id from users u where u.organisation_id = r.organisation_id and u.status = 'active'
    and u.told_of_bookings and not ${is('feedback_request', 'service_notice', 'payment_failed')}
    and exists (select from organisation_travelers c join organisations o on o.id = c.organisation_id
      join regions g on g.id = o.region_id
      where c.organisation_id = u.organisation_id and c.traveler_id = t.id and c.tell_representatives
        and c.ended_at is null and ${consentBegins} <= ${now}
        and (${consentEnds} is null or ${consentEnds} > ${now}))
  order by helper_id nulls first, user_id nulls first)`

/** Pick-ups of the other legs of a ride with stops. All of them are written before anything is told. */
const otherLegs = sql`(select jsonb_agg(jsonb_build_object('from', l.pickup_lower_bound, 'until', l.pickup_upper_bound,
    'place', lp.name, 'stop', exists (select from zone_stops where location_id = lp.id)) order by l.journey_leg)
  from service_requests l join locations lp on lp.id = l.pickup_location_id
  where l.journey_id = r.journey_id and l.id <> r.id and l.status <> 'cancelled'
    and exists (select from service_requests s where s.journey_id = r.journey_id and s.stay_minutes is not null))`

/** A vehicle that comes before the window waits: passengers are not picked up earlier. */
const factsOf = sql`jsonb_strip_nulls(jsonb_build_object(
  'time_zone', z.time_zone, 'price', r.total_price, 'currency', r.currency,
  'pickup_from', r.pickup_lower_bound, 'pickup_until', r.pickup_upper_bound, 'pickup_place', p.name,
  'pickup_stop', exists (select from zone_stops where location_id = p.id),
  'dropoff_from', r.dropoff_lower_bound, 'dropoff_until', r.dropoff_upper_bound, 'dropoff_place', d.name,
  'dropoff_stop', exists (select from zone_stops where location_id = d.id),
  'vehicle', v.vehicle_number, 'expected_at', case when ${is('arriving')} then s.eta else greatest(s.eta, r.pickup_lower_bound) end,
  'wait_until', case when ${is('arrived')} then wait.until end,
  'other_legs', case when ${is('booking_confirmed')} then ${otherLegs} end,
  'notice', case when ${is('service_notice')} then notice.texts end,
  'lost_item', case when ${is('lost_item')} then lost.what end,
  'lost_state', case when ${is('lost_item')} then lost.state end)
  || case when ${is('booking_changed')} then jsonb_build_object(
    'was_pickup_from', told.facts -> 'pickup_from', 'was_pickup_until', told.facts -> 'pickup_until',
    'was_pickup_place', told.facts -> 'pickup_place', 'was_pickup_stop', told.facts -> 'pickup_stop') else '{}' end)`

/**
 * A change is compared with what was told last and not withdrawn. Where nothing was told, it is news by itself, and so it is
 * for a ride that was told to be cancelled and stands again.
 */
const isNews = sql`(not ${is('booking_changed')} or told.id is null
  or exists (select from messages c where c.service_request_id = r.id and c.id > told.id and c.helper_id is null
    and c.user_id is null and c.event in ('cancelled_by_operator', 'cancelled_by_passenger', 'not_served')
    and c.state not in ('suppressed', 'superseded', 'expired'))
  or (told.facts ->> 'pickup_from')::timestamptz <> r.pickup_lower_bound
  or (told.facts ->> 'pickup_until')::timestamptz <> r.pickup_upper_bound
  or (told.facts ->> 'dropoff_from')::timestamptz <> r.dropoff_lower_bound
  or (told.facts ->> 'dropoff_until')::timestamptz <> r.dropoff_upper_bound
  or told.facts ->> 'pickup_place' <> p.name or told.facts ->> 'dropoff_place' <> d.name)`

type Written = {
  now: Date
  /** how long vehicles wait at a pick-up */
  wait_minutes: number
  /** also in quiet hours: staff were asked for it */
  at_once?: boolean
}

/**
 * Writes what passengers are to be told, with the facts as they are now; nothing is filled in or sent here. What was told
 * before is left out, as is what has lost its sense, and everything to a passenger whose data are only to be stored, or
 * who did not book.
 */
export const writeMessages = async (
  db: Kysely<DB>,
  tellings: readonly Telling[],
  { now, wait_minutes, at_once = false }: Written,
): Promise<void> => {
  if (tellings.length === 0) return
  await sql`
    insert into messages (event, service_request_id, traveler_id, helper_id, user_id, region_id, facts, once, due_at, sense_until,
      own_words, state_at, created_at)
    select told_of.* , ${now}, ${now} from (
      select asked.event, r.id, r.traveler_id, told_to.helper_id, told_to.user_id, z.region_id, ${factsOf}, ${onceOf},
        ${at_once ? sql`${now}::timestamptz` : dueAt(now)},
        ${senseUntil(now)} as sense_until, asked.words
      from unnest(${tellings.map(({ event }) => event)}::text[],
        ${tellings.map(({ service_request_id }) => service_request_id)}::int[],
        ${tellings.map(({ once }) => once ?? null)}::text[],
        ${tellings.map(({ words }) => words ?? null)}::text[]) with ordinality as asked(event, id, once, words, place)
      join service_requests r on r.id = asked.id and r.booking_method <> 'driver'
      join travelers t on t.id = r.traveler_id and t.restriction is null and t.anonymised_at is null
      join zones z on z.id = r.zone_id
      join regions g on g.id = z.region_id
      join locations p on p.id = r.pickup_location_id
      join locations d on d.id = r.dropoff_location_id
      left join trip_stops s on s.id = r.pickup_trip_stop_id
      left join trips on trips.id = r.trip_id
      left join vehicles v on v.id = trips.vehicle_id
      left join lateral (select m.id, m.facts from messages m
        where m.service_request_id = r.id and m.event in ('booking_confirmed', 'booking_changed') and m.helper_id is null
          and m.user_id is null and m.state <> 'superseded'
        order by m.id desc limit 1) told on true
      left join lateral (select l.what, l.state from lost_items l where l.service_request_id = r.id
        order by l.updated_at desc, l.id desc limit 1) lost on true
      left join notices notice on ${is('service_notice')} and notice.id::text = asked.once
      cross join lateral ${tellsTo(now)} told_to
      join travelers person on person.id = coalesce(told_to.helper_id, ${answersFor}, t.id)
      cross join lateral (select ${now}::timestamptz at time zone z.time_zone as local) clock
      cross join lateral (select clock.local::time as time, coalesce(person.quiet_hours ->> 'from', g.quiet_from)::time as since,
        coalesce(person.quiet_hours ->> 'until', g.quiet_until)::time as until) quiet
      cross join lateral (select greatest(s.arrived_at, r.pickup_lower_bound)
        + ${wait_minutes} * interval '1 minute' as until) wait
      where ${isNews} and (not ${is('receipt')} or r.total_price > 0)
      order by asked.place, told_to.helper_id nulls first, told_to.user_id nulls first) told_of
    where told_of.sense_until > ${now}
    on conflict do nothing`.execute(db)
}

/**
 * Withdraws what is not sent yet of changes and ends of these bookings, which were undone: what is told of them next is
 * compared with what was sent.
 */
export const withdrawMessages = async (tx: Transaction<DB>, bookings: readonly number[], now: Date): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    update messages set state = 'superseded', reason = 'the change was undone', state_at = ${now}
    where id in (select id from messages where service_request_id = any(${bookings}::int[])
      and event in ('booking_changed', 'cancelled_by_operator', 'cancelled_by_passenger', 'not_served')
      and (state = 'queued' or state = 'sending' and channel = 'email') for update skip locked)
    returning id`.execute(tx)
  await withdraw(
    tx,
    rows.map(({ id }) => id),
    now,
  )
}
