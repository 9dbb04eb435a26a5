import { nearestOnLine } from './line.ts'
import type { LngLat } from './point.ts'
import { pointInRing, ringArea } from './polygon.ts'
import type { Polygon, Ring } from './polygon.ts'
import { type Edge, edgesOf, meetingOf, openRing, pairsNear } from './segments.ts'

/** What is wrong with a polygon, and where: `ring` 0 is the outline, the others are holes. */
export type PolygonFault = {
  kind: 'crossing' | 'flat' | 'hole_outside' | 'holes_overlap'
  ring: number
  place: LngLat
}

/** Rings smaller than this count as having no area, in m². */
const SMALLEST_M2 = 1
/** Points this near to an outline lie on it, in metres. */
const ON_EDGE_M = 0.01

/**
 * What is wrong with the polygon; none for one whose rings are simple and whose holes lie apart inside its outline.
 * After so many crossings no more are looked for: a star of n corners has n² of them.
 */
export const polygonFaults = (polygon: Polygon, mostCrossings = Infinity): PolygonFault[] => {
  const rings = polygon.map(openRing)
  const crossings: PolygonFault[] = []
  pairsNear(
    edgesOf(rings).filter(({ count }) => count > 2),
    (one, other) => {
      const place = one.ring === other.ring ? selfMeeting(one, other) : ringsMeeting(one, other)
      if (place !== null) crossings.push({ kind: 'crossing', ring: Math.max(one.ring, other.ring), place })
      return crossings.length < mostCrossings ? undefined : 'stop'
    },
  )
  // Crossings of other rings may not have been found then: which rings are flat is no longer known.
  if (crossings.length >= mostCrossings) return crossings
  // The two halves of a bow tie take each other's area away, so a ring that crosses itself is not called flat too.
  const flat = rings.flatMap((ring, index): PolygonFault[] =>
    ring.length < 3 || (ringArea(ring) < SMALLEST_M2 && !crossings.some((fault) => fault.ring === index))
      ? [{ kind: 'flat', ring: index, place: ring[0] ?? [0, 0] }]
      : [],
  )
  // Whether one ring lies inside another is defined only for rings that do not cross.
  return [...flat, ...crossings, ...(flat.length + crossings.length === 0 ? misplacedHoles(rings) : [])]
}

/** Two edges of one ring may only meet where one follows the other. */
const selfMeeting = (one: Edge, other: Edge): LngLat | null => {
  const meeting = meetingOf(one.a, one.b, other.a, other.b)
  if (meeting === null) return null
  const apart = Math.abs(one.index - other.index)
  const neighbours = apart === 1 || apart === one.count - 1
  return neighbours && meeting.how !== 'along' ? null : meeting.place
}

/** Two rings may touch in a point. */
const ringsMeeting = (one: Edge, other: Edge): LngLat | null => {
  const meeting = meetingOf(one.a, one.b, other.a, other.b)
  return meeting === null || meeting.how === 'touch' ? null : meeting.place
}

const misplacedHoles = (rings: readonly Ring[]): PolygonFault[] => {
  const outline = rings[0]
  if (outline === undefined) return []
  return rings.flatMap((hole, index): PolygonFault[] => {
    if (index === 0) return []
    const outside = hole.find((point) => !pointInRing(point, outline) && !onRing(point, outline))
    if (outside !== undefined) return [{ kind: 'hole_outside', ring: index, place: outside }]
    const inside = rings
      .slice(1, index)
      .flatMap((earlier) => [inner(hole, earlier) ?? inner(earlier, hole)].filter((place) => place !== null))
    return inside.slice(0, 1).map((place) => ({ kind: 'holes_overlap', ring: index, place }))
  })
}

/** A point of the first ring that lies inside the second. */
const inner = (ring: Ring, around: Ring): LngLat | null =>
  ring.find((point) => pointInRing(point, around) && !onRing(point, around)) ?? null

const onRing = (point: LngLat, ring: Ring): boolean =>
  (nearestOnLine(point, [...ring, ring[0]!])?.distance ?? Infinity) < ON_EDGE_M
