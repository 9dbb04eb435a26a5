import type { LngLat } from '@ambit/geo'
import { Layer, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import { usePalette } from './palette-context.ts'
import { fonts } from './style.ts'

export type MapStop = { id: number; label: string; point: LngLat; look: 'past' | 'next' | 'future' }

/** The numbered stops of one trip, beneath the vehicles. The timeline beside the map says the same in words. */
export const StopLayer = ({ stops }: { stops: readonly MapStop[] }) => {
  const palette = usePalette()
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: stops.map(({ id, label, look, point }) => ({
        type: 'Feature' as const,
        id,
        properties: { label, look },
        geometry: { type: 'Point' as const, coordinates: [...point] },
      })),
    }),
    [stops],
  )
  return (
    <Source id="trip-stops" type="geojson" data={data}>
      <Layer
        id="trip-stop-circles"
        type="circle"
        paint={{
          'circle-radius': 10,
          'circle-color': ['match', ['get', 'look'], 'next', palette.live, palette.halo],
          'circle-stroke-width': 2,
          'circle-stroke-color': [
            'match',
            ['get', 'look'],
            'next',
            palette.rim,
            'past',
            palette.success,
            palette.neutral,
          ],
        }}
      />
      <Layer
        id="trip-stop-numbers"
        type="symbol"
        layout={{
          'text-field': ['get', 'label'],
          'text-font': fonts.semibold,
          'text-size': 11,
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        }}
        paint={{
          'text-color': ['match', ['get', 'look'], 'next', palette.rim, 'past', palette.success, palette.labelStrong],
        }}
      />
    </Source>
  )
}
