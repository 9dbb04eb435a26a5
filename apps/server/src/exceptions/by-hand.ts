import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { ByHandInput } from '@ambit/contract'
import type { ConcernedBooking } from '../database/exception-tables.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope, requireZone, type Scope, visibleTravelers } from '../http/scope.ts'
import { findException } from './queries.ts'
import { raise } from './raise.ts'

/** A person writes down what the service cannot see. 422 for a trip or booking of another zone, and for a passenger whom the caller does not see. */
export const raiseByHand = async (deps: Deps, input: z.output<typeof ByHandInput>, actor: Actor, keep: Keep) => {
  const { zone_id, trip_id, service_request_id, traveler_id = null, severity, text } = input
  await requireZone(deps.db, regionScope(actor), zone_id)
  return deps.db.transaction().execute(async (tx) => {
    if (trip_id != null) await requireTrip(tx, trip_id, zone_id)
    if (traveler_id !== null) await requirePassenger(tx, traveler_id, regionScope(actor))
    const bookings = service_request_id == null ? [] : [await bookingOf(tx, service_request_id, zone_id)]
    const id = await raise(tx, {
      kind: 'by_hand',
      severity,
      zone_id,
      trip_id: trip_id ?? null,
      subject: `hand:${randomUUID()}`,
      driver_id: null,
      traveler_id,
      facts: {},
      bookings,
      text,
      at: deps.clock.now(),
    })
    return keep(tx, { data: (await findException(tx, null, id))! }) // raised above
  })
}

const requireTrip = async (tx: Transaction<DB>, id: number, zoneId: number): Promise<void> => {
  const trip = await tx.selectFrom('trips').where('id', '=', id).select('zone_id').executeTakeFirst()
  if (trip?.zone_id !== zoneId) throw invalid([{ pointer: '/trip_id', detail: 'There is no such trip in this zone' }])
}

const requirePassenger = async (tx: Transaction<DB>, id: number, scope: Scope): Promise<void> => {
  const seen = tx.selectFrom('travelers').where('id', '=', id).where(visibleTravelers(scope)).select('id')
  if ((await seen.executeTakeFirst()) === undefined)
    throw invalid([{ pointer: '/traveler_id', detail: 'There is no such passenger' }])
}

const bookingOf = async (tx: Transaction<DB>, id: number, zoneId: number): Promise<ConcernedBooking> => {
  const booking = await tx
    .selectFrom('service_requests')
    .where('id', '=', id)
    .select(['zone_id', 'promised_pickup_lower_bound', 'promised_pickup_upper_bound'])
    .executeTakeFirst()
  if (booking?.zone_id !== zoneId)
    throw invalid([{ pointer: '/service_request_id', detail: 'There is no such booking in this zone' }])
  const [from, until] = [booking.promised_pickup_lower_bound, booking.promised_pickup_upper_bound]
  return { id, minutes: null, from: from.toISOString(), until: until.toISOString() }
}
