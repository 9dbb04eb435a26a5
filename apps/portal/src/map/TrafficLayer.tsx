import type { Polygon } from '@ambit/geo'
import { Layer } from '@vis.gl/react-maplibre'
import type { FilterSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { closedRing } from './closed-ring.ts'
import { usePalette } from './palette-context.ts'
import { LOWEST_LABEL, STREETS } from './style.ts'

export type MapTraffic = {
  id: number
  level: 'free' | 'slow' | 'heavy'
  /** where it is so; null: everywhere */
  within: readonly Polygon[] | null
}

const MAIN_ROADS: FilterSpecification = ['in', ['get', 'kind'], ['literal', ['highway', 'major_road', 'medium_road']]]

/** Colours the main roads by how slow they are, beneath the labels. The map must have streets. */
export const TrafficLayer = ({ traffic }: { traffic: readonly MapTraffic[] }) =>
  traffic.map((area) => <Area key={area.id} {...area} />)

const Area = ({ id, level, within }: MapTraffic) => {
  const palette = usePalette()
  const filter = useMemo(
    (): FilterSpecification =>
      within === null
        ? MAIN_ROADS
        : [
            'all',
            MAIN_ROADS,
            ['within', { type: 'MultiPolygon', coordinates: within.map((polygon) => polygon.map(closedRing)) }],
          ],
    [within],
  )
  const color = { free: palette.success, slow: palette.warning, heavy: palette.danger }[level]
  return (
    <Layer
      id={`traffic-${id}`}
      beforeId={LOWEST_LABEL}
      type="line"
      source={STREETS}
      source-layer="roads"
      filter={filter}
      layout={{ 'line-cap': 'round', 'line-join': 'round' }}
      paint={{
        'line-color': color,
        'line-opacity': 0.7,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 9, 1, 13, 2.5, 17, 7],
      }}
    />
  )
}
