import type { TripWithStops } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { boundsOf, VEHICLE_ZOOM } from '../map/bounds.ts'
import { LineLayer } from '../map/LineLayer.tsx'
import { MapView } from '../map/MapView.tsx'
import { StopLayer } from '../map/StopLayer.tsx'
import { type MapVehicle, VehicleLayer } from '../map/VehicleLayer.tsx'
import { mapStops } from '../records/map-stops.ts'
import { positions } from '../records/positions.ts'
import { tripRecords, vehicleLabel } from '../records/trips.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { inboxStrings as words } from './strings.ts'

/** The way and the stops of a trip, and its vehicle where it was seen last. */
const TripMap = ({ tripId }: { tripId: number }) => {
  const { data: trip, isLoadingError, error, refetch } = useQuery(tripRecords.one(tripId))
  const stops = useMemo(() => (trip === undefined ? [] : mapStops(trip)), [trip])
  const way = useMemo(() => (trip === undefined ? [] : [{ points: trip.path }]), [trip])
  const vehicles = useMemo(() => (trip === undefined ? [] : vehicleOf(trip)), [trip])
  const shown = [...stops, ...vehicles].map(({ point }) => point)
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <MapView
      label={trip === undefined ? words.map : words.mapOf(trip.name)}
      bounds={boundsOf(shown)}
      fitZoom={VEHICLE_ZOOM}
    >
      <LineLayer id="exception-way" look="route" lines={way} />
      <StopLayer stops={stops} />
      <VehicleLayer vehicles={vehicles} live={positions} />
    </MapView>
  )
}
export default TripMap

const vehicleOf = (trip: TripWithStops): MapVehicle[] => {
  const at = positions.of(trip)
  if (at === null) return []
  return [
    {
      id: trip.id,
      label: vehicleLabel(trip),
      point: [at.longitude, at.latitude],
      bearing: at.bearing,
      tone: 'info',
      signal: trip.no_signal_since === null ? null : 'lost',
      pulses: false,
      selected: false,
    },
  ]
}
