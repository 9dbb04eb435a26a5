import { counted } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { Reason } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { assign, changedTrips } from '../change/assign.ts'
import type { Assignment } from '../change/assign.ts'
import type { By } from '../change/booking-history.ts'
import { changePlan, changePlansOfBooking, noteBooking, noteTrip, planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { removeFromTrip } from '../change/remove.ts'
import { reserveId } from '../change/reserve-id.ts'
import { contextOf, withPoints } from '../plan/context.ts'
import type { PlanningContext } from '../plan/context.ts'
import { minutes } from '../plan/format.ts'
import { readVersion } from '../plan/queries.ts'
import type { ZoneSettings } from '../plan/types.ts'
import { withoutBookings } from '../plan/without-bookings.ts'
import type { Demand } from '../problem/request.ts'
import { assignByInsertion, isAssigned } from './assign-by-insertion.ts'
import type { InsertedAssignment } from './assign-by-insertion.ts'
import { assignmentOf, roomForDemand, roomStill } from './make-room.ts'
import type { Room } from './make-room.ts'

/** A promise that may become a booking, or take the place of one. */
export type Offered = {
  zone_id: number
  /** the trip that was offered, which is tried first */
  trip_id: number
  expires_at: Date
  /** no insertion served it when it was offered: others have to make room */
  needs_room: boolean
  /** its locations, which the plan may not hold yet */
  points: readonly (readonly [number, LngLat])[]
  /** what the booking asks of the plan, under its id */
  demand: (id: number) => Demand
  /** the booking that gives up its place in the plan for this one, which gets its id; null for a new booking */
  replaces: number | null
}

/** How the booking is stored, while its zone is locked. */
export type BookingStore<T> = {
  /** the booking that this offering has become already; throws where it may not become one any more */
  known: (tx: Transaction<DB>) => Promise<{ id: number } | undefined>
  /** whether the rules of the zone still let it be had; throws 422 where the passenger may have no more */
  fits: (tx: Transaction<DB>, settings: ZoneSettings) => Promise<boolean>
  /** on no trip yet; answers who gave it its place and why, for its history */
  write: (change: PlanChange, id: number) => Promise<{ by: By; reasons: readonly Reason[] }>
  /** what is answered for the booking that stands now, in its transaction */
  answer: (tx: Transaction<DB>, id: number) => Promise<T>
}

type Booked<T> = { answer: T } | null

/**
 * Books a promise: inserted into the plan as it is now, while the zone is locked, or taken together with others making
 * room. A booking that it replaces leaves its trip in the same transaction, and keeps its place where the promise cannot
 * be kept. Answers for the booking that exists already where it was booked before; null where the promise is over or
 * cannot be kept any more.
 */
export const book = async <T>(deps: Deps, offered: Offered, store: BookingStore<T>): Promise<Booked<T>> =>
  (await bookByInsertion(deps, offered, store)) ?? (await bookWithRoom(deps, offered, store))

/** How a booking gets its trip: by which assignment and why, and why others change theirs for it. */
export type Seat = { id: number; assignment: Assignment; reason: Reason; othersReason: Reason }

/** The plan of the offered zone under change; and of the zone that the replaced booking is in, which may be the same. */
type Locked = { change: PlanChange; left: PlanChange | null }

const lockFor = <T>(deps: Deps, { zone_id, replaces }: Offered, work: (locked: Locked) => Promise<T>): Promise<T> =>
  deps.planning.sales([zone_id], () =>
    replaces === null
      ? changePlan(deps, zone_id, 'insertion', (change) => work({ change, left: null }))
      : changePlansOfBooking(deps, replaces, [zone_id], 'insertion', ({ own, changes }) =>
          work({ change: changes.find(({ zone }) => zone.zone_id === zone_id) ?? own, left: own }),
        ),
  )

const bookSeat = <T>(
  deps: Deps,
  offered: Offered,
  store: BookingStore<T>,
  seatFor: (context: PlanningContext, tx: Transaction<DB>) => Promise<Seat | null>,
): Promise<Booked<T>> =>
  lockFor(deps, offered, async ({ change, left }) => {
    const known = await store.known(change.tx)
    if (known !== undefined) return { answer: await store.answer(change.tx, known.id) }
    if (offered.expires_at <= change.now) return null
    const context = await planBefore(change)
    const { settings } = context.plan
    if (!settings.active || !(await store.fits(change.tx, settings))) return null
    const before = left === null ? null : await planBefore(left)
    const seat = await seatFor(openTo(offered, context), change.tx)
    if (seat === null) return null
    const written = await store.write(change, seat.id)
    if (left !== null && before !== null) await leave(left, before, seat)
    await giveSeat(change, seat, written)
    return { answer: await store.answer(change.tx, seat.id) }
  })

/** Gives a booking that was just written its trip. */
export const giveSeat = (
  change: PlanChange,
  seat: Seat,
  { by, reasons }: Awaited<ReturnType<BookingStore<unknown>['write']>>,
): Promise<void> =>
  assign(change, seat.assignment, {
    placed: { id: seat.id, by },
    reasons: (id) => (id === seat.id ? [...reasons, seat.reason] : [seat.othersReason]),
  })

/** Takes the stops of the replaced booking out of its trip, where the assignment does not lay that trip out anyway. */
const leave = async (change: PlanChange, before: PlanningContext, { id, assignment }: Seat): Promise<void> => {
  noteBooking(change, id, null)
  const trip = before.plan.bookings.find((booking) => booking.id === id)?.trip_id ?? null
  if (trip === null) return
  noteTrip(change, trip)
  if (!changedTrips(assignment).has(trip)) await removeFromTrip(change, before, trip, new Set([id]))
}

/** The plan as the offering finds it: with its locations, and without the booking that it replaces. */
export const openTo = ({ points, replaces }: Offered, context: PlanningContext): PlanningContext => {
  const plan = withPoints(context.plan, points)
  return { ...context, plan: replaces === null ? plan : withoutBookings(plan, new Set([replaces])) }
}

const bookByInsertion = <T>(deps: Deps, offered: Offered, store: BookingStore<T>): Promise<Booked<T>> =>
  bookSeat(deps, offered, store, (context, tx) => insertedSeat(offered, context, tx))

/** A seat in the plan as it is, for which no one else changes vehicle; null: there is none. */
export const insertedSeat = async (
  offered: Offered,
  context: PlanningContext,
  tx: Transaction<DB>,
): Promise<Seat | null> => {
  const id = offered.replaces ?? (await reserveId(tx, 'service_requests'))
  const assignment = assignByInsertion(context, offered.demand(id), offered.trip_id)
  if (!isAssigned(assignment)) return null
  const reason = whyThisTrip(assignment, offered.trip_id)
  return { id, assignment, reason, othersReason: reason }
}

const whyThisTrip = ({ trip, insertion }: InsertedAssignment, offeredTrip: number): Reason => {
  const later = insertion.affected.filter(({ delay }) => delay > 0)
  const others =
    later.length === 0
      ? 'no other passenger is delayed'
      : `${counted(later.length, 'other passenger is', 'other passengers are')} delayed within the promised times`
  const as = trip.id === offeredTrip ? 'as offered' : 'instead of the vehicle that was offered'
  return {
    code: trip.id === offeredTrip ? 'as_offered' : 'other_vehicle',
    text: `${trip.vehicle_number} ${as}: ${minutes(Math.max(0, insertion.detourTime))} more driving; ${others}`,
    figures: {
      trip_id: trip.id,
      vehicle_number: trip.vehicle_number,
      detour_s: Math.round(insertion.detourTime),
      delayed: later.length,
    },
  }
}

/** How often the search for room is repeated when the plan changed during it. */
const ROOM_TRIES = 3

/**
 * Room is sought in the plan as it is now, with nothing locked, and taken together with the booking if the plan is still
 * the same by then.
 */
const bookWithRoom = async <T>(deps: Deps, offered: Offered, store: BookingStore<T>): Promise<Booked<T>> => {
  if (!offered.needs_room || !deps.config.optimiser) return null
  const id = offered.replaces ?? (await reserveId(deps.db, 'service_requests'))
  const demand = offered.demand(id)
  for (let tries = 0; tries < ROOM_TRIES && offered.expires_at > deps.clock.now(); tries++) {
    const before = await contextOf(deps, deps.db, await readVersion(deps.db, offered.zone_id))
    const room = await roomForDemand(deps, openTo(offered, before), demand)
    if (room === null) return null
    const booked = await bookSeat(deps, offered, store, async (context) => {
      const still = context.plan.version === before.plan.version ? roomStill(context, demand, room) : null
      return still && seatInRoom(still, demand)
    })
    if (booked === null) continue
    deps.planning.statistics.rooms_sold += 1
    return booked
  }
  return null
}

export const seatInRoom = (room: Room, demand: Demand): Seat => ({
  id: demand.id,
  assignment: assignmentOf(room, demand),
  reason: {
    code: 'room_made',
    text: `${room.trip.vehicle_number}, after other bookings were moved within their promises`,
    figures: { trip_id: room.trip.id, vehicle_number: room.trip.vehicle_number },
  },
  othersReason: {
    code: 'made_room',
    text: `Moved to make room for booking ${demand.id}, within its promised times`,
    figures: { service_request_id: demand.id },
  },
})
