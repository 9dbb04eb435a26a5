import type { Request } from '@ambit/engine'
import type { BoardingTimes, VehicleNeed } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { homesOf } from '../plan/groups.ts'
import { pointIn } from '../plan/lookups.ts'
import { tripsOpenTo } from '../plan/pins.ts'
import { isRevised } from '../plan/types.ts'
import { hoursOfDropoff, hoursOfPickup } from '../plan/traffic.ts'
import type { Span } from '../plan/traffic.ts'
import type { BookedEnd, PlanBooking, Seconds, ZonePlan } from '../plan/types.ts'
import type { Network } from './network.ts'
import { serviceTimes } from './service-time.ts'

/** The id of a request that is no booking: a search asks what a booking would cost. */
export const PROSPECT = 0

/** What has to be known of a booking to plan it; a `PlanBooking` is one. Times in seconds since 1970. */
export type Demand = {
  id: number
  status: PlanBooking['status']
  trip_id: number | null
  passenger_count: number
  mobility_support: number
  /** null: the zone's strategy counts */
  times: BoardingTimes | null
  /** what its vehicle has to take */
  needs: readonly VehicleNeed[]
  pickup: BookedEnd
  dropoff: BookedEnd
  max_ride_s: number
  boarded_at: Seconds | null
  /** trips that planning does not put it on */
  bans?: PlanBooking['bans']
  /** the group that it travels together with */
  together?: PlanBooking['together']
}

/** The time and place from which requests are planned. */
type Frame = { plan: ZonePlan; epoch: Seconds; now: Seconds; network: Network }

/** Two places with windows in seconds since 1970, and the hours in which a vehicle may be there. */
export type Asked = {
  id: number
  passengers: number
  wheelchairs: number
  times: BoardingTimes | null
  pickup: { point: LngLat; hours: Span; lower: Seconds; upper: Seconds }
  dropoff: { point: LngLat; hours: Span; upper: Seconds }
  /** on foot, at both ends together */
  walk_s: Seconds
  /** the longest ride, or how it follows from the direct drive */
  maxRide: Seconds | ((direct_s: Seconds) => Seconds)
}

/**
 * A request as the engine keeps it; engine times are seconds since the epoch. The drop-off window's opening does not
 * bind: it is no later than the earliest moment at which the vehicle can be there, so no vehicle drives round to pass
 * time.
 */
export const buildRequest = ({ plan, epoch, network }: Omit<Frame, 'now'>, asked: Asked): Request => {
  const { pickup, dropoff, passengers, wheelchairs, maxRide } = asked
  const service = serviceTimes(plan.settings.strategy, asked)
  const [from, to] = [network.place(pickup.point, pickup.hours), network.place(dropoff.point, dropoff.hours)]
  return {
    id: asked.id,
    pickup: {
      location: from,
      window: { earliest: pickup.lower - epoch, latest: pickup.upper - epoch },
      service: service.pickup,
    },
    delivery: { location: to, window: { earliest: -1e9, latest: dropoff.upper - epoch }, service: service.dropoff },
    load: { seats: passengers - wheelchairs, wheelchairs },
    maxRideTime: typeof maxRide === 'number' ? maxRide : maxRide(network.travel.duration(from, to)),
    walk: asked.walk_s,
  }
}

/** A promise as the engine keeps it: secured bookings stay with their vehicle, those on board have boarded. */
export const requestOf = (frame: Frame, demand: Demand): Request => {
  const { pickup, dropoff, status, trip_id, boarded_at } = demand
  const { plan, epoch, now } = frame
  const request = buildRequest(frame, {
    id: demand.id,
    passengers: demand.passenger_count,
    wheelchairs: demand.mobility_support,
    times: demand.times,
    pickup: { ...pickup, point: pointIn(plan, pickup.location_id), hours: hoursOfPickup(pickup, now) },
    dropoff: { ...dropoff, point: pointIn(plan, dropoff.location_id), hours: hoursOfDropoff(pickup, dropoff, now) },
    walk_s: pickup.walk_s + dropoff.walk_s,
    maxRide: demand.max_ride_s,
  })
  // Served later than promised, it counts as late by what was promised first.
  const open = trip_id === null ? tripsOpenTo(demand, plan.trips, now) : undefined
  const dueOf = (end: BookedEnd) => (isRevised(end) ? { due: end.promised_upper - epoch } : {})
  const homes = trip_id === null ? homesOf(plan.bookings, demand) : []
  const mayGo = homes.length === 0 ? open : homes.filter((id) => open?.includes(id) ?? true)
  return {
    ...request,
    pickup: { ...request.pickup, ...dueOf(pickup) },
    delivery: { ...request.delivery, ...dueOf(dropoff) },
    ...(mayGo === undefined ? {} : { vehicles: mayGo }),
    ...(demand.together == null ? {} : { together: demand.together }),
    ...(status === 'secured' && trip_id !== null ? { vehicles: [trip_id] } : {}),
    ...(status === 'on_board' && boarded_at !== null ? { onBoardSince: boarded_at - epoch } : {}),
  }
}
