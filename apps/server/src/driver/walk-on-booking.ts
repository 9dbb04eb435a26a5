import { type Kysely, sql } from 'kysely'
import { partyOf, type WalkOn } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { currentCurrency } from '../settings/currency.ts'
import { recordBookings } from '../planning/change/bookings.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import type { ZoneSettings } from '../planning/plan/types.ts'
import type { DriverAction } from './action.ts'

/** Who rides without having booked, for all of the region. */
const walkOnPassenger = async ({ change: { tx, now } }: DriverAction, region_id: number): Promise<number> => {
  const known = await tx
    .selectFrom('travelers')
    .where('walk_on', '=', true)
    .where('region_id', '=', region_id)
    .select('id')
    .executeTakeFirst()
  if (known !== undefined) return known.id
  const username = `walk-on-${region_id}`
  const { id } = await tx
    .insertInto('travelers')
    .values({
      first_name: 'Walk-on',
      last_name: 'passenger',
      username,
      // Nobody has it: the column is of accounts.
      email: `${username}@removed.invalid`,
      phone_number: null,
      password_hash: null,
      status: 'active',
      region_id,
      walk_on: true,
      created_at: now,
      updated_at: now,
    })
    // Two zones of the region may take their first one at the same moment.
    .onConflict((conflict) =>
      // The index is found by the words, and not by a parameter.
      conflict
        .column('region_id')
        .where(sql<boolean>`walk_on`)
        .doUpdateSet({ updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Fare = { price: number; currency: string; method: ZoneSettings['payment_methods'][number] }

/** What each of them pays, in cash where the zone takes it: they have no card that could be charged later. */
export const walkOnFare = async (db: Kysely<DB>, { price, payment_methods }: ZoneSettings): Promise<Fare> => ({
  price,
  currency: await currentCurrency(db),
  method: payment_methods.find((method) => method !== 'card') ?? 'cash',
})

type Place = { id: number; name: string; longitude: number; latitude: number }

/** Where they get on and off, with the windows that they are given. */
export type Ride = {
  from: Place & { lower: Date; upper: Date; trip_stop_id: number }
  to: Place & { lower: Date; upper: Date; trip_stop_id: number | null }
  max_ride_s: number
  direct_s: number
}

/** Stores the booking under its number: on the trip where it is known where they get off, on none yet where that is planned next. */
export const insertWalkOn = async (
  action: DriverAction,
  id: number,
  { deed, ride: { from, to, max_ride_s, direct_s } }: { deed: WalkOn; ride: Ride },
): Promise<void> => {
  const { change, trip, by } = action
  const settings = await settingsAt(change.deps, change.tx, change.zone)
  const { price, currency, method } = await walkOnFare(change.tx, settings)
  const { passenger_count, mobility_support } = partyOf(deed)
  const total = Math.round(price * passenger_count * 100) / 100
  const people = (count: number, fare_type: 'adult' | 'child' | 'concession') =>
    Array.from({ length: count }, () => ({ fare_type }))
  await change.tx
    .insertInto('service_requests')
    .values({
      id,
      traveler_id: await walkOnPassenger(action, change.zone.region_id),
      zone_id: trip.zone_id,
      service_offering_id: null,
      ...(to.trip_stop_id === null
        ? { status: 'created' as const, trip_id: null }
        : {
            status: 'assigned' as const,
            trip_id: trip.id,
            pickup_trip_stop_id: from.trip_stop_id,
            dropoff_trip_stop_id: to.trip_stop_id,
          }),
      passengers: JSON.stringify([
        ...people(deed.adults, 'adult'),
        ...people(deed.children, 'child'),
        ...people(deed.concessions, 'concession'),
      ]),
      passenger_count,
      mobility_support,
      origin_name: from.name,
      origin_longitude: from.longitude,
      origin_latitude: from.latitude,
      destination_name: to.name,
      destination_longitude: to.longitude,
      destination_latitude: to.latitude,
      pickup_location_id: from.id,
      pickup_lower_bound: from.lower,
      pickup_upper_bound: from.upper,
      dropoff_location_id: to.id,
      dropoff_lower_bound: to.lower,
      dropoff_upper_bound: to.upper,
      max_ride_s,
      direct_s,
      payment_method: method,
      scaled_price: total,
      total_price: total,
      currency,
      booking_method: 'driver',
      created_at: change.now,
      updated_at: change.now,
    })
    .execute()
  const entry = { service_request_id: id, by, reasons: [{ code: 'walk_on', text: 'Taken along without a booking' }] }
  await recordBookings(change, [
    { ...entry, status: 'created', trip_id: null },
    ...(to.trip_stop_id === null ? [] : [{ ...entry, status: 'assigned' as const, trip_id: trip.id, reasons: [] }]),
  ])
}

export const placeOf = ({ change: { tx } }: DriverAction, id: number) =>
  tx
    .selectFrom('locations')
    .where('id', '=', id)
    .select(['id', 'name', 'longitude', 'latitude'])
    .executeTakeFirstOrThrow()
