import { type PaymentMethodName, WAITLIST_FRAME_MINUTES } from '@ambit/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { mayBook, riderOf } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'
import { findSearch, type SearchRecord } from '../searches/queries.ts'
import { putToWait } from '../waitlist-entries/create.ts'
import { waitingZone, whyNot } from '../waitlist-entries/outlook.ts'
import { methodsFor, type Payer, payerOf, requirePayable } from './offerings.ts'
import { requireStandings } from './standing.ts'

const FRAME_MS = WAITLIST_FRAME_MINUTES * 60_000

/** How a search that found nothing would be paid if it waited; null where it cannot wait. */
export const waitsWith = async (
  db: Kysely<DB>,
  search: SearchRecord,
  { payer, now }: { payer: Payer; now: Date },
): Promise<PaymentMethodName[] | null> => {
  if (search.status !== 'no_offerings' || search.service_request_id !== null) return null
  const zone = await waitingZone(db, search.zone_id)
  if (zone === undefined) return null
  const latest = search.traveling_at.getTime() + FRAME_MS
  if (latest - zone.waitlist_give_up_minutes * 60_000 <= now.getTime()) return null
  const methods = methodsFor(zone.payment_methods, payer)
  return methods.length === 0 || (await whyNot(db, { search, zone })).refused !== null ? null : methods
}

type Asked = { id: number; payment_method: PaymentMethodName }

/**
 * Puts an own search, or one for whom they book, on the waiting list: a ride within an hour of the wish is booked as soon
 * as there is room, and told. 404 for another's; 422 with why it cannot wait.
 */
export const waitForRide = async (deps: Deps, { id, payment_method }: Asked, passenger: PassengerActor, keep: Keep) => {
  const search = await findSearch(deps.db, id, null)
  if (search === undefined) throw notFound()
  const rider = await riderOf(deps.db, passenger, search.traveler_id)
  if (!mayBook(rider)) throw notFound()
  await requireStandings(deps.db, passenger, rider)
  requirePayable(await payerOf(deps, rider), payment_method)
  const at = search.traveling_at.getTime()
  const input = {
    service_availability_search_id: id,
    earliest_at: new Date(at - FRAME_MS).toISOString(),
    latest_at: new Date(at + FRAME_MS).toISOString(),
    mode: 'book' as const,
    payment_method,
  }
  const put = { scope: null, by: null, twice: () => 'You wait for a ride at that time already' }
  return putToWait(deps, input, put, (tx, entry) => {
    const { earliest_at, latest_at, give_up_at } = entry
    return keep(tx, { data: { id: entry.id, earliest_at, latest_at, give_up_at } })
  })
}
