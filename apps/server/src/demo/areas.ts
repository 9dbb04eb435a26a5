import { type LngLat, type Polygon, ringCentroid, splitPolygon } from '@ambit/geo'

export type AreaSketch = {
  name: string
  coordinates: [number, number][][]
  /** indices of the areas that passengers may travel to from here; null: everywhere in the zone */
  connected: number[] | null
}

export const wholeArea = (name: string, ring: readonly LngLat[]): AreaSketch[] => [
  { name, coordinates: rounded([ring]), connected: null },
]

/** Two areas side by side without a travel rule, as for counting them separately. */
export const halves = (name: string, ring: readonly LngLat[]): AreaSketch[] => {
  const [west, east] = [Math.min(...ring.map(([lng]) => lng)), Math.max(...ring.map(([lng]) => lng))]
  const parts = byPlace(cut([[...ring]], 'north-south', [(west + east) / 2]), 0)
  return parts.map((part, at) => area(`${name} ${['West', 'East'][at] ?? at + 1}`, part, null))
}

/** From the outer parts passengers reach the middle and their own part; to cross the zone they change in the middle. */
export const bands = (name: string, ring: readonly LngLat[]): AreaSketch[] => {
  const [south, north] = [Math.min(...ring.map(([, lat]) => lat)), Math.max(...ring.map(([, lat]) => lat))]
  const third = (north - south) / 3
  const parts = byPlace(cut([[...ring]], 'west-east', [south + third, south + 2 * third]), 1)
  if (parts.length !== 3) return wholeArea(name, ring)
  return parts.map((part, at) => area(`${name} ${['South', 'Centre', 'North'][at]}`, part, at === 1 ? null : [at, 1]))
}

const area = (name: string, polygon: Polygon, connected: number[] | null): AreaSketch => ({
  name,
  coordinates: rounded(polygon),
  connected,
})

/** Cuts along straight lines at these degrees. */
const cut = (polygon: Polygon, way: 'north-south' | 'west-east', at: readonly number[]): Polygon[] =>
  at.reduce<Polygon[]>(
    (parts, degrees) =>
      parts.flatMap((part) => {
        const outline = part[0] ?? []
        const across = outline.map(([lng, lat]) => (way === 'west-east' ? lng : lat))
        const [from, to] = [Math.min(...across) - 0.001, Math.max(...across) + 0.001]
        return splitPolygon(
          part,
          way === 'west-east'
            ? [
                [from, degrees],
                [to, degrees],
              ]
            : [
                [degrees, from],
                [degrees, to],
              ],
        )
      }),
    [polygon],
  )

/** From west to east (0) or south to north (1). */
const byPlace = (parts: readonly Polygon[], axis: 0 | 1): Polygon[] =>
  parts.toSorted((a, b) => (ringCentroid(a[0] ?? [])?.[axis] ?? 0) - (ringCentroid(b[0] ?? [])?.[axis] ?? 0))

/** Rounded to about ten centimetres, and closed. */
const rounded = (polygon: Polygon): [number, number][][] =>
  polygon.map((ring) => {
    const points = ring.map(([lng, lat]): [number, number] => [
      Math.round(lng * 1e6) / 1e6,
      Math.round(lat * 1e6) / 1e6,
    ])
    const [first, last] = [points[0], points.at(-1)]
    return first === undefined || String(first) === String(last) ? points : [...points, first]
  })
