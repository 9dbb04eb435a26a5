import type { Trip, TripWithStops, Zone } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { mapZone } from '../records/zones.ts'
import { useNavigate } from '../url/link.tsx'
import { useMemo } from 'react'
import { boundsOf, VEHICLE_ZOOM } from '../map/bounds.ts'
import { GoTo } from '../map/GoTo.tsx'
import { LineLayer } from '../map/LineLayer.tsx'
import { MapView } from '../map/MapView.tsx'
import { type MapStop, StopLayer } from '../map/StopLayer.tsx'
import { type MapVehicle, VehicleLayer } from '../map/VehicleLayer.tsx'
import { ZoneLayer } from '../map/ZoneLayer.tsx'
import { useNow } from '../settings/use-now.ts'
import { lateTones } from './late-tone.ts'
import { RoadLayers } from './disruptions/RoadLayers.tsx'
import type { Roads } from './disruptions/use-roads.ts'
import { keptSearch } from './navigation.ts'
import { monitoringPath, type Place } from './place.ts'
import { monitoringStrings as words } from './strings.ts'
import { LONG_SILENCE_MINUTES, silentMinutes, vehicleLabel } from './timeline.ts'

type Props = {
  place: Place
  trips: readonly Trip[]
  zones: readonly Zone[]
  chosen: TripWithStops | null
  /** the vehicle that was asked for, and when */
  located: { id: number; at: number } | null
  roads: Roads
}

/** Clear of the filters above, the legend below and the buttons at the right. */
const CLEAR = { top: 84, right: 76, bottom: 76, left: 36 }

/** Zones, the chosen trip's way and stops, and every vehicle that the list shows. */
const TripsMap = ({ place, trips, zones, chosen, located, roads }: Props) => {
  const navigate = useNavigate()
  const drawn = useMemo(() => zones.map(mapZone), [zones])
  const stops = useMemo(() => (chosen === null ? [] : mapStops(chosen)), [chosen])
  const way = useMemo(() => (chosen === null ? [] : [{ points: chosen.path }]), [chosen])
  const now = useNow(10_000)
  const vehicles = useMemo(() => mapVehicles(trips, chosen, now), [trips, chosen, now])
  const corners = stops.length > 0 ? stops.map(({ point }) => point) : drawn.flatMap(cornersOf)
  return (
    <MapView label={words.map} bounds={boundsOf(corners)} padding={CLEAR} onClick={roads.pick}>
      <ZoneLayer zones={drawn} />
      <RoadLayers roads={roads} timeZone={zones[0]?.time_zone} />
      <LineLayer id="trip-way" look="route" lines={way} />
      <StopLayer stops={stops} />
      <VehicleLayer
        vehicles={vehicles}
        onChoose={(tripId) => {
          // A press that chooses a road opens no trip.
          if (roads.pick !== undefined) return
          void navigate({
            to: monitoringPath({ view: 'trip', regionId: place.regionId, tripId }),
            search: keptSearch,
          })
        }}
      />
      <GoTo
        point={located === null ? null : pointOf(trips.find(({ id }) => id === located.id))}
        zoom={VEHICLE_ZOOM}
        at={located?.at ?? 0}
      />
    </MapView>
  )
}
export default TripsMap

const cornersOf = (zone: ReturnType<typeof mapZone>): LngLat[] => zone.polygons.flatMap((polygon) => [...polygon[0]!]) // a zone's polygons have an outline

const pointOf = (trip: Trip | undefined): LngLat | null =>
  trip?.latest_trip_monitor == null ? null : [trip.latest_trip_monitor.longitude, trip.latest_trip_monitor.latitude]

const mapStops = (trip: TripWithStops): MapStop[] =>
  trip.trip_stops.map((stop, index) => ({
    id: stop.id,
    label: String(index + 1),
    point: stop.point,
    look: stop.departed_at !== null ? 'past' : stop.id === trip.next_trip_stop?.id ? 'next' : 'future',
  }))

const mapVehicles = (trips: readonly Trip[], chosen: TripWithStops | null, now: Date): MapVehicle[] => {
  const all = chosen === null || trips.some(({ id }) => id === chosen.id) ? trips : [...trips, chosen]
  return all.flatMap((trip) => {
    const point = pointOf(trip)
    if (point === null || trip.latest_trip_monitor === null) return []
    const silent = silentMinutes(trip.no_signal_since, now)
    return {
      id: trip.id,
      label: vehicleLabel(trip),
      point,
      bearing: trip.latest_trip_monitor.bearing,
      tone: lateTones[trip.late_status],
      signal: silent === null ? null : silent >= LONG_SILENCE_MINUTES ? 'lost-long' : 'lost',
      pulses: trip.late_status === 'very-late' && trip.current_state !== 'completed',
      selected: trip.id === chosen?.id,
    }
  })
}
