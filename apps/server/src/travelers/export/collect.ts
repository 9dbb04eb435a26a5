import { type Kysely, sql } from 'kysely'
import type { CsvCell } from '../../http/csv.ts'
import type { DB } from '../../database/schema.ts'
import { withMerged } from '../../retention/merged.ts'
import { rulesAt } from '../../retention/rules.ts'

export type Row = Readonly<Record<string, CsvCell>>

/** One kind of what is stored of a person; `name` is that of its files. */
export type Section = { name: string; title: string; source: string; rows: readonly Row[] }

/** `customer service, dispatcher`: staff are named by their roles, never by their names. */
const rolesOf = (user: string) =>
  sql.raw(`(
  select string_agg(distinct replace(role.name, '_', ' '), ', ')
  from user_group_members m join user_group_roles gr on gr.user_group_id = m.user_group_id
  join user_roles role on role.id = gr.user_role_id where m.user_id = ${user})`)

const ofOrganisations = (id: number) =>
  ({
    name: 'organisations',
    title: 'Who may book for you',
    source: 'Noted by staff when you, or who may say so for you, consented.',
    query: sql<Row>`select o.name as organisation, c.consented_by, c.consented_on::text as first_day,
      c.until_on::text as last_day, c.ended_at, c.created_at from organisation_travelers c
      join organisations o on o.id = c.organisation_id where c.traveler_id = ${id} order by c.id`,
  }) as const

/** What the person is to the service, and what the service and its staff hold of them. */
const ofPerson = (id: number) =>
  [
    {
      name: 'profile',
      title: 'Who you are to us',
      source: 'Entered by you, or by staff when you called.',
      query: sql<Row>`select id as number, first_name, last_name, username, email, phone_number, status,
        low_tech as without_a_smartphone, handicapped as needs_mobility_support, medically_exempt,
        attendant_allowed as may_have_an_attendant, (select string_agg(a.name, ', ' order by a.id) from mobility_aids a
          where a.id = any(travelers.mobility_aids)) as aids, own_times ->> 'load_s' as seconds_to_get_in,
        own_times ->> 'unload_s' as seconds_to_get_out, own_times ->> 'reason' as because,
        locale as language, can_text as number_takes_sms, call_when_near as waits_for_a_call,
        (select string_agg(event || ': ' || channel, ', ' order by event) from jsonb_each_text(message_channels)
          as wanted(event, channel)) as messages_wanted,
        (quiet_hours ->> 'from') || '-' || (quiet_hours ->> 'until') as quiet_hours,
        (select name from regions where regions.id = region_id) as home_region, restriction, protected,
        email_verified_at as email_shown_to_be_yours, phone_verified_at as phone_shown_to_be_yours,
        last_ride_at as last_journey_without_your_name_before, created_at, updated_at from travelers where id = ${id}`,
    },
    {
      name: 'places',
      title: 'Places that you keep',
      source: 'Entered by you in the app.',
      query: sql<Row>`select name, kind, address, note, longitude, latitude, created_at from ride_places
        where traveler_id = ${id} order by id`,
    },
    {
      name: 'helpers',
      title: 'Who helps you, and whom you help',
      source: 'Agreed on by you and the other in the app, or linked by staff. Others stay without a name.',
      query: sql<Row>`select case when traveler_id = ${id} then 'helps you' else 'you help' end as who,
        array_to_string(rights, ', ') as rights, case when traveler_id = ${id} then contact end as invited, created_at,
        accepted_at from traveler_helpers where traveler_id = ${id} or helper_id = ${id} order by id`,
    },
    ofOrganisations(id),
    {
      name: 'devices',
      title: 'Where you are signed in',
      source: 'Noted by the system when you signed in.',
      query: sql<Row>`select user_agent as device, address as network_address, created_at, used_at as last_used
        from sessions where traveler_id = ${id} order by created_at, id`,
    },
    {
      name: 'cards',
      title: 'Your saved cards',
      source: 'Entered by you at the card provider; we know no more of the number.',
      query: sql<Row>`select brand, last4 as last_four_digits, created_at from payment_methods
        where traveler_id = ${id} order by created_at`,
    },
    {
      name: 'concessions',
      title: 'Your concessions',
      source: 'Entered by staff.',
      query: sql<Row>`select s.name as concession, g.name as region, c.expires_at, ${rolesOf('c.created_by')} as entered_by,
        c.created_at from traveler_concessions c join traveler_sets s on s.id = c.traveler_set_id
        join regions g on g.id = c.region_id where c.traveler_id = ${id} order by c.id`,
    },
    {
      name: 'comments',
      title: 'What staff noted about you',
      source: 'Written by staff.',
      query: sql<Row>`select c.comment, ${rolesOf('c.created_by')} as written_by, c.created_at, c.updated_at
        from traveler_comments c where c.traveler_id = ${id} order by c.id`,
    },
  ] as const

