import { sql, type Transaction } from 'kysely'
import { beginGroup } from '../booking-groups/queries.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../http/errors.ts'
import { changePlan, noteBooking } from '../planning/change/change-plan.ts'
import { contextOf } from '../planning/plan/context.ts'
import { readVersion } from '../planning/plan/queries.ts'
import type { ZonePlan } from '../planning/plan/types.ts'
import type { Offer } from '../planning/search/offers.ts'
import { isOneRide } from '../planning/search/one-ride.ts'
import { bookOne, type Ride } from './book.ts'
import type { SeriesGroup } from './book-group.ts'
import type { SeriesRow } from './queries.ts'
import { findRide, rideNow } from './wish.ts'

/** A booking of another member on the same date and way that has its vehicle. */
type Beside = { id: number; trip_id: number; booking_group_id: number | null }

/** Those of a booked group first. */
const besides = async ({ db }: Deps, group: SeriesGroup, series: SeriesRow, { row }: Ride): Promise<Beside[]> => {
  const { rows } = await sql<Beside>`select r.id, r.trip_id, r.booking_group_id
    from booking_series_occurrences o join booking_series b on b.id = o.booking_series_id
    join service_requests r on r.id = o.service_request_id
    where b.series_group_id = ${group.id} and b.traveler_id <> ${series.traveler_id} and o.state = 'booked'
      and o.date = ${row.date}::date and o.leg = ${row.leg} and r.zone_id = ${series.zone_id}
      and r.status in ('assigned', 'secured') and r.trip_id is not null
    order by r.booking_group_id, r.id`.execute(db)
  return rows
}

/**
 * Books a ride with those of its group that are booked already: in their vehicle where the group travels together, there
 * or in another one where it takes as few as possible. `nobody`: none of them is. `no room`: it cannot be had with them.
 */
export const joinBooked = async (
  deps: Deps,
  group: SeriesGroup,
  series: SeriesRow,
  ride: Ride,
): Promise<'joined' | 'nobody' | 'no room'> => {
  const others = await besides(deps, group, series, ride)
  const [first] = others
  if (first === undefined) return 'nobody'
  const mates = others.filter(({ booking_group_id }) => booking_group_id === first.booking_group_id)
  const trips = new Set(mates.map(({ trip_id }) => trip_id))
  const { plan } = await contextOf(deps, deps.db, await readVersion(deps.db, series.zone_id))
  const anywhere = { plan, mates: [] }
  const ways = [{ plan: onlyOn(plan, trips), mates }, ...(group.seating === 'together' ? [] : [anywhere])]
  for (const way of ways) {
    const plans = new Map([[series.zone_id, way.plan]])
    const ids = way.mates.map((mate) => mate.id)
    const suits = (offer: Offer): boolean => isOneRide(offer, ids)
    // What is refused in their vehicle is no journey that was refused: it is searched once more in all.
    if ((await rideNow(deps, ride.wish, { plans, suits })).windows === null) continue
    const { offering } = await findRide(deps, ride.wish, plans)
    if (offering === null) continue
    const id = first.booking_group_id ?? (await groupWith(deps, group, series, first))
    if (id === null) continue
    const joined = { id, seating: group.seating }
    const requireOneRide = (tx: Transaction<DB>, booking: number): Promise<void> =>
      requireTogether(tx, booking, way.mates)
    const refused = await bookOne(deps, series, { ...ride, offering }, { told: [], group: joined, requireOneRide })
    if (refused === null) return 'joined'
  }
  return 'no room'
}

/** Throws 409 for a booking that rides in the vehicle of the others on another tour. */
const requireTogether = async (tx: Transaction<DB>, booking: number, mates: readonly Beside[]): Promise<void> => {
  const ids = mates.map(({ id }) => id)
  const { rows } = await sql<{ apart: number }>`select m.id as apart from service_requests r
    join trip_stops rp on rp.id = r.pickup_trip_stop_id join trip_stops rd on rd.id = r.dropoff_trip_stop_id
    join service_requests m on m.id = any(${ids}::int[]) and m.trip_id = r.trip_id
    join trip_stops mp on mp.id = m.pickup_trip_stop_id join trip_stops md on md.id = m.dropoff_trip_stop_id
    where r.id = ${booking} and (rp.location_index >= md.location_index or mp.location_index >= rd.location_index)`.execute(
    tx,
  )
  if (rows.length > 0) throw conflict('The vehicle of the group would come once more')
}

const onlyOn = (plan: ZonePlan, trips: ReadonlySet<number>): ZonePlan => ({
  ...plan,
  trips: plan.trips.map((trip) => (trips.has(trip.id) ? trip : { ...trip, available: false })),
})

/** The group of one who was booked alone; null: the booking has ended meanwhile. */
const groupWith = (
  deps: Deps,
  { name, seating, all_or_none }: SeriesGroup,
  { zone_id }: SeriesRow,
  mate: Beside,
): Promise<number | null> =>
  changePlan(deps, zone_id, null, async (change) => {
    const { tx, now } = change
    const open = await tx
      .selectFrom('service_requests')
      .where('id', '=', mate.id)
      .where('status', 'in', ['assigned', 'secured'])
      .select('booking_group_id')
      .forUpdate()
      .executeTakeFirst()
    if (open === undefined || open.booking_group_id !== null) return open?.booking_group_id ?? null
    const id = await beginGroup(tx, { zone_id, name, seating, all_or_none, created_by: null }, now)
    await tx
      .updateTable('service_requests')
      .set({ booking_group_id: id, updated_at: now })
      .where('id', '=', mate.id)
      .execute()
    noteBooking(change, mate.id, mate.trip_id)
    return id
  })
