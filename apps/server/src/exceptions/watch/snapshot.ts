import type { FaultName, MessageChannel } from '@ambit/contract'
import { openTripStates, type ServiceDays, SIGN_ON_MINUTES } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { mailAddress } from '../../messages/mail-address.ts'
import { serviceDaysOf, serviceEndOf } from '../../open-returns/store/service-end.ts'
import { mailServerOf } from '../../settings/mail-server.ts'

/** A vehicle that is within this of where it is now has not moved. Metres */
const STANDS_M = 50
/** What it stood longer ago is not asked. Minutes */
const LOOKED_BACK = 60
const PULLED_OUT_M = 150
const NEAR_STOP_M = 200
/** Conversations, schedules and rides are looked at for a day. */
const DAY = sql`interval '24 hours'`

export type TripNow = {
  id: number
  zone_id: number
  driver_id: number | null
  crewed: boolean
  state: 'staged' | 'live' | 'in_transit'
  start: Date
  end: Date
  signed_on_at: Date | null
  /** when and where the vehicle was seen last */
  seen_at: Date | null
  longitude: number | null
  latitude: number | null
  /** since when it stands where it is; null: it moves, or was not seen */
  stands_since: Date | null
  /** it has left the place where its driver signed on */
  pulled_out: boolean
  near_stop: boolean
  aboard: boolean
  /** its driver finds the way without the app's */
  manual_navigation: boolean
  /** the stop that it stands at or drives to; null: none is left */
  stop_id: number | null
  stop_longitude: number | null
  stop_latitude: number | null
  stop_kind: 'passenger' | 'break' | 'route_stop' | 'staging' | null
  scheduled_at: Date | null
  scheduled_departure_at: Date | null
  eta: Date | null
  arrived_at: Date | null
  /** until when it waits there for passengers */
  waits_until: Date | null
  /** when it is needed at the stop after that */
  needed_at: Date | null
  /** when it is expected to be done */
  ends_at: Date | null
}

/** Metres between two places that are near each other. */
const metres = (one: 'p' | 'f' | 'l') =>
  sql`(111320 * sqrt(power(${sql.ref(`${one}.latitude`)} - m.latitude, 2) + power(
    (${sql.ref(`${one}.longitude`)} - m.longitude) * cos(radians(m.latitude)), 2)))`

/** Trips that are under way or about to begin, each with its vehicle and the stop that is next. */
export const readTrips = async (db: Kysely<DB>, now: Date): Promise<TripNow[]> => {
  const { rows } = await sql<TripNow>`
    select t.id, t.zone_id, t.driver_id, t.driver_id is not null and t.vehicle_id is not null as crewed,
      t.current_state as state, t.start_datetime as start, t.end_datetime as "end", t.signed_on_at,
      m.recorded_at as seen_at, m.longitude, m.latitude, stood.since as stands_since,
      coalesce(${metres('f')} >= ${PULLED_OUT_M}, false) as pulled_out,
      exists (select from trip_stops o join locations l on l.id = o.location_id
        where o.trip_id = t.id and ${metres('l')} <= ${NEAR_STOP_M}) as near_stop,
      exists (select from service_requests r where r.trip_id = t.id and r.status = 'on_board') as aboard,
      t.manual_navigation, s.id as stop_id, s.longitude as stop_longitude, s.latitude as stop_latitude, s.kind as stop_kind, s.scheduled_at, s.scheduled_departure_at, s.eta, s.arrived_at,
      (select greatest(s.arrived_at, max(r.promised_pickup_lower_bound))
        + coalesce(max((strategy.configuration ->> 'wait_minutes')::float8), 3) * interval '1 minute'
        from service_requests r left join service_strategies strategy
          on strategy.zone_id = t.zone_id and strategy."default"
        where r.pickup_trip_stop_id = s.id and r.status in ('assigned', 'secured')) as waits_until,
      (select n.scheduled_at from trip_stops n where n.trip_id = t.id and n.location_index > s.location_index
        order by n.location_index limit 1) as needed_at,
      (select max(coalesce(n.eta, n.scheduled_at)) from trip_stops n
        where n.trip_id = t.id and n.departed_at is null) as ends_at
    from trips t
    left join trip_monitors m on m.trip_id = t.id
    left join lateral (select o.*, l.longitude, l.latitude from trip_stops o join locations l on l.id = o.location_id
      where o.trip_id = t.id and o.departed_at is null order by o.location_index limit 1) s on true
    left join lateral (select p.latitude, p.longitude from positions p
      where p.trip_id = t.id and p.recorded_at >= t.signed_on_at order by p.recorded_at limit 1) f on true
    left join lateral (select coalesce(
      (select p.recorded_at from positions p where p.trip_id = t.id and p.recorded_at > ${now}::timestamptz - ${back}
        and ${metres('p')} > ${STANDS_M} order by p.recorded_at desc limit 1),
      (select p.recorded_at from positions p where p.trip_id = t.id and p.recorded_at > ${now}::timestamptz - ${back}
        order by p.recorded_at limit 1)) as since) stood on m.recorded_at is not null
    where t.current_state = any(${openTripStates}::text[]) and t.taken_out_at is null
      and t.start_datetime <= ${now}::timestamptz + ${SIGN_ON_MINUTES} * interval '1 minute'
      and t.end_datetime > ${now}::timestamptz - ${DAY}
    order by t.id`.execute(db)
  return rows
}
const back = sql`${LOOKED_BACK} * interval '1 minute'`

