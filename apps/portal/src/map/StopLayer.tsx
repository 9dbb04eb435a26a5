import type { LngLat } from '@ambit/geo'
import { Layer, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import { usePalette } from './palette-context.ts'
import { stopImages } from './stop-images.ts'
import { fonts } from './style.ts'
import { useImages } from './use-images.ts'

/** `label`: its number, or several with commas */
export type MapStop = { id: number; label: string; point: LngLat; look: 'past' | 'next' | 'future' }

/** The numbered stops of one trip, beneath the vehicles. The timeline beside the map says the same in words. */
export const StopLayer = ({ stops }: { stops: readonly MapStop[] }) => {
  const palette = usePalette()
  useImages(stopImages(palette))
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: stops.map(({ id, label, look, point }) => ({
        type: 'Feature' as const,
        id,
        properties: { label, look, several: label.includes(',') },
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
        filter={['!', ['get', 'several']]}
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
          'icon-image': ['case', ['get', 'several'], ['concat', 'stop-', ['get', 'look']], ''],
          'icon-text-fit': 'width',
          'icon-text-fit-padding': [0, 7, 0, 7],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
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
