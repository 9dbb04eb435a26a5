import { sql } from 'kysely'
import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import { allowedTripTransitions, lateBySeconds, lateStatus, openTripStates, SIGNAL_LOST_AFTER_S } from '@ambit/domain'
import type { api } from '@ambit/contract'
import type { z } from 'zod'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { leftWaitingBy } from '../service-requests/left-waiting.ts'

type Regions = readonly number[] | null
/** As JSON builds it: times arrive as text. */
type NextStop = {
  id: number
  location_name: string
  eta: string | null
  scheduled_at: string
  arrived_at: string | null
}
type Counts = { on_board: number; bookings_left: number; booking_count: number }
type StoredPause = { until: string | null; reason: string | null; paused_by: string | null; created_at: string }
type Monitor = { latitude: number; longitude: number; bearing: number; speed: number; recorded_at: string }

/** Bookings that still wait since the trip's vehicle was taken out of service. */
const leftWaiting = sql<number>`case when t.taken_out_at is null then 0 else
  (select count(*)::int from service_requests r where ${leftWaitingBy(sql`array[t.id]`)}) end`

/** SQL: as staff read it; null: there is none. */
export const driverName = sql<string | null>`drivers.first_name || ' ' || drivers.last_name`

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('trips as t')
    .innerJoin('zones', 'zones.id', 't.zone_id')
    .leftJoin('vehicles', 'vehicles.id', 't.vehicle_id')
    .leftJoin('drivers', 'drivers.id', 't.driver_id')
    .selectAll('t')
    .select([
      'zones.name as zone_name',
      'zones.time_zone',
      'zones.region_id',
      'vehicles.vehicle_number',
      'vehicles.capacity',
      'vehicles.mobility_capacity',
    ])
    .select([
      driverName.as('driver_name'),
      sql<Counts>`(select json_build_object('on_board', count(*) filter (where r.status = 'on_board'),
        'bookings_left', count(*) filter (where r.status in ('assigned', 'secured')),
        'booking_count', count(*) filter (where r.status not in ('cancelled', 'error')))
        from service_requests r where r.trip_id = t.id)`.as('counts'),
      sql<boolean>`exists (select from trips n
        where n.service_plan_id = t.service_plan_id and n.current_state <> 'cancelled')`.as('is_driven'),
      leftWaiting.as('left_waiting'),
      sql<StoredPause | null>`(select json_build_object('until', p.until, 'reason', p.reason,
        'paused_by', u.first_name || ' ' || u.last_name, 'created_at', p.created_at)
        from vehicle_pauses p left join users u on u.id = p.user_id
        where p.trip_id = t.id and p.ended_at is null)`.as('pause'),
      // Of the stops not left yet only the first can have been arrived at: the next one is among two.
      sql<NextStop[] | null>`(select json_agg(json_build_object('id', s.id, 'location_name', l.name, 'eta', s.eta,
        'scheduled_at', s.scheduled_at, 'arrived_at', s.arrived_at) order by s.location_index)
        from (select * from trip_stops where trip_id = t.id and departed_at is null order by location_index limit 2) s
        join locations l on l.id = s.location_id)`.as('ahead'),
      sql<Monitor | null>`(select json_build_object('latitude', m.latitude, 'longitude', m.longitude, 'bearing', m.bearing,
        'speed', m.speed, 'recorded_at', m.recorded_at) from trip_monitors m where m.trip_id = t.id)`.as('monitor'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const asTime = (text: string | null | undefined): Date | null => (text == null ? null : new Date(text))

/** Since when nothing has been heard of a vehicle that is on the road, if that is long enough to matter. */
const silentSince = (row: Row, monitor: Date | null, now: Date): Date | null => {
  if (row.current_state !== 'live' && row.current_state !== 'in_transit') return null
  const heard = monitor ?? row.signed_on_at
  return heard !== null && now.getTime() - heard.getTime() > SIGNAL_LOST_AFTER_S * 1000 ? heard : null
}

/** Less is left of a schedule than is worth a trip. */
const LEAST_LEFT_MS = 5 * 60_000

const mayReturn = (row: Row, now: Date): boolean =>
  row.taken_out_at !== null &&
  row.service_plan_id !== null &&
  !row.is_driven &&
  row.end_datetime.getTime() - now.getTime() >= LEAST_LEFT_MS

/** Of a trip that is not over. */
const pauseOf = ({ pause, current_state }: Row) => {
  if (pause === null || !openTripStates.some((state) => state === current_state)) return null
  return { ...pause, until: asTime(pause.until), created_at: new Date(pause.created_at) }
}

export const tripRecord = (row: Row, now: Date) => {
  const { counts } = row
  const [upcoming] = row.ahead ?? []
  const next = row.ahead?.find((stop) => stop.arrived_at === null) ?? null
  const [scheduled, expected] = [asTime(next?.scheduled_at)?.getTime() ?? null, asTime(next?.eta)?.getTime() ?? null]
  const started = row.current_state !== 'staged'
  const heard = asTime(row.monitor?.recorded_at)
  return {
    id: row.id,
    name: row.name,
    service_plan_id: row.service_plan_id,
    zone_id: row.zone_id,
    zone_name: row.zone_name,
    time_zone: row.time_zone,
    vehicle_id: row.vehicle_id,
    vehicle_number: row.vehicle_number,
    driver_id: row.driver_id,
    driver_name: row.driver_name,
    current_state: row.current_state,
    late_status: lateStatus(scheduled, expected, started),
    late_by_s: started ? lateBySeconds(scheduled, expected) : 0,
    start_datetime: row.start_datetime,
    end_datetime: row.end_datetime,
    capacity: row.capacity ?? 0,
    mobility_capacity: row.mobility_capacity ?? 0,
    on_board: counts.on_board,
    booking_count: counts.booking_count,
    current_trip_stop: upcoming?.arrived_at == null ? null : { id: upcoming.id },
    next_trip_stop: next === null ? null : { id: next.id, location_name: next.location_name, eta: asTime(next.eta) },
    latest_trip_monitor: row.monitor === null || heard === null ? null : { ...row.monitor, recorded_at: heard },
    no_signal_since: silentSince(row, heard, now),
    manual_navigation: row.manual_navigation,
    allowed_transitions: allowedTripTransitions({ ...row, ...counts }),
    status_message: row.status_message,
    taken_out_at: row.taken_out_at,
    left_waiting: row.left_waiting,
    allow_return: mayReturn(row, now),
    pause: pauseOf(row),
    signed_on_at: row.signed_on_at,
    completed_at: row.completed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  }
}

export type TripRecord = ReturnType<typeof tripRecord>

const inRegions = (query: ReturnType<typeof select>, regions: Regions) =>
  regions === null ? query : query.where('zones.region_id', '=', sql<number>`any(${regions}::int[])`)

export const listTrips = async (
  db: Kysely<DB>,
  query: z.output<typeof api.trips.list.query>,
  regions: Regions,
  now: Date,
) => {
  const { region, zone, status, driver, vehicle, id, name, date_range } = query.filter ?? {}
  let found = inRegions(select(db), regions)
  found = /^\d{1,9}$/.test(query.search)
    ? found.where((eb) => eb.or([eb('t.id', '=', Number(query.search)), eb('t.name', 'ilike', `%${query.search}%`)]))
    : found.where(matches(query.search, ['t.name']))
  if (zone !== undefined) found = found.where('t.zone_id', '=', sql<number>`any(${zone}::int[])`)
  if (region !== undefined) found = found.where('zones.region_id', '=', sql<number>`any(${region}::int[])`)
  if (status !== undefined) found = found.where(sql<boolean>`t.current_state = any(${status}::text[])`)
  if (driver !== undefined) found = found.where('t.driver_id', '=', sql<number>`any(${driver}::int[])`)
  if (vehicle !== undefined) found = found.where('t.vehicle_id', '=', sql<number>`any(${vehicle}::int[])`)
  if (id !== undefined) found = found.where('t.id', '=', sql<number>`any(${id}::int[])`)
  if (name !== undefined) found = found.where(matches(name, ['t.name']))
  if (date_range !== undefined)
    found = found
      .where('t.end_datetime', '>', new Date(date_range[0]))
      .where('t.start_datetime', '<', new Date(date_range[1]))
  const sortable = { ...byText('t.name'), ...byValue('t.id', 't.start_datetime') }
  const { data, meta } = await listed(found, query, sortable, sql.ref('t.id'))
  return { data: data.map((row) => tripRecord(row, now)), meta }
}

/** How long before its start a trip shows up in monitoring. */
const SOON_MINUTES = 60
/** How long monitoring shows a trip without its vehicle at most: nothing ends the wait of those whom none can fetch. */
const TAKEN_OUT_HOURS = 24

/** Trips under way or about to start, and those whose vehicle was taken out of service while passengers still wait. */
const activeTrips = (now: Date): RawBuilder<SqlBool> => sql<SqlBool>`
  t.id in (
    select id from trips where current_state = any(${openTripStates}::text[])
      and start_datetime < ${new Date(now.getTime() + SOON_MINUTES * 60_000)}
      and (end_datetime > ${now} or current_state <> 'staged')
    union all
    select id from trips where taken_out_at > ${new Date(now.getTime() - TAKEN_OUT_HOURS * 3_600_000)})
  and (t.taken_out_at is null or ${leftWaiting} > 0)`

export const listActiveTrips = async (
  db: Kysely<DB>,
  filter: { region?: number[] | undefined; zone?: number[] | undefined; id?: number[] | undefined },
  regions: Regions,
  now: Date,
) => {
  let found = inRegions(select(db), regions).where(activeTrips(now))
  if (filter.zone !== undefined) found = found.where('t.zone_id', '=', sql<number>`any(${filter.zone}::int[])`)
  if (filter.region !== undefined)
    found = found.where('zones.region_id', '=', sql<number>`any(${filter.region}::int[])`)
  if (filter.id !== undefined) found = found.where('t.id', '=', sql<number>`any(${filter.id}::int[])`)
  const rows = await found.orderBy('t.zone_id').orderBy('t.start_datetime').orderBy('t.id').execute()
  const data = rows.map((row) => tripRecord(row, now))
  return { data, meta: { total: data.length, total_count: data.length } }
}

export const listDriverTrips = async (
  db: Kysely<DB>,
  driverId: number,
  window: { from: Date; to: Date },
  now: Date,
) => {
  const rows = await select(db)
    .where('t.driver_id', '=', driverId)
    .where('t.end_datetime', '>', window.from)
    .where('t.start_datetime', '<', window.to)
    .orderBy('t.start_datetime')
    .orderBy('t.id')
    .execute()
  const data = rows.map((row) => tripRecord(row, now))
  return { data, meta: { total: data.length, total_count: data.length } }
}

export const findTrip = async (db: Kysely<DB>, id: number, regions: Regions): Promise<Row | undefined> =>
  inRegions(select(db), regions).where('t.id', '=', id).executeTakeFirst()

export type TripRow = Row

const passengersOf = (db: Kysely<DB>, tripId: number) =>
  db
    .selectFrom('service_requests as r')
    .innerJoin('travelers', 'travelers.id', 'r.traveler_id')
    .where('r.trip_id', '=', tripId)
    .select(['r.id', 'r.traveler_id', 'r.passenger_count', 'r.boarded_count', 'r.mobility_support', 'r.status'])
    .select(['r.fare_paid', 'r.fare_unpaid_reason', 'r.concession_shown'])
    .select(['r.pickup_trip_stop_id', 'r.dropoff_trip_stop_id', 'r.stranded_at'])
    .select(
      sql<boolean>`exists (select from booking_pins b where b.service_request_id = r.id and b.ended_at is null)`.as(
        'pinned',
      ),
    )
    .select(['r.promised_pickup_lower_bound', 'r.promised_pickup_upper_bound'])
    .select(['r.promised_dropoff_lower_bound', 'r.promised_dropoff_upper_bound'])
    .select(sql<string>`travelers.first_name || ' ' || travelers.last_name`.as('traveler_name'))
    .orderBy('r.id')
    .execute()

type PassengerRow = Awaited<ReturnType<typeof passengersOf>>[number]

const passenger = (row: PassengerRow, end: 'pickup' | 'dropoff') => ({
  id: row.id,
  traveler_id: row.traveler_id,
  traveler_name: row.traveler_name,
  passenger_count: row.passenger_count,
  boarded_count: row.boarded_count,
  mobility_support: row.mobility_support,
  status: row.status,
  promised_lower_bound: row[`promised_${end}_lower_bound`],
  promised_upper_bound: row[`promised_${end}_upper_bound`],
  stranded: row.stranded_at !== null,
  pinned: row.pinned,
  fare: { paid: row.fare_paid, unpaid_reason: row.fare_unpaid_reason, concession_shown: row.concession_shown },
})

export const listTripStops = async (db: Kysely<DB>, tripId: number) => {
  const stops = await db
    .selectFrom('trip_stops as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .where('s.trip_id', '=', tripId)
    .select(['s.id', 's.trip_id', 's.location_id', 's.location_index', 'l.name as location_name', 's.kind'])
    .select([
      'l.longitude',
      'l.latitude',
      's.scheduled_at',
      's.scheduled_departure_at',
      's.eta',
      's.latest_arrival_time',
    ])
    .select(['s.arrived_at', 's.departed_at'])
    .orderBy('s.location_index')
    .execute()
  const passengers = await passengersOf(db, tripId)
  return stops.map(({ longitude, latitude, ...stop }) => {
    const point: [number, number] = [longitude, latitude]
    return {
      ...stop,
      point,
      boardings: passengers.filter((row) => row.pickup_trip_stop_id === stop.id).map((row) => passenger(row, 'pickup')),
      alightings: passengers
        .filter((row) => row.dropoff_trip_stop_id === stop.id)
        .map((row) => passenger(row, 'dropoff')),
    }
  })
}
