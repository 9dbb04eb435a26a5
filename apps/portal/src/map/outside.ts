import type { LngLat, Polygon } from '@ambit/geo'

/** One slanted edge of a polygon, from its lower end to its upper. */
type Edge = { x0: number; y0: number; x1: number; y1: number; polygon: number }

const WORLD = { west: -180, south: -85, east: 180, north: 85 }

/**
 * Everything on earth that lies in none of the polygons, as trapezoids with level tops and bottoms: polygons may
 * overlap, contain each other and have holes, which a single polygon with holes could not say.
 * The plane is cut at the height of every corner and crossing; between two cuts no edges cross, so a walk from west to
 * east that counts which polygons it is in finds the gaps. n edges and k crossings: O((n + k) · n) in the worst case.
 */
export const outsideOf = (polygons: readonly Polygon[]): LngLat[][] => {
  const edges = polygons.flatMap(edgesOf)
  const heights = cutHeights(edges)
  const traps: LngLat[][] = []
  for (let i = 1; i < heights.length; i++) {
    const [low, high] = [heights[i - 1]!, heights[i]!]
    const middle = (low + high) / 2
    const here = edges
      .filter((edge) => edge.y0 <= low && edge.y1 >= high)
      .toSorted((a, b) => xAt(a, middle) - xAt(b, middle))
    gapsBetween(here).forEach(([left, right]) => {
      const at = (edge: Edge | null, y: number, fallback: number): LngLat => [
        edge === null ? fallback : xAt(edge, y),
        y,
      ]
      traps.push([
        at(left, low, WORLD.west),
        at(right, low, WORLD.east),
        at(right, high, WORLD.east),
        at(left, high, WORLD.west),
      ])
    })
  }
  return traps
}

const edgesOf = (polygon: Polygon, index: number): Edge[] =>
  polygon.flatMap((ring) =>
    ring.flatMap((b, at) => {
      const a = ring[(at + ring.length - 1) % ring.length]!
      if (a[1] === b[1]) return []
      const [low, high] = a[1] < b[1] ? [a, b] : [b, a]
      return [{ x0: low[0], y0: low[1], x1: high[0], y1: high[1], polygon: index }]
    }),
  )

const xAt = (edge: Edge, y: number): number => edge.x0 + ((edge.x1 - edge.x0) * (y - edge.y0)) / (edge.y1 - edge.y0)

const cutHeights = (edges: readonly Edge[]): number[] => {
  const heights = new Set([WORLD.south, WORLD.north])
  for (const edge of edges) heights.add(edge.y0).add(edge.y1)
  const byStart = edges.toSorted((a, b) => a.y0 - b.y0)
  byStart.forEach((a, i) => {
    for (let j = i + 1; j < byStart.length && byStart[j]!.y0 < a.y1; j++) {
      const y = crossing(a, byStart[j]!)
      if (y !== null) heights.add(y)
    }
  })
  return [...heights].sort((a, b) => a - b)
}

/** The height at which two edges cross inside both, or null. */
const crossing = (a: Edge, b: Edge): number | null => {
  const low = Math.max(a.y0, b.y0)
  const high = Math.min(a.y1, b.y1)
  if (low >= high) return null
  const before = xAt(a, low) - xAt(b, low)
  const after = xAt(a, high) - xAt(b, high)
  return before * after < 0 ? low + ((high - low) * before) / (before - after) : null
}

/** From west to east: the stretches inside no polygon, each between two edges (null: the end of the world). */
const gapsBetween = (edges: readonly Edge[]): [Edge | null, Edge | null][] => {
  const inside = new Set<number>()
  const gaps: [Edge | null, Edge | null][] = []
  let from: Edge | null | undefined = null
  for (const edge of edges) {
    if (inside.size === 0 && from !== undefined) gaps.push([from, edge])
    if (!inside.delete(edge.polygon)) inside.add(edge.polygon)
    from = inside.size === 0 ? edge : undefined
  }
  if (from !== undefined) gaps.push([from, null])
  return gaps
}
