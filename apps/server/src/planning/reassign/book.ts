import type { Transaction } from 'kysely'
import type { Reason } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { assign } from '../change/assign.ts'
import type { Assignment } from '../change/assign.ts'
import { changePlan, planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { reserveId } from '../change/reserve-id.ts'
import { contextOf, withPoints } from '../plan/context.ts'
import type { PlanningContext } from '../plan/context.ts'
import { counted, minutes } from '../plan/format.ts'
import { readVersion } from '../plan/queries.ts'
import type { Demand } from '../problem/request.ts'
import { assignByInsertion, isAssigned } from './assign-by-insertion.ts'
import type { InsertedAssignment } from './assign-by-insertion.ts'
import { assignmentOf, roomForDemand, roomStill } from './make-room.ts'
import type { Room } from './make-room.ts'

/** A promise that may become a booking. */
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
}

/** How the booking is stored, while the zone is locked. */
export type BookingStore = {
  /** the booking that this offering has become already */
  known: (tx: Transaction<DB>) => Promise<{ id: number } | undefined>
  insert: (change: PlanChange, id: number) => Promise<void>
}

/**
 * Books a promise in the plan as it is now: on the offered trip, on another one that can keep it, or by others making
 * room. Answers the booking's id, of the one that exists already where it was booked before; null where the promise is
 * over or cannot be kept any more.
 */
export const book = async (deps: Deps, offered: Offered, store: BookingStore): Promise<number | null> =>
  (await bookByInsertion(deps, offered, store)) ?? (await bookWithRoom(deps, offered, store))

/** How a booking gets its trip: by which assignment and why, and why others change theirs for it. */
type Seat = { id: number; assignment: Assignment; reason: Reason; othersReason: Reason }

const bookSeat = (
  deps: Deps,
  offered: Offered,
  store: BookingStore,
  seatFor: (context: PlanningContext, tx: Transaction<DB>) => Promise<Seat | null>,
): Promise<number | null> =>
  changePlan(deps, offered.zone_id, 'insertion', async (change) => {
    const known = await store.known(change.tx)
    if (known !== undefined) return known.id
    if (offered.expires_at <= change.now) return null
    const context = await planBefore(change)
    if (!context.plan.settings.active) return null
    const seat = await seatFor(withLocations(context, offered), change.tx)
    if (seat === null) return null
    await store.insert(change, seat.id)
    await assign(change, seat.assignment, {
      created: seat.id,
      reasons: (id) => [id === seat.id ? seat.reason : seat.othersReason],
    })
    return seat.id
  })

const withLocations = (context: PlanningContext, { points }: Offered): PlanningContext => ({
  ...context,
  plan: withPoints(context.plan, points),
})

const bookByInsertion = (deps: Deps, offered: Offered, store: BookingStore): Promise<number | null> =>
  bookSeat(deps, offered, store, async (context, tx) => {
    const id = await reserveId(tx, 'service_requests')
    const assignment = assignByInsertion(context, offered.demand(id), offered.trip_id)
    if (!isAssigned(assignment)) return null
    const reason = whyThisTrip(assignment, offered.trip_id)
    return { id, assignment, reason, othersReason: reason }
  })

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
const bookWithRoom = async (deps: Deps, offered: Offered, store: BookingStore): Promise<number | null> => {
  if (!offered.needs_room || !deps.config.optimiser) return null
  const id = await reserveId(deps.db, 'service_requests')
  const demand = offered.demand(id)
  for (let tries = 0; tries < ROOM_TRIES && offered.expires_at > deps.clock.now(); tries++) {
    const before = await contextOf(deps, deps.db, await readVersion(deps.db, offered.zone_id))
    const room = await roomForDemand(deps, withLocations(before, offered), demand)
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

const seatInRoom = (room: Room, demand: Demand): Seat => ({
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
