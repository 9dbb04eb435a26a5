import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { paymentMethodNames } from '@ambit/domain'
import type { DB, PaymentMethod } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { type CsvColumn, csvStream } from '../http/csv-stream.ts'
import { type BookingToExport, bookingsToExport } from './export-rows.ts'

type Narrowing = z.output<typeof api.serviceRequests.export.query>

/** The whole list as CSV, each booking as it is when its slice is read: not one moment for all of them. */
export const exportServiceRequests = (
  db: Kysely<DB>,
  narrowing: Narrowing,
  regions: readonly number[] | null,
  hidden: Hidden,
): Readable => csvStream(columns(), bookingsToExport(db, narrowing, regions, hidden))

type LocalTime = (time: Date | null, zone: { time_zone: string }) => string | null

/** `2026-11-23 15:05`: a spreadsheet reads it as a time. Making a format takes as long as writing hundreds of times. */
const createLocalTime = (): LocalTime => {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (time, { time_zone: timeZone }) => {
    if (time === null) return null
    let format = formats.get(timeZone)
    if (format === undefined) {
      format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
      formats.set(timeZone, format)
    }
    return format.format(time)
  }
}

const columns = (localTime: LocalTime = createLocalTime()): readonly CsvColumn<BookingToExport>[] => [
  ['ID', ({ id }) => id],
  ['Passenger', ({ traveler_name }) => traveler_name],
  ['Status', ({ status }) => status.replace('_', ' ')],
  ['Zone', ({ zone_name }) => zone_name],
  ['From', ({ origin_name }) => origin_name],
  ['To', ({ destination_name }) => destination_name],
  ['Pick-up stop', ({ pickup_name }) => pickup_name],
  ['Pick-up from', (row) => localTime(row.promised_pickup_lower_bound, row)],
  ['Pick-up until', (row) => localTime(row.promised_pickup_upper_bound, row)],
  ['Pick-up expected', (row) => localTime(row.pickup_expected, row)],
  ['Boarded', (row) => localTime(row.first_boarded_at ?? row.boarded_at, row)],
  ['Stranded', (row) => localTime(row.stranded_at, row)],
  ['Drop-off stop', ({ dropoff_name }) => dropoff_name],
  ['Drop-off from', (row) => localTime(row.promised_dropoff_lower_bound, row)],
  ['Drop-off until', (row) => localTime(row.promised_dropoff_upper_bound, row)],
  ['Drop-off expected', (row) => localTime(row.dropoff_eta, row)],
  ['Set down', (row) => localTime(row.dropped_off_at, row)],
  ['Seats', ({ passenger_count }) => passenger_count],
  ['Wheelchairs', ({ mobility_support }) => mobility_support],
  ['Trip', ({ trip_name }) => trip_name],
  ['Vehicle', ({ vehicle_number }) => vehicle_number],
  ['Driver', ({ driver_name }) => driver_name],
  // The method was written by confirmation alone, from the zone's list.
  ['Payment method', ({ payment_method }) => paymentMethodNames[payment_method as PaymentMethod]],
  ['Payment status', ({ payment_status }) => payment_status.replaceAll('_', ' ')],
  ['Price', ({ scaled_price }) => scaled_price],
  ['To pay', ({ total_price }) => total_price],
  ['Discount code', ({ discount_code }) => discount_code],
  ['Booked using', ({ booking_method }) => booking_method],
  ['Booked at', (row) => localTime(row.created_at, row)],
  ['Cancellation reason', ({ survey_reason, cancellation_reason }) => survey_reason ?? cancellation_reason],
  ['Error', ({ error_message }) => error_message],
  ['Wished for', (row) => localTime(row.wished_at ?? row.traveling_at, row)],
  ['Agreed', (row) => localTime(row.traveling_at, row)],
  ['Agreed time is', ({ departing }) => (departing === null ? null : departing ? 'departure' : 'arrival')],
]
