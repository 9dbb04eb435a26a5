import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { notFound } from '../http/errors.ts'
import { currentCurrency } from '../settings/currency.ts'
import { withinScope, type Scope } from '../http/scope.ts'

/** What passengers of a trip were to pay in cash, and what its driver took: the sum of that is to be handed in. */
export const cashOf = async (db: Kysely<DB>, tripId: number, scope: Scope) => {
  const trip = await db
    .selectFrom('trips as t')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .where('t.id', '=', tripId)
    .where(withinScope(scope, 'z.region_id'))
    .select('t.id')
    .executeTakeFirst()
  if (trip === undefined) throw notFound()
  const rows = await db
    .selectFrom('service_requests as r')
    .innerJoin('travelers', 'travelers.id', 'r.traveler_id')
    .where('r.trip_id', '=', tripId)
    .where('r.status', 'in', ['on_board', 'completed'])
    .where((eb) =>
      eb.or([
        eb.and([eb('r.payment_method', '=', 'cash'), eb('r.total_price', '>', 0)]),
        eb('r.fare_paid', 'is not', null),
      ]),
    )
    .select(['r.id as service_request_id', 'r.traveler_id', 'r.currency', 'r.total_price as due'])
    .select(['r.fare_paid as paid', 'r.fare_unpaid_reason as unpaid_reason', 'r.concession_shown'])
    .select(sql<string>`travelers.first_name || ' ' || travelers.last_name`.as('traveler_name'))
    .orderBy('r.boarded_at')
    .orderBy('r.id')
    .execute()
  const fares = rows.map((row) => {
    const { currency: _, ...fare } = row
    return fare
  })
  const cents = rows.reduce((sum, { paid }) => sum + Math.round((paid ?? 0) * 100), 0)
  return { trip_id: tripId, currency: rows[0]?.currency ?? (await currentCurrency(db)), amount: cents / 100, fares }
}
