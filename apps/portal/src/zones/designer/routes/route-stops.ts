import { type AnyId, DEFAULT_DWELL_SECONDS } from '@ambit/contract'
import type { RouteDraft, StopDraft } from '../design/design.ts'
import { routeStrings as words } from './strings.ts'

export type RouteStops = RouteDraft['stops']

export const insertStop = (stops: RouteStops, at: number, id: AnyId): RouteStops =>
  stops.toSpliced(at, 0, { zone_stop_id: id, dwell_seconds: DEFAULT_DWELL_SECONDS })

export const takeStop = (stops: RouteStops, at: number): RouteStops => stops.toSpliced(at, 1)

/** Moves a stop from one position to another, at most to either end. */
export const moveStop = (stops: RouteStops, from: number, to: number): RouteStops => {
  const moved = stops[from]
  if (moved === undefined) return stops
  const place = Math.max(0, Math.min(stops.length - 1, to))
  return place === from ? stops : stops.toSpliced(from, 1).toSpliced(place, 0, moved)
}

export const setDwell = (stops: RouteStops, at: number, seconds: number): RouteStops =>
  stops.map((stop, index) => (index === at ? { ...stop, dwell_seconds: seconds } : stop))

/** The stops of a route that still exist, with where they are; null in the place of one that was deleted. */
export const visitsOf = (
  route: RouteDraft,
  stops: readonly StopDraft[],
): { stop: StopDraft | null; dwell_seconds: number }[] => {
  const known = new Map(stops.map((stop) => [stop.id, stop]))
  return route.stops.map(({ zone_stop_id, dwell_seconds }) => ({
    stop: known.get(zone_stop_id) ?? null,
    dwell_seconds,
  }))
}

/** A route may come to a stop twice; each visit has a key of its own that stays with it when others move. */
export const visitKeys = (stops: RouteStops): string[] => {
  const seen = new Map<AnyId, number>()
  return stops.map(({ zone_stop_id: id }) => {
    const visit = (seen.get(id) ?? 0) + 1
    seen.set(id, visit)
    return `${id} ${visit}`
  })
}

export type RouteProblem = { key: string; route: AnyId; text: string }

/** What a save would refuse of the routes. */
export const routeProblems = (routes: readonly RouteDraft[], stops: readonly StopDraft[]): RouteProblem[] => {
  const known = new Set(stops.map(({ id }) => id))
  return routes.flatMap(({ id, name, stops: visits }) => [
    ...(visits.length < 2 ? [{ key: `${id} few`, route: id, text: words.problems.fewStops(name) }] : []),
    ...(visits.some(({ zone_stop_id }) => !known.has(zone_stop_id))
      ? [{ key: `${id} gone`, route: id, text: words.problems.goneStop(name) }]
      : []),
    ...(visits.some((visit, index) => visit.zone_stop_id === visits[index - 1]?.zone_stop_id)
      ? [{ key: `${id} twice`, route: id, text: words.problems.sameStop(name) }]
      : []),
  ])
}
