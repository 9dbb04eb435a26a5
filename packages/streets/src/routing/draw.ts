import type { LngLat } from '@ambit/geo'
import type { Path } from '../hierarchy/search.ts'
import type { Network } from './network.ts'
import type { Direct } from './seeds.ts'
import type { Snap } from './snap.ts'
import { arcsFromStates } from './states.ts'
import { type Driven, headingFrom, type RouteStep, stepsOf } from './steps.ts'

export type Drawing = { geometry: LngLat[]; streets: string[]; begins: string; steps: RouteStep[] }

/** How far along the arc the place lies, 0 to 1; the place names the arc's piece. */
const shareOn = (place: Snap, arc: number): number => {
  const { share } = place.at.find(({ piece }) => piece === arc >> 1)!
  return (arc & 1) === 0 ? share : 1 - share
}

/** A share of an arc as a driver sees it who goes on to `next`; null: who stops there. */
const createDriven = (network: Network) => {
  const { pieces, names, exitStart, exitState } = network
  const point = (i: number): LngLat => [pieces.points[2 * i] / 1e7, pieces.points[2 * i + 1] / 1e7]
  const pointsOf = (arc: number): LngLat[] => {
    const [first, last] = [pieces.pointStart[arc >> 1], pieces.pointStart[(arc >> 1) + 1]]
    const points = Array.from({ length: last - first }, (_, place) => point(first + place))
    return (arc & 1) === 0 ? points : points.toReversed()
  }
  const othersAt = (arc: number, next: number | null): Driven['others'] => {
    const { start, items } = arcsFromStates(network)
    const onward = exitState.subarray(exitStart[arc], exitStart[arc + 1])
    const arcs = new Set(Array.from(onward).flatMap((state) => [...items.subarray(start[state], start[state + 1])]))
    return [...arcs]
      .filter((other) => other !== next && other >> 1 !== arc >> 1)
      .map((other) => ({
        bearing: headingFrom(pointsOf(other)) ?? 0,
        roundabout: pieces.roundabout[other >> 1] === 1,
      }))
  }
  return (arc: number, points: readonly LngLat[], share: number, next: number | null): Driven => ({
    street: names[pieces.name[arc >> 1]],
    cm: Math.round(pieces.lengthCm[arc >> 1] * share),
    points,
    roundabout: pieces.roundabout[arc >> 1] === 1,
    others: next === null ? [] : othersAt(arc, next),
  })
}

/** The points of arcs. */
const createLines = ({ pieces }: Network) => {
  /** Points strictly between two shares of the arc, in driving order. */
  const inner = (arc: number, from: number, to: number, geometry: LngLat[]): void => {
    const piece = arc >> 1
    const backward = (arc & 1) === 1
    const [first, last] = [pieces.pointStart[piece], pieces.pointStart[piece + 1] - 1]
    if (to <= from || last - first < 2) return
    const squeeze = Math.cos((pieces.points[2 * first + 1] / 1e7) * (Math.PI / 180))
    const lengths = [0]
    for (let i = first + 1; i <= last; i++) {
      const step = Math.hypot(
        (pieces.points[2 * i] - pieces.points[2 * i - 2]) * squeeze,
        pieces.points[2 * i + 1] - pieces.points[2 * i - 1],
      )
      lengths.push(lengths[lengths.length - 1] + step)
    }
    const total = lengths[lengths.length - 1]
    for (let k = 1; k < lengths.length - 1; k++) {
      const i = backward ? lengths.length - 1 - k : k
      const share = backward ? 1 - lengths[i] / total : lengths[i] / total
      if (share > from && share < to)
        geometry.push([pieces.points[2 * (first + i)] / 1e7, pieces.points[2 * (first + i) + 1] / 1e7])
    }
  }

  const point = (i: number): LngLat => [pieces.points[2 * i] / 1e7, pieces.points[2 * i + 1] / 1e7]
  /** The arc without its last point: the next arc begins there. */
  const whole = (arc: number, geometry: LngLat[]): void => {
    const piece = arc >> 1
    const [first, last] = [pieces.pointStart[piece], pieces.pointStart[piece + 1] - 1]
    if ((arc & 1) === 0) for (let i = first; i < last; i++) geometry.push(point(i))
    else for (let i = last; i > first; i--) geometry.push(point(i))
  }
  const tail = (arc: number): LngLat =>
    point((arc & 1) === 0 ? pieces.pointStart[arc >> 1] : pieces.pointStart[(arc >> 1) + 1] - 1)
  return { inner, whole, tail }
}

/** The street of the first stretch that has a length: a way that begins at a junction is on none of the others there. */
const beginOf = (driven: readonly Driven[]): string => driven.find(({ cm }) => cm > 0)?.street ?? ''

/** Turns arcs into points, street names and what a driver does on the way. */
export const createDraw = (network: Network) => {
  const { pieces, names } = network
  const { inner, whole, tail } = createLines(network)
  const drivenOn = createDriven(network)

  const streetsOf = (arcs: readonly number[]): string[] => {
    const streets: string[] = []
    let last = 0
    for (const arc of arcs) {
      const name = pieces.name[arc >> 1]
      if (name === last || name === 0) continue
      last = name
      streets.push(names[name])
    }
    return streets
  }
  return {
    direct: (found: Direct, from: Snap, to: Snap): Drawing => {
      const geometry: LngLat[] = [from.point]
      inner(found.arc, found.from, found.to, geometry)
      geometry.push(to.point)
      const driven = [drivenOn(found.arc, geometry, found.to - found.from, null)]
      return { geometry, streets: streetsOf([found.arc]), begins: beginOf(driven), steps: stepsOf(driven) }
    },
    path: ({ arcs, source, target }: Path, from: Snap, to: Snap): Drawing => {
      const geometry: LngLat[] = [from.point]
      const [left, reached] = [shareOn(from, source.arc), shareOn(to, target.arc)]
      inner(source.arc, left, 1, geometry)
      // Where each stretch begins in the geometry, which it shares with the end of the one before.
      const begins: number[] = [0]
      for (const arc of arcs) {
        begins.push(geometry.length)
        whole(arc, geometry)
      }
      begins.push(geometry.length)
      geometry.push(tail(target.arc))
      inner(target.arc, 0, reached, geometry)
      geometry.push(to.point)
      const all = [source.arc, ...arcs, target.arc]
      const driven = all.map((arc, place) => {
        const points = geometry.slice(begins[place], (begins[place + 1] ?? geometry.length - 1) + 1)
        const share = place === 0 ? 1 - left : place === all.length - 1 ? reached : 1
        return drivenOn(arc, points, share, all[place + 1] ?? null)
      })
      return { geometry, streets: streetsOf(all), begins: beginOf(driven), steps: stepsOf(driven) }
    },
  }
}
