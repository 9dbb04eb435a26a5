import { counted } from '@ambit/domain'
import type { AnyId } from '@ambit/contract'
import { checkAreas } from '../service-areas/check-areas.ts'
import type { AreaFault } from '../service-areas/faults.ts'
import type { FieldError } from '../http/errors.ts'
import { areasAfter, idsAfter, type RouteAfter, routesAfter } from './after.ts'
import type { MatchedParts } from './match.ts'

/** What depends on the parts to be removed. */
export type Uses = {
  /** by location: bookings and trips ahead */
  stops: ReadonlyMap<number, { bookings: readonly number[]; trips: readonly number[] }>
  /** by route that any schedule names: how many of them have not ended */
  routes: ReadonlyMap<number, number>
  /** by strategy: schedules that have not ended */
  strategies: ReadonlyMap<number, number>
}

/** Every rule that the zone's parts would break after the save. */
export const ruleFaults = async (matched: MatchedParts, uses: Uses): Promise<AreaFault[]> => {
  const routes = routesAfter(matched)
  const elsewhere = [
    ...travelRuleFaults(matched.service_areas),
    ...routeFaults(matched, routes),
    ...removedStopFaults(matched.zone_stops, routes, uses),
    ...removedRouteFaults(matched.service_routes, uses),
    ...strategyFaults(matched.service_strategies, uses),
  ]
  return [
    ...(await checkAreas(areasAfter(matched.service_areas))),
    ...elsewhere.map((fault) => ({ ...fault, points: [] })),
  ]
}

/** An area that this save removes leaves the travel rules. */
const travelRuleFaults = (areas: MatchedParts['service_areas']): FieldError[] => {
  const known = idsAfter(areas)
  for (const { current } of areas.removed) known.add(current.id)
  return [...areas.updated, ...areas.added].flatMap(({ pointer, fields }) =>
    (fields.travel_rule?.connected_location_ids ?? []).flatMap((id, index) =>
      known.has(id)
        ? []
        : {
            pointer: `${pointer}/travel_rule/connected_location_ids/${index}`,
            title: 'Travel rule',
            detail: 'The zone no longer has this area',
          },
    ),
  )
}

const routeFaults = (matched: MatchedParts, routes: readonly RouteAfter[]): FieldError[] => {
  const stops = idsAfter(matched.zone_stops)
  const strategies = idsAfter(matched.service_strategies)
  return routes.flatMap(({ pointer, named, service_strategy_id, stops: through }) => {
    const faults: FieldError[] = []
    if (pointer !== null && service_strategy_id !== null && !strategies.has(service_strategy_id)) {
      const detail = 'The zone no longer has this strategy'
      faults.push({ pointer: `${pointer}/service_strategy_id`, title: 'Strategy', detail })
    }
    if (named === null) return faults
    for (const [index, { zone_stop_id }] of through.entries()) {
      const detail = !stops.has(zone_stop_id)
        ? 'The zone no longer has this stop'
        : zone_stop_id === through[index - 1]?.zone_stop_id
          ? 'The route already stops here: a stop cannot follow itself'
          : null
      if (detail !== null) faults.push({ pointer: `${named}/${index}/zone_stop_id`, title: 'Stop', detail })
    }
    return faults
  })
}

const removedStopFaults = (
  { removed }: MatchedParts['zone_stops'],
  routes: readonly RouteAfter[],
  uses: Uses,
): FieldError[] => {
  const routesThrough = new Map<AnyId, string[]>()
  // Where the request names the stops of a route, the fault is reported there.
  for (const { named, name, stops } of routes) {
    if (named !== null) continue
    for (const id of new Set(stops.map(({ zone_stop_id }) => zone_stop_id))) {
      routesThrough.set(id, [...(routesThrough.get(id) ?? []), name])
    }
  }
  return removed.flatMap(({ pointer, current }) => {
    const { bookings = [], trips = [] } = uses.stops.get(current.location_id) ?? {}
    const users = [
      ...named('route', routesThrough.get(current.id) ?? []),
      ...named('booking', bookings),
      // A trip stops for its bookings; without any the vehicle is on its way to wait there.
      ...(bookings.length === 0 ? named('trip', trips) : []),
    ]
    if (users.length === 0) return []
    return { pointer, title: 'Stop', detail: `${current.name} is still used by ${users.join(' and ')}` }
  })
}

const removedRouteFaults = ({ removed }: MatchedParts['service_routes'], uses: Uses): FieldError[] =>
  removed.flatMap(({ pointer, current }) => {
    const ahead = uses.routes.get(current.id)
    if (ahead === undefined) return []
    const detail =
      ahead > 0
        ? `${current.name} still has ${counted(ahead, 'schedule')}`
        : `${current.name} has been driven: it stays with its schedules`
    return { pointer, title: 'Route', detail }
  })

const strategyFaults = (strategies: MatchedParts['service_strategies'], uses: Uses): FieldError[] => {
  const { updated, added, removed } = strategies
  const faults: FieldError[] = []
  const [another, ...more] = [...updated, ...added].filter(({ fields }) => fields.default === true)
  for (const { pointer } of more) {
    faults.push({ pointer: `${pointer}/default`, detail: 'A zone has one default strategy' })
  }
  for (const { pointer, current, fields } of updated) {
    if (current.default && fields.default === false && another === undefined) {
      faults.push({ pointer: `${pointer}/default`, detail: 'Make another strategy the default instead' })
    }
  }
  for (const { pointer, current } of removed) {
    const schedules = uses.strategies.get(current.id) ?? 0
    const detail =
      current.default && another === undefined
        ? `${current.name} is the default. Make another strategy the default first`
        : schedules > 0
          ? `${current.name} still has ${counted(schedules, 'schedule')}`
          : null
    if (detail !== null) faults.push({ pointer, title: 'Strategy', detail })
  }
  return faults
}

const MOST_NAMED = 3

/** `['route Crosstown']`, `['bookings 4, 7, 9 and 12 more']`, or empty. */
const named = (noun: string, names: readonly (string | number)[]): string[] => {
  if (names.length === 0) return []
  const shown = names.slice(0, MOST_NAMED).join(', ')
  const rest = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return [`${noun}${names.length === 1 ? '' : 's'} ${shown}${rest}`]
}
