import type { LngLat } from '@ambit/geo'
import type { Path } from '../hierarchy/search.ts'
import type { Network } from './network.ts'
import type { Direct } from './seeds.ts'
import type { Snap } from './snap.ts'

export type Drawing = { geometry: LngLat[]; streets: string[] }

/** How far along the arc the place lies, 0 to 1; the place names the arc's piece. */
const shareOn = (place: Snap, arc: number): number => {
  const { share } = place.at.find(({ piece }) => piece === arc >> 1)!
  return (arc & 1) === 0 ? share : 1 - share
}

/** Turns arcs into points and street names. */
export const createDraw = (network: Network) => {
  const { pieces, names } = network

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
      return { geometry, streets: streetsOf([found.arc]) }
    },
    path: ({ arcs, source, target }: Path, from: Snap, to: Snap): Drawing => {
      const geometry: LngLat[] = [from.point]
      inner(source.arc, shareOn(from, source.arc), 1, geometry)
      for (const arc of arcs) whole(arc, geometry)
      geometry.push(tail(target.arc))
      inner(target.arc, 0, shareOn(to, target.arc), geometry)
      geometry.push(to.point)
      return { geometry, streets: streetsOf([source.arc, ...arcs, target.arc]) }
    },
  }
}
