import type { LngLat } from '@ambit/geo'
import { Layer, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import { usePalette } from '../../../map/palette-context.ts'

/** Addresses that no stop reaches. */
export const UncoveredLayer = ({ points }: { points: readonly LngLat[] }) => {
  const palette = usePalette()
  const data = useMemo(
    () => ({ type: 'MultiPoint' as const, coordinates: points.map((point) => [...point]) }),
    [points],
  )
  return (
    <Source id="uncovered-addresses" type="geojson" data={data}>
      <Layer
        id="uncovered-addresses"
        type="circle"
        paint={{
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 10, 1.5, 16, 4],
          'circle-color': palette.danger,
          'circle-opacity': 0.75,
        }}
      />
    </Source>
  )
}
