/**
 * The dial-a-ride problem as data. Times and durations are seconds on one clock of the caller's choice,
 * distances metres, locations indices that only {@link Travel} gives a meaning to. Nothing here knows
 * about dates, databases or streets.
 *
 * Terms: Cordeau & Laporte (2007), "The dial-a-ride problem: models and algorithms".
 */

/** Index of a place in {@link Travel}. */
export type Location = number

export type Travel = {
  /** Driving time in seconds; 0 from a place to itself; Infinity where there is no way. */
  duration: (from: Location, to: Location) => number
  /** Driving distance in metres along the same way. */
  distance: (from: Location, to: Location) => number
}

/** Service may begin at any time in [earliest, latest]. */
export type TimeWindow = { earliest: number; latest: number }

export type Load = { seats: number; wheelchairs: number }

/**
 * A place at which passengers are served: the vehicle arrives, waits for the window to open, serves for `service` seconds.
 * `due` is a softer limit inside the window: service after it is allowed and counted as lateness; `window.latest`
 * where absent. (A disruption widens the window and keeps the promise as `due`.)
 */
export type ServicePoint = { location: Location; window: TimeWindow; due?: number; service: number }

export type Request = {
  id: number
  pickup: ServicePoint
  delivery: ServicePoint
  load: Load
  /** Maximum ride time, seconds: from the end of service at the pickup to the beginning of service at the delivery. */
  maxRideTime: number
  /** Time the passenger walks before the pickup and after the delivery, seconds; priced, never constrained. */
  walk: number
  /** Vehicles that may serve it; every vehicle when absent. Secured requests name exactly one. */
  vehicles?: readonly number[]
  /** Requests with the same key that are served ride in one vehicle. */
  together?: number
  /** Time since which the passenger has been riding (end of service at the pickup); the pickup is then history. */
  onBoardSince?: number
}

/**
 * A visit that the plan holds besides pickups and deliveries: a break, a stop of a fixed route, or a stop that the
 * driver is already committed to. It must be served by this vehicle; a fixed route's stops keep their order, which is
 * their order in {@link Vehicle.fixed}. No passenger is on board during a break; at a route stop the vehicle may wait.
 */
export type FixedVisit = ServicePoint & {
  id: number
  kind: 'break' | 'route_stop'
  /** stops sharing a sequence keep their order */
  sequence?: number
}

export type Vehicle = {
  id: number
  /** Where and when the vehicle is next free to leave: its position now, or its first stop before the shift. */
  start: { location: Location; time: number }
  /** The shift's end; `location` null: the route ends at its last visit. Arrival no later than `time`. */
  end: { location: Location | null; time: number }
  capacity: {
    seats: number
    wheelchairs: number
    /** seats that fold away for each wheelchair on board */ seatsPerWheelchair: number
  }
  /** Longest time between leaving the start and reaching the end, seconds; Infinity when unlimited. */
  maxDuration: number
  /** Requests riding in the vehicle at its start: only their deliveries appear in its route. */
  onBoard: readonly number[]
  /** Visits that open the route in exactly this order (the stop being driven to, a secured pickup already under way). */
  committed: readonly Visit[]
  fixed: readonly FixedVisit[]
}

/** Price of a plan: a weighted sum, seconds throughout. Lateness counts where reality already broke a window. */
export type Objective = {
  /** weight of a second between leaving the start and reaching the end */
  vehicleTime: number
  /** weight of a second of driving, on top of vehicleTime */
  driveTime: number
  /** weight of a second that a request spends on board */
  rideTime: number
  /** weight of a second between the opening of a passenger's pickup window and the pickup */
  waitTime: number
  walkTime: number
  /** weight of a metre driven; classical DARP instances use distance alone */
  distance: number
  /** weight of a second past `latest`, used only when a window can no longer be kept */
  lateness: number
  /** price of leaving a request unserved */
  unserved: number
}

export type Problem = {
  travel: Travel
  vehicles: readonly Vehicle[]
  requests: readonly Request[]
  objective: Objective
  /**
   * Where a vehicle may wait. By default only while it is empty, or at a stop where passengers board
   * (a pickup, a stop of a fixed route). The classical instances allow it anywhere.
   */
  waiting?: 'when_empty_or_boarding' | 'anywhere'
}

export type Visit =
  | { kind: 'pickup'; request: number }
  | { kind: 'delivery'; request: number }
  | { kind: 'fixed'; id: number }

/** One vehicle's visits in order. */
export type Route = { vehicle: number; visits: readonly Visit[] }

export type Solution = { routes: readonly Route[]; unserved: readonly number[] }

/** When a visit takes place under a route's schedule. `departure` is the end of service. */
export type VisitTime = { arrival: number; begin: number; departure: number; load: Load; lateness: number }

/** The ranked result of `insert`: one entry per feasible insertion, cheapest first. */
export type Insertion = {
  vehicle: number
  route: Route
  schedule: readonly VisitTime[]
  /** growth of the objective */
  price: number
  /** extra driving, seconds and metres */
  detourTime: number
  detourDistance: number
  pickupTime: number
  deliveryTime: number
  /** seconds by which each other request's delivery comes later (positive) or earlier */
  affected: readonly { request: number; delay: number }[]
}

/** What `insert` returns: the feasible insertions, and for every vehicle without one the reason. */
export type InsertAnswer = { insertions: readonly Insertion[]; refusals: readonly Refusal[] }

/** Why a vehicle cannot take a request: the binding limit, and by how much it is broken (seconds). */
export type Refusal =
  | { vehicle: number; reason: 'not_allowed' }
  | { vehicle: number; reason: 'capacity'; kind: 'seats' | 'wheelchairs'; from: number; until: number }
  | { vehicle: number; reason: 'too_small'; kind: 'seats' | 'wheelchairs'; has: number }
  | { vehicle: number; reason: 'shift'; endsAt: number; startsAt: number; earliestPickup: number | null }
  | { vehicle: number; reason: 'pickup_window'; earliestPossible: number }
  | { vehicle: number; reason: 'delivery_window'; earliestPossible: number }
  | { vehicle: number; reason: 'ride_time'; shortest: number }
  /** another request would be served, or ride, this many seconds past its limit */
  | { vehicle: number; reason: 'promise'; request: number; late: number }
  /** a break or a stop of a fixed route would begin this many seconds late */
  | { vehicle: number; reason: 'fixed_visit'; id: number; late: number }
  | { vehicle: number; reason: 'unreachable' }

/** What `check` finds wrong; empty means that every hard rule holds. */
export type Violation = { rule: ViolationRule; vehicle?: number; request?: number; detail: string; amount?: number }
export type ViolationRule =
  | 'served_twice'
  | 'not_served'
  | 'precedence'
  | 'wrong_vehicle'
  | 'split_group'
  | 'seats'
  | 'wheelchairs'
  | 'time_window'
  | 'ride_time'
  | 'route_duration'
  | 'shift'
  | 'committed_order'
  | 'fixed_missing'
  | 'unknown'
  | 'waiting_loaded'
  | 'unreachable'
