import type { Place as FoundPlace, Trip, TripWithStops, Zone } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { mapZone } from '../records/zones.ts'
import { useNavigate } from '../url/link.tsx'
import { useMemo } from 'react'
import { boundsOf, PAN_ZOOM, POINT_ZOOM, REGION_ZOOM, VEHICLE_ZOOM } from '../map/bounds.ts'
import { dissolve } from '../map/dissolve.ts'
import { GoTo } from '../map/GoTo.tsx'
import { LineLayer } from '../map/LineLayer.tsx'
import { MapView } from '../map/MapView.tsx'
import { useGrantedLocation } from '../map/use-granted-location.ts'
import { Pin } from '../map/Pin.tsx'
import { StopLayer } from '../map/StopLayer.tsx'
import { type MapTraffic, TrafficLayer } from '../map/TrafficLayer.tsx'
import { VehicleLayer } from '../map/VehicleLayer.tsx'
import { ZoneLayer } from '../map/ZoneLayer.tsx'
import { useSettings } from '../settings/settings.ts'
import { useNow } from '../settings/use-now.ts'
import type { Focus } from './focus.ts'
import { mapStops } from '../records/map-stops.ts'
import { mapVehicles } from './map-vehicles.ts'
import { RoadLayers } from './disruptions/RoadLayers.tsx'
import type { Roads } from './disruptions/use-roads.ts'
import { keptSearch } from './navigation.ts'
import { monitoringPath, type Place } from './place.ts'
import { positions } from '../records/positions.ts'
import { monitoringStrings as words } from './strings.ts'
import type { RegionTraffic } from './traffic/use-traffic.ts'

type Props = {
  place: Place
  trips: readonly Trip[]
  zones: readonly Zone[]
  /** the region has no zones: there is nothing to fit */
  empty: boolean
  chosen: TripWithStops | null
  focus: Focus
  /** when the map was last asked to show the zone or vehicle in focus; 0: never */
  focusedAt: number
  /** the place that was searched for */
  sought: FoundPlace | null
  traffic: readonly RegionTraffic[]
  roads: Roads
}

/** Clear of the legend below and the buttons at the right. */
const CLEAR = { top: 36, right: 76, bottom: 76, left: 36 }

/** Zones, the chosen trip's way and stops, and every vehicle that the list shows. */
const TripsMap = ({ place, trips, zones, empty, chosen, focus, focusedAt, sought, traffic, roads }: Props) => {
  const navigate = useNavigate()
  const drawn = useMemo(() => zones.map(mapZone), [zones])
  const stops = useMemo(() => (chosen === null ? [] : mapStops(chosen)), [chosen])
  const way = useMemo(() => (chosen === null ? [] : [{ points: chosen.path }]), [chosen])
  const now = useNow(10_000)
  const vehicles = useMemo(() => mapVehicles(trips, chosen, now), [trips, chosen, now])
  const bounds = useMemo(
    () => boundsOf(stops.length > 0 ? stops.map(({ point }) => point) : drawn.flatMap(cornersOf)),
    [stops, drawn],
  )
  const here = useGrantedLocation(empty)
  const target = targetOf(focus, trips, zones)
  const { tiles } = useSettings().streets
  const areas = useMemo(() => areasOf(traffic, zones), [traffic, zones])
  return (
    <MapView
      label={words.map}
      bounds={bounds}
      follows={place.view !== 'list' || focusedAt === 0}
      padding={CLEAR}
      zoom={REGION_ZOOM}
      onClick={roads.pick}
    >
      <ZoneLayer zones={drawn} />
      {tiles !== null && <TrafficLayer traffic={areas} />}
      <RoadLayers roads={roads} timeZone={zones[0]?.time_zone} />
      <LineLayer id="trip-way" look="route" lines={way} />
      <StopLayer stops={stops} />
      <VehicleLayer
        vehicles={vehicles}
        live={positions}
        onChoose={(tripId) => {
          // A press that chooses a road opens no trip.
          if (roads.pick !== undefined) return
          void navigate({
            to: monitoringPath({ view: 'trip', regionId: place.regionId, tripId }),
            search: keptSearch,
          })
        }}
      />
      {sought !== null && <SoughtPlace key={sought.point.join()} name={sought.name} point={sought.point} />}
      {here !== null && <GoTo point={here} zoom={PAN_ZOOM} at={1} />}
      <GoTo point={target?.point ?? null} zoom={target?.zoom ?? PAN_ZOOM} at={target === null ? 0 : focusedAt} />
    </MapView>
  )
}
export default TripsMap

const cornersOf = (zone: ReturnType<typeof mapZone>): LngLat[] => zone.polygons.flatMap((polygon) => [...polygon[0]!]) // a zone's polygons have an outline

const SoughtPlace = ({ name, point: [lng, lat] }: FoundPlace) => (
  <>
    <Pin name={name} look="place" point={[lng, lat]} />
    <GoTo point={[lng, lat]} zoom={POINT_ZOOM} at={1} />
  </>
)

/** Where the map goes for what is in focus; null while that is not known. */
const targetOf = (
  { tripId, zoneId }: Focus,
  trips: readonly Trip[],
  zones: readonly Zone[],
): { point: LngLat; zoom: number } | null => {
  const trip = trips.find(({ id }) => id === tripId)
  const at = trip === undefined ? null : positions.of(trip)
  if (at !== null) return { point: [at.longitude, at.latitude], zoom: VEHICLE_ZOOM }
  const zone = zones.find(({ id }) => id === zoneId)
  if (zone === undefined) return null
  if (zone.point !== null) return { point: [zone.point.lng, zone.point.lat], zoom: PAN_ZOOM }
  const box = boundsOf(cornersOf(mapZone(zone)))
  return box === null ? null : { point: [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], zoom: PAN_ZOOM }
}

/** One region's traffic colours every street, that of several each region's own zones. */
const areasOf = (traffic: readonly RegionTraffic[], zones: readonly Zone[]): MapTraffic[] =>
  traffic.map(({ regionId, level }) => ({
    id: regionId,
    level,
    within:
      traffic.length === 1
        ? null
        : dissolve(zones.filter((zone) => zone.region_id === regionId).flatMap((zone) => mapZone(zone).polygons)),
  }))
