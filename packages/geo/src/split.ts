import { bearing, destination } from './point.ts'
import type { LngLat } from './point.ts'
import { pointInPolygon, pointInRing, polygonArea, ringArea, signedRingArea } from './polygon.ts'
import type { Polygon } from './polygon.ts'
import { edgesOf, meetingOf, openRing, pairsNear } from './segments.ts'

/** A line that was snapped to the border may end slightly before it; its ends are extended by this many metres. */
const REACH_M = 0.5
/** Parts smaller than this come from rounding, in m². */
const SMALLEST_M2 = 1
/** A line through a corner meets both of its edges a rounding error apart; this near, in degrees, is the corner itself. */
const SAME_PLACE_DEG = 1e-9

/**
 * The parts into which a line cuts a polygon, largest first; the polygon alone when the line does not cut it through.
 * The rings and the line are cut where they meet into pieces; walking the pieces with the inside always at the left
 * finds the outlines (counter-clockwise) and the holes (clockwise) of the parts. Both sides of the line are walked.
 */
export const splitPolygon = (polygon: Polygon, line: readonly LngLat[]): Polygon[] => {
  const rings = polygon.map((ring, index) => oriented(openRing(ring), index === 0))
  const pieces = cutPieces(rings, drawnOut(line))
  const known = new Set(pieces.filter(({ cut }) => !cut).flatMap(({ a, b }) => [stepKey(a, b), stepKey(b, a)]))
  // A stretch of the line that runs along the border, or where the line ran before, cuts nothing more.
  const fresh = ({ a, b, cut }: Step): boolean => {
    if (!cut || known.has(stepKey(a, b))) return false
    known.add(stepKey(a, b)).add(stepKey(b, a))
    return pointInPolygon(middleOf(a, b), rings)
  }
  const cuts = withoutLooseEnds(pieces.filter(fresh), new Set(pieces.filter(({ cut }) => !cut).map(({ a }) => key(a))))
  if (cuts.length === 0) return [polygon]
  const steps = [...pieces.filter(({ cut }) => !cut), ...cuts, ...cuts.map(({ a, b }) => ({ a: b, b: a, cut: true }))]
  return assembled(walk(steps)).sort((one, other) => polygonArea(other) - polygonArea(one))
}

/** A directed piece of a ring, or of the cutting line. */
type Step = { a: LngLat; b: LngLat; cut: boolean }

const key = (point: LngLat): string => `${point[0]},${point[1]}`
const stepKey = (a: LngLat, b: LngLat): string => `${key(a)} ${key(b)}`
const near = (a: LngLat, b: LngLat): boolean => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) < SAME_PLACE_DEG
const middleOf = (a: LngLat, b: LngLat): LngLat => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

const oriented = (ring: LngLat[], counterClockwise: boolean): LngLat[] =>
  signedRingArea(ring) > 0 === counterClockwise ? ring : ring.toReversed()

const drawnOut = (line: readonly LngLat[]): LngLat[] => {
  if (line.length < 2) return []
  const [first, second] = [line[0]!, line[1]!]
  const [last, before] = [line.at(-1)!, line.at(-2)!]
  return [
    destination(first, REACH_M, bearing(second, first)),
    ...line.slice(1, -1),
    destination(last, REACH_M, bearing(before, last)),
  ]
}

