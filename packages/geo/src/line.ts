import { flatDistance } from './point.ts'
import type { LngLat } from './point.ts'

/** Where a point meets a segment: `share` 0 at its start, 1 at its end; `distance` in metres. */
export type OnSegment = { point: LngLat; share: number; distance: number }
/** Where a point meets a line: also the segment's index and the metres along the line to that place. */
export type OnLine = OnSegment & { segment: number; along: number }

/** Length in metres. */
export const lineLength = (line: readonly LngLat[]): number => {
  let length = 0
  for (let i = 1; i < line.length; i++) length += flatDistance(line[i - 1]!, line[i]!)
  return length
}

const between = (a: LngLat, b: LngLat, share: number): LngLat => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]

/** The place so many metres along the line, kept to its two ends; null for a line without points. */
export const pointAlong = (line: readonly LngLat[], metres: number): LngLat | null => {
  if (line.length === 0) return null
  let left = Math.max(0, metres)
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    const length = flatDistance(a, b)
    if (left <= length) return length === 0 ? a : between(a, b, left / length)
    left -= length
  }
  return line.at(-1)!
}

/** The part of the line between two distances from its start, in metres; at least two points when the line has two. */
export const sliceLine = (line: readonly LngLat[], from: number, to: number): LngLat[] => {
  const start = pointAlong(line, from)
  const end = pointAlong(line, to)
  if (start === null || end === null) return []
  const middle: LngLat[] = []
  let along = 0
  for (let i = 1; i < line.length; i++) {
    along += flatDistance(line[i - 1]!, line[i]!)
    if (along > from && along < to) middle.push(line[i]!)
  }
  return [start, ...middle, end]
}

/** The point of the segment a-b nearest to `point`, on a plane laid at that point. */
export const nearestOnSegment = (point: LngLat, a: LngLat, b: LngLat): OnSegment => {
  const squeeze = Math.cos((point[1] * Math.PI) / 180)
  const dx = (b[0] - a[0]) * squeeze
  const dy = b[1] - a[1]
  const length = dx * dx + dy * dy
  const raw = length === 0 ? 0 : ((point[0] - a[0]) * squeeze * dx + (point[1] - a[1]) * dy) / length
  const share = Math.min(1, Math.max(0, raw))
  const place = between(a, b, share)
  return { point: place, share, distance: flatDistance(point, place) }
}

/** The point of the line nearest to `point`; null for a line without points. */
export const nearestOnLine = (point: LngLat, line: readonly LngLat[]): OnLine | null => {
  const only = line[0]
  if (only === undefined) return null
  let best: OnLine = { point: only, share: 0, distance: flatDistance(point, only), segment: 0, along: 0 }
  let along = 0
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    const length = flatDistance(a, b)
    const hit = nearestOnSegment(point, a, b)
    if (hit.distance < best.distance) best = { ...hit, segment: i - 1, along: along + length * hit.share }
    along += length
  }
  return best
}
