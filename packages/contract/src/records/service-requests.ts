import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, nameWhere, unseen } from '../masks.ts'
import { Door, Place, requiredText, stamps, Timestamp } from './basics.ts'
import { DiscountCode } from './discounts.ts'
import { TakenFare } from './fares.ts'
import { paymentStates, settlements } from './payments.ts'
import { BoardingTimes, BookedAid, MOST_AIDS } from './mobility-aids.ts'
import { NoShowEvidence, noShowFaults, NoShowReason } from './no-shows.ts'
import { Pin } from './pins.ts'
import { PaymentMethodName } from './zones.ts'

/** A reason for an assignment, a refusal or a move: a sentence for staff with its data for programs. */
export const Reason = z.object({
  code: z.string(),
  text: masked('place', 'reason', z.string()),
  /** number of vehicles that this limit excluded */
  vehicles: z.int().optional(),
  figures: z.record(z.string(), z.union([z.number(), z.string(), z.null()])).optional(),
})
export type Reason = z.infer<typeof Reason>

export const searchStatuses = ['pending', 'offerings_available', 'no_offerings', 'error'] as const
export const offeringKinds = ['soonest', 'least_walking', 'kindest'] as const

/** One end of an offering: its place and promised window. */
export const OfferedStop = z.object({
  /** it may be the passenger's door */
  ...Door.shape,
  location_id: Id,
  lower_bound: Timestamp,
  upper_bound: Timestamp,
  /** metres and seconds on foot between the passenger's address and this stop */
  walk_m: z.number(),
  walk_s: z.number(),
})

/** How likely it is that a promise is kept. */
export const reliabilities = ['reliable', 'fair', 'tight'] as const
export type Reliability = (typeof reliabilities)[number]

export const ServiceOffering = z.object({
  id: Id,
  service_availability_search_id: Id,
  kind: z.enum(offeringKinds),
  pickup: OfferedStop,
  dropoff: OfferedStop,
  payment_methods: z.array(PaymentMethodName),
  expires_at: Timestamp,
  meta: z.object({
    scaled_price: z.number(),
    total_price: z.number(),
    vehicle_number: z.string(),
    /** direct drive and planned ride, seconds */
    direct_s: z.number(),
    ride_s: z.number(),
    reasons: z.array(Reason),
    /** by the rides of the last eight weeks that are like it; null: too few to tell */
    reliability: z.object({ badge: z.enum(reliabilities).nullable(), rides: z.int(), kept: z.int() }),
    /** for a change of a booking that holds a discount code: the price with that code, which the change keeps */
    price_with_code: z.number().nullable(),
  }),
})
export type ServiceOffering = z.infer<typeof ServiceOffering>

export const ridesAlong = ['attendant', 'companion'] as const
/** One who travels on a seat or in a wheelchair space. */
export const Passenger = z.object({
  fare_type: z.enum(['adult', 'child', 'concession']).default('adult'),
  /** an attendant pays nothing; left out: a passenger */
  travels_as: z.enum(ridesAlong).optional(),
})
export type Passenger = z.infer<typeof Passenger>

/** How many of them are passengers, attendants and companions. */
export const peopleIn = (people: readonly Passenger[]) => {
  const along = (as: Passenger['travels_as']): number => people.filter(({ travels_as }) => travels_as === as).length
  return { passengers: along(undefined), attendants: along('attendant'), companions: along('companion') }
}

export const ServiceAvailabilitySearch = z.object({
  id: Id,
  traveler_id: Id,
  /** the booking that one of the offerings is to replace; null for a new booking */
  service_request_id: Id.nullable(),
  /** the open return that one of the offerings is to become; null: it is of none */
  open_return_id: Id.nullable(),
  zone_id: Id.nullable(),
  status: z.enum(searchStatuses),
  message: z.string().nullable(),
  mobility_support: unseen('care', z.int()),
  aids: unseen('care', z.array(BookedAid)),
  passengers: z.array(Passenger),
  origin: Door,
  destination: Door,
  traveling_at: Timestamp,
  departing: z.boolean(),
  service_offerings: z.array(ServiceOffering),
  reasons: z.array(Reason),
  /** the nearest feasible change of the search, checked against the plan */
  nearest_change: Reason.nullable(),
  created_at: Timestamp,
})
export type ServiceAvailabilitySearch = z.infer<typeof ServiceAvailabilitySearch>

