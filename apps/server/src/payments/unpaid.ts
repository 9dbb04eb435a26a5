import { settlements } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { dayAndTime, money } from '../planning/plan/format.ts'

export type Unpaid = { id: number; total_price: number; currency: string; rode_at: Date; time_zone: string }

const PAID = ['succeeded', ...settlements] as const

/**
 * The oldest ride of this passenger whose card could not be charged, until it is charged or settled: also while it is
 * tried again. Undefined: there is none, and rides can be booked by card.
 */
export const unpaidRide = (db: Kysely<DB>, travelerId: number): Promise<Unpaid | undefined> =>
  db
    .selectFrom('service_requests as r')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.service_request_id', '=', 'r.id').on('p.kind', '=', 'charge').on('p.state', 'not in', PAID),
    )
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .where('r.traveler_id', '=', travelerId)
    .where('r.status', '=', 'completed')
    .where('r.charged_at', 'is', null)
    .where(
      sql<boolean>`exists (select from payment_events e where e.payment_id = p.id
        and e.code in ('action_needed', 'declined', 'given_up'))`,
    )
    .select(['r.id', 'r.total_price', 'r.currency', 'r.pickup_lower_bound as rode_at', 'z.time_zone'])
    .orderBy('r.pickup_lower_bound')
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst()

const facts = ({ total_price, currency, rode_at, time_zone }: Unpaid): string =>
  `${dayAndTime(rode_at, time_zone)} (${money(total_price, currency)})`

export const unpaidToStaff = (ride: Unpaid): string =>
  `Booking ${ride.id} of ${facts(ride)} could not be charged to this passenger's card and is not paid yet. Choose another way to pay, charge that booking again, or mark it as paid there`

export const unpaidToPassenger = (ride: Unpaid): string =>
  `The ride of ${facts(ride)} could not be charged to the card and is not paid yet. Pay for it under My rides, or choose another way to pay`
