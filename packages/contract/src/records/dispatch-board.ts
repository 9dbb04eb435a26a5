import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { Timestamp } from './basics.ts'
import { EffectMark } from './effects.ts'
import { BookedAid } from './mobility-aids.ts'
import { Pause, Pin } from './pins.ts'
import { Reason, RequestStatus } from './service-requests.ts'
import { TripState } from './trips.ts'

/** From how long before now, and for how long, the board is shown where nothing else is chosen. Minutes */
export const BOARD_BEFORE_MINUTES = 30
export const BOARD_MINUTES = 180
export const LONGEST_BOARD_HOURS = 24
export const MOST_BOARD_ZONES = 20

const Load = z.object({ seats: z.int(), wheelchairs: z.int() })

export const BoardStop = z.object({
  id: Id,
  kind: z.enum(['passenger', 'break', 'route_stop', 'staging']),
  location_name: masked('place', 'door', z.string()),
  planned_at: Timestamp,
  /** the plan's departure */
  planned_departure_at: Timestamp,
  /** what is expected now; null: not known, or behind the vehicle */
  expected_at: Timestamp.nullable(),
  arrived_at: Timestamp.nullable(),
  departed_at: Timestamp.nullable(),
  /** bookings that get on and off here */
  boardings: z.array(Id),
  alightings: z.array(Id),
  /** on board when the vehicle leaves */
  load: Load,
  /**
   * seconds by which the stop can move later without breaking a promise, a break or the schedule's end, by the engine's
   * schedule; null: behind the vehicle, or without street data
   */
  slack_s: z.number().nullable(),
})
export type BoardStop = z.infer<typeof BoardStop>

/** One vehicle with its trip. */
export const BoardRow = z.object({
  trip_id: Id,
  trip_name: z.string(),
  zone_id: Id,
  vehicle_id: Id.nullable(),
  vehicle_number: z.string().nullable(),
  driver_name: z.string().nullable(),
  state: TripState,
  start: Timestamp,
  end: Timestamp,
  capacity: Load,
  /** planning neither adds to it nor takes from it */
  pause: Pause.nullable(),
  stops: z.array(BoardStop),
})
export type BoardRow = z.infer<typeof BoardRow>

const BoardWindow = z.object({ from: Timestamp, until: Timestamp })

/** A booking as a bar from pick-up to drop-off. */
export const BoardBooking = z.object({
  id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  zone_id: Id,
  /** null: it waits for a vehicle */
  trip_id: Id.nullable(),
  status: RequestStatus,
  passenger_count: z.int(),
  mobility_support: unseen('care', z.int()),
  aids: unseen('care', z.array(BookedAid)),
  /** what was promised first */
  pickup: BoardWindow,
  dropoff: BoardWindow,
  /** when it is expected, or was; null without a vehicle */
  pickup_at: Timestamp.nullable(),
  dropoff_at: Timestamp.nullable(),
  /** seconds past what was promised first */
  late_s: z.int(),
  marks: z.array(EffectMark),
  pin: Pin.nullable(),
})
export type BoardBooking = z.infer<typeof BoardBooking>

export const DispatchBoard = z.object({
  from: Timestamp,
  until: Timestamp,
  now: Timestamp,
  /** the plan that each zone is shown as of */
  zones: z.array(z.object({ zone_id: Id, name: z.string(), time_zone: z.string(), plan_version: z.int() })),
  rows: z.array(BoardRow),
  /** of those rows, and those that wait for a vehicle, which come first, in the order in which they are due */
  bookings: z.array(BoardBooking),
})
export type DispatchBoard = z.infer<typeof DispatchBoard>

/**
 * `fits`: within every promise, and nobody else comes a minute later. `others_later`: within every promise, and others come
 * later. `breaks_promise`: this booking comes late, by no more than an override may. `impossible`: not at all.
 */
export const boardFits = ['fits', 'others_later', 'breaks_promise', 'impossible'] as const
export type BoardFit = (typeof boardFits)[number]

/** One place in the order of a trip's stops at which a booking can be put. */
export const ProbePlace = z.object({
  fit: z.enum(['fits', 'others_later', 'breaks_promise']),
  /** stops before which it gets on and off; null: after the last one */
  pickup_before: Id.nullable(),
  dropoff_before: Id.nullable(),
  pickup_at: Timestamp,
  dropoff_at: Timestamp,
  /** how many others come a minute later or more, and the worst of them in seconds */
  others_later: z.int(),
  worst_later_s: z.int(),
  /** seconds past what was promised to this booking */
  late_s: z.int(),
})
export type ProbePlace = z.infer<typeof ProbePlace>

/** Whether one trip can take the booking, its best place first. */
export const Probe = z.object({
  trip_id: Id,
  fit: z.enum(boardFits),
  places: z.array(ProbePlace),
  /** why not, or not within what was promised */
  reasons: z.array(Reason),
})
export type Probe = z.infer<typeof Probe>

export const DispatchProbes = z.object({
  service_request_id: Id,
  zone_id: Id,
  /** the plan that was asked: an effect of the same version agrees */
  plan_version: z.int(),
  /** it is on board, or over: why it cannot be moved; null: it can */
  held: z.string().nullable(),
  trips: z.array(Probe),
})
export type DispatchProbes = z.infer<typeof DispatchProbes>
