import type { Point } from '@ambit/streets'

export type Line = readonly Point[]

// Math.hypot guards against overflow, which costs ten times a square root.
export const distance = (a: Point, b: Point): number => Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
export const mix = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]
export const add = (a: Point, b: Point, times = 1): Point => [a[0] + b[0] * times, a[1] + b[1] * times]
export const unit = (from: Point, to: Point): Point => {
  const length = distance(from, to)
  return length === 0 ? [1, 0] : [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
}
/** A quarter turn to the left */
export const left = (direction: Point): Point => [-direction[1], direction[0]]

export const lengthOf = (line: Line): number => {
  let length = 0
  for (let i = 1; i < line.length; i++) length += distance(line[i - 1], line[i])
  return length
}

/** Catmull-Rom through the control points, a point about every `step` metres. */
export const curve = (controls: Line, step: number): Point[] => {
  const points: Point[] = []
  for (let i = 0; i + 1 < controls.length; i++) {
    const [b, c] = [controls[i], controls[i + 1]]
    const a = controls[i - 1] ?? add(b, [b[0] - c[0], b[1] - c[1]])
    const d = controls[i + 2] ?? add(c, [c[0] - b[0], c[1] - b[1]])
    const pieces = Math.max(1, Math.round(distance(b, c) / step))
    for (let k = 0; k < pieces; k++) {
      const t = k / pieces
      const at = (axis: 0 | 1): number =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t * t * t)
      points.push([at(0), at(1)])
    }
  }
  points.push(controls[controls.length - 1])
  return points
}

export type LinePoint = { point: Point; direction: Point; segment: number }

/** The place so many metres along the line, kept to its ends. */
export const along = (line: Line, metres: number): LinePoint => {
  let rest = Math.max(0, metres)
  for (let i = 1; i < line.length; i++) {
    const length = distance(line[i - 1], line[i])
    if (rest <= length && length > 0) {
      return {
        point: mix(line[i - 1], line[i], rest / length),
        direction: unit(line[i - 1], line[i]),
        segment: i - 1,
      }
    }
    rest -= length
  }
  const end = line.length - 1
  return { point: line[end], direction: unit(line[end - 1], line[end]), segment: end - 1 }
}

/** The line moved to its left by so many metres (negative: to the right), for gentle curves. */
export const beside = (line: Line, metres: number): Point[] =>
  line.map((point, i) => {
    const direction = unit(line[Math.max(0, i - 1)], line[Math.min(line.length - 1, i + 1)])
    return add(point, left(direction), metres)
  })

/** Where two segments cross, as shares of both; null when they do not. */
export const crossing = (a: Point, b: Point, c: Point, d: Point): { s: number; t: number; point: Point } | null => {
  const [rx, ry] = [b[0] - a[0], b[1] - a[1]]
  const [sx, sy] = [d[0] - c[0], d[1] - c[1]]
  const cross = rx * sy - ry * sx
  if (Math.abs(cross) < 1e-9) return null
  const s = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
  const t = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
  return s < 0 || s > 1 || t < 0 || t > 1 ? null : { s, t, point: mix(a, b, s) }
}

/** The point of the segment nearest to p, and how far it is. */
export const nearest = (p: Point, a: Point, b: Point): { point: Point; share: number; away: number } => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
  const point = mix(a, b, share)
  return { point, share, away: distance(p, point) }
}

/** Distance from a point to a line in metres. Asked millions of times: nothing is allocated here. */
export const awayFrom = (p: Point, line: Line): number => {
  let best = Infinity
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]
    const b = line[i]
    const dx = b[0] - a[0]
    const dy = b[1] - a[1]
    const square = dx * dx + dy * dy
    const raw = square === 0 ? 0 : ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    const share = raw < 0 ? 0 : raw > 1 ? 1 : raw
    const x = p[0] - a[0] - dx * share
    const y = p[1] - a[1] - dy * share
    const away = x * x + y * y
    if (away < best) best = away
  }
  return Math.sqrt(best)
}

/** Even-odd rule; the ring need not repeat its first point. Asked millions of times: no destructuring here. */
export const inside = (point: Point, ring: Line): boolean => {
  const x = point[0]
  const y = point[1]
  let odd = false
  let before = ring[ring.length - 1]
  for (let i = 0; i < ring.length; i++) {
    const here = ring[i]
    if (here[1] > y !== before[1] > y) {
      if (x < ((before[0] - here[0]) * (y - here[1])) / (before[1] - here[1]) + here[0]) odd = !odd
    }
    before = here
  }
  return odd
}

/** Four corners, counter-clockwise; `direction` runs along the width. */
export const rectangle = (centre: Point, direction: Point, width: number, depth: number): Point[] => {
  const side = left(direction)
  const corner = (u: number, v: number): Point => add(add(centre, direction, (u * width) / 2), side, (v * depth) / 2)
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

/** Cuts away what lies on the right of the line through `through` along `direction`. */
export const keepLeft = (ring: Line, through: Point, direction: Point): Point[] => {
  const side = ([x, y]: Point): number => direction[0] * (y - through[1]) - direction[1] * (x - through[0])
  const kept: Point[] = []
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i], ring[(i + 1) % ring.length]]
    const [u, v] = [side(a), side(b)]
    if (u >= 0) kept.push(a)
    if (u >= 0 !== v >= 0) kept.push(mix(a, b, u / (u - v)))
  }
  return kept
}

/** Items by place, in square cells. */
export type Grid<T> = { put: (point: Point, item: T) => void; near: (point: Point, radius: number) => T[] }
export const createGrid = <T>(cell: number): Grid<T> => {
  const cells = new Map<number, T[]>()
  const key = (i: number, j: number): number => (i + 5000) * 10_000 + j + 5000
  return {
    put: ([x, y], item) => {
      const id = key(Math.floor(x / cell), Math.floor(y / cell))
      const list = cells.get(id)
      if (list) list.push(item)
      else cells.set(id, [item])
    },
    near: ([x, y], radius) => {
      const found: T[] = []
      for (let i = Math.floor((x - radius) / cell); i <= Math.floor((x + radius) / cell); i++) {
        for (let j = Math.floor((y - radius) / cell); j <= Math.floor((y + radius) / cell); j++) {
          const list = cells.get(key(i, j))
          if (list) for (const item of list) found.push(item)
        }
      }
      return found
    },
  }
}