export type BookingNow = {
  id: number
  zone_id: number
  trip_id: number | null
  people: number
  wheelchairs: number
  /** the arrival was wished, and not the departure */
  arrives: boolean
  pickup_from: Date
  pickup_until: Date
  dropoff_from: Date
  dropoff_until: Date
  /** null: it is behind, or nothing is known */
  pickup_eta: Date | null
  dropoff_eta: Date | null
}

const bookingColumns = sql`r.id, r.zone_id, r.trip_id, r.passenger_count as people, r.mobility_support as wheelchairs,
  r.promised_pickup_lower_bound as pickup_from, r.promised_pickup_upper_bound as pickup_until,
  r.promised_dropoff_lower_bound as dropoff_from, r.promised_dropoff_upper_bound as dropoff_until`

/** Bookings of these trips whose promise breaks by what is expected now. */
export const readLate = async (db: Kysely<DB>, trips: readonly number[]): Promise<BookingNow[]> => {
  const { rows } = await sql<BookingNow>`
    select ${bookingColumns}, coalesce(not q.departing, false) as arrives, p.eta as pickup_eta, d.eta as dropoff_eta
    from service_requests r
    left join trip_stops p on p.id = r.pickup_trip_stop_id and p.arrived_at is null and r.status <> 'on_board'
    left join trip_stops d on d.id = r.dropoff_trip_stop_id and d.arrived_at is null
    left join service_offerings o on o.id = r.service_offering_id
    left join service_availability_searches q on q.id = o.service_availability_search_id
    where r.trip_id = any(${trips}::int[]) and r.status in ('assigned', 'secured', 'on_board')
      and (p.eta > r.promised_pickup_upper_bound or d.eta > r.promised_dropoff_upper_bound)
    order by r.id`.execute(db)
  return rows
}

/** Bookings that no vehicle serves. */
export const readWaiting = async (db: Kysely<DB>): Promise<BookingNow[]> => {
  const { rows } = await sql<BookingNow>`
    select ${bookingColumns}, false as arrives, null::timestamptz as pickup_eta, null::timestamptz as dropoff_eta
    from service_requests r where r.status in ('created', 'unassigned') order by r.id`.execute(db)
  return rows
}

export type EntryNow = {
  id: number
  zone_id: number
  give_up_at: Date
  people: number
  /** the passenger called for an open return, and is away from home */
  called: boolean
  /** the passenger has a smartphone or computer, and an address that takes mail */
  written_to: boolean
  /** of whose date it is, where staff are asked about that series already */
  failed_series: number | null
}

