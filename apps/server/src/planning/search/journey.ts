import type { Insertion, Refusal, Request } from '@ambit/engine'
import type { BoardingTimes, VehicleNeed } from '@ambit/contract'
import type { RefusedByRule } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import { takesAll } from '../plan/pins.ts'
import type { PlanTrip, Seconds, ZonePlan } from '../plan/types.ts'
import type { PlanProblem } from '../problem/build.ts'
import type { Accessibility, MeetingPoint } from './meeting-points.ts'

/** The passenger's rides ahead, without one that is changed, and when the first of them ends. */
export type OpenRides = { open_bookings: number; next_end: Date | null }

/** What a passenger asks for: two places, a time, seats and wheelchair spaces. */
export type Journey = Accessibility & {
  origin: { name: string; point: LngLat }
  destination: { name: string; point: LngLat }
  /** everybody on a seat or in a wheelchair space */
  passengers: number
  /** those of them who pay */
  paying: number
  wheelchairs: number
  /** null: the zone's strategy counts */
  times: BoardingTimes | null
  needs: readonly VehicleNeed[]
  /** requested departure from the origin, or requested arrival at the destination */
  time: Seconds
  departing: boolean
  /** asked to leave at once: a cut-off need not hold for it */
  leave_now: boolean
  /** booking rules do not hold for it, for a reason that stands in the booking's history */
  override: boolean
  /** the passenger calls for a way back that was kept: cut-off, horizon and counts do not hold for it */
  called?: boolean
}

/** Where a journey boards and alights, and how long the direct drive takes. */
export type Pair = { pickup: MeetingPoint; dropoff: MeetingPoint; direct_s: Seconds }

/** One feasible insertion: these two places, in this trip, at these times (seconds since 1970). */
export type Candidate = Pair & {
  plan: ZonePlan
  trip: PlanTrip
  insertion: Insertion
  request: Request
  pickup_at: Seconds
  delivery_at: Seconds
  max_ride_s: Seconds
  /** seconds by which others on the trip are later, summed over their seats */
  harm_s: Seconds
  /** how many others have to change vehicle for it; null where the order of no other passenger changes either */
  moves: number | null
}

export type Obstacle =
  | { kind: 'no_stop'; end: 'origin' | 'destination'; nearest_m: number | null }
  | { kind: 'no_way' }
  | { kind: 'not_in_service' }
  /** no vehicle in service says that it takes the aids */
  | { kind: 'not_taken'; needs: readonly VehicleNeed[] }
  /** a requested arrival that cannot be met by leaving now */
  | { kind: 'too_soon'; direct_s: Seconds }
  /** a rule of the zone refuses what the plan would take, or all that could be searched */
  | { kind: 'rule'; refused: RefusedByRule; rides: OpenRides | null }
  | { kind: 'refused'; refusals: readonly Refusal[]; pp: PlanProblem }

/** By seats, wheelchair spaces and what it takes, with no other passengers on board. */
export const isLargeEnough = ({ capacity, takes }: PlanTrip, { passengers, wheelchairs, needs }: Journey): boolean =>
  takesAll({ takes }, needs) &&
  wheelchairs <= capacity.wheelchairs &&
  passengers - wheelchairs + wheelchairs * capacity.seatsPerWheelchair <= capacity.seats
