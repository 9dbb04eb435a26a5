import { openRequestStatuses } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { type BookingRecord, findServiceRequest, findServiceRequests } from '../service-requests/queries.ts'
import type { PassengerActor } from '../rides/me.ts'
import { rideBooking, rideSummary } from './record.ts'
import { roadFacts } from './road-facts.ts'

type Reader = Kysely<DB> | Transaction<DB>

const KEPT_MONTHS = 24

/** A booking of this passenger; 404 for others. */
export const ownBooking = async (
  db: Reader,
  id: number,
  passenger: Pick<PassengerActor, 'id'>,
): Promise<BookingRecord> => {
  const booking = await findServiceRequest(db, id, null)
  if (booking?.traveler_id !== passenger.id) throw notFound()
  return booking
}

/** A booking as its passenger sees it. */
export const showRide = async (deps: Deps, db: Reader, booking: BookingRecord) => {
  const [facts] = await roadFacts(deps, db, [booking])
  if (facts === undefined) throw notFound()
  return rideBooking(facts, deps.clock.now().getTime())
}

type Page = { state: 'open' | 'past'; page: number; per_page: number }

/** The passenger's rides of the last two years: open ones with the next first, past ones with the newest first. */
export const listRides = async (deps: Deps, { id }: Pick<PassengerActor, 'id'>, { state, page, per_page }: Page) => {
  const now = deps.clock.now()
  const isOpen = sql<boolean>`r.status = any(${openRequestStatuses}::text[])`
  const found = deps.db
    .selectFrom('service_requests as r')
    .where('r.traveler_id', '=', id)
    .where(
      'r.pickup_lower_bound',
      '>=',
      sql<Date>`${now}::timestamptz - ${sql.raw(`interval '${KEPT_MONTHS} months'`)}`,
    )
    .where(state === 'open' ? isOpen : sql<boolean>`not ${isOpen}`)
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const direction = state === 'open' ? 'asc' : 'desc'
  const ids = await found
    .select('r.id')
    .orderBy('r.pickup_lower_bound', direction)
    .orderBy('r.id', direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const bookings = await findServiceRequests(
    deps.db,
    ids.map((row) => row.id),
  )
  const facts = await roadFacts(deps, deps.db, bookings)
  const data = facts.map((one) => rideSummary(one, now.getTime()))
  return { data, meta: { total, total_count: total } }
}
