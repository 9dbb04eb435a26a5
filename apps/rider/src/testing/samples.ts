import type {
  RideBooking,
  RideConfig,
  RideDevice,
  RideMessages,
  RideMiss,
  RideNotes,
  RideOffering,
  RidePassenger,
  RidePlace,
  RideReceipt,
  RideStops,
  RideTracking,
  RideWalks,
} from '@ambit/contract'

/** 2:00 pm in Brisbane. */
export const NOON = Date.parse('2026-11-23T04:00:00Z')
export const ZONE = 'Australia/Brisbane'

const MINUTE_MS = 60_000
export const later = (minutes: number, from = NOON): string => new Date(from + minutes * MINUTE_MS).toISOString()

export const home = { name: '12 Beach Road, Tugun', point: [153.49, -28.14] as [number, number] }
export const clinic = { name: 'Wilga Clinic, Palm Beach', point: [153.46, -28.11] as [number, number] }
export const library = { name: 'Library, Elanora', point: [153.45, -28.13] as [number, number] }

export const towns = [home, clinic, library]
export const itemOf = ({ name, point: [lng, lat] }: typeof home) => ({
  title: name,
  id: name,
  resultType: 'houseNumber',
  address: { label: name },
  position: { lat, lng },
})

export const sampleConfig = (now = NOON): RideConfig => ({
  app: {
    slug: 'coastlink',
    brand_name: 'Coastlink',
    brand_color: '#005580',
    logo: null,
    sign_up: 'open',
    phone_number: '+61 7 5555 0100',
  },
  languages: ['en', 'de', 'es'],
  currency: 'AUD',
  codes: { email: true, sms: true },
  service_hours: [],
  notices: [],
  map: { tiles: null, attribution: null },
  push_key: 'BPushKey',
  server_time: new Date(now).toISOString(),
})

export const mia: RidePassenger = {
  id: 7,
  first_name: 'Mia',
  last_name: 'Okafor',
  email: 'mia@example.org',
  email_verified: true,
  phone_number: null,
  phone_verified: false,
  language: null,
  wheelchair: false,
  booking_refused: null,
  unpaid: null,
  contact_phone: '+61 7 5555 0199',
  helps: [],
}

export const samplePlaces = (): RidePlace[] => [
  { id: 1, name: 'Home', kind: 'home', address: home, note: '' },
  { id: 2, name: 'Clinic', kind: 'work', address: clinic, note: '' },
]

export const sampleOffering = (id: number, now = NOON, change: Partial<RideOffering> = {}): RideOffering => ({
  id,
  kind: 'soonest',
  pickup: {
    name: 'Beach Road Shops',
    point: home.point,
    lower_bound: later(10, now),
    upper_bound: later(20, now),
    walk_m: 240,
    walk_s: 200,
  },
  dropoff: {
    name: 'Wilga Clinic',
    point: clinic.point,
    lower_bound: later(26, now),
    upper_bound: later(38, now),
    walk_m: 0,
    walk_s: 0,
  },
  ride_s: 900,
  scaled_price: 5,
  total_price: 2.5,
  payment_methods: ['cash', 'card'],
  late_from: later(5, now),
  expires_at: later(5, now),
  ...change,
})

export const sampleRide = (id: number, change: Partial<RideBooking> = {}, now = NOON): RideBooking => {
  const { pickup, dropoff } = sampleOffering(id, now)
  return {
    id,
    traveler_id: mia.id,
    traveler_name: null,
    phase: 'planned',
    status: 'assigned',
    origin: home,
    destination: clinic,
    pickup,
    dropoff,
    time_zone: ZONE,
    total_price: 2.5,
    scaled_price: 5,
    currency: 'AUD',
    rating: null,
    passengers: [{ fare_type: 'adult' }],
    mobility_support: 0,
    payment_method: 'cash',
    payment_status: 'not_charged',
    expected_pickup: { from: later(12, now), to: later(17, now) },
    expected_dropoff: null,
    by_plan_only: false,
    late_minutes: null,
    stops_before: null,
    waits_until: null,
    picked_up_at: null,
    dropped_off_at: null,
    vehicle: null,
    contact: { name: 'Coastlink South', phone_number: '+61 7 5555 0142', emergency_number: '000' },
    cancel_refused: null,
    late_from: later(-50, now),
    cancel_is_late: false,
    change_refused: null,
    can_rate: false,
    comments: null,
    shared: false,
    events: [],
    server_time: new Date(now).toISOString(),
    ...change,
  }
}

