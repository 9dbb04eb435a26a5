import { type Kysely, sql } from 'kysely'
import type { PaymentEntry } from '@ambit/contract'
import type { Wire } from '../http/bind.ts'
import type { DB } from '../database/schema.ts'

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('payments as p')
    .innerJoin('service_requests as r', 'r.id', 'p.service_request_id')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .leftJoin('payments as charge', (join) =>
      join.onRef('charge.service_request_id', '=', 'p.service_request_id').on('charge.kind', '=', 'charge'),
    )
    .selectAll('p')
    .select(['r.traveler_id', 'r.trip_id', 'r.zone_id', 'r.created_at as booked_at', 'zones.region_id'])
    .select('charge.provider_id as charge_id')

export type Payment = NonNullable<Awaited<ReturnType<typeof nextPayment>>>

/** The payment that has waited longest. A ride that is not over, because its drop-off was undone, is not charged. */
export const nextPayment = (db: Kysely<DB>, now: Date) =>
  select(db)
    .where('p.next_attempt_at', '<=', now)
    .where((where) =>
      where.or([
        where('p.kind', '=', 'refund'),
        where('p.provider_id', 'is not', null),
        where('r.status', '=', 'completed'),
      ]),
    )
    .orderBy('p.next_attempt_at')
    .limit(1)
    .executeTakeFirst()

export const findPayment = (db: Kysely<DB>, serviceRequestId: number, kind: 'charge' | 'refund') =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('service_request_id', '=', serviceRequestId)
    .where('kind', '=', kind)
    .executeTakeFirst()

/** The named card if it is the passenger's still, else their newest, one that has not expired first. */
export const cardToCharge = async (
  db: Kysely<DB>,
  { traveler_id, payment_method_id }: Pick<Payment, 'traveler_id' | 'payment_method_id'>,
  today: Date,
): Promise<string | null> =>
  (
    await db
      .selectFrom('payment_methods')
      .select('id')
      .where('traveler_id', '=', traveler_id)
      .where('provider', '=', 'stripe')
      .orderBy(sql`id is not distinct from ${payment_method_id}`, 'desc')
      .orderBy(sql`(exp_year, exp_month) >= (${today.getUTCFullYear()}::int, ${today.getUTCMonth() + 1}::int)`, 'desc')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? null

/** Oldest first. */
export const paymentEntries = (db: Kysely<DB>, serviceRequestId: number): Promise<Wire<PaymentEntry>[]> =>
  db
    .selectFrom('payment_events as e')
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    // A refund goes to the card that was charged.
    .leftJoin('payments as charge', (join) =>
      join.onRef('charge.service_request_id', '=', 'p.service_request_id').on('charge.kind', '=', 'charge'),
    )
    .leftJoin('payment_methods as m', 'm.id', 'charge.payment_method_id')
    .leftJoin('users', 'users.id', 'e.user_id')
    .where('p.service_request_id', '=', serviceRequestId)
    .select(['e.id', 'p.kind', 'e.code', 'e.detail', 'e.created_at'])
    .select([
      sql<string | null>`case e.code when 'succeeded' then m.last4 end`.as('last4'),
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('user_name'),
    ])
    .orderBy('e.id')
    .execute()
