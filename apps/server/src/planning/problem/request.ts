import type { Request } from '@ambit/engine'
import type { StrategyConfiguration } from '@ambit/contract'
import type { BookedEnd, PlanBooking, Seconds, ZonePlan } from '../plan/types.ts'
import { hoursOfDropoff, hoursOfPickup } from '../plan/traffic.ts'
import type { Span } from '../plan/traffic.ts'
import type { Network } from './network.ts'

/** 30 s a stop, 10 s a passenger, 120 s a wheelchair, as the strategy sets them (design: Trips and the plan). */
export const dwellOf = (strategy: StrategyConfiguration, passengers: number, wheelchairs: number): Seconds =>
  strategy.dwell_stop_s +
  strategy.dwell_passenger_s * (passengers - wheelchairs) +
  strategy.dwell_wheelchair_s * wheelchairs

/** What a request needs to be planned: a booking, or an offering that may become one. */
export type Wish = {
  id: number
  status: PlanBooking['status']
  trip_id: number | null
  passenger_count: number
  mobility_support: number
  pickup: BookedEnd
  dropoff: BookedEnd
  max_ride_s: number
  boarded_at: Seconds | null
}

type Frame = { plan: Pick<ZonePlan, 'settings' | 'points'>; epoch: Seconds; now: Seconds; network: Network }

/**
 * The promise as the engine keeps it. The drop-off window's opening binds nobody: it is no later than the earliest
 * moment at which the vehicle can be there, so that nobody is driven round to pass time.
 */
export const requestOf = ({ plan, epoch, now, network }: Frame, wish: Wish): Request => {
  const at = (id: number, hours: Span): number => {
    const point = plan.points.get(id)
    if (point === undefined) throw new Error(`The plan holds no location ${id}`)
    return network.place(point, hours)
  }
  const service = dwellOf(plan.settings.strategy, wish.passenger_count, wish.mobility_support)
  return {
    id: wish.id,
    pickup: {
      location: at(wish.pickup.location_id, hoursOfPickup(wish.pickup, now)),
      window: { earliest: wish.pickup.lower - epoch, latest: wish.pickup.upper - epoch },
      service,
    },
    delivery: {
      location: at(wish.dropoff.location_id, hoursOfDropoff(wish.pickup, wish.dropoff, now)),
      window: { earliest: -1e9, latest: wish.dropoff.upper - epoch },
      service,
    },
    load: { seats: wish.passenger_count - wish.mobility_support, wheelchairs: wish.mobility_support },
    maxRideTime: wish.max_ride_s,
    walk: wish.pickup.walk_s + wish.dropoff.walk_s,
    ...(wish.status === 'secured' && wish.trip_id !== null ? { vehicles: [wish.trip_id] } : {}),
    ...(wish.status === 'on_board' && wish.boarded_at !== null ? { onBoardSince: wish.boarded_at - epoch } : {}),
  }
}
