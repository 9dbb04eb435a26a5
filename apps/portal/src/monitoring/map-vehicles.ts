import type { Trip } from '@ambit/contract'
import type { MapVehicle } from '../map/VehicleLayer.tsx'
import { lateTones, shownStatus } from './late-tone.ts'
import { LONG_SILENCE_MINUTES, positions, silentMinutes } from '../records/positions.ts'
import { vehicleLabel } from '../records/trips.ts'

/** The vehicles of trips as the map draws them, also that of a chosen trip which the list does not show. */
export const mapVehicles = (trips: readonly Trip[], chosen: Trip | null, now: Date): MapVehicle[] => {
  const all = chosen === null || trips.some(({ id }) => id === chosen.id) ? trips : [...trips, chosen]
  return all.flatMap((trip): MapVehicle[] => {
    const at = positions.of(trip)
    if (at === null) return []
    const silent = silentMinutes(trip.no_signal_since, now)
    return [
      {
        id: trip.id,
        label: vehicleLabel(trip),
        point: [at.longitude, at.latitude],
        bearing: at.bearing,
        tone: lateTones[shownStatus(trip)],
        signal: silent === null ? null : silent >= LONG_SILENCE_MINUTES ? 'lost-long' : 'lost',
        pulses: trip.late_status === 'very-late' && trip.current_state !== 'completed',
        selected: trip.id === chosen?.id,
      },
    ]
  })
}
