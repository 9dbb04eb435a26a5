import type { ServiceRequest } from '@ambit/contract'
import { expect, test } from 'vitest'
import type { RequestRecord } from '../riders/ledger.ts'
import { countsOf, spreadOf } from './figures.ts'
import { reportOf } from './report.ts'
import { tableOf } from './table.ts'

const eight = Date.parse('2026-11-22T22:00:00Z')
const minutes = (count: number): number => eight + count * 60_000
const at = (count: number): string => new Date(minutes(count)).toISOString()

const record = (change: Partial<RequestRecord>): RequestRecord => ({
  rider: 'r',
  zone: 'Harbour',
  asked_at: minutes(-60),
  requested_at: eight,
  departing: true,
  passengers: 1,
  wheelchairs: 0,
  outcome: 'booked',
  reasons: [],
  refused_search: null,
  second_choice: false,
  moved: false,
  booking: null,
  badge: null,
  by_app: false,
  changed_mind: false,
  ...change,
})
const booked = (id: number, direct_s: number, change: Partial<RequestRecord> = {}): RequestRecord =>
  record({
    booking: { id, direct_s, pickup_lower: minutes(2), pickup_upper: minutes(12), dropoff_upper: minutes(30) },
    ...change,
  })

const place = { name: 'Quay', point: [153.03, -27.48] satisfies [number, number] }
const stop = (actual: string | null) => ({
  ...place,
  location_id: 1,
  lower_bound: at(2),
  upper_bound: at(12),
  promised_lower_bound: at(2),
  promised_upper_bound: at(12),
  walk_m: 0,
  walk_s: 0,
  eta: null,
  actual,
  trip_stop_id: 1,
})
const request = (
  id: number,
  status: ServiceRequest['status'],
  up: string | null,
  down: string | null,
): ServiceRequest => ({
  id,
  traveler_id: 1,
  traveler_name: 'Una Bell',
  zone_id: 1,
  zone_name: 'Harbour',
  region_id: 1,
  time_zone: 'Australia/Brisbane',
  trip_id: 1,
  trip_name: 'trip_1',
  vehicle_id: 1,
  vehicle_number: 'BUS 101',
  driver_id: 1,
  driver_name: 'Tess Walker',
  status,
  passengers: [{ fare_type: 'adult' }],
  passenger_count: 1,
  mobility_support: 0,
  aids: [],
  origin: place,
  destination: place,
  pickup: stop(up),
  dropoff: stop(down),
  payment_method: 'cash',
  payment_status: 'not_charged',
  scaled_price: 3.5,
  total_price: 3.5,
  currency: 'AUD',
  discount_code: null,
  booking_log: {
    payment_method: 'cash',
    charged: false,
    refunded: false,
    charge_state: null,
    refund_state: null,
    scaled_price: 3.5,
    amount: 3.5,
  },
  booking_method: 'portal',
  stranded_at: null,
  first_boarded_at: null,
  error_message: null,
  cancellation_reason: null,
  additional_information: null,
  no_show_reason: null,
  no_show_fault: null,
  no_show_evidence: null,
  boarded_count: null,
  pin: null,
  journey_id: null,
  journey_leg: null,
  stay_minutes: null,
  series: null,
  group: null,
  fare: { paid: null, unpaid_reason: null, concession_shown: null },
  survey_ids: [],
  asked: null,
  allow_cancel: false,
  change_refused: null,
  allow_refund: false,
  comment: null,
  pickup_note: null,
  dropoff_note: null,
  service_offering: { meta: { scaled_price: 3.5, total_price: 3.5 } },
  created_at: at(-60),
  updated_at: at(0),
  version: 1,
})

// Una rides 10 minutes where 8 are direct, in time; two friends ride 20 where 10 are direct, picked up 3 minutes late.
const una = booked(1, 480)
const friends = booked(2, 600, { passengers: 2, wheelchairs: 1 })
const facts = {
  date: '2026-11-23',
  seed: 7,
  vehicles: 2,
  requests: [
    una,
    friends,
    booked(3, 300),
    booked(4, 300),
    record({ outcome: 'declined' }),
    record({
      outcome: 'refused',
      reasons: [
        { code: 'detour', text: 'Too far round', vehicles: 1 },
        { code: 'seats', text: 'No seat is free', vehicles: 3 },
      ],
    }),
  ],
  bookings: new Map([
    [1, request(1, 'completed', at(4), at(14))],
    [2, request(2, 'completed', at(15), at(35))],
    [3, request(3, 'no_show', null, null)],
    [4, request(4, 'cancelled', null, null)],
  ]),
  // There were no passengers on the route.
  odometers: new Map([
    [1, { empty: 1000, loaded: 3000 }],
    [2, { empty: 1500, loaded: 500 }],
    [3, { empty: 4000, loaded: 0 }],
  ]),
  routeTrips: new Set([3]),
  vehicleHours: 2,
  week: null,
}

test('the report’s figures equal those worked out by hand', () => {
  expect(reportOf(facts)).toMatchObject({
    requests: 6,
    booked: 4,
    served: 2,
    cancelled: 1,
    no_show: 1,
    declined: 1,
    refused: 1,
    unfinished: 0,
    refused_why: [{ code: 'seats', text: 'No seat is free', count: 1 }],
    passengers: 3,
    wheelchairs: 1,
    pickup_on_time: 0.5,
    dropoff_on_time: 0.5,
    pickup_late_min: { mean: 3, p50: 3 },
    wished_wait_min: { mean: 9.5, p50: 4, p90: 15 },
    wait_min: { mean: 7.5, p50: 2, p90: 13 },
    ride_min: { mean: 15, p50: 10 },
    detour: { mean: 1.63, p50: 1.25, p90: 2 },
    vehicle_hours: 2,
    passengers_per_vehicle_hour: 1.5,
    km: 10,
    km_per_passenger: 3.33,
    route_km: 4,
    on_demand_km_per_passenger: 2,
    empty_share: 0.65,
  })
})

test('the report of a day without riders has no figures divided by zero', () => {
  const report = reportOf({ ...facts, requests: [], bookings: new Map(), odometers: new Map(), vehicleHours: 0 })
  expect(report).toMatchObject({
    requests: 0,
    pickup_on_time: null,
    ride_min: null,
    passengers_per_vehicle_hour: null,
    empty_share: null,
  })
  expect(tableOf(report)).not.toMatch(/NaN|Infinity|null|undefined/)
})

test('percentiles are values that occurred, and counts are sorted most frequent first', () => {
  expect(spreadOf([4, 1, 3, 2])).toEqual({ mean: 2.5, p50: 2, p90: 4, p95: 4 })
  expect(spreadOf([])).toBeNull()
  expect(countsOf(['b', 'a', 'b', 'c'])).toEqual([
    { word: 'b', count: 2 },
    { word: 'a', count: 1 },
    { word: 'c', count: 1 },
  ])
})
