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

/** An end of a route: a point that is to be snapped to the streets, or one that was snapped before. */
export type Waypoint = LngLat | Snap
export type RouteAnswer = {
  /** Seconds, free flow */
  duration: number
  /** Metres */
  distance: number
  geometry: LngLat[]
  /** Names (or numbers) of the roads in the order in which they are first driven, without repeats in a row */
  streets: string[]
}
/** Seconds and metres by target; Infinity where there is no way. */
export type Costs = { duration: Float64Array; distance: Float64Array }
export type TargetSet = { count: number; from: (source: Waypoint) => Costs }
export type Router = {
  snap: (point: LngLat, limitMetres?: number) => Snap | null
  route: (from: Waypoint, to: Waypoint) => RouteAnswer | null
  targets: (targets: readonly Waypoint[]) => TargetSet
  /** Row-major, sources × targets. */
  table: (sources: readonly Waypoint[], targets: readonly Waypoint[]) => Costs
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
 * over open ones. So closures cost nothing where they are not in the way, and the hierarchy stays as it was made.
 */
const routerOn = (network: Network, search: HierarchySearch, closed: ReadonlySet<number>): Router => {
  const detours = closed.size === 0 ? null : createDetours(network, search, closed)
  const closedStates = detours === null ? null : search.buckets(detours.states.map((seed) => [seed]))

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

  const prepare = (places: readonly Waypoint[]) => {
    const snaps = places.map(resolve)
    const ends = snaps.map((place) => (place === null ? [] : seeds.reaching(place)))
    const buckets = search.buckets(ends)
    const onPiece = new Map<number, number[]>()
    snaps.forEach((place, target) => {
      for (const { piece } of place?.at ?? []) {
        const there = onPiece.get(piece)
        if (!there) onPiece.set(piece, [target])
        else if (there.at(-1) !== target) there.push(target)
      }
    })
    const beyond = detours?.states.map((state) => {
      const ms = new Float64Array(places.length).fill(Infinity)
      search.fromSources([state], buckets, ms, new Float64Array(places.length))
      return ms
    })
    /** The targets that a fastest way from here may reach over a closed piece. */
    const overClosed = (from: readonly Seed[], ms: Float64Array): number[] => {
      if (beyond === undefined || closedStates === null) return []
      const before = new Float64Array(beyond.length).fill(Infinity)
      search.fromSources(from, closedStates, before, new Float64Array(beyond.length))
      return Array.from(ms.keys()).filter(
        (target) => ms[target] < Infinity && beyond.some((after, i) => before[i] + after[target] <= ms[target]),
      )
    }
    const fill = (source: Waypoint, ms: Float64Array, cm: Float64Array): Again[] => {
      const start = resolve(source)
      if (start === null) return []
      const from = seeds.leaving(start)
      const direct = new Map<number, { ms: number; cm: number }>()
      for (const { piece } of start.at) {
        for (const target of onPiece.get(piece) ?? []) {
          const short = seeds.direct(start, snaps[target]!)
          if (short === null || short.ms >= ms[target]) continue
          ms[target] = short.ms
          cm[target] = short.cm
          direct.set(target, short)
        }
      }
      search.fromSources(from, buckets, ms, cm)
      const again = overClosed(from, ms).map((target): Again => ({ target, from, ms, cm, direct: direct.get(target) }))
      for (let i = 0; i < ms.length; i++) {
        ms[i] /= 1000
        cm[i] /= 100
      }
      return again
    }
    /** One target after the other, for all that is known about the way to it is found once. */
    const goRound = (pairs: readonly Again[]): void => {
      for (const [target, those] of Map.groupBy(pairs, (pair) => pair.target)) {
        detours?.head(ends[target])
        for (const { from, ms, cm, direct } of those) {
          const path = detours?.path(from) ?? null
          const best = path !== null && (direct === undefined || path.ms < direct.ms) ? path : direct
          ms[target] = (best?.ms ?? Infinity) / 1000
          cm[target] = (best?.cm ?? Infinity) / 100
        }
      }
    }
    return { fill, goRound }
  }

  const targets: Router['targets'] = (places) => {
    const { fill, goRound } = prepare(places)
    const from = (source: Waypoint): Costs =>
      emptyCosts(places.length, ({ duration, distance }) => goRound(fill(source, duration, distance)))
    return { count: places.length, from }
  }

  const table: Router['table'] = (sources, places) => {
    const { fill, goRound } = prepare(places)
    return emptyCosts(sources.length * places.length, ({ duration, distance }) => {
      const again = sources.flatMap((source, row) => {
        const [start, end] = [row * places.length, (row + 1) * places.length]
        return fill(source, duration.subarray(start, end), distance.subarray(start, end))
      })
      goRound(again)
    })
  }

  const without: Router['without'] = (pieces) => routerOn(network, search, new Set([...closed, ...pieces]))
  return { snap, route, targets, table, without }
}

/** A pair whose fastest way may lead over a closed piece, with the row that its answer belongs in. */
type Again = {
  target: number
  from: readonly Seed[]
  ms: Float64Array
  cm: Float64Array
  direct: { ms: number; cm: number } | undefined
}

const emptyCosts = (size: number, fill: (costs: Costs) => void): Costs => {
  const costs = { duration: new Float64Array(size).fill(Infinity), distance: new Float64Array(size).fill(Infinity) }
  fill(costs)
  return costs
}

const answer = (ms: number, cm: number, drawing: Drawing): RouteAnswer => ({
  duration: ms / 1000,
  distance: cm / 100,
  ...drawing,
})
