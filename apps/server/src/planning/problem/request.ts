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
export type Demand = {
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
export const requestOf = ({ plan, epoch, now, network }: Frame, demand: Demand): Request => {
  const at = (id: number, hours: Span): number => {
    const point = plan.points.get(id)
    if (point === undefined) throw new Error(`The plan holds no location ${id}`)
    return network.place(point, hours)
  }
  const service = dwellOf(plan.settings.strategy, demand.passenger_count, demand.mobility_support)
  return {
    id: demand.id,
    pickup: {
      location: at(demand.pickup.location_id, hoursOfPickup(demand.pickup, now)),
      window: { earliest: demand.pickup.lower - epoch, latest: demand.pickup.upper - epoch },
      service,
    },
    delivery: {
      location: at(demand.dropoff.location_id, hoursOfDropoff(demand.pickup, demand.dropoff, now)),
      window: { earliest: -1e9, latest: demand.dropoff.upper - epoch },
      service,
    },
    load: { seats: demand.passenger_count - demand.mobility_support, wheelchairs: demand.mobility_support },
    maxRideTime: demand.max_ride_s,
    walk: demand.pickup.walk_s + demand.dropoff.walk_s,
    ...(demand.status === 'secured' && demand.trip_id !== null ? { vehicles: [demand.trip_id] } : {}),
    ...(demand.status === 'on_board' && demand.boarded_at !== null ? { onBoardSince: demand.boarded_at - epoch } : {}),
  }
}