/** Entries of the waiting list for which nothing was found. */
export const readEntries = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<EntryNow[]> => {
  const { rows } = await sql<EntryNow>`
    select w.id, w.zone_id, w.give_up_at, jsonb_array_length(s.passengers) as people,
      s.open_return_id is not null as called,
      not p.low_tech and ${mailAddress(sql`p.id`)} is not null as written_to,
      (select o.booking_series_id from booking_series_occurrences o
        where o.waitlist_entry_id = w.id and o.state = 'waiting' and exists (select from exceptions x
          where x.kind = 'series_failed' and x.subject = 'series:' || o.booking_series_id and x.state <> 'resolved')
        limit 1) as failed_series
    from waitlist_entries w join service_availability_searches s on s.id = w.service_availability_search_id
      join travelers p on p.id = s.traveler_id
    where w.state = 'waiting' and w.fits_at is null order by w.id`.execute(db)
  if (rows.length === 0 || (await mailServerOf(db, config)) !== null) return rows
  return rows.map((row) => ({ ...row, written_to: false }))
}

export type OpenReturnNow = { id: number; zone_id: number; ends: Date; people: number; wheelchairs: number }

/** What was left waiting for longer is asked about no more; lists of open returns show as much. */
const LEFT_DAYS = 7

/** Open returns whose passenger has not called, each with the end of service of its day. Those that wait for room are told of by their entry. */
export const readOpenReturns = async (db: Kysely<DB>, now: Date): Promise<OpenReturnNow[]> => {
  const { rows } = await sql<Omit<OpenReturnNow, 'ends'> & { time_zone: string; date: string }>`
    select o.id, o.zone_id, jsonb_array_length(o.passengers) as people, o.mobility_support as wheelchairs,
      z.time_zone, to_char(o.day, 'YYYY-MM-DD') as date
    from open_returns o join zones z on z.id = o.zone_id
    where o.state = 'waiting' and o.not_before < ${now}::timestamptz + ${DAY}
      and o.not_before > ${now}::timestamptz - ${LEFT_DAYS} * ${DAY}
      and not exists (select from waitlist_entries w where w.id = o.waitlist_entry_id and w.state = 'waiting')
    order by o.id`.execute(db)
  const ends = new Map<string, Date>()
  const days = new Map<number, ServiceDays>()
  for (const { zone_id, time_zone, date } of rows) {
    const key = `${zone_id} ${date}`
    if (ends.has(key)) continue
    const known = days.get(zone_id) ?? (await serviceDaysOf(db, { zone_id, time_zone }))
    days.set(zone_id, known)
    ends.set(key, await serviceEndOf(db, { zone_id, time_zone, date }, known))
  }
  return rows.map(({ id, zone_id, people, wheelchairs, date }) => ({
    id,
    zone_id,
    people,
    wheelchairs,
    ends: ends.get(`${zone_id} ${date}`)!, // set above
  }))
}

/** A message that was tried so often and has not arrived is told of, whether it is tried again or not. */
const TRIES = 3
/** Minutes before a call is due. */
const CALL_DUE = 10
const left = sql`('created', 'assigned', 'unassigned', 'secured')`

/**
 * Bookings of the next day whose passenger heard nothing while it is of use: a message failed or was tried in vain, or a call
 * is due. One that a colleague has taken goes on; one that ended without an answer was told of long enough.
 */
export const readUntold = async (db: Kysely<DB>, now: Date): Promise<BookingNow[]> => {
  const { rows } = await sql<BookingNow>`
    select distinct ${bookingColumns}, false as arrives, null::timestamptz as pickup_eta,
      null::timestamptz as dropoff_eta
    from messages x
    join service_requests r on r.id = x.service_request_id
    left join call_tasks c on c.message_id = x.id
    left join outbox_mails o on o.message_id = x.id
    where x.created_at > ${now}::timestamptz - 2 * ${DAY}
      and r.promised_pickup_lower_bound < ${now}::timestamptz + ${DAY}
      and case when c.id is not null
        then c.state = 'open' and c.due_at <= ${now}::timestamptz + ${CALL_DUE} * interval '1 minute'
          or c.state = 'taken' and exists (select from exceptions e where e.kind = 'notification_failed'
            and e.subject = 'booking:' || r.id and e.state <> 'resolved')
        else x.helper_id is null and x.user_id is null and x.sense_until > ${now}
          and (x.state = 'failed' and not exists (select from messages f where f.follows = x.id)
            or x.state in ('queued', 'sending') and greatest(x.attempts, o.attempts) >= ${TRIES} and o.sent_at is null)
          and (r.status in ${left} or r.status = 'cancelled' and x.event in ('cancelled_by_operator', 'not_served'))
        end
    order by r.id`.execute(db)
  return rows
}

