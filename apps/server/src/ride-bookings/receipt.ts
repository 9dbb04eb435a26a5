import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import type { PassengerActor } from '../rides/me.ts'
import { seenBooking } from './bookings.ts'

/** What of the payment stands nowhere else. */
const paymentOf = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('service_requests as r')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .innerJoin('regions as g', 'g.id', 'z.region_id')
    .leftJoin('payments as p', (join) => join.onRef('p.service_request_id', '=', 'r.id').on('p.kind', '=', 'charge'))
    .leftJoin('payment_methods as m', 'm.id', 'p.payment_method_id')
    .where('r.id', '=', id)
    .select(['g.name as carrier', 'g.receipt_note as note', 'r.discount_code', 'r.fare_paid', 'r.passenger_count'])
    .select(['r.boarded_count', 'r.charged_at', 'r.refunded_at', 'm.brand', 'm.last4'])
    .select(
      // That the passenger held when the ride was booked.
      sql<string | null>`(select s.name from traveler_concessions c join traveler_sets s on s.id = c.traveler_set_id
        where c.traveler_id = r.traveler_id and c.region_id = g.id and c.created_at <= r.created_at
          and c.expires_at > r.created_at order by c.id limit 1)`.as('concession'),
    )
    .executeTakeFirstOrThrow()

/** Of a completed ride that the passenger may see; 404 otherwise. Who helps is told of no card. */
export const receiptOf = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number, passenger: PassengerActor) => {
  const { booking, rider } = await seenBooking(db, id, passenger, clock.now())
  const date = booking.dropoff.actual
  if (booking.status !== 'completed' || date === null) throw notFound()
  const paid = await paymentOf(db, id)
  const reduction = cents(booking.scaled_price - booking.total_price)
  const year = new Intl.DateTimeFormat('en', { timeZone: booking.time_zone, year: 'numeric' }).format(date)
  return {
    service_request_id: id,
    number: `R-${year}-${String(id).padStart(6, '0')}`,
    date,
    time_zone: booking.time_zone,
    carrier: paid.carrier,
    note: paid.note,
    traveler_name: booking.traveler_name,
    from: booking.origin.name,
    to: booking.destination.name,
    picked_up_at: booking.pickup.actual,
    people: paid.boarded_count ?? paid.passenger_count,
    scaled_price: booking.scaled_price,
    reduction,
    reduced_by: reduction === 0 ? [] : [paid.concession, paid.discount_code].filter((by) => by !== null),
    total_price: booking.total_price,
    currency: booking.currency,
    payment_method: booking.payment_status === 'paid_in_cash' ? ('cash' as const) : booking.payment_method,
    payment_status: booking.payment_status,
    fare_paid: paid.fare_paid,
    card: rider.name === null ? cardOf(paid) : null,
    charged_at: paid.charged_at,
    refunded_at: paid.refunded_at,
  }
}

const cardOf = ({ brand, last4 }: { brand: string | null; last4: string | null }) =>
  brand === null || last4 === null ? null : { brand, last4 }

const cents = (amount: number): number => Math.round(amount * 100) / 100
