import type { RideLeg } from '@ambit/contract'
import { refuseRideCancel } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { BookingRecord } from '../service-requests/queries.ts'

export type RideLegFacts = Omit<RideLeg, 'other'> & {
  other: { id: number; pickup_opens: Date; can_cancel: boolean } | null
}

/** What these bookings are of journeys there and back, by their ids; those that are rides by themselves are left out. */
export const legsOf = async (
  db: Kysely<DB> | Transaction<DB>,
  bookings: readonly Pick<BookingRecord, 'id' | 'journey_id' | 'journey_leg'>[],
): Promise<ReadonlyMap<number, RideLegFacts>> => {
  const journeys = [...new Set(bookings.flatMap(({ journey_id }) => journey_id ?? []))]
  if (journeys.length === 0) return new Map()
  const ofThese = sql<number>`any(${journeys}::int[])`
  const rides = await db
    .selectFrom('service_requests')
    .where('journey_id', '=', ofThese)
    .where('status', '<>', 'cancelled')
    .select(['id', 'journey_id', 'status'])
    .select(sql<Date>`coalesce(promised_pickup_lower_bound, pickup_lower_bound)`.as('pickup_opens'))
    .orderBy('id')
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
      const ride = rides.find((one) => one.journey_id === journey_id && one.id !== id)
      const other = ride && {
        id: ride.id,
        pickup_opens: ride.pickup_opens,
        can_cancel: refuseRideCancel(ride.status) === null,
      }
      const waiting = open.find((one) => one.journey_id === journey_id)
      const leg = journey_leg === 1 ? ('there' as const) : ('back' as const)
      return [[id, { leg, other: other ?? null, open_return_id: waiting?.id ?? null }] as const]
    }),
  )
}