export type PlanNow = { id: number; zone_id: number; start: Date; vehicle: boolean; driver: boolean }

/** Schedules of the next day that lack a vehicle or a driver. */
export const readUnallocated = async (db: Kysely<DB>, now: Date): Promise<PlanNow[]> => {
  const { rows } = await sql<PlanNow>`
    select p.id, p.zone_id, p.start_time as start, p.vehicle_id is not null as vehicle, p.driver_id is not null as driver
    from service_plans p
    where (p.vehicle_id is null or p.driver_id is null) and p.end_time > ${now}
      and p.start_time <= ${now}::timestamptz + ${DAY}
    order by p.id`.execute(db)
  return rows
}

export type ThreadNow = { trip_id: number; written_at: Date }

/** Conversations whose last word is the driver's, and no tap on an answer that dispatch offered. */
export const readUnanswered = async (db: Kysely<DB>, trips: readonly number[]): Promise<ThreadNow[]> => {
  const { rows } = await sql<ThreadNow>`
    select trip_id, written_at from (
      select distinct on (trip_id) trip_id, written_at, sender, answer_to from driver_messages
      where trip_id = any(${trips}::int[]) order by trip_id, id desc) newest
    where sender = 'driver' and answer_to is null order by trip_id`.execute(db)
  return rows
}

export type ReplyNow = { traveler_id: number; zone_id: number; received_at: Date }

/** Passengers whose last SMS says what only a person understands, and which nobody has read. Their zone is that of their last booking. */
export const readReplies = async (db: Kysely<DB>, now: Date): Promise<ReplyNow[]> => {
  const { rows } = await sql<ReplyNow>`
    select newest.traveler_id, newest.received_at, place.zone_id from (
      select distinct on (traveler_id) traveler_id, region_id, received_at, read_at from sms_replies
      where kind = 'other' and traveler_id is not null and received_at > ${now}::timestamptz - ${DAY}
      order by traveler_id, id desc) newest
    cross join lateral (select coalesce(
      (select r.zone_id from service_requests r join zones z on z.id = r.zone_id
        where r.traveler_id = newest.traveler_id and z.region_id = newest.region_id order by r.id desc limit 1),
      (select z.id from zones z where z.region_id = newest.region_id and z.status = 'active' order by z.id limit 1)
    ) as zone_id) place
    where newest.read_at is null and place.zone_id is not null order by newest.traveler_id`.execute(db)
  return rows
}

export type BreakNow = { trip_id: number; last_start: Date }

/** Breaks that by what is expected now cannot begin in time. */
export const readBreaks = async (db: Kysely<DB>, trips: readonly number[]): Promise<BreakNow[]> => {
  const { rows } = await sql<BreakNow>`
    select trip_id, window_until - coalesce(dwell_seconds, 0) * interval '1 second' as last_start from trip_stops
    where trip_id = any(${trips}::int[]) and kind = 'break' and arrived_at is null and departed_at is null
      and coalesce(eta, scheduled_at) > window_until - coalesce(dwell_seconds, 0) * interval '1 second'
    order by trip_id, location_index`.execute(db)
  return rows
}

export type AreaNow = { zone_id: number; coordinates: [number, number][][] }

export const readAreas = (db: Kysely<DB>, zones: readonly number[]): Promise<AreaNow[]> =>
  db
    .selectFrom('service_areas')
    .where('zone_id', '=', sql<number>`any(${zones}::int[])`)
    .select(['zone_id', 'coordinates'])
    .execute()

export type DisruptionNow = { subject: string; bookings: readonly { id: number }[] }

