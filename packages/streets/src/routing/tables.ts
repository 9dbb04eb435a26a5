import type { LngLat } from '@ambit/geo'
import { runSteps, type Steps } from '../walking/steps.ts'
import type { HierarchySearch, Seed } from '../hierarchy/search.ts'
import type { Detours } from './detours.ts'
import type { Seeds } from './seeds.ts'
import type { Snap } from './snap.ts'

/** An end of a route: a point that is to be snapped to the streets, or one that was snapped before. */
export type Waypoint = LngLat | Snap
/** Seconds and metres by target; Infinity where there is no way. */
export type Costs = { duration: Float64Array; distance: Float64Array }
export type TargetSet = { count: number; from: (source: Waypoint) => Costs }

type Roads = {
  search: HierarchySearch
  seeds: Seeds
  resolve: (place: Waypoint) => Snap | null
  /** null where no piece is closed */
  detours: Detours | null
}

/** A pair whose fastest way may lead over a closed piece, with the row that its answer belongs in. */
type Again = {
  target: number
  from: readonly Seed[]
  ms: Float64Array
  cm: Float64Array
  direct: { ms: number; cm: number } | undefined
}

/** Travel times from many places to many: the targets are prepared once, then each source is one search. */
export const createTables = (roads: Roads) => {
  const { search, detours } = roads
  const closedStates = detours === null ? null : search.buckets(detours.states.map((seed) => [seed]))

  const targets = (places: readonly Waypoint[]): TargetSet => {
    const { fill, goRound } = runSteps(prepare(roads, closedStates, places))
    const from = (source: Waypoint): Costs => {
      const costs = emptyCosts(places.length)
      runSteps(goRound(fill(source, costs.duration, costs.distance)))
      return costs
    }
    return { count: places.length, from }
  }

  /** Row-major, sources × targets. */
  const tableInSteps = function* (sources: readonly Waypoint[], places: readonly Waypoint[]): Steps<Costs> {
    const { fill, goRound } = yield* prepare(roads, closedStates, places)
    const costs = emptyCosts(sources.length * places.length)
    const again: Again[] = []
    for (const [row, source] of sources.entries()) {
      const [start, end] = [row * places.length, (row + 1) * places.length]
      again.push(...fill(source, costs.duration.subarray(start, end), costs.distance.subarray(start, end)))
      yield
    }
    yield* goRound(again)
    return costs
  }

  const table = (sources: readonly Waypoint[], places: readonly Waypoint[]): Costs =>
    runSteps(tableInSteps(sources, places))

  return { targets, table, tableInSteps }
}

type Prepared = {
  fill: (source: Waypoint, ms: Float64Array, cm: Float64Array) => Again[]
  goRound: (pairs: readonly Again[]) => Steps<void>
}

/** Searches between two yields. */
const AT_ONCE = 50

const prepare = function* (
  { search, seeds, resolve, detours }: Roads,
  closedStates: ReturnType<HierarchySearch['buckets']> | null,
  places: readonly Waypoint[],
): Steps<Prepared> {
  const snaps = places.map(resolve)
  const ends = snaps.map((place) => (place === null ? [] : seeds.reaching(place)))
  const buckets = search.buckets(ends)
  const onPiece = targetsByPiece(snaps)
  const beyond: Float64Array[] = []
  for (const [at, state] of detours?.states.entries() ?? []) {
    const ms = new Float64Array(places.length).fill(Infinity)
    search.fromSources([state], buckets, ms, new Float64Array(places.length))
    beyond.push(ms)
    if (at % AT_ONCE === AT_ONCE - 1) yield
  }
  /** The targets that a fastest way from here may reach over a closed piece. */
  const overClosed = (from: readonly Seed[], ms: Float64Array): number[] => {
    if (closedStates === null) return []
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
  return { fill, goRound: (pairs) => goRound(detours, ends, pairs) }
}

const targetsByPiece = (snaps: readonly (Snap | null)[]): Map<number, number[]> => {
  const onPiece = new Map<number, number[]>()
  snaps.forEach((place, target) => {
    for (const { piece } of place?.at ?? []) {
      const there = onPiece.get(piece)
      if (!there) onPiece.set(piece, [target])
      else if (there.at(-1) !== target) there.push(target)
    }
  })
  return onPiece
}

/** One target after the other, since what is known about the way to a target is found once for all its pairs. */
function* goRound(detours: Detours | null, ends: readonly (readonly Seed[])[], pairs: readonly Again[]): Steps<void> {
  for (const [target, those] of Map.groupBy(pairs, (pair) => pair.target)) {
    // Another table may head elsewhere while this one waits: nothing of a search lasts over a yield.
    yield
    detours?.head(ends[target])
    for (const { from, ms, cm, direct } of those) {
      const path = detours?.path(from) ?? null
      const best = path !== null && (direct === undefined || path.ms < direct.ms) ? path : direct
      ms[target] = (best?.ms ?? Infinity) / 1000
      cm[target] = (best?.cm ?? Infinity) / 100
    }
  }
}

const emptyCosts = (size: number): Costs => ({
  duration: new Float64Array(size).fill(Infinity),
  distance: new Float64Array(size).fill(Infinity),
})
