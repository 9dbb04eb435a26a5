import { type Nearness, openRequestStatuses } from '@ambit/domain'
import { sql } from 'kysely'
import { openOf } from '../access/ride-links.ts'
import type { ShownLink } from '../access/ride-link-token.ts'
import { among } from '../database/among.ts'
import type { Deps } from '../deps.ts'
import type { EventWriter } from '../live/stream.ts'
import { maySee, type Rider, ridersOfAll } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'
import { findServiceRequests } from '../service-requests/queries.ts'
import { passengersIn } from '../sessions/queries.ts'
import { type ReadRide, readRides, sees } from './bookings.ts'
import { rideNow } from './record.ts'
import type { RoadFacts } from './road-facts.ts'
import { trackedRide } from './tracked.ts'

/** What is known of a ride without asking, as of when it was last read. */
export type Followed = Nearness & {
  trip_id: number | null
  /** when it was last told, or asked for by the page as it began; by the steady clock, in ms */
  told: number
}
/** Why a ride is told: its vehicle `moved`, which is told while the vehicle is shown, or it `changed`. */
export type Why = 'moved' | 'changed'

/** Who follows: a passenger who has signed in, or whoever has opened the link to one ride. */
export type Viewer = { by: 'session'; passenger: PassengerActor } | { by: 'link'; link: ShownLink }

export type Follower = {
  viewer: Viewer
  writer: EventWriter
  /** open rides of the passenger and of those whom they help, or the one of the link */
  rides: Map<number, Followed>
  /** that are to be told */
  due: Map<number, Why>
  /** when its rides were last looked for, by the steady clock, in ms */
  looked: number
}
export type ToTell = { follower: Follower; id: number; why: Why }

const passengersOf = (viewers: Iterable<Viewer>): PassengerActor[] =>
  [...viewers].flatMap((viewer) => (viewer.by === 'session' ? [viewer.passenger] : []))
const linksOf = (viewers: Iterable<Viewer>): ShownLink[] =>
  [...viewers].flatMap((viewer) => (viewer.by === 'link' ? [viewer.link] : []))
const idsOf = (of: readonly { id: number }[]): number[] => [...new Set(of.map(({ id }) => id))]

/** Tells each the same as the page is answered when it asks now; nothing where it would be refused. */
export const tellRides = async (deps: Deps, taken: readonly ToTell[]): Promise<void> => {
  const { db, clock } = deps
  const viewers = new Set(taken.map(({ follower }) => follower.viewer))
  const standing = await whoStand(deps, [...viewers])
  const riders = await ridersOfAll(db, idsOf(passengersOf(standing)))
  const bookings = await findServiceRequests(db, [...new Set(taken.map(({ id }) => id))])
  const rides = new Map((await readRides(deps, db, bookings)).map((ride) => [ride.facts.booking.id, ride]))
  for (const { follower, id, why } of taken) {
    const { viewer, writer } = follower
    if (!standing.has(viewer)) {
      writer.end()
      continue
    }
    const ride = rides.get(id)
    const shown = ride === undefined ? null : shownTo(viewer, ride, riders, clock.now())
    if (ride === undefined || shown === null) {
      follower.rides.delete(id)
      continue
    }
    follower.rides.set(id, followedOf(ride.facts, clock.monotonic()))
    if (why === 'changed' || shown.vehicle !== null)
      writer.tell('ride', viewer.by === 'link' ? { ride: shown } : { id, ride: shown })
  }
}

/** Null: the ride may not be seen any more. */
const shownTo = (viewer: Viewer, ride: ReadRide, riders: ReadonlyMap<number, readonly Rider[]>, now: Date) => {
  const { facts } = ride
  if (viewer.by === 'link') return trackedRide(facts, viewer.link.purpose, now.getTime())
  const rider = riders.get(viewer.passenger.id)?.find(({ id }) => id === facts.booking.traveler_id)
  return rider !== undefined && sees(rider, facts.booking, now) ? ride.shownTo(viewer.passenger, rider) : null
}

const followedOf = (facts: RoadFacts, told: number): Followed => ({
  ...rideNow(facts),
  trip_id: facts.booking.trip_id,
  told,
})

/** Whose session stands, and is still that passenger's, or whose link still opens its ride. */
export const whoStand = async (deps: Deps, viewers: readonly Viewer[]): Promise<ReadonlySet<Viewer>> => {
  const sessions = passengersOf(viewers).map(({ session_id }) => session_id)
  const found = await passengersIn(deps.db, sessions, deps.clock.wall())
  const open = await openOf(deps, linksOf(viewers))
  return new Set(
    viewers.filter((viewer) =>
      viewer.by === 'link' ? open.has(viewer.link) : found.get(viewer.passenger.session_id) === viewer.passenger.id,
    ),
  )
}

/** Reads the open rides of each anew. */
export const readOwnRides = async ({ db, clock }: Deps, followers: readonly Follower[]): Promise<void> => {
  const viewers = followers.map(({ viewer }) => viewer)
  const riders = await ridersOfAll(db, idsOf(passengersOf(viewers)))
  const seen = (passenger: PassengerActor): number[] =>
    (riders.get(passenger.id) ?? []).filter(maySee).map(({ id }) => id)
  const whose = [...new Set(passengersOf(viewers).flatMap(seen))]
  const linked = linksOf(viewers).map(({ service_request_id }) => service_request_id)
  const rows = await db
    .selectFrom('service_requests as r')
    .leftJoin('trip_stops as s', 's.id', 'r.pickup_trip_stop_id')
    .where((row) => row.or([row('r.traveler_id', '=', among(whose)), row('r.id', '=', among(linked))]))
    .where('r.status', '=', sql<never>`any(${openRequestStatuses}::text[])`) // a list of them
    .select(['r.id', 'r.traveler_id', 'r.trip_id', 'r.status', 'r.pickup_lower_bound as opens'])
    .select(sql<boolean>`s.arrived_at is not null and s.departed_at is null`.as('at_stop'))
    .execute()
  const ofPassenger = Map.groupBy(rows, ({ traveler_id }) => traveler_id)
  const followedBy = (viewer: Viewer) =>
    viewer.by === 'link'
      ? rows.filter(({ id }) => id === viewer.link.service_request_id)
      : seen(viewer.passenger).flatMap((id) => ofPassenger.get(id) ?? [])
  for (const { viewer, rides } of followers) {
    const told = new Map([...rides].map(([id, ride]) => [id, ride.told]))
    rides.clear()
    for (const { id, trip_id, status, at_stop, opens } of followedBy(viewer))
      rides.set(id, {
        trip_id,
        status,
        at_stop,
        window_opens: opens.getTime(),
        told: told.get(id) ?? clock.monotonic(),
      })
  }
}