/** What disruptions left behind, and nobody has resolved. */
export const readDisruptions = (db: Kysely<DB>): Promise<DisruptionNow[]> =>
  db
    .selectFrom('exceptions')
    .where('kind', '=', 'disruption')
    .where('state', '<>', 'resolved')
    .select(['subject', 'bookings'])
    .execute()

export type FaultNow = { fault: FaultName; job?: string; channel?: MessageChannel }

const FAILURES = 3
const UNDELIVERABLE = sql`interval '10 minutes'`
/** More messages than this of one channel that failed within so long, and are no older than a day. */
const MESSAGES = 20
const FAILED_WITHIN = sql`interval '5 minutes'`

/**
 * What is wrong with the installation, but for street data: jobs that failed again and again, mail that the server has not
 * taken for a while, a channel by which messages fail, an audit that is not intact, and what superadmins were warned of.
 * `wall`: the machine's clock.
 */
export const readFaults = async (db: Kysely<DB>, { now, wall }: { now: Date; wall: Date }): Promise<FaultNow[]> => {
  const { rows } = await sql<{ fault: FaultName; job: string | null; channel: MessageChannel | null }>`
    select 'job' as fault, name as job, null as channel from jobs where failures >= ${FAILURES}
    union all select 'mail', null, null from (
      select min(created_at) as since from outbox_mails
      where sent_at is null and text is not null and attempts > 0 and next_attempt_at > ${wall}::timestamptz - ${DAY}
        and (expires_at is null or expires_at > ${wall})) failing
      where since < ${wall}::timestamptz - ${UNDELIVERABLE}
        and not exists (select from outbox_mails where sent_at > ${wall}::timestamptz - ${UNDELIVERABLE})
    union all select 'channel', null, channel from messages
      where created_at > ${now}::timestamptz - ${DAY} and state_at > ${now}::timestamptz - ${FAILED_WITHIN}
        and channel <> 'call' and (state = 'failed' or state = 'queued' and attempts > 0)
      group by channel having count(*) > ${MESSAGES}
    union all select 'audit_broken', null, null from (
      select problem from audit_checks order by id desc limit 1) last where problem is not null
    union all select kind, null, null from operating_warnings
    order by fault, job, channel`.execute(db)
  return rows.map(({ fault, job, channel }) => ({
    fault,
    ...(job === null ? {} : { job }),
    ...(channel === null ? {} : { channel }),
  }))
}

export type Snapshot = {
  now: Date
  trips: readonly TripNow[]
  late: readonly BookingNow[]
  waiting: readonly BookingNow[]
  entries: readonly EntryNow[]
  open_returns: readonly OpenReturnNow[]
  untold: readonly BookingNow[]
  unallocated: readonly PlanNow[]
  unanswered: readonly ThreadNow[]
  replies: readonly ReplyNow[]
  breaks: readonly BreakNow[]
  areas: readonly AreaNow[]
  disruptions: readonly DisruptionNow[]
  faulty: readonly FaultNow[]
}

/** What the stored rows say now: a few statements for all zones together. */
export const takeSnapshot = async ({ db, clock, config, streets }: Deps): Promise<Snapshot> => {
  const now = clock.now()
  const trips = await readTrips(db, now)
  const ids = trips.map(({ id }) => id)
  const idle = trips.filter(({ state, stop_kind }) => state !== 'staged' && stop_kind === null)
  const some = ids.length > 0
  return {
    now,
    trips,
    late: some ? await readLate(db, ids) : [],
    waiting: await readWaiting(db),
    entries: await readEntries({ db, config }),
    open_returns: await readOpenReturns(db, now),
    untold: await readUntold(db, now),
    unallocated: await readUnallocated(db, now),
    replies: await readReplies(db, now),
    unanswered: some ? await readUnanswered(db, ids) : [],
    breaks: some ? await readBreaks(db, ids) : [],
    areas: idle.length > 0 ? await readAreas(db, [...new Set(idle.map(({ zone_id }) => zone_id))]) : [],
    disruptions: await readDisruptions(db),
    faulty: [
      ...(streets.current() === null ? [{ fault: 'streets' } as const] : []),
      ...(await readFaults(db, { now, wall: clock.wall() })),
    ],
  }
}
