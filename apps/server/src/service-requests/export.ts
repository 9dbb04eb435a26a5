import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { dateIn, paymentMethodNames } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { CSV_MARK, type CsvCell, csvLines } from '../http/csv.ts'
import { type BookingRecord, serviceRequestsAfter } from './queries.ts'

type Narrowing = z.output<typeof api.serviceRequests.export.query>

/** Rows that are held at a time, however long the list is. */
const BATCH = 500

/** The whole list as CSV, read in steps by id, each a query of its own (as the vehicles' export is). */
export const exportServiceRequests = (
  db: Kysely<DB>,
  narrowing: Narrowing,
  regions: readonly number[] | null,
): Readable => {
  async function* lines(): AsyncGenerator<string> {
    yield CSV_MARK + csvLines([columns.map(([header]) => header)])
    for (let last = 0; ;) {
      const batch = await serviceRequestsAfter(db, narrowing, regions, { last, limit: BATCH })
      if (batch.length > 0) yield csvLines(batch.map((booking) => columns.map(([, cell]) => cell(booking))))
      if (batch.length < BATCH) return
      last = batch.at(-1)?.id ?? last
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

/** `2026-11-23 15:05` by the clocks of the booking's zone: a spreadsheet reads it as a time. */
const localTime = (time: Date | null, { time_zone }: BookingRecord): CsvCell =>
  time === null
    ? null
    : `${dateIn(time_zone, time)} ${time.toLocaleTimeString('en-GB', { timeZone: time_zone, hour: '2-digit', minute: '2-digit' })}`

const columns: readonly (readonly [header: string, cell: (booking: BookingRecord) => CsvCell])[] = [
  ['ID', ({ id }) => id],
  ['Passenger', ({ traveler_name }) => traveler_name],
  ['Status', ({ status }) => status.replace('_', ' ')],
  ['Zone', ({ zone_name }) => zone_name],
  ['From', ({ origin }) => origin.name],
  ['To', ({ destination }) => destination.name],
  ['Pick-up stop', ({ pickup }) => pickup.name],
  ['Pick-up from', (booking) => localTime(booking.pickup.promised_lower_bound, booking)],
  ['Pick-up until', (booking) => localTime(booking.pickup.promised_upper_bound, booking)],
  ['Pick-up expected', (booking) => localTime(booking.pickup.eta, booking)],
  ['Boarded', (booking) => localTime(booking.first_boarded_at ?? booking.pickup.actual, booking)],
  ['Stranded', (booking) => localTime(booking.stranded_at, booking)],
  ['Drop-off stop', ({ dropoff }) => dropoff.name],
  ['Drop-off from', (booking) => localTime(booking.dropoff.promised_lower_bound, booking)],
  ['Drop-off until', (booking) => localTime(booking.dropoff.promised_upper_bound, booking)],
  ['Drop-off expected', (booking) => localTime(booking.dropoff.eta, booking)],
  ['Set down', (booking) => localTime(booking.dropoff.actual, booking)],
  ['Seats', ({ passenger_count }) => passenger_count],
  ['Wheelchairs', ({ mobility_support }) => mobility_support],
  ['Trip', ({ trip_name }) => trip_name],
  ['Vehicle', ({ vehicle_number }) => vehicle_number],
  ['Driver', ({ driver_name }) => driver_name],
  ['Payment method', ({ payment_method }) => paymentMethodNames[payment_method]],
  ['Payment status', ({ payment_status }) => payment_status.replace('_', ' ')],
  ['Price', ({ scaled_price }) => scaled_price],
  ['To pay', ({ total_price }) => total_price],
  ['Discount code', ({ discount_code }) => discount_code],
  ['Booked using', ({ booking_method }) => booking_method],
  ['Booked at', (booking) => localTime(booking.created_at, booking)],
  ['Cancellation reason', ({ cancellation_reason }) => cancellation_reason],
  ['Error', ({ error_message }) => error_message],
]
