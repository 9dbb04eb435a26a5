import type { LngLat } from '@ambit/geo'
import { Layer, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import { usePalette } from './palette-context.ts'

export type MapLine = { points: readonly LngLat[] }

type Props = {
  id: string
  lines: readonly MapLine[]
  /** `route`: the vehicle's way; `walk`: dotted, on foot; `link`: a thin straight connection */
  look: 'route' | 'walk' | 'link'
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
  const color = look === 'route' ? palette.live : look === 'walk' ? palette.labelStrong : palette.neutral
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
        layout={{ 'line-cap': 'round', 'line-join': 'round' }}
        paint={{
          'line-color': color,
          'line-width': look === 'route' ? 3.5 : look === 'walk' ? 3 : 1.5,
          'line-opacity': look === 'link' ? 0.7 : 0.95,
          ...(look === 'walk' ? { 'line-dasharray': [0.1, 1.9] } : look === 'link' ? { 'line-dasharray': [3, 2] } : {}),
        }}
      />
    </Source>
  )
}
