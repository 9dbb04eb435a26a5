import type { ServiceRequest, Trip, TripWithStops } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../auth/permissions.ts'
import type { MapVehicle } from '../map/VehicleLayer.tsx'
import { differenceTone, type End, minutesOutside } from '../records/arrival.ts'
import { LONG_SILENCE_MINUTES, positions, silentMinutes, withSilence } from '../records/positions.ts'
import { tripRecords, vehicleLabel } from '../records/trips.ts'
import { useNow } from '../settings/use-now.ts'

/** A ride is coming when its vehicle is expected within this time. */
const COMING_MS = 60 * 60_000

export type RideVehicle = {
  trip: Pick<Trip, 'id' | 'latest_trip_monitor' | 'vehicle_number'>
  /** where it is expected next for this booking */
  end: End
  stop: ServiceRequest['pickup']
  /** whole minutes without a signal; null while its positions arrive */
  silent: number | null
  drawn: MapVehicle[]
}

/** The vehicle of a ride that is coming or under way; null otherwise, and where nothing is known of it. */
export const useRideVehicle = (record: ServiceRequest): RideVehicle | null => {
  const can = useCan()
  const now = useNow(10_000)
  const end = rideEnd(record, now)
  const { data: trip } = useQuery({
    ...tripRecords.one(record.trip_id ?? 0),
    enabled: end !== null && record.trip_id !== null && can('TripManagement:trip:canRead'),
    select: seen,
  })
  const silent = trip === undefined ? null : silentMinutes(withSilence(trip, now).no_signal_since, now)
  const stop = end === null ? null : record[end]
  const outside = stop === null ? null : minutesOutside(stop)
  const drawn = useMemo(() => (trip === undefined ? [] : drawnOf(trip, outside, silent)), [trip, outside, silent])
  return trip === undefined || end === null || stop === null || drawn.length === 0
    ? null
    : { trip, end, stop, silent, drawn }
}

/** Without the position, which is drawn as it comes: nothing is rendered when the vehicle moves. */
const seen = ({ id, name, vehicle_number, current_state, no_signal_since, latest_trip_monitor }: TripWithStops) => ({
  id,
  name,
  vehicle_number,
  current_state,
  no_signal_since,
  located: latest_trip_monitor !== null,
  latest_trip_monitor: null,
})

const rideEnd = ({ status, pickup }: ServiceRequest, now: Date): End | null => {
  if (status === 'on_board') return 'dropoff'
  if (status !== 'assigned' && status !== 'secured') return null
  return Date.parse(pickup.eta ?? pickup.lower_bound) - now.getTime() <= COMING_MS ? 'pickup' : null
}

const drawnOf = (trip: ReturnType<typeof seen>, outside: number | null, silent: number | null): MapVehicle[] => {
  const at = trip.located ? positions.at(trip.id) : null
  if (at === null || (trip.current_state !== 'live' && trip.current_state !== 'in_transit')) return []
  return [
    {
      id: trip.id,
      label: vehicleLabel(trip),
      point: [at.longitude, at.latitude],
      bearing: at.bearing,
      // Before the window is no lateness.
      tone: differenceTone(Math.max(0, outside ?? 0)),
      signal: silent === null ? null : silent >= LONG_SILENCE_MINUTES ? 'lost-long' : 'lost',
      pulses: false,
      selected: true,
    },
  ]
}
