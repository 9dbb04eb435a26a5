import { PaymentMethodName } from '@ambit/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { hasStops } from '../journeys/queries.ts'

const place = (name: string, longitude: number, latitude: number) => ({
  name,
  point: [longitude, latitude] as [number, number],
})

/** A booking as the way there of an open return. */
export const findWayThere = async (db: Kysely<DB>, id: number, scope: Scope) => {
  const row = await db
    .selectFrom('service_requests as r')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .where(withinScope(scope, 'zones.region_id'))
    .where('r.id', '=', id)
    .where('r.anonymised_at', 'is', null)
    .select(['r.traveler_id', 'r.zone_id', 'zones.time_zone', 'r.status', 'r.journey_leg', 'r.payment_method'])
    .select(['r.passengers', 'r.mobility_support', 'r.aids', 'r.dropoff_upper_bound', 'r.dropoff_walk_s'])
    .select(['r.origin_name', 'r.origin_longitude', 'r.origin_latitude'])
    .select(['r.destination_name', 'r.destination_longitude', 'r.destination_latitude'])
    .select(hasStops.as('has_stops'))
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    ...row,
    payment_method: PaymentMethodName.parse(row.payment_method),
    question: {
      traveler_id: row.traveler_id,
      passengers: row.passengers,
      mobility_support: row.mobility_support,
      aids: row.aids.map((aid) => aid.id),
      own_times: undefined,
      origin: place(row.origin_name, row.origin_longitude, row.origin_latitude),
      destination: place(row.destination_name, row.destination_longitude, row.destination_latitude),
    },
  }
}

/** Its journey, with the ids of the booking or the open return that is its way back. */
export const lockWayThere = async (tx: Transaction<DB>, id: number) =>
  tx
    .selectFrom('service_requests as r')
    .where('r.id', '=', id)
    .select('r.journey_id')
    .select(
      sql<number | null>`(select b.id from service_requests b
        where b.journey_id = r.journey_id and b.id <> r.id and b.status <> 'cancelled' limit 1)`.as('back'),
    )
    .select(
      sql<number | null>`(select o.id from open_returns o
        where o.journey_id = r.journey_id and o.state = 'waiting' limit 1)`.as('open'),
    )
    .forNoKeyUpdate('r')
    .executeTakeFirstOrThrow()
