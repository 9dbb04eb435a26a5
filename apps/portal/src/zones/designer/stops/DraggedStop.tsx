import type { LngLat } from '@ambit/geo'
import { Layer, Source } from '@vis.gl/react-maplibre'
import { usePalette } from '../../../map/palette-context.ts'

/** The stop that the pointer carries, in a source of its own: two thousand others stay as they are. */
export const DraggedStop = ({ point }: { point: LngLat }) => {
  const palette = usePalette()
  return (
    <Source id="design-stop-dragged" type="geojson" data={{ type: 'Point', coordinates: [...point] }}>
      <Layer
        id="design-stop-dragged"
        type="circle"
        paint={{
          'circle-radius': 9,
          'circle-color': palette.halo,
          'circle-stroke-width': 3,
          'circle-stroke-color': palette.warning,
        }}
      />
    </Source>
  )
}
