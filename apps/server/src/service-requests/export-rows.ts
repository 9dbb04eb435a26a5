import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { BookingInFile } from '@ambit/contract'
import { paymentStatusOf } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { maskedFor } from '../http/masks.ts'
import { ofUsable } from '../restrictions/restricted.ts'
import { boardingEta, bookingLog, narrowed, type Narrowing } from './queries.ts'

/** Ids are found in blocks, as each block repeats the search; rows are read in slices that others hardly wait for. */
const BLOCK = 4000
const SLICE = 100
const ROWS = z.array(BookingInFile)
/** After a slice the database is left to others for as long as the slice took, at most so long. */
const MOST_REST_MS = 5

/**
 * Every booking that search and filters find, in order of their ids, but of passengers whose data are only to be stored.
 * Each slice is a query of its own.
 */
export async function* bookingsToExport(
  db: Kysely<DB>,
  narrowing: Narrowing,
  regions: readonly number[] | null,
  hidden: Hidden,
): AsyncGenerator<BookingToExport[]> {
  for (let last = 0; ;) {
    const block = await narrowed(db, narrowing, regions, hidden)
      .where('r.id', '>', last)
      .where(ofUsable('r.traveler_id'))
      .orderBy('r.id')
      .limit(BLOCK)
      .execute()
    const ids = block.map(({ id }) => id)
    for (let at = 0; at < ids.length; at += SLICE) {
      const from = performance.now()
      const rows = await exportRows(db, ids.slice(at, at + SLICE))
      const took = performance.now() - from
      yield maskedFor(ROWS, rows, hidden)
      await pause(Math.min(took, MOST_REST_MS))
    }
    if (ids.length < BLOCK) return
    last = ids.at(-1) ?? last
  }
}

/** What the CSV tells of these bookings. As joins, the single values take longer to plan than to read. */
const select = (db: Kysely<DB>) =>
  db
    .selectFrom('service_requests as r')
    .innerJoin('travelers', 'travelers.id', 'r.traveler_id')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .leftJoin('service_offerings as o', 'o.id', 'r.service_offering_id')
    .leftJoin('service_availability_searches as s', 's.id', 'o.service_availability_search_id')
    .leftJoin('trips', 'trips.id', 'r.trip_id')
    .leftJoin('vehicles', 'vehicles.id', 'trips.vehicle_id')
    .leftJoin('drivers', 'drivers.id', 'trips.driver_id')
    .select([
      'r.id',
      'r.traveler_id',
      'r.status',
      'r.origin_name',
      'r.destination_name',
      'r.passenger_count',
      'r.mobility_support',
    ])
    .select(['r.promised_pickup_lower_bound', 'r.promised_pickup_upper_bound', 'r.pickup_lower_bound'])
    .select(['r.promised_dropoff_lower_bound', 'r.promised_dropoff_upper_bound', 'r.first_boarded_at', 'r.boarded_at'])
    .select(['r.stranded_at', 'r.dropped_off_at', 'r.payment_method', 'r.charged_at', 'r.refunded_at', 'r.created_at'])
    .select(['r.scaled_price', 'r.total_price', 'r.discount_code', 'r.booking_method', 'r.error_message'])
    .select(['r.cancellation_reason', 'zones.name as zone_name', 'zones.time_zone', 'trips.name as trip_name'])
    .select(['vehicles.vehicle_number', 's.traveling_at', 's.wished_at', 's.departing'])
    .select([
      sql<string>`travelers.first_name || ' ' || travelers.last_name`.as('traveler_name'),
      sql<string | null>`drivers.first_name || ' ' || drivers.last_name`.as('driver_name'),
    ])
    .select((row) => [
      row.selectFrom('locations').select('name').whereRef('id', '=', 'r.pickup_location_id').as('pickup_name'),
      row.selectFrom('locations').select('name').whereRef('id', '=', 'r.dropoff_location_id').as('dropoff_name'),
      row.selectFrom('trip_stops').select('eta').whereRef('id', '=', 'r.pickup_trip_stop_id').as('pickup_eta'),
      row.selectFrom('trip_stops').select('eta').whereRef('id', '=', 'r.dropoff_trip_stop_id').as('dropoff_eta'),
      row
        .selectFrom('surveys')
        .innerJoin('survey_options', 'survey_options.key', 'surveys.cancellation_reason_key')
        .select('survey_options.reason')
        .whereRef('surveys.service_request_id', '=', 'r.id')
        .as('survey_reason'),
      row
        .selectFrom('payments')
        .select('state')
        .whereRef('service_request_id', '=', 'r.id')
        .where('kind', '=', 'charge')
        .as('charge_state'),
      row
        .selectFrom('payments')
        .select('state')
        .whereRef('service_request_id', '=', 'r.id')
        .where('kind', '=', 'refund')
        .as('refund_state'),
    ])

const exportRows = async (db: Kysely<DB>, ids: readonly number[]) => {
  const rows = await select(db)
    .where('r.id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    pickup_expected: boardingEta(row),
    payment_status: paymentStatusOf(bookingLog(row)),
  }))
}

export type BookingToExport = Awaited<ReturnType<typeof exportRows>>[number]
