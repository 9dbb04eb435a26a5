import type { LngLat } from '@ambit/geo'
import { createSearch } from '../hierarchy/search.ts'
import type { HierarchySearch, Seed } from '../hierarchy/search.ts'
import { createDetours } from './detours.ts'
import { createDraw } from './draw.ts'
import type { Drawing } from './draw.ts'
import type { Network } from './network.ts'
import { createSeeds } from './seeds.ts'
import { snapTo } from './snap.ts'
import type { Snap } from './snap.ts'
import type { RouteStep } from './steps.ts'
import type { Steps } from '../walking/steps.ts'
import { createTables } from './tables.ts'
import type { Costs, TargetSet, Waypoint } from './tables.ts'

export type RouteAnswer = {
  /** Seconds, free flow */
  duration: number
  /** Metres */
  distance: number
  geometry: LngLat[]
  /** Names (or numbers) of the roads in the order in which they are first driven, without repeats in a row */
  streets: string[]
  /** The street that it begins on, or its number; empty: it has no name */
  begins: string
  /** What a driver does on the way, the arrival last */
  steps: RouteStep[]
}
export type Router = {
  snap: (point: LngLat, limitMetres?: number) => Snap | null
  route: (from: Waypoint, to: Waypoint) => RouteAnswer | null
  targets: (targets: readonly Waypoint[]) => TargetSet
  /** Row-major, sources × targets. */
  table: (sources: readonly Waypoint[], targets: readonly Waypoint[]) => Costs
  /** The same in steps of a search or two. */
  tableInSteps: (sources: readonly Waypoint[], targets: readonly Waypoint[]) => Steps<Costs>
  /** The same network without these pieces, and no others. */
  without: (pieces: ReadonlySet<number>) => Router
}

/** Farther than this from any road there is no street to start from. */
const SNAP_LIMIT_M = 1000

const NO_LIMIT_MS = Infinity

const isSnap = (place: Waypoint): place is Snap => 'distance' in place

export const createRouter = (network: Network): Router =>
  routerOn(network, createSearch(network.hierarchy), new Set<number>())

/**
 * The hierarchy's answer stands unless a fastest way may lead over a closed piece: then the way is searched for again
 * over open ones. So closures cost nothing elsewhere, and the hierarchy is never rebuilt.
 */
const routerOn = (network: Network, search: HierarchySearch, closed: ReadonlySet<number>): Router => {
  const detours = closed.size === 0 ? null : createDetours(network, search, closed)

  const snap: Router['snap'] = (point, limit = SNAP_LIMIT_M) => snapTo(network, point, limit)
  // Stops are asked about again and again: the same point lies on the same road.
  const snapped = new WeakMap<LngLat, Snap | null>()
  const resolve = (place: Waypoint): Snap | null => {
    if (isSnap(place)) return place
    const known = snapped.get(place)
    if (known !== undefined) return known
    const found = snap(place)
    snapped.set(place, found)
    return found
  }
  const seeds = createSeeds(network, closed)
  const draw = createDraw(network)

  const fastest = (sources: readonly Seed[], targets: readonly Seed[], limit: number) => {
    const path = search.path(sources, targets, limit)
    if (detours === null || path === null || path.arcs.every((arc) => !closed.has(arc >> 1))) return path
    detours.head(targets)
    const round = detours.path(sources)
    return round === null || round.ms >= limit ? null : round
  }

  const route: Router['route'] = (from, to) => {
    const [a, b] = [resolve(from), resolve(to)]
    if (a === null || b === null) return null
    const short = seeds.direct(a, b)
    const path = fastest(seeds.leaving(a), seeds.reaching(b), short === null ? NO_LIMIT_MS : short.ms)
    if (path !== null) return answer(path.ms, path.cm, draw.path(path, a, b))
    return short === null ? null : answer(short.ms, short.cm, draw.direct(short, a, b))
  }

  const tables = createTables({ search, seeds, resolve, detours })
  const without: Router['without'] = (pieces) => routerOn(network, search, new Set([...closed, ...pieces]))
  return { snap, route, ...tables, without }
}

const answer = (ms: number, cm: number, drawing: Drawing): RouteAnswer => ({
  duration: ms / 1000,
  distance: cm / 100,
  ...drawing,
})