const ofJourneys = (id: number) =>
  [
    {
      name: 'bookings',
      title: 'Your journeys',
      source: 'Booked by you or by staff; times come from the planning and from the driver.',
      query: sql<Row>`select r.id as number, r.status, z.name as zone, z.time_zone, r.origin_name as "from",
        r.destination_name as "to", p.name as pickup_stop, r.promised_pickup_lower_bound as pickup_from,
        r.promised_pickup_upper_bound as pickup_until, r.boarded_at, d.name as dropoff_stop,
        r.promised_dropoff_lower_bound as dropoff_from, r.promised_dropoff_upper_bound as dropoff_until,
        r.dropped_off_at, r.passenger_count as seats, r.boarded_count as came, r.mobility_support as wheelchairs,
        (select string_agg(a ->> 'name', ', ') from jsonb_array_elements(r.aids) a) as aids,
        v.vehicle_number as vehicle,
        left(w.first_name, 1) || left(w.last_name, 1) as driver, r.booking_method as booked_by, r.comment,
        r.pickup_note as note_at_pickup, r.dropoff_note as note_at_dropoff,
        r.cancellation_reason, r.no_show_reason, r.no_show_fault,
        r.no_show_evidence, r.created_at
        from service_requests r join zones z on z.id = r.zone_id
        join locations p on p.id = r.pickup_location_id join locations d on d.id = r.dropoff_location_id
        left join trips t on t.id = r.trip_id left join vehicles v on v.id = t.vehicle_id
        left join drivers w on w.id = t.driver_id where r.traveler_id = ${id} order by r.id`,
    },
    {
      name: 'misses',
      title: 'Rides that you cancelled late or did not come to',
      source: 'Noted by the system, with what shows it.',
      query: sql<Row>`select m.service_request_id as booking, replace(m.kind, '_', ' ') as what, m.happened_at,
        coalesce('no: ' || replace(m.not_counted, '_', ' '), 'yes') as counts, m.evidence::text as shown_by, m.contested_at,
        m.judged_reason as staff_recorded, m.judged_at as recorded_at
        from misses m join service_requests r on r.id = m.service_request_id where r.traveler_id = ${id} order by m.id`,
    },
    {
      name: 'suspensions',
      title: 'Warning letters and suspensions',
      source: 'Proposed by the system after missed rides, and decided by staff.',
      query: sql<Row>`select s.id as number, s.kind as what, s.days, s.rests_on::text as rests_on, s.proposed_at,
        s.withdrawn_at, s.decided_at, s.decided_reason, s.confirmed_at, s.dismissed_at, s.dismissed_reason,
        s.letter_sent_at, s.begins_on::text as first_day, s.ends_on::text as last_day,
        s.objection as you_objected, s.objected_on::text as objected_on, s.hear_on::text as heard_on,
        s.objection_outcome as decision, s.objection_reasons as reasons, s.objection_decided_at as decided_on,
        s.lifted_at, s.lifted_reason
        from suspensions s where s.traveler_id = ${id} order by s.id`,
    },
  ] as const

