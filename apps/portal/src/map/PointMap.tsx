import type { LngLat } from '@ambit/geo'
import { useSettings } from '../settings/settings.ts'
import { boundsOf, PAN_ZOOM } from './bounds.ts'
import { GoTo } from './GoTo.tsx'
import { MapView } from './MapView.tsx'
import { Pin } from './Pin.tsx'
import { mapStrings } from './strings.ts'
import { type MapZone, ZoneLayer } from './ZoneLayer.tsx'

type Props = {
  name: string
  point: LngLat | null
  near: LngLat
  zones: readonly MapZone[]
  /** when the camera was asked to go to the point */
  shownAt: number
  /** without it the map only shows */
  onMove?: (point: LngLat) => void
  onDragStart?: () => void
}

/** The map of a point selector: one pin to drag, or a press where it belongs. */
const PointMap = ({ name, point, near, zones, shownAt, onMove, onDragStart }: Props) => {
  const { bbox } = useSettings().streets
  const drawn = zones.flatMap(({ polygons }) => polygons.flatMap(([outline]) => [...(outline ?? [])]))
  // Without a point: the zone, or all the streets there are.
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? []
  const town: LngLat[] =
    bbox === null
      ? []
      : [
          [west, south],
          [east, north],
        ]
  const start = point === null ? boundsOf(drawn.length > 0 ? drawn : town) : null
  return (
    <MapView label={mapStrings.point.map} bounds={start} center={point ?? near} zoom={PAN_ZOOM} onClick={onMove}>
      <ZoneLayer zones={zones} names={false} />
      {point !== null && <Pin name={name} look="place" point={point} onMove={onMove} onDragStart={onDragStart} />}
      <GoTo point={point} zoom={PAN_ZOOM} at={shownAt} />
    </MapView>
  )
}
export default PointMap