/** A group of passengers: in one vehicle, or in as few as possible. */
export const seatings = ['together', 'fewest'] as const
export const Seating = z.enum(seatings)
export type Seating = z.infer<typeof Seating>

/** How staff book beside other rides of the passenger. */
const besideOthers = {
  /** bookings that were shown as nearly the same ride: this is another one */
  besides: z.array(Id).max(50, 'At most 50 bookings').optional(),
  /** why the passenger rides at a time at which there is another ride: asks for a right of its own, and stands in the booking's history */
  overlap_reason: requiredText('Please say why', 250).nullish(),
}

export const MAX_PASSENGERS = 50
export const SearchInput = z
  .object({
    traveler_id: Id,
    passengers: z.array(Passenger).min(1, 'Please select the number of passengers on this trip').max(MAX_PASSENGERS),
    origin: Place,
    destination: Place,
    traveling_at: Timestamp,
    departing: z.boolean(),
    /** what was wished for first, where this is another time that works */
    wished_at: Timestamp.nullish(),
    /** wheelchair spaces; left out: as many as the aids take */
    mobility_support: z.int().min(0).max(MAX_PASSENGERS).optional(),
    /** kinds of aids that travel, service animals among them; left out: those of the passenger's profile */
    aids: z.array(Id).max(MOST_AIDS, `At most ${MOST_AIDS} aids`).optional(),
    /** of the passenger, in place of those of the aids; left out: those of the profile; null: as the aids say */
    own_times: BoardingTimes.nullish(),
    test_trips: z.literal(false, 'There are no test trips: leave test_trips out, or false').default(false),
    /** only the zones of this region */
    region_id: Id.nullish(),
    /** only this zone; otherwise every active zone that holds both ends */
    zone_id: Id.nullish(),
    /** a booking of the same passenger to change: its own seat and minutes count as free, and it stays as it is */
    service_request_id: Id.nullish(),
    /** the open return of the same passenger that one of the offerings is to become */
    open_return_id: Id.nullish(),
    /** why the booking rules of the zone are not to hold: asks for a right of its own, and stands in the booking's history */
    override_reason: requiredText('Please say why', 250).nullish(),
    ...besideOthers,
  })
  .refine((search) => (search.mobility_support ?? 0) <= peopleIn(search.passengers).passengers, {
    path: ['mobility_support'],
    error: 'There cannot be more wheelchairs than passengers',
  })

const promised = z.object({ name: Door.shape.name, lower_bound: Timestamp, upper_bound: Timestamp })

/** A time at which a journey can be had, beside the wish. */
export const OtherTime = z.object({
  /** what a search asks for to be offered it */
  traveling_at: Timestamp,
  departing: z.boolean(),
  pickup: promised,
  dropoff: promised,
})
export type OtherTime = z.infer<typeof OtherTime>

/** An address in a zone, near a place that is in none. */
export const ServedAddress = z.object({
  /** short: `37 Wilga Drive` */
  title: z.string(),
  ...Place.shape,
  /** metres from the place outside */
  distance_m: z.int(),
})
export type ServedAddress = z.infer<typeof ServedAddress>

export const requestStatuses = [
  'created',
  'assigned',
  'unassigned',
  'secured',
  'on_board',
  'completed',
  'no_show',
  'cancelled',
  'error',
] as const
export const RequestStatus = z.enum(requestStatuses)
export type RequestStatus = z.infer<typeof RequestStatus>

