import type { BoardingTimes, StrategyConfiguration, VehicleNeed } from '@ambit/contract'
import type { Area, ZoneRules } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import type { RoadClosure } from './closures.ts'
import type { Traffic } from './traffic.ts'
import type { PaymentMethod } from '../../database/schema.ts'

/** Times in this folder are seconds since 1970 (numbers); only queries turn them into Date. */
export type Seconds = number

export const toSeconds = (time: Date): Seconds => time.getTime() / 1000
export const toDate = (time: Seconds): Date => new Date(Math.round(time * 1000))

export type ZoneStop = {
  location_id: number
  name: string
  point: LngLat
  staging: boolean
  not_accessible: boolean
  medically_exempt: boolean
  break: boolean
  passenger: boolean
}

/** What a zone's plan is made under. Keyed by `zone_plans.settings_version`. */
export type ZoneSettings = {
  zone_id: number
  region_id: number
  name: string
  time_zone: string
  /** zone and region are both in service */
  active: boolean
  /** AUD per passenger */
  price: number
  payment_methods: PaymentMethod[]
  /** ids of consumer apps that it can be booked with; none: by phone alone */
  allowed_apps: readonly number[]
  center: LngLat | null
  areas: readonly Area[]
  stops: readonly ZoneStop[]
  strategy: StrategyConfiguration
  /** what may be booked when */
  rules: ZoneRules
  /** of its region, not lifted */
  closures: readonly RoadClosure[]
  /** of its region */
  traffic: Traffic
}

export type PlannedStop = {
  id: number
  location_id: number
  location_index: number
  kind: 'passenger' | 'break' | 'route_stop' | 'staging'
  scheduled_at: Seconds
  scheduled_departure_at: Seconds
  eta: Seconds | null
  arrived_at: Seconds | null
  /** within which a break is taken; from when, and how late at most, a route stop is left */
  window: { from: Seconds; until: Seconds } | null
  /** how long the break takes, or the vehicle halts on its route */
  dwell_s: Seconds
  /** which run of its route a route stop belongs to */
  run: number | null
}

export type PlanTrip = {
  id: number
  name: string
  vehicle_id: number
  vehicle_number: string
  driver_id: number | null
  state: 'staged' | 'live' | 'in_transit'
  /** whether it drives a route, and may leave it for passengers */
  route: 'fixed_route' | 'deviated' | null
  start: Seconds
  end: Seconds
  capacity: { seats: number; wheelchairs: number; seatsPerWheelchair: number }
  takes: readonly VehicleNeed[]
  /** the vehicle is in order and the driver, where there is one, may drive: new bookings may be put on it */
  available: boolean
  /** planning neither adds to it nor takes from it until then; Infinity: until it is resumed; null: it may */
  paused_until: Seconds | null
  /** not yet departed from, in order; the first may have been arrived at */
  stops: readonly PlannedStop[]
  /** index that the first of `stops` has or would have */
  next_index: number
  /** since when it has had nothing to do, if it has signed on: its last departure, or the signing on */
  idle_since: Seconds | null
  /** where the vehicle last departed from; null before its first departure */
  last_location_id: number | null
}

export type BookedEnd = {
  location_id: number
  lower: Seconds
  /** what the plan keeps to: later than promised where a disruption made it so */
  upper: Seconds
  /** the end of the window that the passenger was first given: lateness is measured from here */
  promised_upper: Seconds
  walk_s: number
}

/** Whether a disruption made the window end later than promised. */
export const isRevised = ({ upper, promised_upper }: BookedEnd): boolean => promised_upper < upper

export type PlanBooking = {
  id: number
  traveler_id: number
  traveler_name: string
  status: 'created' | 'assigned' | 'unassigned' | 'secured' | 'on_board'
  trip_id: number | null
  passenger_count: number
  mobility_support: number
  /** how long everybody takes to get in and out; null: the zone's strategy counts */
  times: BoardingTimes | null
  needs: readonly VehicleNeed[]
  pickup: BookedEnd
  dropoff: BookedEnd
  max_ride_s: number
  direct_s: number
  pickup_trip_stop_id: number | null
  dropoff_trip_stop_id: number | null
  boarded_at: Seconds | null
  /** planning leaves it on its trip until then; Infinity: until it is done; null: it may move it */
  pinned_until: Seconds | null
  /** trips that planning does not put it on until then */
  bans: readonly Ban[]
  /** the group that it travels together with in one vehicle; null: it travels by itself */
  together: number | null
}

/** A trip that a booking was taken off by a person. */
export type Ban = { trip_id: number; until: Seconds }

/** Everything that planning a zone needs, as of one `zone_plans.version`. */
export type ZonePlan = {
  version: number
  settings: ZoneSettings
  trips: readonly PlanTrip[]
  bookings: readonly PlanBooking[]
  points: ReadonlyMap<number, LngLat>
}

/** The newest known position of each trip's vehicle: not part of the plan, for it changes with every second. */
export type Monitors = ReadonlyMap<number, { point: LngLat; recorded_at: Seconds }>

/** A stop that the plan holds with or without passengers: on a route, or for a break. */
export type FixedStop = PlannedStop & { kind: 'break' | 'route_stop'; window: { from: Seconds; until: Seconds } }

export const isFixed = (stop: PlannedStop): stop is FixedStop =>
  (stop.kind === 'break' || stop.kind === 'route_stop') && stop.window !== null
