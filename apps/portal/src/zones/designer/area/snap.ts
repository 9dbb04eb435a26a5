import { type LngLat, nearestOnSegment, flatDistance } from '@ambit/geo'

/** Lines that a point may be drawn to: the corners first, then anywhere along them. */
export type SnapLines = readonly (readonly LngLat[])[]
export type Snapped = { point: LngLat; to: 'corner' | 'edge' | 'street' | null }

/** The nearest corner and the nearest place on a line within so many metres, or null. */
const nearestOf = (lines: SnapLines, point: LngLat, reach: number): { corner: LngLat | null; edge: LngLat | null } => {
  let [corner, edge]: [LngLat | null, LngLat | null] = [null, null]
  let [cornerAway, edgeAway] = [reach, reach]
  // Degrees of the reach, a little more than enough: most of a long border is far away.
  const tall = reach / 100_000
  const wide = tall / Math.max(0.01, Math.cos((point[1] * Math.PI) / 180))
  for (const line of lines)
    for (let i = 0; i < line.length; i++) {
      const a = line[i]!
      const away = flatDistance(point, a)
      if (away < cornerAway) [corner, cornerAway] = [a, away]
      const b = line[i + 1]
      if (b === undefined) continue
      if (Math.min(a[0], b[0]) > point[0] + wide || Math.max(a[0], b[0]) < point[0] - wide) continue
      if (Math.min(a[1], b[1]) > point[1] + tall || Math.max(a[1], b[1]) < point[1] - tall) continue
      const on = nearestOnSegment(point, a, b)
      if (on.distance < edgeAway) [edge, edgeAway] = [on.point, on.distance]
    }
  return { corner, edge }
}

/** A point drawn to what lies within reach, in metres: corners of areas, then their edges, then streets. */
export const snap = (point: LngLat, areas: SnapLines, streets: SnapLines, reach: number): Snapped => {
  const near = nearestOf(areas, point, reach)
  if (near.corner !== null) return { point: near.corner, to: 'corner' }
  if (near.edge !== null) return { point: near.edge, to: 'edge' }
  const street = nearestOf(streets, point, reach)
  const place = street.corner ?? street.edge
  return place === null ? { point, to: null } : { point: place, to: 'street' }
}
