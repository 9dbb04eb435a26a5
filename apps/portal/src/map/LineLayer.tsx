import type { LngLat } from '@ambit/geo'
import { Layer, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import { usePalette } from './palette-context.ts'

export type MapLine = { points: readonly LngLat[] }

/** `route`: the vehicle's way; `former`: dashed, as it was; `walk`: dotted, on foot; `link`: a thin straight connection */
type LineLook = 'route' | 'former' | 'walk' | 'link'

const widths: Record<LineLook, number> = { route: 3.5, former: 2.2, walk: 3, link: 1.5 }
const dashes: Record<LineLook, object> = {
  route: {},
  // Beside the way that takes its place, which often goes along the same streets.
  former: { 'line-dasharray': [2.6, 2], 'line-offset': 5 },
  walk: { 'line-dasharray': [0.1, 1.9] },
  link: { 'line-dasharray': [3, 2] },
}

type Props = {
  id: string
  lines: readonly MapLine[]
  look: LineLook
}

/** Ways on the map. They stay above and below what they were drawn above and below, also with another look. */
export const LineLayer = ({ id, lines, look }: Props) => {
  const palette = usePalette()
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: lines
        .filter(({ points }) => points.length > 1)
        .map(({ points }) => ({
          type: 'Feature' as const,
          properties: {},
          geometry: { type: 'LineString' as const, coordinates: points.map((point) => [...point]) },
        })),
    }),
    [lines],
  )
  const color = look === 'route' ? palette.live : look === 'link' ? palette.neutral : palette.labelStrong
  return (
    <Source id={id} type="geojson" data={data}>
      <Layer
        id={`${id}-casing`}
        type="line"
        layout={{ visibility: look === 'route' ? 'visible' : 'none', 'line-cap': 'round', 'line-join': 'round' }}
        paint={{ 'line-color': palette.halo, 'line-width': 7, 'line-opacity': 0.9 }}
      />
      <Layer
        id={`${id}-line`}
        type="line"
        layout={{ 'line-cap': look === 'former' ? 'butt' : 'round', 'line-join': 'round' }}
        paint={{
          'line-color': color,
          'line-width': widths[look],
          'line-opacity': look === 'link' ? 0.7 : 0.95,
          ...dashes[look],
        }}
      />
    </Source>
  )
}
