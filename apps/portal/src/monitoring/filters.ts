import type { Trip } from '@ambit/contract'
import { oneOf, text, type UrlValue, urlState } from '../url/url-state.ts'

export const vehicleStatuses = [
  'very-late',
  'slightly-late',
  'on-time',
  'available',
  'unavailable',
  'not-logged-in',
] as const
export type VehicleStatus = (typeof vehicleStatuses)[number]

const severalOf = <const T extends string>(values: readonly T[]): UrlValue<readonly T[]> => ({
  read: (value) => values.filter((candidate) => (value ?? '').split(',').includes(candidate)),
  write: (value) => (value.length === 0 ? undefined : value.join(',')),
})

export type VehicleFilters = {
  status: readonly VehicleStatus[]
  signal: 'receiving' | 'lost' | null
  manual: 'on' | 'off' | null
  q: string
}
/** The filters of Service Monitoring in the address. */
export const filterState = urlState<VehicleFilters>({
  status: severalOf(vehicleStatuses),
  signal: oneOf(['receiving', 'lost']),
  manual: oneOf(['on', 'off']),
  q: text(),
})
export const noFilters: VehicleFilters = { status: [], signal: null, manual: null, q: '' }

/** One status for each trip: lateness where it is on its way to a passenger, else why it is not. */
export const vehicleStatusOf = (
  trip: Pick<Trip, 'late_status' | 'vehicle_id' | 'next_trip_stop' | 'on_board' | 'taken_out_at'>,
): VehicleStatus => {
  if (trip.vehicle_id === null || trip.taken_out_at !== null) return 'unavailable'
  if (trip.late_status === 'staged') return 'not-logged-in'
  if (trip.next_trip_stop === null && trip.on_board === 0) return 'available'
  return trip.late_status
}

export const passesFilters = (trip: Trip, filters: VehicleFilters): boolean => {
  const wanted = filters.q.trim().toLowerCase()
  return (
    (filters.status.length === 0 || filters.status.includes(vehicleStatusOf(trip))) &&
    (filters.signal === null || (trip.no_signal_since !== null) === (filters.signal === 'lost')) &&
    (filters.manual === null || trip.manual_navigation === (filters.manual === 'on')) &&
    (wanted === '' ||
      [trip.vehicle_number, trip.driver_name].some((word) => (word ?? '').toLowerCase().includes(wanted)))
  )
}
