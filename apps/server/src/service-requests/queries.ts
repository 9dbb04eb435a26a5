import { sql } from 'kysely'
import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { api, Seating } from '@ambit/contract'
import { allowCancel, openRequestStatuses, paymentStatusOf, refuseChange, refuseRefund } from '@ambit/domain'
import type { z } from 'zod'
import { among } from '../database/among.ts'
import { byValue, listed, phoneIn } from '../database/lists.ts'
import type { DB, PaymentMethod } from '../database/schema.ts'
import { type Hidden, NOTHING_HIDDEN } from '../http/mask-plans.ts'
import { matchesBooking, matchesPassenger } from '../http/masked-search.ts'
import { visibleTravelers } from '../http/scope.ts'
import { lateCancelMinutes } from '../misses/late-cancel.ts'
import { leftWaitingBy } from './left-waiting.ts'

type Regions = readonly number[] | null

const point = (longitude: number, latitude: number): [number, number] => [longitude, latitude]

/** As JSON builds it: times arrive as text. */
type StoredPin = { until: string | null; reason: string | null; pinned_by: string | null; created_at: string }

const pinOf = ({ until, created_at, ...pin }: StoredPin) => ({
  ...pin,
  until: until === null ? null : new Date(until),
  created_at: new Date(created_at),
})

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('service_requests as r')
    .innerJoin('travelers', 'travelers.id', 'r.traveler_id')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .innerJoin('locations as p', 'p.id', 'r.pickup_location_id')
    .innerJoin('locations as d', 'd.id', 'r.dropoff_location_id')
    .leftJoin('trips', 'trips.id', 'r.trip_id')
    .leftJoin('vehicles', 'vehicles.id', 'trips.vehicle_id')
    .leftJoin('drivers', 'drivers.id', 'trips.driver_id')
    .leftJoin('trip_stops as ps', 'ps.id', 'r.pickup_trip_stop_id')
    .leftJoin('trip_stops as ds', 'ds.id', 'r.dropoff_trip_stop_id')
    .leftJoin('surveys', 'surveys.service_request_id', 'r.id')
    .leftJoin('survey_options', 'survey_options.key', 'surveys.cancellation_reason_key')
    .leftJoin('payments as charge', (join) =>
      join.onRef('charge.service_request_id', '=', 'r.id').on('charge.kind', '=', 'charge'),
    )
    .leftJoin('payments as refund', (join) =>
      join.onRef('refund.service_request_id', '=', 'r.id').on('refund.kind', '=', 'refund'),
    )
    .leftJoin('service_offerings as o', 'o.id', 'r.service_offering_id')
    .leftJoin('service_availability_searches as s', 's.id', 'o.service_availability_search_id')
    .selectAll('r')
    .select(['s.traveling_at as asked_at', 's.departing as asked_departing', 's.wished_at'])
    .select(['charge.state as charge_state', 'refund.state as refund_state'])
    .select(['surveys.id as survey_id', 'survey_options.reason as survey_reason', 'surveys.additional_information'])
    .select([
      'zones.name as zone_name',
      'zones.region_id',
      'zones.time_zone',
      'trips.name as trip_name',
      'trips.vehicle_id',
      'trips.driver_id',
    ])
    .select([
      'vehicles.vehicle_number',
      'ps.eta as pickup_eta',
      'ds.eta as dropoff_eta',
      'ps.arrived_at as pickup_arrived_at',
    ])
    .select(['p.name as pickup_name', 'p.longitude as pickup_longitude', 'p.latitude as pickup_latitude'])
    .select(['d.name as dropoff_name', 'd.longitude as dropoff_longitude', 'd.latitude as dropoff_latitude'])
    .select([
      sql<StoredPin | null>`(select json_build_object('until', b.until, 'reason', b.reason,
        'pinned_by', u.first_name || ' ' || u.last_name, 'created_at', b.created_at)
        from booking_pins b left join users u on u.id = b.user_id
        where b.service_request_id = r.id and b.ended_at is null)`.as('pin'),
      sql<{ id: number; words: string; date: string } | null>`(select json_build_object('id', s.id, 'words', s.words,
        'date', to_char(o.date, 'YYYY-MM-DD')) from booking_series_occurrences o
        join booking_series s on s.id = o.booking_series_id where o.service_request_id = r.id)`.as('series'),
      sql<{ id: number; name: string; seating: Seating } | null>`(select json_build_object('id', g.id, 'name', g.name,
        'seating', g.seating) from booking_groups g where g.id = r.booking_group_id)`.as('group'),
      sql<string>`travelers.first_name || ' ' || travelers.last_name`.as('traveler_name'),
      sql<string | null>`drivers.first_name || ' ' || drivers.last_name`.as('driver_name'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** No passenger boards before the window opens, however early the vehicle comes. */
export const boardingEta = (row: Pick<Row, 'pickup_eta' | 'pickup_lower_bound'>): Date | null =>
  row.pickup_eta === null ? null : row.pickup_eta < row.pickup_lower_bound ? row.pickup_lower_bound : row.pickup_eta

/** What became of the fare; the method was written by confirmation alone, from the zone's list. */
export const bookingLog = (
  row: Pick<
    Row,
    | 'payment_method'
    | 'charged_at'
    | 'refunded_at'
    | 'scaled_price'
    | 'total_price'
    | 'status'
    | 'charge_state'
    | 'refund_state'
  >,
) => ({
  payment_method: row.payment_method as PaymentMethod,
  charged: row.charged_at !== null,
  refunded: row.refunded_at !== null,
  // Nothing is sent while a drop-off is undone.
  charge_state: row.charge_state === 'due' && row.status !== 'completed' ? null : row.charge_state,
  refund_state: row.refund_state,
  scaled_price: row.scaled_price,
  amount: row.total_price,
})

/** A charge that waits while a drop-off is undone counts as well. */
const changeRefused = ({ status, stranded_at, charged_at, charge_state, group }: Row): string | null =>
  refuseChange({
    status,
    stranded: stranded_at !== null,
    charged: charged_at !== null || charge_state !== null,
    together: group?.seating === 'together',
  })

const askedOf = ({ asked_at, asked_departing, wished_at }: Row) =>
  asked_at === null || asked_departing === null
    ? null
    : { traveling_at: asked_at, departing: asked_departing, wished_at }

const cancellation = (row: Row) => ({
  cancellation_reason: row.survey_reason ?? row.cancellation_reason,
  additional_information: row.additional_information,
  no_show_reason: row.no_show_reason,
  no_show_fault: row.no_show_fault,
  no_show_evidence: row.no_show_evidence,
  boarded_count: row.boarded_count,
  pin: row.pin === null || !openRequestStatuses.some((status) => status === row.status) ? null : pinOf(row.pin),
  fare: { paid: row.fare_paid, unpaid_reason: row.fare_unpaid_reason, concession_shown: row.concession_shown },
  survey_ids: row.survey_id === null ? [] : [row.survey_id],
})

const journeyOf = ({ journey_id, journey_leg, stay_minutes, series, group }: Row) => ({
  journey_id,
  journey_leg,
  stay_minutes,
  series,
  group,
})

/** Who travels, and with what. */
const travelling = ({ passengers, passenger_count, mobility_support, aids }: Row) => ({
  passengers,
  passenger_count,
  mobility_support,
  aids,
})

const written = ({ comment, pickup_note, dropoff_note }: Row) => ({ comment, pickup_note, dropoff_note })

const record = (row: Row) => ({
  id: row.id,
  traveler_id: row.traveler_id,
  traveler_name: row.traveler_name,
  zone_id: row.zone_id,
  zone_name: row.zone_name,
  region_id: row.region_id,
  time_zone: row.time_zone,
  trip_id: row.trip_id,
  trip_name: row.trip_name,
  vehicle_id: row.vehicle_id,
  vehicle_number: row.vehicle_number,
  driver_id: row.driver_id,
  driver_name: row.driver_name,
  status: row.status,
  ...travelling(row),
  origin: { name: row.origin_name, point: point(row.origin_longitude, row.origin_latitude) },
  destination: { name: row.destination_name, point: point(row.destination_longitude, row.destination_latitude) },
  pickup: {
    name: row.pickup_name,
    point: point(row.pickup_longitude, row.pickup_latitude),
    location_id: row.pickup_location_id,
    lower_bound: row.pickup_lower_bound,
    upper_bound: row.pickup_upper_bound,
    promised_lower_bound: row.promised_pickup_lower_bound,
    promised_upper_bound: row.promised_pickup_upper_bound,
    walk_m: row.pickup_walk_m,
    walk_s: row.pickup_walk_s,
    eta: boardingEta(row),
    actual: row.boarded_at,
    trip_stop_id: row.pickup_trip_stop_id,
  },
  dropoff: {
    name: row.dropoff_name,
    point: point(row.dropoff_longitude, row.dropoff_latitude),
    location_id: row.dropoff_location_id,
    lower_bound: row.dropoff_lower_bound,
    upper_bound: row.dropoff_upper_bound,
    promised_lower_bound: row.promised_dropoff_lower_bound,
    promised_upper_bound: row.promised_dropoff_upper_bound,
    walk_m: row.dropoff_walk_m,
    walk_s: row.dropoff_walk_s,
    eta: row.dropoff_eta,
    actual: row.dropped_off_at,
    trip_stop_id: row.dropoff_trip_stop_id,
  },
  payment_method: bookingLog(row).payment_method,
  payment_status: paymentStatusOf(bookingLog(row)),
  scaled_price: row.scaled_price,
  total_price: row.total_price,
  currency: row.currency,
  discount_code: row.discount_code,
  booking_log: bookingLog(row),
  ...cancellation(row),
  ...journeyOf(row),
  booking_method: row.booking_method,
  stranded_at: row.stranded_at,
  first_boarded_at: row.first_boarded_at,
  error_message: row.error_message,
  asked: askedOf(row),
  allow_cancel: allowCancel(row.status),
  change_refused: changeRefused(row),
  allow_refund: refuseRefund(bookingLog(row)) === null,
  ...written(row),
  service_offering: { meta: { scaled_price: row.scaled_price, total_price: row.total_price } },
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

export type BookingRecord = ReturnType<typeof record>

const DAY_MS = 86_400_000

type ListQuery = z.output<typeof api.serviceRequests.list.query>
export type Narrowing = Pick<ListQuery, 'search' | 'filter'>

/** May it be the number of a booking? */
const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text)

/** The ids of bookings that search and filters find, among bookings alone: what others tell of them is read for few. */
export const narrowed = (db: Kysely<DB>, { search: typed, filter }: Narrowing, regions: Regions, hidden: Hidden) => {
  const { zone, region, status, traveler, trip, id, date_range, left_waiting_by } = filter ?? {}
  let found = db.selectFrom('service_requests as r').select('r.id')
  const search = typed.replace(/^#/, '')
  const phone = phoneIn(search)
  // A booking's own words have no telephone number: it is the passenger's.
  if (phone !== null && phone.rest.trim() === '')
    found = found.where((eb) =>
      eb.or([
        ...(isNumber(search) ? [eb('r.id', '=', Number(search))] : []),
        eb('r.traveler_id', 'in', eb.selectFrom('travelers').select('id').where(matchesPassenger(search, hidden))),
      ]),
    )
  else if (isNumber(search)) found = found.where('r.id', '=', Number(search))
  else found = found.where(matchesBooking(search, hidden))
  if (regions !== null) found = found.where(inRegions(regions))
  if (zone !== undefined) found = found.where('r.zone_id', '=', sql<number>`any(${zone}::int[])`)
  if (region !== undefined) found = found.where(inRegions(region))
  if (status !== undefined) found = found.where(sql<boolean>`r.status = any(${status}::text[])`)
  if (traveler !== undefined) found = found.where('r.traveler_id', '=', sql<number>`any(${traveler}::int[])`)
  if (trip !== undefined) found = found.where('r.trip_id', '=', sql<number>`any(${trip}::int[])`)
  if (id !== undefined) found = found.where('r.id', '=', sql<number>`any(${id}::int[])`)
  if (left_waiting_by !== undefined) found = found.where(leftWaitingBy(sql`${left_waiting_by}::int[]`))
  if (date_range !== undefined)
    found = found
      // No window is open for longer than a day: said so that the index on its opening can be used.
      .where('r.pickup_lower_bound', '>=', new Date(Date.parse(date_range[0]) - DAY_MS))
      .where('r.pickup_upper_bound', '>=', new Date(date_range[0]))
      .where('r.pickup_lower_bound', '<', new Date(date_range[1]))
  return found
}

/** In the order of the ids. */
export const findServiceRequests = async (db: Kysely<DB>, ids: readonly number[]): Promise<BookingRecord[]> => {
  const rows = ids.length === 0 ? [] : await select(db).where('r.id', '=', among(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((one) => byId.get(one) ?? []).map(record)
}

const sortable = byValue('r.created_at', 'r.pickup_lower_bound', 'r.id')

export const listServiceRequests = async (db: Kysely<DB>, query: ListQuery, regions: Regions, hidden: Hidden) => {
  const { data: page, meta } = await listed(narrowed(db, query, regions, hidden), query, sortable, sql.ref('r.id'))
  const ids = page.map((row) => row.id)
  return { data: await findServiceRequests(db, ids), meta }
}

/** A passenger's bookings, or a part of them: those that are open with the next first, then the others, latest first. */
export const listTravelerRequests = async (
  db: Kysely<DB>,
  travelerId: number,
  { page, per_page, part }: z.output<typeof api.travelers.serviceRequests.query>,
  regions: Regions,
) => {
  const open = sql<boolean>`r.status = any(${openRequestStatuses}::text[])`
  let found = narrowed(db, { search: '', filter: { traveler: [travelerId] } }, regions, NOTHING_HIDDEN)
  if (part !== undefined) found = found.where(part === 'ahead' ? open : sql<boolean>`not ${open}`)
  const { total } = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const ids = await found
    .orderBy(sql`${open} desc`)
    .orderBy(sql`case when ${open} then r.pickup_lower_bound end`)
    .orderBy('r.pickup_lower_bound', 'desc')
    .orderBy('r.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const data = await findServiceRequests(
    db,
    ids.map(({ id }) => id),
  )
  return { data, meta: { total, total_count: total } }
}

const inRegions = (regions: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`r.zone_id in (select id from zones where region_id = any(${regions}::int[]))`

export const findServiceRequest = async (
  db: Kysely<DB>,
  id: number,
  regions: Regions,
): Promise<BookingRecord | undefined> => {
  const row = await select(db).where('r.id', '=', id).executeTakeFirst()
  return row === undefined || (regions !== null && !regions.includes(row.region_id)) ? undefined : record(row)
}

export const lockServiceRequest = (tx: Transaction<DB>, id: number) =>
  tx.selectFrom('service_requests').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

/** An offering with the question it answers, so that a gone one can be asked for again. */
export const findOffering = async (db: Kysely<DB>, id: number, regions: Regions) => {
  const row = await db
    .selectFrom('service_offerings as o')
    .innerJoin('service_availability_searches as s', 's.id', 'o.service_availability_search_id')
    .innerJoin('travelers', 'travelers.id', 's.traveler_id')
    .innerJoin('zones', 'zones.id', 'o.zone_id')
    .innerJoin('locations as p', 'p.id', 'o.pickup_location_id')
    .innerJoin('locations as d', 'd.id', 'o.dropoff_location_id')
    .where('o.id', '=', id)
    .where(visibleTravelers(regions))
    .selectAll('o')
    .select(['s.traveler_id', 's.service_request_id', 's.passengers', 's.mobility_support'])
    .select(['s.aids', 's.own_times', 's.load_s', 's.unload_s'])
    .select(['s.override_reason', 's.wished_at', 's.open_return_id', 's.created_at as made_at'])
    .select((eb) =>
      eb
        .selectFrom('open_returns')
        .whereRef('open_returns.id', '=', 's.open_return_id')
        .select('open_returns.journey_id')
        .as('open_journey_id'),
    )
    .select(['s.traveling_at', 's.departing', 'zones.region_id', 'zones.time_zone', 'zones.name as zone_name'])
    .select(lateCancelMinutes('zones.id').as('late_cancel_minutes'))
    .select(['s.origin_name', 's.origin_longitude', 's.origin_latitude'])
    .select([
      's.destination_name',
      's.destination_longitude',
      's.destination_latitude',
      'travelers.status as traveler_status',
      'travelers.restriction as traveler_restriction',
    ])
    .select(['p.name as pickup_name', 'p.longitude as pickup_longitude', 'p.latitude as pickup_latitude'])
    .select(['d.name as dropoff_name', 'd.longitude as dropoff_longitude', 'd.latitude as dropoff_latitude'])
    .executeTakeFirst()
  if (row === undefined || (regions !== null && !regions.includes(row.region_id))) return undefined
  return {
    ...row,
    pickup_point: point(row.pickup_longitude, row.pickup_latitude),
    dropoff_point: point(row.dropoff_longitude, row.dropoff_latitude),
    question: {
      traveler_id: row.traveler_id,
      service_request_id: row.service_request_id,
      passengers: row.passengers,
      mobility_support: row.mobility_support,
      aids: row.aids.map((aid) => aid.id),
      own_times: row.own_times,
      origin: { name: row.origin_name, point: point(row.origin_longitude, row.origin_latitude) },
      destination: { name: row.destination_name, point: point(row.destination_longitude, row.destination_latitude) },
      traveling_at: row.traveling_at.toISOString(),
      departing: row.departing,
      zone_id: row.zone_id,
      override_reason: row.override_reason,
      wished_at: row.wished_at?.toISOString() ?? null,
      open_return_id: row.open_return_id,
    },
  }
}

export type OfferingToConfirm = NonNullable<Awaited<ReturnType<typeof findOffering>>>
