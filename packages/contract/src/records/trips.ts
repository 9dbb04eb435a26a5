import { z } from 'zod'
import { Id, MAX_ID } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { LngLat, stamps, Timestamp } from './basics.ts'
import { TakenFare } from './fares.ts'
import { Pause } from './pins.ts'
import { NoShowReason } from './no-shows.ts'
import { RequestStatus } from './service-requests.ts'
import type { TakenChecklist, TripCheck } from './vehicle-checks.ts'

export const tripStates = ['staged', 'live', 'in_transit', 'completed', 'cancelled'] as const
export const TripState = z.enum(tripStates)
export type TripState = z.infer<typeof TripState>
export const lateStatuses = ['staged', 'on-time', 'slightly-late', 'very-late'] as const
export const LateStatus = z.enum(lateStatuses)
export type LateStatus = z.infer<typeof LateStatus>

/** One passenger booking at a stop of a trip. */
export const TripStopPassenger = z.object({
  id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  passenger_count: z.int(),
  /** how many of them came; null: all, or none has boarded yet */
  boarded_count: z.int().nullable(),
  mobility_support: unseen('care', z.int()),
  status: RequestStatus,
  /** the window that the passenger was first given for getting on, or off, here */
  promised_lower_bound: Timestamp,
  promised_upper_bound: Timestamp,
  /** was left on the road by a lost vehicle, and picked up there again */
  stranded: z.boolean(),
  /** planning leaves it with this vehicle */
  pinned: z.boolean(),
  /** for drivers alone */
  fare: TakenFare.optional(),
})

export const legStepKinds = [
  'left',
  'right',
  'slight_left',
  'slight_right',
  'sharp_left',
  'sharp_right',
  'straight',
  'roundabout',
  'u_turn',
  'arrive',
] as const

/** What the driver does next on the way to a stop. */
export const LegStep = z.object({
  kind: z.enum(legStepKinds),
  /** the street that one is on afterwards, or its number; empty: it has no name */
  street: masked('place', 'hidden', z.string()),
  /** from the step before, or from where the leg begins; the steps of a leg are as long as the leg */
  distance_m: z.int(),
  point: masked('place', 'point', LngLat),
  /** of a roundabout: which one to take, from where it is entered; missing where the leg ends in it */
  exit: z.int().optional(),
})
export type LegStep = z.infer<typeof LegStep>

export const TripLeg = z.object({
  duration_s: z.number(),
  distance_m: z.number(),
  path: masked('place', 'line', z.array(LngLat)),
  /** the arrival last; for drivers alone */
  steps: z.array(LegStep).optional(),
})
export type TripLeg = z.infer<typeof TripLeg>

export const TripStop = z.object({
  id: Id,
  trip_id: Id,
  location_id: Id,
  /** order within the trip, from 0 */
  location_index: z.int(),
  /** it may be a passenger's door */
  location_name: masked('place', 'door', z.string()),
  point: masked('place', 'point', LngLat),
  kind: z.enum(['passenger', 'break', 'route_stop', 'staging']),
  /** the plan's arrival when the stop was last promised to passengers */
  scheduled_at: Timestamp,
  /** the plan's departure */
  scheduled_departure_at: Timestamp,
  /** what is expected now */
  eta: Timestamp.nullable(),
  latest_arrival_time: Timestamp.nullable(),
  arrived_at: Timestamp.nullable(),
  departed_at: Timestamp.nullable(),
  boardings: z.array(TripStopPassenger),
  alightings: z.array(TripStopPassenger),
  /** the way there from the stop before, or from where the vehicle is; null once arrived, far ahead, and without street data */
  leg: TripLeg.nullable(),
})
export type TripStop = z.infer<typeof TripStop>

/** The newest known position of the trip's vehicle. */
export const TripMonitor = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** degrees clockwise from north */
  bearing: z.number(),
  /** metres per second */
  speed: z.number(),
  recorded_at: Timestamp,
})