/** Every edge of the rings and the line, cut where they meet. */
const cutPieces = (rings: Polygon, line: readonly LngLat[]): Step[] => {
  const segments = [
    ...edgesOf(rings).map(({ a, b }) => ({ a, b, cut: false, at: [] as LngLat[] })),
    ...line.slice(1).map((b, index) => ({ a: line[index]!, b, cut: true, at: [] as LngLat[] })),
  ]
  pairsNear(segments, (one, other) => {
    if (!one.cut && !other.cut) return
    const meeting = meetingOf(one.a, one.b, other.a, other.b)
    if (meeting === null) return
    const ends = [one.a, one.b, other.a, other.b]
    const places = meeting.how === 'along' ? ends : [ends.find((end) => near(end, meeting.place)) ?? meeting.place]
    one.at.push(...places)
    other.at.push(...places)
  })
  return segments.flatMap(({ a, b, cut, at }) => {
    const share = (point: LngLat): number => (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    const whole = share(b)
    const inside = at.filter((point) => share(point) > 0 && share(point) < whole)
    const points = openRing([a, ...inside.toSorted((one, other) => share(one) - share(other)), b])
    return points.slice(1).map((point, index) => ({ a: points[index]!, b: point, cut }))
  })
}

/** The cuts that lead from border to border, or round in a circle. */
const withoutLooseEnds = (cuts: readonly Step[], border: ReadonlySet<string>): Step[] => {
  let kept = [...cuts]
  for (;;) {
    const ends = Map.groupBy(
      kept.flatMap(({ a, b }) => [key(a), key(b)]),
      (end) => end,
    )
    const loose = (point: LngLat): boolean => !border.has(key(point)) && ends.get(key(point))?.length === 1
    const next = kept.filter(({ a, b }) => !loose(a) && !loose(b))
    if (next.length === kept.length) return kept
    kept = next
  }
}

const directionOf = ({ a, b }: Step): number => Math.atan2(b[1] - a[1], b[0] - a[0])

/** Closed walks over all steps, each step once; at a junction the sharpest turn to the left. */
const walk = (steps: readonly Step[]): LngLat[][] => {
  const from = Map.groupBy(steps, ({ a }) => key(a))
  const left = new Set(steps)
  const rings: LngLat[][] = []
  for (const start of steps) {
    if (!left.has(start)) continue
    const ring: LngLat[] = []
    for (let step: Step | null = start; step !== null && left.has(step); step = leftmost(step, from.get(key(step.b)))) {
      left.delete(step)
      ring.push(step.a)
    }
    rings.push(...simpleRings(ring))
  }
  return rings
}

/**
 * A walk that comes to a point again has gone around something: a hole that a cut reaches, say, along the cut and back.
 * Each such round is a ring of its own.
 */
const simpleRings = (walked: readonly LngLat[]): LngLat[][] => {
  const rings: LngLat[][] = []
  const way: LngLat[] = []
  const places = new Map<string, number>()
  for (const point of walked) {
    const before = places.get(key(point))
    if (before !== undefined) {
      const round = way.splice(before)
      rings.push(round)
      for (const passed of round) places.delete(key(passed))
    }
    places.set(key(point), way.length)
    way.push(point)
  }
  return [...rings, way]
}

const leftmost = (step: Step, choices: readonly Step[] = []): Step | null => {
  const back = directionOf({ a: step.b, b: step.a, cut: step.cut })
  // Clockwise from the direction of arrival: the first way is the sharpest left, turning round the last.
  const turned = (choice: Step): number => {
    const angle = (back - directionOf(choice) + 4 * Math.PI) % (2 * Math.PI)
    return angle < 1e-12 ? 2 * Math.PI : angle
  }
  return choices.reduce<Step | null>(
    (best, choice) => (best === null || turned(choice) < turned(best) ? choice : best),
    null,
  )
}

/** Holes go to the smallest outline around them. */
const assembled = (rings: readonly LngLat[][]): LngLat[][][] => {
  const real = rings.filter((ring) => ring.length > 2 && ringArea(ring) >= SMALLEST_M2)
  const parts = real
    .filter((ring) => signedRingArea(ring) > 0)
    .sort((one, other) => ringArea(one) - ringArea(other))
    .map((outline) => [outline])
  for (const hole of real.filter((ring) => signedRingArea(ring) < 0)) {
    const edge = middleOf(hole[0]!, hole[1]!)
    // A ring that fills a hole exactly has its size but for rounding, and is another part.
    const size = ringArea(hole) * (1 + 1e-9)
    parts.find(([outline]) => ringArea(outline!) > size && pointInRing(edge, outline!))?.push(hole)
  }
  return parts
}
