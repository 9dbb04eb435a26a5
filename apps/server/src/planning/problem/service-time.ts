import type { BoardingTimes, StrategyConfiguration } from '@ambit/contract'
import type { Seconds } from '../plan/types.ts'

/** Who gets in and out; `times` null: the zone's strategy counts people and wheelchairs. */
export type Boarders = { passengers: number; wheelchairs: number; times: BoardingTimes | null }

/**
 * How long a stop takes for a booking: the stop's own time, and that of everybody who gets in or out. The only place that
 * says so: searches, promises, plans and their checks all ask here.
 */
export const serviceTimes = (
  strategy: StrategyConfiguration,
  { passengers, wheelchairs, times }: Boarders,
): { pickup: Seconds; dropoff: Seconds } => {
  const { dwell_stop_s: stop, dwell_passenger_s, dwell_wheelchair_s } = strategy
  if (times !== null) return { pickup: stop + times.load_s, dropoff: stop + times.unload_s }
  // 30 s a stop, 10 s a passenger, 120 s a wheelchair, unless the strategy sets them otherwise.
  const service = stop + dwell_passenger_s * (passengers - wheelchairs) + dwell_wheelchair_s * wheelchairs
  return { pickup: service, dropoff: service }
}