const ServedStop = OfferedStop.extend({
  /** the window that the passenger was first given; the other bounds are what a disruption made of it */
  promised_lower_bound: Timestamp,
  promised_upper_bound: Timestamp,
  /** expected by the current plan */
  eta: Timestamp.nullable(),
  /** when it happened */
  actual: Timestamp.nullable(),
  trip_stop_id: Id.nullable(),
})

/** `free`: there is nothing to pay. `charging` and `refunding`: the card provider has not confirmed it yet. The last: as staff say. */
export const paymentStatuses = [
  'free',
  'not_charged',
  'charging',
  'failed',
  'charged',
  'refunding',
  'refund_failed',
  'refunded',
  ...settlements,
] as const
export const PaymentStatus = z.enum(paymentStatuses)
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** Whether the fare was charged and refunded. */
export const BookingLog = z.object({
  payment_method: PaymentMethodName,
  charged: z.boolean(),
  refunded: z.boolean(),
  /** how far the card provider is; null where it was not asked */
  charge_state: z.enum(paymentStates).nullable(),
  refund_state: z.enum(paymentStates).nullable(),
  scaled_price: z.number(),
  /** what the passenger pays */
  amount: z.number(),
})
export type BookingLog = z.infer<typeof BookingLog>

export const ServiceRequest = z.object({
  id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  zone_id: Id,
  zone_name: z.string(),
  region_id: Id,
  /** the zone's, for showing its times */
  time_zone: z.string(),
  trip_id: Id.nullable(),
  trip_name: z.string().nullable(),
  vehicle_id: Id.nullable(),
  vehicle_number: z.string().nullable(),
  driver_id: Id.nullable(),
  driver_name: z.string().nullable(),
  status: RequestStatus,
  passengers: z.array(Passenger),
  passenger_count: z.int(),
  mobility_support: unseen('care', z.int()),
  aids: unseen('care', z.array(BookedAid)),
  origin: Door,
  destination: Door,
  pickup: ServedStop,
  dropoff: ServedStop,
  payment_method: PaymentMethodName,
  payment_status: PaymentStatus,
  scaled_price: z.number(),
  total_price: z.number(),
  /** that both were made in */
  currency: z.string(),
  discount_code: z.string().nullable(),
  booking_log: BookingLog,
  booking_method: z.string(),
  /** when a lost vehicle left the passenger waiting on the road, at the pick-up; it had boarded at `first_boarded_at` */
  stranded_at: Timestamp.nullable(),
  first_boarded_at: Timestamp.nullable(),
  error_message: z.string().nullable(),
  /** the reason that staff recorded afterwards, or the one given with the cancellation */
  cancellation_reason: z.string().nullable(),
  additional_information: z.string().nullable(),
  /** why the passenger did not ride, as the driver said; null: no reason was given, or the passenger rode */
  no_show_reason: NoShowReason.nullable(),
  /** whose fault a no-show was; null: it is not known */
  no_show_fault: z.enum(noShowFaults).nullable(),
  no_show_evidence: NoShowEvidence.nullable(),
  /** how many of several people came; null: all, or none has boarded yet */
  boarded_count: z.int().nullable(),
  /** planning leaves it with its vehicle; null: it may move it */
  pin: Pin.nullable(),
  /** the journey that it is a leg of, in their order; null: it was booked by itself */
  journey_id: Id.nullable(),
  journey_leg: z.int().nullable(),
  /** of a ride with stops: how long the passenger asked to stay where the leg before ends; null: the first leg, or a way back at a time of its own */
  stay_minutes: z.int().nullable(),
  /** the series that it was made for, with its pattern in words (`Every Monday`) and the date; null: none */
  series: z.object({ id: Id, words: z.string(), date: z.iso.date() }).nullable(),
  /** the group that it was booked with; null: it was booked by itself */
  group: z.object({ id: Id, name: z.string(), seating: Seating }).nullable(),
  /** what the driver told of the fare */
  fare: TakenFare,
  survey_ids: z.array(Id),
  /**
   * when the passenger agreed to travel: to depart, or to arrive, and what was wished for first where that was another
   * time; null where the question is not known any more
   */
  asked: z.object({ traveling_at: Timestamp, departing: z.boolean(), wished_at: Timestamp.nullable() }).nullable(),
  allow_cancel: z.boolean(),
  /** why the booking cannot be changed, as a sentence; null: it can */
  change_refused: z.string().nullable(),
  allow_refund: z.boolean(),
  /** for staff */
  comment: masked('care', 'hidden', z.string()).nullable(),
  /** for the driver, at that stop alone */
  pickup_note: masked('care', 'hidden', z.string()).nullable(),
  dropoff_note: masked('care', 'hidden', z.string()).nullable(),
  service_offering: z.object({ meta: z.object({ scaled_price: z.number(), total_price: z.number() }) }),
  ...stamps,
})
export type ServiceRequest = z.infer<typeof ServiceRequest>

