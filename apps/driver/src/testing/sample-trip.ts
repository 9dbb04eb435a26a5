import type { ManifestBooking, Trip, TripManifest, TripStop } from '@ambit/contract'

/** 2:00 pm in Brisbane, when the sample trip's first stop is due. */
export const NOON = Date.parse('2026-11-23T04:00:00Z')

/** Minutes from then, as on the wire. */
export const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString()

type Rider = TripStop['boardings'][number]

export const rider = (id: number, from: number, change: Partial<Rider> = {}): Rider => ({
  id,
  traveler_id: id,
  traveler_name: `Passenger ${id}`,
  passenger_count: 1,
  boarded_count: null,
  mobility_support: 0,
  status: 'secured',
  promised_lower_bound: at(from),
  promised_upper_bound: at(from + 15),
  stranded: false,
  pinned: false,
  ...change,
})

export const stop = (id: number, minutes: number, change: Partial<TripStop> = {}): TripStop => ({
  id,
  trip_id: 7,
  location_id: id,
  location_index: id - 1,
  location_name: `Stop ${id}`,
  point: [153, -27],
  kind: 'passenger',
  scheduled_at: at(minutes),
  scheduled_departure_at: at(minutes + 1),
  eta: at(minutes),
  latest_arrival_time: null,
  arrived_at: null,
  departed_at: null,
  boardings: [],
  alightings: [],
  leg: { duration_s: 300, distance_m: 2000, path: [] },
  ...change,
})

export const booking = (id: number, name: string, change: Partial<ManifestBooking> = {}): ManifestBooking => ({
  id,
  name,
  phone_number: '+61412345678',
  adults: 1,
  children: 0,
  concessions: 0,
  concession: null,
  due: { kind: 'free', method: 'cash', amount: 0, currency: 'AUD' },
  ...change,
})

export const sampleTrip = (change: Partial<Trip> = {}): Trip => ({
  id: 7,
  name: 'T-7',
  service_plan_id: 1,
  zone_id: 1,
  zone_name: 'Harbour Loop',
  time_zone: 'Australia/Brisbane',
  vehicle_id: 3,
  vehicle_number: 'SUN 104',
  driver_id: 1,
  driver_name: 'Priya Raman',
  current_state: 'live',
  late_status: 'on-time',
  late_by_s: 0,
  start_datetime: at(-10),
  end_datetime: at(240),
  capacity: 8,
  mobility_capacity: 1,
  on_board: 0,
  booking_count: 2,
  current_trip_stop: null,
  next_trip_stop: null,
  latest_trip_monitor: null,
  no_signal_since: null,
  manual_navigation: false,
  allowed_transitions: [],
  status_message: null,
  taken_out_at: null,
  left_waiting: 0,
  allow_return: false,
  pause: null,
  signed_on_at: at(-10),
  completed_at: null,
  created_at: at(-600),
  updated_at: at(-10),
  version: 1,
  ...change,
})

/** Noor and Ben get on at the first stop, Noor off at the second, Ben off at the third; a break comes last. */
export const sampleManifest = (change: Partial<TripManifest['trip']> = {}): TripManifest => ({
  trip: {
    ...sampleTrip(),
    trip_stops: [
      stop(1, 0, { location_name: '12 Pier Street, Redwater', boardings: [rider(41, -5), rider(42, -5)] }),
      stop(2, 12, { location_name: 'Redwater Hospital', alightings: [rider(41, 5)] }),
      stop(3, 25, { location_name: '3/40 Quay Road, Redwater', alightings: [rider(42, 15)] }),
      stop(4, 40, { location_name: 'Depot', kind: 'break', scheduled_departure_at: at(70) }),
    ],
    path: [],
    ...change,
  },
  bookings: [booking(41, 'Noor Q.'), booking(42, 'Ben A.')],
  rules: { wait_minutes: 3, sign_on_early_minutes: 60 },
  time_zone: 'Australia/Brisbane',
  dispatch_phone: '+61730001234',
  emergency_number: '000',
  device: null,
  navigation_apps: ['apple_maps', 'google_maps', 'waze', 'osmand', 'organic_maps'],
  map: { tiles: null, attribution: null },
})