const ofSearches = (id: number) =>
  [
    {
      name: 'searches',
      title: 'What you searched for',
      source: 'Searched by you, or by staff when you called.',
      query: sql<Row>`select s.id as number, s.origin_name as "from", s.destination_name as "to", s.traveling_at,
        case when s.departing then 'leave at' else 'arrive by' end as meant, s.mobility_support as wheelchairs,
        (select string_agg(a ->> 'name', ', ') from jsonb_array_elements(s.aids) a) as aids,
        s.status, s.booking_method as searched_by, s.created_at
        from service_availability_searches s where s.traveler_id = ${id} order by s.id`,
    },
    {
      name: 'waiting_list',
      title: 'What you waited for',
      source: 'Put on the waiting list by staff when you called.',
      query: sql<Row>`select w.id as number, w.service_availability_search_id as search, w.earliest_at, w.latest_at,
        case w.mode when 'ask' then 'ask first' else 'book it' end as when_there_is_room, w.payment_method,
        replace(w.state, '_', ' ') as state, w.service_request_id as booking, w.ended_at, w.created_at
        from waitlist_entries w join service_availability_searches s on s.id = w.service_availability_search_id
        where s.traveler_id = ${id} order by w.id`,
    },
    {
      name: 'open_returns',
      title: 'Ways back that you call for',
      source: 'Kept by staff when you called, with what became of it.',
      query: sql<Row>`select o.id as number, o.origin_name as "from", o.destination_name as "to", o.not_before,
        o.mobility_support as wheelchairs,
        (select string_agg(a ->> 'name', ', ') from jsonb_array_elements(o.aids) a) as aids, o.payment_method,
        replace(o.state, '_', ' ') as state, o.reason, o.called_at, o.service_request_id as booking, o.ended_at,
        o.created_at from open_returns o where o.traveler_id = ${id} order by o.id`,
    },
    {
      name: 'recurring_journeys',
      title: 'Journeys that you make again and again',
      source: 'Agreed on with staff when you called.',
      query: sql<Row>`select b.id as number, b.words as when_you_travel, b.rrule as as_a_rule, b.starts_on::text as from_day,
        b.last_on::text as to_day, (select string_agg(concat_ws(' ', l -> 'origin' ->> 'name', 'to',
          l -> 'destination' ->> 'name', case when (l ->> 'departing')::boolean then 'leave at' else 'arrive by' end,
          l ->> 'time'), '; ') from jsonb_array_elements(b.legs) l) as journeys,
        b.payment_method, b.comment,
        (select string_agg(n.value, '; ') from jsonb_array_elements(b.notes) each_leg, jsonb_each_text(each_leg.value) n
          where n.value is not null) as notes_for_the_driver, b.ended_at, b.created_at
        from booking_series b where b.traveler_id = ${id} order by b.id`,
    },
  ] as const

/** What followed a ride: its price, and what was said of it. */
const afterRides = (id: number) =>
  [
    {
      name: 'fares',
      title: 'What you paid',
      source: 'Reckoned from the fares of the zone; charges and refunds are told by the card provider.',
      query: sql<Row>`select r.id as booking, r.total_price as fare, r.currency, r.payment_method, r.discount_code,
        r.fare_paid as paid_to_the_driver, r.fare_unpaid_reason as not_paid_because, r.concession_shown, r.charged_at,
        r.refunded_at,
        (select string_agg(p.kind || ' ' || p.state, ', ' order by p.id) from payments p
          where p.service_request_id = r.id) as at_the_card_provider
        from service_requests r where r.traveler_id = ${id} order by r.id`,
    },
    {
      name: 'feedback',
      title: 'What you told us about journeys',
      source: 'Given by you, or noted by staff when you called.',
      query: sql<Row>`select * from (
        select f.service_request_id as booking, 'feedback' as kind, f.rating, f.comments as text, f.created_at
        from feedbacks f where f.traveler_id = ${id}
        union all
        select v.service_request_id, 'why it was cancelled: ' || o.reason, null, v.additional_information, v.created_at
        from surveys v join survey_options o on o.key = v.cancellation_reason_key
        join service_requests r on r.id = v.service_request_id where r.traveler_id = ${id}) as told order by created_at, booking`,
    },
  ] as const

