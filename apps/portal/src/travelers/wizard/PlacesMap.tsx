import type { Place, Zone } from '@ambit/contract'
import { type Bbox, bboxOf, type LngLat } from '@ambit/geo'
import { useMemo } from 'react'
import { mapZone } from '../../records/zones.ts'
import { BOOKING_ZOOM, boundsOf, FIT_DELAY, PAN_ZOOM } from '../../map/bounds.ts'
import { CenterOn } from '../../map/CenterOn.tsx'
import { useGrantedLocation } from '../../map/use-granted-location.ts'
import { writeCoordinates } from '../../map/coordinates.ts'
import { MapView } from '../../map/MapView.tsx'
import { Pin } from '../../map/Pin.tsx'
import { placeAt } from '../../map/places.ts'
import { type MapZone, ZoneLayer } from '../../map/ZoneLayer.tsx'
import type { BookingData, Stop } from '../booking-draft.ts'
import { stopLetter } from './legs.ts'
import { PlacePins } from './PlacePins.tsx'
import { wizardStrings as words } from './strings.ts'
import { destinationOutside, originOutside, type ZoneTrouble } from './within-zone.ts'
import { ZoneButtons } from './ZoneButtons.tsx'

type End = 'origin' | 'destination'

type Props = {
  data: BookingData
  stops: readonly Stop[]
  /** that can be chosen */
  zones: readonly Zone[]
  tripZoneId: number | null
  trouble: ZoneTrouble | null
  /** the pins stay where they are */
  fixed: boolean
  onChange: (change: Partial<BookingData>) => void
  /** the address of a pin was found */
  onName: (end: End, place: Place) => void
  onZone: (id: number | null) => void
}

/**
 * Pick up and drop off as pins over the zones: drag one, move it by the arrow keys, or press where a missing one belongs.
 * Further stops stay where their fields say. The way home ends below the first pin.
 */
const PlacesMap = ({ data, stops, zones, tripZoneId, trouble, fixed, onChange, onName, onZone }: Props) => {
  const all = useMemo(() => zones.map((zone) => withPoint(mapZone(zone))), [zones])
  const drawn = useMemo(() => all.filter(({ id }) => tripZoneId === null || id === tripZoneId), [all, tripZoneId])
  const own = useGrantedLocation(true)
  const pins = [data.origin, data.destination, ...stops.map(({ place }) => place)].flatMap((place) =>
    place === null ? [] : [place.point],
  )
  const outline = boundsOf(outlinesOf(drawn))
  const zonePoint = all.find(({ id }) => id === tripZoneId)?.point ?? null
  const near = own !== null && (outline === null || isWithin(outline, own)) ? own : null
  const centre = pins.length > 0 ? null : (zonePoint ?? near)
  const zoom = zonePoint === null ? BOOKING_ZOOM : PAN_ZOOM
  const move = (end: End) => (point: LngLat) => {
    onChange({ [end]: { name: writeCoordinates(point), point: [point[0], point[1]] } })
    void placeAt(point).then((place) => onName(end, place))
  }
  const missing = ends.filter((end) => data[end] === null)
  const [next] = missing
  const pinOf = (end: End, outside: boolean) =>
    data[end] !== null && (
      <Pin
        name={labels[end]}
        look={end}
        point={data[end].point}
        outOfZone={outside}
        {...(fixed ? {} : { onMove: move(end) })}
      />
    )
  return (
    <MapView
      label={words.map}
      bounds={pins.length > 0 ? boundsOf(pins) : centre === null ? outline : null}
      center={centre}
      zoom={zoom}
      fitDelay={FIT_DELAY}
      fitZoom={BOOKING_ZOOM}
      onClick={next === undefined ? undefined : move(next)}
    >
      <ZoneLayer zones={drawn} names={false} />
      <ZoneButtons zones={all} chosen={tripZoneId} onChoose={onZone} />
      {stops.map(
        ({ place }, index) =>
          place !== null && (
            <Pin
              key={index}
              name={words.stops.to(index + 2)}
              look="place"
              letter={stopLetter(index)}
              point={place.point}
            />
          ),
      )}
      {pinOf('origin', originOutside(trouble))}
      {pinOf('destination', destinationOutside(trouble) || trouble === 'not_connected')}
      <PlacePins missing={missing} onPlace={(end, point) => move(end)(point)} />
      <CenterOn point={centre} zoom={zoom} />
    </MapView>
  )
}
export default PlacesMap

const outlinesOf = (zones: readonly MapZone[]): LngLat[] =>
  zones.flatMap(({ polygons }) => polygons.flatMap(([outline]) => [...(outline ?? [])]))

/** A zone without a point of its own is named in the middle of its areas. */
const withPoint = (zone: MapZone): MapZone => {
  const box = bboxOf(outlinesOf([zone]))
  return zone.point !== null || box === null ? zone : { ...zone, point: [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] }
}

const isWithin = ([west, south, east, north]: Bbox, [lng, lat]: LngLat): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north

const ends = ['origin', 'destination'] as const
const labels: Record<End, string> = { origin: words.pickUp, destination: words.dropOff }