export const Trip = z.object({
  id: Id,
  name: z.string(),
  /** null: the schedule of a cancelled trip was deleted */
  service_plan_id: Id.nullable(),
  zone_id: Id,
  zone_name: z.string(),
  /** the zone's, for showing its times */
  time_zone: z.string(),
  vehicle_id: Id.nullable(),
  vehicle_number: z.string().nullable(),
  driver_id: Id.nullable(),
  driver_name: z.string().nullable(),
  current_state: TripState,
  late_status: LateStatus,
  /** seconds by which the next stop is expected late; negative is early */
  late_by_s: z.number(),
  start_datetime: Timestamp,
  end_datetime: Timestamp,
  capacity: z.int(),
  mobility_capacity: z.int(),
  on_board: z.int(),
  booking_count: z.int(),
  current_trip_stop: z.object({ id: Id }).nullable(),
  next_trip_stop: z
    .object({ id: Id, location_name: masked('place', 'door', z.string()), eta: Timestamp.nullable() })
    .nullable(),
  latest_trip_monitor: TripMonitor.nullable(),
  /** since when no position has come, when that is longer than a minute */
  no_signal_since: Timestamp.nullable(),
  manual_navigation: z.boolean(),
  allowed_transitions: z.array(TripState),
  status_message: z.string().nullable(),
  /** when its vehicle was taken out of service; null for a trip that was not, or was cancelled otherwise */
  taken_out_at: Timestamp.nullable(),
  /** bookings whose passengers still wait since then: for another vehicle, or with none to come */
  left_waiting: z.int(),
  /** its vehicle may be put back into service: the schedule goes on, and no other trip drives it */
  allow_return: z.boolean(),
  /** planning neither adds to it nor takes from it; null: it may */
  pause: Pause.nullable(),
  /** when its driver took it, and when it ended */
  signed_on_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  ...stamps,
})
export type Trip = z.infer<typeof Trip>

/** One trip with its stops and the way its vehicle takes. */
export const TripWithStops = Trip.extend({
  trip_stops: z.array(TripStop),
  path: masked('place', 'line', z.array(LngLat)),
})
/** What the vehicle's odometer showed, as far as it was told. */
export const TripOdometer = z.object({
  /** before this trip; null: it was never told */
  last: z.int().nullable(),
  start: z.int().nullable(),
  end: z.int().nullable(),
})
/** A no-show that dispatch is asked for. */
export const AskedNoShow = z.object({
  service_request_id: Id,
  asked_at: Timestamp,
  approved: z.boolean(),
  reason: NoShowReason,
  reason_text: z.string().nullable(),
})

/** For drivers alone, as `DriverTrip` says: what they look at on the vehicle, and what they have found on this trip. */
export type TripWithStops = z.infer<typeof TripWithStops> & {
  odometer?: z.infer<typeof TripOdometer> | undefined
  no_shows_asked?: z.infer<typeof AskedNoShow>[] | undefined
  checklists?: TakenChecklist[] | undefined
  checks?: TripCheck[] | undefined
}

const chosen = (message: string) => z.int({ error: message }).positive(message).max(MAX_ID, 'There is no such record')

/** Who drives the trip, and with which vehicle. */
export const TripInput = z.object({
  driver_id: chosen('Please select a Driver'),
  vehicle_id: chosen('Please select a Vehicle'),
})
export type TripInput = z.infer<typeof TripInput>

export const MOST_TRIPS_AT_ONCE = 200

/** The bookings that a cancelled trip leaves behind, by what becomes of them. */
export const AffectedBookings = z.object({
  service_requests_to_be_cancelled: z.array(Id),
  service_requests_to_be_reassigned: z.array(Id),
})
export type AffectedBookings = z.infer<typeof AffectedBookings>

export const TripStateInput = z.object({
  status: TripState,
  force: z.boolean().default(false),
  status_message: z.string().trim().max(1000).nullish(),
  /** with `force`: the effects that were shown; 409 when a booking would be worse off by now */
  shown: AffectedBookings.optional(),
})

export const tripChanges = ['state', 'driver', 'vehicle', 'action'] as const
/**
 * One change of a trip: its state as a word, driver and vehicle by their names at the time. `action`: a dispatch action
 * touched it, whose title is `after`.
 */
export const TripHistory = z.object({
  id: Id,
  change: z.enum(tripChanges),
  before: z.string().nullable(),
  after: z.string().nullable(),
  message: z.string().nullable(),
  /** null: the service itself */
  changed_by: z.string().nullable(),
  created_at: Timestamp,
  /** the dispatch action that did it */
  dispatch_action_id: Id.nullable(),
})
export type TripHistory = z.infer<typeof TripHistory>

export const Position = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  bearing: z.number().min(0).max(360),
  speed: z.number().min(0).max(100),
  recorded_at: Timestamp,
  /** metres; less certain than 100 it is stored, and moves the vehicle on no map. Missing: certain enough */
  accuracy_m: z.number().min(0).max(1_000_000).nullish(),
})
export type Position = z.infer<typeof Position>
