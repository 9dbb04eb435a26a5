import type { Request } from '@ambit/engine'
import { hoursOfDropoff, hoursOfPickup } from '../plan/traffic.ts'
import type { Seconds, ZonePlan } from '../plan/types.ts'
import type { PlanProblem } from '../problem/build.ts'
import { tripsOpenTo } from '../plan/pins.ts'
import { buildRequest, PROSPECT } from '../problem/request.ts'
import { serviceTimes } from '../problem/service-time.ts'
import type { Journey, Pair } from './journey.ts'

/** When to leave; or how long before the requested arrival to arrive at most. */
export type SearchWindow = { earliest: Seconds; latest: Seconds } | { slack: Seconds }

/** For a requested arrival the closest arrivals are searched first, then earlier ones. */
export const windowsFor = (journey: Journey, maxWait: Seconds): SearchWindow[] => {
  if (journey.departing) return [{ earliest: journey.time, latest: journey.time + maxWait }]
  const step = 300
  const slacks = [step, 3 * step, 6 * step, maxWait].filter((slack) => slack <= maxWait)
  return slacks.map((slack) => ({ slack }))
}

const toMinuteUp = (time: Seconds): Seconds => Math.ceil(time / 60) * 60

/** The journey as a request between two places; null when its time has passed. */
export const journeyRequest = (pp: PlanProblem, journey: Journey, pair: Pair, window: SearchWindow): Request | null => {
  const { strategy } = pp.plan.settings
  const longest = maxRide(pp.plan, pair.direct_s)
  const { lower, upper, deliverBy } = timesOf(pp, journey, pair, window, longest)
  if (upper < lower) return null
  // An offer may promise a window that ends after the requested time, and is then planned in the same hours.
  const beyond = journey.departing
    ? { pickup: strategy.pickup_window_minutes * 60, dropoff: strategy.dropoff_window_minutes * 60 }
    : { pickup: 0, dropoff: 0 }
  const boarding = { lower, upper: upper + beyond.pickup }
  const open = tripsOpenTo(journey, pp.plan.trips, pp.now)
  const request = buildRequest(pp, {
    id: PROSPECT,
    passengers: journey.passengers,
    wheelchairs: journey.wheelchairs,
    times: journey.times,
    pickup: { point: pair.pickup.point, hours: hoursOfPickup(boarding, pp.now), lower, upper },
    dropoff: {
      point: pair.dropoff.point,
      hours: hoursOfDropoff(boarding, { upper: deliverBy + beyond.dropoff }, pp.now),
      upper: deliverBy,
    },
    walk_s: pair.pickup.walk_s + pair.dropoff.walk_s,
    maxRide: (direct_s) => Math.max(longest, maxRide(pp.plan, direct_s)),
  })
  return open === undefined ? request : { ...request, vehicles: open }
}

/** From when to when the vehicle may be at the pick-up, and by when at the drop-off. */
const timesOf = (
  pp: PlanProblem,
  journey: Journey,
  { pickup, dropoff, direct_s }: Pair,
  window: SearchWindow,
  longest: Seconds,
) => {
  const { pickup: service } = serviceTimes(pp.plan.settings.strategy, journey)
  const soonest = toMinuteUp(pp.now + pickup.walk_s)
  if ('slack' in window) {
    const deliverBy = journey.time - dropoff.walk_s
    const upper = deliverBy - direct_s - service
    const lower = Math.max(soonest, toMinuteUp(deliverBy - window.slack - direct_s - service))
    return { lower, upper, deliverBy }
  }
  const upper = window.latest + pickup.walk_s
  const lower = Math.max(soonest, toMinuteUp(window.earliest + pickup.walk_s))
  return { lower, upper, deliverBy: upper + service + longest }
}

/** At most factor × direct drive + minutes, as the strategy says. */
const maxRide = (plan: ZonePlan, direct_s: Seconds): Seconds =>
  Math.ceil(plan.settings.strategy.max_detour_factor * direct_s + plan.settings.strategy.max_detour_minutes * 60)
