import { type Nearness, openRequestStatuses } from '@ambit/domain'
import { sql } from 'kysely'
import { among } from '../database/among.ts'
import type { Deps } from '../deps.ts'
import type { EventWriter } from '../live/stream.ts'
import { maySee, ridersOfAll } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'
import { findServiceRequests } from '../service-requests/queries.ts'
import { passengersIn } from '../sessions/queries.ts'
import { readRides, sees } from './bookings.ts'
import { rideNow } from './record.ts'
import type { RoadFacts } from './road-facts.ts'

/** What is known of a ride without asking, as of when it was last read. */
export type Followed = Nearness & {
  trip_id: number | null
  /** when it was last told, or asked for by the page as it began; by the steady clock, in ms */
  told: number
}
/** Why a ride is told: its vehicle `moved`, which is told while the vehicle is shown, or it `changed`. */
export type Why = 'moved' | 'changed'

export type Follower = {
  passenger: PassengerActor
  writer: EventWriter
  /** open rides of the passenger and of those whom they help */
  rides: Map<number, Followed>
  /** that are to be told */
  due: Map<number, Why>
  /** when its rides were last looked for, by the steady clock, in ms */
  looked: number
}
export type ToTell = { follower: Follower; id: number; why: Why }

/** Tells each the same as the app is answered when it asks now; nothing where it would be refused. */
export const tellRides = async (deps: Deps, taken: readonly ToTell[]): Promise<void> => {
  const { db, clock } = deps
  const passengers = new Set(taken.map(({ follower }) => follower.passenger))
  const standing = await whoStand(deps, [...passengers])
  const riders = await ridersOfAll(db, [...new Set([...standing].map(({ id }) => id))])
  const bookings = await findServiceRequests(db, [...new Set(taken.map(({ id }) => id))])
  const rides = new Map((await readRides(deps, db, bookings)).map((ride) => [ride.facts.booking.id, ride]))
  for (const { follower, id, why } of taken) {
    const { passenger, writer } = follower
    if (!standing.has(passenger)) {
      writer.end()
      continue
    }
    const ride = rides.get(id)
    const rider = riders.get(passenger.id)?.find((one) => one.id === ride?.facts.booking.traveler_id)
    if (ride === undefined || rider === undefined || !sees(rider, ride.facts.booking, clock.now())) {
      follower.rides.delete(id)
      continue
    }
    follower.rides.set(id, followedOf(ride.facts, clock.monotonic()))
    const shown = ride.shownTo(passenger, rider)
    if (why === 'changed' || shown.vehicle !== null) writer.tell('ride', { id, ride: shown })
  }
}

const followedOf = (facts: RoadFacts, told: number): Followed => ({
  ...rideNow(facts),
  trip_id: facts.booking.trip_id,
  told,
})

/** Whose session stands, and is still that passenger's. */
export const whoStand = async (
  { db, clock }: Deps,
  passengers: readonly PassengerActor[],
): Promise<ReadonlySet<PassengerActor>> => {
  const sessions = passengers.map(({ session_id }) => session_id)
  const found = await passengersIn(db, sessions, clock.wall())
  return new Set(passengers.filter(({ id, session_id }) => found.get(session_id) === id))
}

/** Reads the open rides of each anew. */
export const readOwnRides = async ({ db, clock }: Deps, followers: readonly Follower[]): Promise<void> => {
  const riders = await ridersOfAll(db, [...new Set(followers.map(({ passenger }) => passenger.id))])
  const seen = (passenger: PassengerActor): number[] =>
    (riders.get(passenger.id) ?? []).filter(maySee).map(({ id }) => id)
  const whose = [...new Set(followers.flatMap(({ passenger }) => seen(passenger)))]
  const rows = await db
    .selectFrom('service_requests as r')
    .leftJoin('trip_stops as s', 's.id', 'r.pickup_trip_stop_id')
    .where('r.traveler_id', '=', among(whose))
    .where('r.status', '=', sql<never>`any(${openRequestStatuses}::text[])`) // a list of them
    .select(['r.id', 'r.traveler_id', 'r.trip_id', 'r.status', 'r.pickup_lower_bound as opens'])
    .select(sql<boolean>`s.arrived_at is not null and s.departed_at is null`.as('at_stop'))
    .execute()
  const ofPassenger = Map.groupBy(rows, ({ traveler_id }) => traveler_id)
  for (const { passenger, rides } of followers) {
    const told = new Map([...rides].map(([id, ride]) => [id, ride.told]))
    rides.clear()
    for (const row of seen(passenger).flatMap((id) => ofPassenger.get(id) ?? [])) {
      const { id, trip_id, status, at_stop, opens } = row
      rides.set(id, {
        trip_id,
        status,
        at_stop,
        window_opens: opens.getTime(),
        told: told.get(id) ?? clock.monotonic(),
      })
    }
  }
}
