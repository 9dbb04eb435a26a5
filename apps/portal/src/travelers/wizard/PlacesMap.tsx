import type { Zone } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { useMemo } from 'react'
import { mapZone } from '../../records/zones.ts'
import { BOOKING_ZOOM, boundsOf, FIT_DELAY } from '../../map/bounds.ts'
import { MapView } from '../../map/MapView.tsx'
import { Pin } from '../../map/Pin.tsx'
import { placeAt } from '../../map/places.ts'
import { writeCoordinates } from '../../map/coordinates.ts'
import { ZoneLayer } from '../../map/ZoneLayer.tsx'
import type { BookingData } from '../booking-draft.ts'
import { wizardStrings as words } from './strings.ts'
import { destinationOutside, originOutside, type ZoneTrouble } from './within-zone.ts'

type Props = {
  data: BookingData
  zones: readonly Zone[]
  tripZoneId: number | null
  trouble: ZoneTrouble | null
  onChange: (change: Partial<BookingData>) => void
}

/** Pick up and drop off as pins over the zones: drag one, move it by the arrow keys, or press where a missing one belongs. */
const PlacesMap = ({ data, zones, tripZoneId, trouble, onChange }: Props) => {
  const drawn = useMemo(
    () => zones.filter(({ id }) => tripZoneId === null || id === tripZoneId).map(mapZone),
    [zones, tripZoneId],
  )
  const pins = [data.origin, data.destination].flatMap((place) => (place === null ? [] : [place.point]))
  const corners =
    pins.length > 0 ? pins : drawn.flatMap(({ polygons }) => polygons.flatMap((polygon) => polygon[0] ?? []))
  const move = (end: 'origin' | 'destination') => (point: LngLat) => {
    onChange({ [end]: { name: writeCoordinates(point), point: [point[0], point[1]] } })
    void placeAt(point).then((place) => onChange({ [end]: { ...place, point: [point[0], point[1]] } }))
  }
  const place = data.origin === null ? move('origin') : data.destination === null ? move('destination') : undefined
  return (
    <MapView label={words.map} bounds={boundsOf(corners)} fitDelay={FIT_DELAY} fitZoom={BOOKING_ZOOM} onClick={place}>
      <ZoneLayer zones={drawn} />
      {data.origin !== null && (
        <Pin
          name={words.pickUp}
          look="origin"
          point={data.origin.point}
          outOfZone={originOutside(trouble)}
          onMove={move('origin')}
        />
      )}
      {data.destination !== null && (
        <Pin
          name={words.dropOff}
          look="destination"
          point={data.destination.point}
          outOfZone={destinationOutside(trouble) || trouble === 'not_connected'}
          onMove={move('destination')}
        />
      )}
    </MapView>
  )
}
export default PlacesMap
