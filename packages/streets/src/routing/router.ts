import type { LngLat } from '@ambit/geo'
import { createSearch } from '../hierarchy/search.ts'
import { createDraw } from './draw.ts'
import type { Drawing } from './draw.ts'
import type { Network } from './network.ts'
import { createSeeds } from './seeds.ts'
import { snapTo } from './snap.ts'
import type { Snap } from './snap.ts'

export type Place = LngLat | Snap
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
export type TargetSet = { count: number; from: (source: Place) => Costs }
export type Router = {
  snap: (point: LngLat, limitMetres?: number) => Snap | null
  route: (from: Place, to: Place) => RouteAnswer | null
  targets: (targets: readonly Place[]) => TargetSet
  /** Row-major, sources × targets. */
  table: (sources: readonly Place[], targets: readonly Place[]) => Costs
}

/** Farther than this from any road there is no street to start from. */
const SNAP_LIMIT_M = 1000

const NO_LIMIT_MS = Infinity

const isSnap = (place: Place): place is Snap => 'distance' in place

export const createRouter = (network: Network): Router => {
  const search = createSearch(network.hierarchy)

  const snap: Router['snap'] = (point, limit = SNAP_LIMIT_M) => snapTo(network, point, limit)
  // Stops are asked about again and again: the same point lies on the same road.
  const snapped = new WeakMap<LngLat, Snap | null>()
  const resolve = (place: Place): Snap | null => {
    if (isSnap(place)) return place
    const known = snapped.get(place)
    if (known !== undefined) return known
    const found = snap(place)
    snapped.set(place, found)
    return found
  }
  const seeds = createSeeds(network)
  const draw = createDraw(network)

  const route: Router['route'] = (from, to) => {
    const [a, b] = [resolve(from), resolve(to)]
    if (a === null || b === null) return null
    const short = seeds.direct(a, b)
    const path = search.path(seeds.leaving(a), seeds.reaching(b), short === null ? NO_LIMIT_MS : short.ms)
    if (path !== null) return answer(path.ms, path.cm, draw.path(path, a, b))
    return short === null ? null : answer(short.ms, short.cm, draw.direct(short, a, b))
  }

  const prepare = (places: readonly Place[]) => {
    const snaps = places.map(resolve)
    const buckets = search.buckets(snaps.map((place) => (place === null ? [] : seeds.reaching(place))))
    const onPiece = new Map<number, number[]>()
    snaps.forEach((place, target) => {
      for (const { piece } of place?.at ?? []) {
        const there = onPiece.get(piece)
        if (!there) onPiece.set(piece, [target])
        else if (there.at(-1) !== target) there.push(target)
      }
    })
    const fill = (source: Place, ms: Float64Array, cm: Float64Array): void => {
      const start = resolve(source)
      if (start === null) return
      for (const { piece } of start.at) {
        for (const target of onPiece.get(piece) ?? []) {
          const short = seeds.direct(start, snaps[target]!)
          if (short === null || short.ms >= ms[target]) continue
          ms[target] = short.ms
          cm[target] = short.cm
        }
      }
      search.fromSources(seeds.leaving(start), buckets, ms, cm)
      for (let i = 0; i < ms.length; i++) {
        ms[i] /= 1000
        cm[i] /= 100
      }
    }
    return fill
  }

  const targets: Router['targets'] = (places) => {
    const fill = prepare(places)
    const from = (source: Place): Costs =>
      emptyCosts(places.length, ({ duration, distance }) => fill(source, duration, distance))
    return { count: places.length, from }
  }

  const table: Router['table'] = (sources, places) => {
    const fill = prepare(places)
    return emptyCosts(sources.length * places.length, ({ duration, distance }) => {
      sources.forEach((source, row) => {
        const [start, end] = [row * places.length, (row + 1) * places.length]
        fill(source, duration.subarray(start, end), distance.subarray(start, end))
      })
    })
  }

  return { snap, route, targets, table }
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
