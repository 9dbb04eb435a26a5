import { type Kysely, sql } from 'kysely'
import { type ManifestBooking, peopleIn, type StrategyConfiguration } from '@ambit/contract'
import type { BoardingCodes } from '../access/boarding-codes.ts'
import type { DB, PaymentMethod } from '../database/schema.ts'
import { nameFor } from './names.ts'

type Rules = Pick<StrategyConfiguration, 'driver_sees' | 'passenger_calls'> & {
  /** the service day is not over: notes are told */
  today: boolean
}

/** The bookings of a trip as its driver needs them. A telephone number goes along until the passenger is aboard, where drivers call. */
export const manifestBookings = async (
  db: Kysely<DB>,
  tripId: number,
  { driver_sees, passenger_calls, today }: Rules,
  codes: BoardingCodes,
): Promise<ManifestBooking[]> => {
  const rows = await db
    .selectFrom('service_requests as r')
    .innerJoin('travelers as t', 't.id', 'r.traveler_id')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .leftJoin('booking_groups as g', 'g.id', 'r.booking_group_id')
    .where('r.trip_id', '=', tripId)
    .select([
      'r.id',
      'r.status',
      'r.pickup_note',
      'r.dropoff_note',
      'r.passengers',
      'r.aids',
      'r.payment_method',
      'r.total_price',
      'r.currency',
    ])
    .select(['r.scaled_price', 'r.discount_code', CONCESSION.as('concession')])
    .select(['r.charged_at', 't.phone_number', 'zones.boarding_code', 'g.id as group_id', 'g.name as group_name'])
    .select(nameFor(driver_sees).as('name'))
    .orderBy('r.id')
    .execute()
  return rows.map((row) => {
    const { attendants } = peopleIn(row.passengers)
    const fares = row.passengers.filter(({ travels_as }) => travels_as !== 'attendant')
    const ofType = (type: string): number => fares.filter(({ fare_type }) => fare_type === type).length
    return {
      id: row.id,
      name: row.name,
      phone_number:
        passenger_calls === 'direct' && (row.status === 'assigned' || row.status === 'secured')
          ? row.phone_number
          : null,
      ...(row.group_id === null || row.group_name === null
        ? {}
        : { group: { id: row.group_id, name: row.group_name } }),
      ...(today ? notesOf(row) : {}),
      aids: row.aids,
      attendants,
      adults: ofType('adult'),
      children: ofType('child'),
      concessions: ofType('concession'),
      concession: concessionOf(row),
      ...(row.boarding_code === 'off'
        ? {}
        : { code: { required: row.boarding_code === 'required', ...codes.checkOf(row.id) } }),
      due: dueOf(row),
    }
  })
}

type Noted = { status: string; pickup_note: string | null; dropoff_note: string | null }

/** Each from when the booking is secured until its stop is done (JRN-85). */
const notesOf = ({
  status,
  pickup_note,
  dropoff_note,
}: Noted): Pick<ManifestBooking, 'pickup_note' | 'dropoff_note'> => ({
  ...(pickup_note !== null && status === 'secured' ? { pickup_note } : {}),
  ...(dropoff_note !== null && (status === 'secured' || status === 'on_board') ? { dropoff_note } : {}),
})

/** That the passenger holds when the ride begins. */
const CONCESSION = sql<string | null>`(select s.name from traveler_concessions c
  join traveler_sets s on s.id = c.traveler_set_id
  where c.traveler_id = r.traveler_id and c.region_id = zones.region_id and c.created_at <= r.pickup_lower_bound
    and c.expires_at > r.pickup_lower_bound order by c.id limit 1)`

type Conceded = { concession: string | null; scaled_price: number; total_price: number; discount_code: string | null }

/** Without the concession the zone's price is due, but for a discount that was used besides. */
const concessionOf = ({
  concession,
  scaled_price,
  total_price,
  discount_code,
}: Conceded): ManifestBooking['concession'] =>
  concession === null ? null : { name: concession, full_amount: discount_code === null ? scaled_price : total_price }

type Fare = { payment_method: string; total_price: number; currency: string; charged_at: Date | null }

const dueOf = ({ payment_method, total_price, currency, charged_at }: Fare): ManifestBooking['due'] => {
  const method = payment_method as PaymentMethod // written by confirmation alone, from the zone's list
  const fare = { method, amount: total_price, currency }
  if (total_price === 0) return { kind: 'free', ...fare }
  // What was taken in cash is told by the driver: it stands in the trip.
  if (method === 'cash') return { kind: method, ...fare }
  if (charged_at !== null) return { kind: 'paid', ...fare }
  return { kind: method === 'card' ? method : 'transport_card', ...fare }
}