/** What a cancellation means of a journey: one leg, or every other one that can be cancelled as well, in the same transaction. */
export const LegsToCancel = z.enum(['this', 'all'])
export type LegsToCancel = z.infer<typeof LegsToCancel>

/** What a file of bookings tells of passengers. */
export const BookingInFile = z.object({
  traveler_id: Id,
  traveler_name: ServiceRequest.shape.traveler_name,
  origin_name: Door.shape.name,
  destination_name: Door.shape.name,
  pickup_name: Door.shape.name,
  dropoff_name: Door.shape.name,
  mobility_support: ServiceRequest.shape.mobility_support,
})

export const BOOKING_COMMENT_LENGTH = 500
export const STOP_NOTE_LENGTH = 250
export const StopNote = z.string().trim().max(STOP_NOTE_LENGTH, `Please enter at most ${STOP_NOTE_LENGTH} characters`)
/** For the driver, at that stop alone. */
export const stopNotes = { pickup_note: StopNote.nullish(), dropoff_note: StopNote.nullish() }

export const ServiceRequestInput = z.object({
  service_offering_id: Id,
  traveler_id: Id,
  payment_method: PaymentMethodName,
  /** for staff */
  comment: z.string().trim().max(BOOKING_COMMENT_LENGTH).nullish(),
  ...stopNotes,
  /** takes something off the price of the offering */
  discount_code: DiscountCode.nullish(),
  ...besideOthers,
})

/** What is left out stays as it is booked; a note goes with the place that it was written for. */
export const ServiceRequestChange = ServiceRequestInput.omit({ traveler_id: true }).partial({ payment_method: true })

/** What is left out stays. */
export const StopNotesChange = z.object(stopNotes)

export const ServiceRequestHistory = z.object({
  id: Id,
  service_request_id: Id,
  status: RequestStatus,
  trip_id: Id.nullable(),
  trip_name: z.string().nullable(),
  zone_name: z.string(),
  created_at: Timestamp,
  user_type: z.enum(['user', 'passenger', 'driver', 'engine']),
  traveler_id: Id,
  /** whom the booking is for */
  traveler_name: nameOf('traveler_id', z.string()),
  user_name: nameWhere({ user_type: 'passenger' }, 'traveler_id', z.string()).nullable(),
  /** for which the user booked */
  organisation_name: z.string().nullable(),
  reasons: z.array(Reason),
  /** the dispatch action that did it */
  dispatch_action_id: Id.nullable(),
})
export type ServiceRequestHistory = z.infer<typeof ServiceRequestHistory>

export const Feedback = z.object({
  id: Id,
  service_request_id: Id,
  traveler_id: Id,
  rating: z.int().min(1).max(5),
  comments: z.string().nullable(),
  created_at: Timestamp,
})
export const FeedbackInput = z.object({
  service_request_id: Id,
  rating: z.int().min(1).max(5),
  comments: z.string().trim().max(1000).nullish(),
})
