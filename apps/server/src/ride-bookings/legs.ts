import type { RideLeg } from '@ambit/contract'
import { refuseRideCancel } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { lateCancelMinutes } from '../misses/late-cancel.ts'
import type { BookingRecord } from '../service-requests/queries.ts'
import { isLateAt } from './lateness.ts'

type OtherRide = Omit<RideLeg['others'][number], 'pickup_opens'> & { pickup_opens: Date }
export type RideLegFacts = Omit<RideLeg, 'others'> & { others: OtherRide[] }

/**
 * What these bookings are of their journeys at this moment, by their ids; those that are rides by themselves are left out.
 */
export const legsOf = async (
  db: Kysely<DB>,
  bookings: readonly Pick<BookingRecord, 'id' | 'journey_id' | 'journey_leg'>[],
  now: Date,
): Promise<ReadonlyMap<number, RideLegFacts>> => {
  const journeys = [...new Set(bookings.flatMap(({ journey_id }) => journey_id ?? []))]
  if (journeys.length === 0) return new Map()
  const ofThese = sql<number>`any(${journeys}::int[])`
  const rides = await db
    .selectFrom('service_requests as r')
    .leftJoin('trip_stops as s', 's.id', 'r.pickup_trip_stop_id')
    .where('r.journey_id', '=', ofThese)
    .select([
      'r.id',
      'r.journey_id',
      'r.journey_leg',
      'r.stay_minutes',
      'r.status',
      'r.created_at as booked_at',
      's.eta as expected',
    ])
    .select(sql<Date>`coalesce(r.promised_pickup_lower_bound, r.pickup_lower_bound)`.as('opens'))
    .select(sql<Date>`coalesce(r.promised_pickup_upper_bound, r.pickup_upper_bound)`.as('closes'))
    .select(lateCancelMinutes('r.zone_id').as('late_cancel_minutes'))
    .orderBy('r.journey_leg')
    .execute()
  const open = await db
    .selectFrom('open_returns')
    .where('journey_id', '=', ofThese)
    .where('state', '=', 'waiting')
    .select(['id', 'journey_id'])
    .execute()
  return new Map(
    bookings.flatMap(({ id, journey_id, journey_leg }) => {
      if (journey_id === null) return []
      const all = rides.filter((one) => one.journey_id === journey_id)
      const others = all
        .filter((ride) => ride.id !== id && ride.status !== 'cancelled')
        .map((ride) => ({
          id: ride.id,
          number: ride.journey_leg ?? 1,
          pickup_opens: ride.opens,
          can_cancel: refuseRideCancel(ride.status) === null,
          cancel_is_late: isLateAt(ride, now.getTime()),
        }))
      const stops = all.some(({ stay_minutes }) => stay_minutes !== null)
      const leg = stops ? ('stops' as const) : journey_leg === 1 ? ('there' as const) : ('back' as const)
      const waiting = open.find((one) => one.journey_id === journey_id)
      return [[id, { leg, number: journey_leg ?? 1, others, open_return_id: waiting?.id ?? null }] as const]
    }),
  )
}