/** What was written and asked, and who looked. */
const ofDealings = (id: number, records: readonly number[]) =>
  [
    {
      name: 'messages',
      title: 'What we wrote to you',
      source: 'Written by the service.',
      query: sql<Row>`select "to", subject, text, created_at, sent_at from outbox_mails
        where traveler_id = ${id} order by id`,
    },
    {
      name: 'ride_messages',
      title: 'What we told you about your journeys',
      source: 'Written by the service when something happened.',
      query: sql<Row>`select service_request_id as booking, event, channel, recipient, subject, text, state, state_at,
        created_at from messages where traveler_id = ${id} and helper_id is null and user_id is null order by id`,
    },
    {
      name: 'sms_replies',
      title: 'What you answered by SMS',
      source: 'Written by you, and answered by the system or read by staff.',
      query: sql<Row>`select number, text, answer, received_at, read_at from sms_replies
        where traveler_id = ${id} order by id`,
    },
    {
      name: 'requests',
      title: 'What you asked about your data',
      source: 'Noted by staff, with every answer that was sent.',
      query: sql<Row>`select q.id as number, q.kind, q.came_by, to_char(q.received_on, 'YYYY-MM-DD') as received_on,
        to_char(q.due_on, 'YYYY-MM-DD') as due_on, q.identity_check, q.state, q.closed_at,
        (select string_agg(to_char(a.sent_at at time zone 'UTC', 'YYYY-MM-DD') || ': ' || a.text, E'\\n' order by a.id)
          from privacy_answers a where a.privacy_request_id = q.id) as answers
        from privacy_requests q where q.traveler_id = ${id} order by q.id`,
    },
    {
      name: 'merges',
      title: 'Records of yours that were made one',
      source: 'Merged by staff, who found that both were yours.',
      query: sql<Row>`select case when j.kept_id = ${id} then j.merged_id else j.kept_id end as other_number,
        j.merged_at, ${rolesOf('j.merged_by')} as merged_by, j.undone_at, j.merged_before ->> 'first_name' as first_name,
        j.merged_before ->> 'last_name' as last_name, j.merged_before ->> 'username' as username,
        j.merged_before ->> 'email' as email, j.merged_before ->> 'phone_number' as phone_number
        from traveler_merges j where j.kept_id = ${id} or j.merged_id = ${id} order by j.id`,
    },
    {
      name: 'access',
      title: 'Who looked at your data',
      source: 'Noted by the system, for as long as it is kept.',
      query: sql<Row>`select case when a.actor_kind = 'user' then coalesce(${rolesOf('a.actor_id')}, 'staff')
          else a.actor_kind end as who, sum(a.looks)::int as times, min(a.at) as first, max(a.last_at) as last
        from access_events a where a.traveler_id = any(${records}::int[]) group by 1 order by 1`,
    },
  ] as const

/** All that is stored of a passenger, and for how long. Holds no other passenger; staff are roles, drivers initials. */
export const collectPerson = async (db: Kysely<DB>, id: number, now: Date): Promise<Section[]> => {
  const sections: Section[] = []
  const records = await withMerged(db, [id])
  for (const { query, ...section } of [
    ...ofPerson(id),
    ...ofJourneys(id),
    ...ofSearches(id),
    ...afterRides(id),
    ...ofDealings(id, records),
  ])
    sections.push({ ...section, rows: (await query.execute(db)).rows.map(plain) })
  const kept = (await rulesAt(db, now)).map(({ kind, period, end, reason }) => ({
    kind: kind.replaceAll('_', ' '),
    kept: period ?? 'for good',
    afterwards: period === null ? null : end.replaceAll('_', ' '),
    why: reason,
  }))
  const source = 'Set by the service. P36M means 36 months, P30D 30 days.'
  return [...sections, { name: 'retention', title: 'How long data are kept', source, rows: kept }]
}

/** Times as RFC 3339 in UTC. */
const plain = (row: Readonly<Record<string, unknown>>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : (value as CsvCell),
    ]), // columns above are texts, numbers, switches and times
  )
