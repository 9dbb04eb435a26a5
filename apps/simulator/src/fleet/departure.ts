import type { TripStop } from '@ambit/contract'
import { flatDistance, type LngLat } from '@ambit/geo'
import { MINUTE, SECOND } from '../timeline/timeline.ts'
import { type Cab, pointOf } from './cab.ts'
import { trafficAt } from './habits.ts'
import type { Leg } from './roads.ts'

/** Drivers leave a little early rather than to the second. */
export const AHEAD = MINUTE
const SLOWER_THAN_EXPECTED = 1.05

/**
 * The line goes on to the position of the stop, which may lie beside the street; the vehicle then stands at the
 * roadside.
 */
export const legTo = (cab: Cab, point: LngLat): Promise<Leg> => cab.world.roads(pointOf(cab), point)

/** Straight-line guess that spares a route for stops that are hours away, at a speed below any real one. */
const SLOWEST_M_S = 3

/** Before any moment there is. */
export const AT_ONCE = -Infinity

/** The moment to set out for a stop: at once with a passenger to set down there, else so as to arrive in time. */
export const leaveAtFor = async (cab: Cab, stop: TripStop): Promise<number> => {
  const now = cab.actor.now()
  if (stop.alightings.some(({ status }) => status === 'on_board')) return AT_ONCE
  const wanted = Date.parse(stop.scheduled_at)
  const guess = wanted - AHEAD - (flatDistance(pointOf(cab), stop.point) / SLOWEST_M_S) * SECOND
  if (guess > now + 10 * MINUTE) return guess
  const { seconds } = await legTo(cab, stop.point)
  const traffic = trafficAt(cab.zone.zone.time_zone, wanted)
  return wanted - AHEAD - seconds * traffic * SLOWER_THAN_EXPECTED * SECOND
}