/** A ride as those see it with whom it is shared. */
export const sampleTracked = (change: Partial<RideTracking> = {}, now = NOON): RideTracking => {
  const { pickup, dropoff, phase, time_zone, expected_pickup, contact } = sampleRide(12, {}, now)
  const { walk_m: _walk, walk_s: _time, ...from } = pickup
  const { walk_m: _metres, walk_s: _seconds, ...to } = dropoff
  return {
    purpose: 'track',
    phase,
    time_zone,
    pickup: from,
    dropoff: to,
    expected_pickup,
    expected_dropoff: null,
    by_plan_only: false,
    late_minutes: null,
    stops_before: null,
    waits_until: null,
    dropped_off_at: null,
    vehicle: null,
    contact,
    can_cancel: false,
    late_from: later(-50, now),
    cancel_is_late: false,
    server_time: new Date(now).toISOString(),
    ...change,
  }
}

export const sampleMessages: RideMessages = {
  language: null,
  channels: { receipt: 'none' },
  quiet_hours: null,
  usual_quiet_hours: { from: '21:00', until: '07:00' },
  reached_by: ['email', 'call'],
}

export const sampleDevices = (): RideDevice[] => [
  {
    id: '4f0c3a52-6d0e-4b3c-9a57-1f1f4a6a0011',
    name: 'Safari on iPhone',
    created_at: later(-9000),
    used_at: later(-1),
    current: true,
  },
  {
    id: '4f0c3a52-6d0e-4b3c-9a57-1f1f4a6a0012',
    name: 'Firefox on Windows',
    created_at: later(-90_000),
    used_at: later(-3000),
    current: false,
  },
]

export const sampleMiss = (change: Partial<RideMiss> = {}): RideMiss => ({
  id: 31,
  service_request_id: 12,
  kind: 'no_show',
  happened_at: later(-60),
  window_from: later(-70),
  window_to: later(-60),
  time_zone: ZONE,
  not_counted: null,
  evidence: { arrived_at: later(-65), waited_minutes: 5, metres: 20 },
  contested_at: null,
  traveler_name: null,
  from: home.name,
  to: clinic.name,
  ...change,
})

export const sampleReceipt = (change: Partial<RideReceipt> = {}): RideReceipt => ({
  service_request_id: 12,
  number: 'R-2026-000012',
  date: later(-30),
  time_zone: ZONE,
  carrier: 'Coastlink South',
  note: 'Coastlink Pty Ltd, ABN 12 345\nThe fare includes 10 % GST.',
  traveler_name: 'Mia Okafor',
  from: home.name,
  to: clinic.name,
  picked_up_at: later(-50),
  people: 1,
  scaled_price: 5,
  reduction: 2.5,
  reduced_by: ['Seniors', 'SPRING'],
  total_price: 2.5,
  currency: 'AUD',
  payment_method: 'cash',
  payment_status: 'charged',
  fare_paid: 2.5,
  card: null,
  charged_at: null,
  refunded_at: null,
  ...change,
})

export const noNotes: RideNotes = { pickup_note: null, dropoff_note: null, aids: [] }

export const sampleStops: RideStops['stops'] = [
  { name: 'Beach Road Shops', point: [153.491, -28.139], distance_m: 180 },
  { name: 'Wilga Clinic', point: clinic.point, distance_m: 4400 },
]

/** Around two corners to the stop at the beach, and straight on from the clinic. */
export const sampleWalks = (): RideWalks => ({
  pickup: {
    path: [[153.4915, -28.1405], [153.491, -28.1405], [153.491, -28.14], home.point],
    begins: 'Harbour Road',
    steps: [
      { kind: 'left', street: 'Market Street', distance_m: 152 },
      { kind: 'right', street: '', distance_m: 78 },
      { kind: 'arrive', street: '', distance_m: 10 },
    ],
  },
  dropoff: {
    path: [clinic.point, [153.4595, -28.11], [153.459, -28.1101]],
    begins: '',
    steps: [{ kind: 'arrive', street: '', distance_m: 98 }],
  },
})
