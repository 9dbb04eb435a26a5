import { openRequestStatuses } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { type BookingRecord, findServiceRequest, findServiceRequests } from '../service-requests/queries.ts'
import { maySee, requireBooker, type Rider, riderOf, ridersOf, seenSince } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'
import { deedsOf, eventsOf } from './events.ts'
import { rideBooking, rideSummary } from './record.ts'
import { type RoadFacts, roadFacts } from './road-facts.ts'

const KEPT_MONTHS = 24

type Seen = { booking: BookingRecord; rider: Rider }

/** A booking of this passenger, or of one whose rides they follow or book; 404 for others. `now`: the service's clock. */
export const seenBooking = async (
  db: Kysely<DB>,
  id: number,
  passenger: Pick<PassengerActor, 'id'>,
  now: Date,
): Promise<Seen> => {
  const booking = await findServiceRequest(db, id, null)
  if (booking === undefined) throw notFound()
  const rider = await riderOf(db, passenger, booking.traveler_id)
  if (!sees(rider, booking, now)) throw notFound()
  return { booking, rider }
}

/** Whether one who may deal with the rides of this passenger sees this one. */
export const sees = (rider: Rider, booking: BookingRecord, now: Date): boolean =>
  maySee(rider) && (rider.name === null || !isOver(booking, seenSince(now)))

const isOver = ({ status, pickup }: BookingRecord, since: Date): boolean =>
  !openRequestStatuses.some((open) => open === status) && pickup.lower_bound < since

/** A booking that the passenger may change, cancel and rate; 403 for one that they only follow. */
export const ownBooking = async (...asked: Parameters<typeof seenBooking>): Promise<BookingRecord> => {
  const { booking, rider } = await seenBooking(...asked)
  requireBooker(rider)
  return booking
}

/** A booking as its passenger sees it, or one who helps. */
export const showRide = async (
  deps: Deps,
  db: Kysely<DB>,
  booking: BookingRecord,
  viewer: Pick<PassengerActor, 'id'>,
) => {
  const [ride] = await readRides(deps, db, [booking])
  if (ride === undefined) throw notFound()
  return ride.shownTo(viewer, await riderOf(db, viewer, booking.traveler_id))
}

export type ReadRide = { facts: RoadFacts; shownTo: (viewer: Pick<PassengerActor, 'id'>, rider: Rider) => ShownRide }
export type ShownRide = ReturnType<typeof rideBooking> & { events: ReturnType<typeof eventsOf> }

/** Bookings with all that is shown of them. */
export const readRides = async (
  deps: Deps,
  db: Kysely<DB>,
  bookings: readonly BookingRecord[],
): Promise<ReadRide[]> => {
  const all = await roadFacts(deps, db, bookings)
  const deeds = await deedsOf(
    db,
    bookings.map(({ id }) => id),
  )
  const now = deps.clock.now().getTime()
  return all.map((facts) => ({
    facts,
    shownTo: (viewer, rider) => {
      const events = eventsOf(deeds.get(facts.booking.id) ?? [], facts.booking, viewer.id)
      return { ...rideBooking(facts, now, rider), events }
    },
  }))
}

const riderIn = (riders: readonly Rider[], { traveler_id }: BookingRecord): Rider =>
  riders.find(({ id }) => id === traveler_id)! // of these alone the bookings are

/** The rides of these that are shown: own ones of two years, those of others that are open or of the last 90 days. */
const seenRides = (db: Kysely<DB>, own: number, riders: readonly Rider[], now: Date) =>
  db
    .selectFrom('service_requests as r')
    .where(
      'r.traveler_id',
      'in',
      riders.map(({ id }) => id),
    )
    .where((e) => e.or([isOpen, e('r.traveler_id', '=', own), e('r.pickup_lower_bound', '>=', seenSince(now))]))
    .where(
      'r.pickup_lower_bound',
      '>=',
      sql<Date>`${now}::timestamptz - ${sql.raw(`interval '${KEPT_MONTHS} months'`)}`,
    )

const isOpen = sql<boolean>`r.status = any(${openRequestStatuses}::text[])`

/** The regions of the rides that are shown, by name. */
export const regionsOf = async ({ db, clock }: Deps, passenger: Pick<PassengerActor, 'id'>) => {
  const riders = (await ridersOf(db, passenger)).filter((rider) => maySee(rider))
  return seenRides(db, passenger.id, riders, clock.now())
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .innerJoin('regions as g', 'g.id', 'z.region_id')
    .select(['g.id', 'g.name'])
    .distinct()
    .orderBy('g.name')
    .execute()
}

type Page = {
  state: 'open' | 'past'
  traveler_id?: number | undefined
  region_id?: number | undefined
  page: number
  per_page: number
}

/**
 * The passenger's rides of the last two years and, of those whose rides they follow, of the last 90 days: open ones with
 * the next first, past ones with the newest first. 404 where only those of one are asked for who is none of these.
 */
export const listRides = async (
  deps: Deps,
  passenger: Pick<PassengerActor, 'id'>,
  { state, traveler_id, region_id, page, per_page }: Page,
) => {
  const now = deps.clock.now()
  const riders = (await ridersOf(deps.db, passenger)).filter(
    (rider) => maySee(rider) && (traveler_id === undefined || rider.id === traveler_id),
  )
  if (riders.length === 0) throw notFound()
  const inRegion = (id: number) =>
    sql<boolean>`exists (select from zones z where z.id = r.zone_id and z.region_id = ${id})`
  const found = seenRides(deps.db, passenger.id, riders, now)
    .where(state === 'open' ? isOpen : sql<boolean>`not ${isOpen}`)
    .$if(region_id !== undefined, (rides) => rides.where(inRegion(region_id ?? 0)))
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
  const data = facts.map((one) => rideSummary(one, now.getTime(), riderIn(riders, one.booking)))
  return { data, meta: { total, total_count: total } }
}
