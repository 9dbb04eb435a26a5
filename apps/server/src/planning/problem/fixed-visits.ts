import type { FixedVisit, Location } from '@ambit/engine'
import type { FixedStop, Seconds } from '../plan/types.ts'

/** Stops of one sequence keep their order. A vehicle has one route, and its driver's break has its place between two runs. */
const ON_ROUTE = 1

/**
 * A break takes its time; a driver who is at it already has that much less to go. A route stop is the moment of leaving it:
 * people get on and off while the vehicle halts there, and a late vehicle halts no longer than they need.
 */
export const fixedVisitOf = (
  stop: FixedStop,
  location: Location,
  { epoch, now, onRoute }: { epoch: Seconds; now: Seconds; onRoute: boolean },
): FixedVisit => {
  const { from, until } = stop.window
  if (stop.kind === 'route_stop')
    return {
      id: stop.id,
      kind: 'route_stop',
      sequence: ON_ROUTE,
      location,
      window: { earliest: from - epoch, latest: until - epoch },
      service: 0,
    }
  const taken = stop.arrived_at === null ? 0 : Math.max(0, now - Math.max(stop.arrived_at, from))
  const latest = stop.arrived_at === null ? until - stop.dwell_s : Math.max(until - stop.dwell_s, now)
  return {
    id: stop.id,
    kind: 'break',
    ...(onRoute ? { sequence: ON_ROUTE } : {}),
    location,
    window: { earliest: from - epoch, latest: latest - epoch },
    service: Math.max(0, Math.ceil(stop.dwell_s - taken)),
  }
}
