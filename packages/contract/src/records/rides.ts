import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { LngLat, Place, Point, requiredText, Timestamp } from './basics.ts'
import { DiscountCode } from './discounts.ts'
import { MOST_AIDS } from './mobility-aids.ts'
import { UnpaidRide } from './ride-passengers.ts'
import { RideLeg, RideReturnInput, RideReturnWish } from './ride-returns.ts'
import {
  LegsToCancel,
  MAX_PASSENGERS,
  offeringKinds,
  Passenger,
  PaymentStatus,
  peopleIn,
  RequestStatus,
  searchStatuses,
  StopNote,
  stopNotes,
} from './service-requests.ts'
import { PaymentMethodName } from './zones.ts'

// What the passengers' app at /Ride sends and is answered: the passenger's own data, and nothing of anybody else.

export const placeKinds = ['home', 'work', 'other'] as const
export const RidePlaceInput = z.object({
  name: requiredText('Please enter a name', 40),
  kind: z.enum(placeKinds),
  address: Place,
  /** for the drivers of rides from and to it */
  note: StopNote.optional(),
})
/** A place that a passenger keeps. */
export const RidePlace = RidePlaceInput.extend({ id: Id, note: z.string() })
export type RidePlace = z.infer<typeof RidePlace>
export const MAX_PLACES = 20

/** Where a passenger is signed in. */
export const RideDevice = z.object({
  id: z.uuid(),
  /** such as `Safari on iPhone` */
  name: z.string(),
  created_at: Timestamp,
  used_at: Timestamp,
  /** the one that asks */
  current: z.boolean(),
})
export type RideDevice = z.infer<typeof RideDevice>

/** One end of an offering or a booking: the stop, its window, and the way on foot between it and the address. */
export const RideStop = z.object({
  name: z.string(),
  point: LngLat,
  lower_bound: Timestamp,
  upper_bound: Timestamp,
  /** metres and seconds */
  walk_m: z.number(),
  walk_s: z.number(),
})
export type RideStop = z.infer<typeof RideStop>

export const RideSearchInput = z
  .object({
    /** one whom the caller may book for; left out: the caller; others answer 404 */
    traveler_id: Id.optional(),
    origin: Place,
    destination: Place,
    traveling_at: Timestamp,
    departing: z.boolean(),
    passengers: z.array(Passenger).min(1, 'Please select the number of passengers on this trip').max(MAX_PASSENGERS),
    mobility_support: z.int().min(0).max(MAX_PASSENGERS).default(0),
    /** of what the passenger may keep, what travels this time; left out: what is kept */
    aids: z.array(Id).max(MOST_AIDS, `At most ${MOST_AIDS} aids`).optional(),
    /** an own booking that one of the offerings is to replace */
    service_request_id: Id.optional(),
    /** left out: there is no way back */
    return: RideReturnWish.optional(),
  })
  .refine((search) => search.mobility_support <= peopleIn(search.passengers).passengers, {
    path: ['mobility_support'],
    error: 'There cannot be more wheelchairs than passengers',
  })
  .refine((search) => search.return === undefined || search.service_request_id === undefined, {
    path: ['return'],
    error: 'A ride is changed by itself, without a way back',
  })

export const RideOffering = z.object({
  id: Id,
  kind: z.enum(offeringKinds),
  pickup: RideStop,
  dropoff: RideStop,
  /** planned on board, seconds */
  ride_s: z.number(),
  /** the fare, and what of it the passenger pays */
  scaled_price: z.number(),
  total_price: z.number(),
  payment_methods: z.array(PaymentMethodName),
  /** from when on a cancellation would be late; null: late ones are not noted here */
  late_from: Timestamp.nullable(),
  expires_at: Timestamp,
})
export type RideOffering = z.infer<typeof RideOffering>

/** One way that was searched for. */
export const RideSearchWay = z.object({
  id: Id,
  status: z.enum(searchStatuses),
  /** why there is nothing, as sentences for the passenger */
  message: z.string().nullable(),
  /** the nearest time that works: a search for it finds something */
  nearest: z.object({ text: z.string(), traveling_at: Timestamp, departing: z.boolean() }).nullable(),
  /** how it would be paid if it waited on the zone's list until there is room; null: it cannot wait */
  can_wait: z.array(PaymentMethodName).nullable(),
  /** of the zone; null where there is none */
  time_zone: z.string().nullable(),
  currency: z.string(),
  /** why no offering can be paid by card */
  unpaid: UnpaidRide.nullable(),
  /** what the passenger pays less by where the ride is, without a code; null: nothing */
  concession: z
    .object({
      name: z.string(),
      /** percent of the fare */
      share: z.number(),
      /** YYYY-MM-DD, by the zone's calendar */
      last_day: z.string(),
    })
    .nullable(),
  service_offerings: z.array(RideOffering),
})
export type RideSearchWay = z.infer<typeof RideSearchWay>

export const RideSearch = RideSearchWay.extend({
  /** the way back at a time; left out: none was asked for */
  back: RideSearchWay.optional(),
  /** until when that day a way back can be called for, where one is to be; null: there is no zone */
  call_until: Timestamp.nullable().optional(),
})
export type RideSearch = z.infer<typeof RideSearch>

export const RideBookingInput = z.object({
  service_offering_id: Id,
  payment_method: PaymentMethodName,
  ...stopNotes,
  /** books although an own ride begins near there about then */
  another: z.boolean().default(false),
  /** holds for both ways */
  discount_code: DiscountCode.optional(),
  /** booked with it and paid in the same way, both or none; left out: there is no way back */
  return: RideReturnInput.optional(),
})
export const RideChangeInput = RideBookingInput.omit({ another: true, discount_code: true, return: true }).partial({
  payment_method: true,
})

/**
 * Where a ride is. `planned`: a vehicle is found for it; `waiting`: one is looked for; `coming`: it is on its way here;
 * `arriving`: within two minutes; `here`: it stands at the stop.
 */
export const ridePhases = [
  'waiting',
  'planned',
  'coming',
  'arriving',
  'here',
  'on_board',
  'completed',
  'no_show',
  'cancelled',
  'not_served',
] as const
export const RidePhase = z.enum(ridePhases)
export type RidePhase = z.infer<typeof RidePhase>

/** A time that is expected, as a range of whole minutes. */
export const ExpectedRange = z.object({ from: Timestamp, to: Timestamp })
export type ExpectedRange = z.infer<typeof ExpectedRange>

/** One row of the passenger's rides. */
export const RideSummary = z.object({
  id: Id,
  traveler_id: Id,
  /** who rides; null: the caller */
  traveler_name: z.string().nullable(),
  phase: RidePhase,
  origin: Place,
  destination: Place,
  pickup: RideStop,
  dropoff: RideStop,
  time_zone: z.string(),
  total_price: z.number(),
  currency: z.string(),
  /** 1 to 5, once it was given */
  rating: z.int().nullable(),
  /** left out: it is no part of a journey of several rides */
  journey: RideLeg.optional(),
})
export type RideSummary = z.infer<typeof RideSummary>

/** Who did what about a booking. `service`: by itself. */
export const RideEvent = z.object({
  what: z.enum(['booked', 'changed', 'cancelled']),
  at: Timestamp,
  by: z.enum(['you', 'passenger', 'helper', 'staff', 'service']),
  /** of the passenger or helper, where it was another than the viewer */
  name: z.string().nullish(),
})
export type RideEvent = z.infer<typeof RideEvent>

export const RideBooking = RideSummary.extend({
  status: RequestStatus,
  passengers: z.array(Passenger),
  mobility_support: z.int(),
  payment_method: PaymentMethodName,
  payment_status: PaymentStatus,
  /** how an own ride is paid whose card could not be charged: `confirm` with the bank, or with another card */
  to_pay: z.enum(['confirm', 'card']).optional(),
  scaled_price: z.number(),
  /** null once it happened, and while nothing is expected but the promise */
  expected_pickup: ExpectedRange.nullable(),
  expected_dropoff: ExpectedRange.nullable(),
  /** no position is known that is younger than five minutes: what is expected is the plan alone */
  by_plan_only: z.boolean(),
  /** how much later than promised the vehicle is expected; null: it is not */
  late_minutes: z.int().nullable(),
  /** of the vehicle before it comes here, or, on board, before the passenger's own */
  stops_before: z.int().nullable(),
  /** until when the vehicle waits at the stop */
  waits_until: Timestamp.nullable(),
  picked_up_at: Timestamp.nullable(),
  dropped_off_at: Timestamp.nullable(),
  /** from 30 minutes before the pick-up on; the position is left out when it is older than five minutes */
  vehicle: z
    .object({
      number: z.string(),
      license_plate: z.string(),
      description: z.string().nullable(),
      /** the first name, where the zone shows it */
      driver_name: z.string().optional(),
      position: z.object({ point: Point, at: Timestamp }).nullable(),
    })
    .nullable(),
  /** of the region, for calling */
  contact: z.object({ name: z.string(), phone_number: z.string().nullable(), emergency_number: z.string() }),
  /** why it cannot be cancelled or changed any more, as a sentence; null: it can */
  cancel_refused: z.string().nullable(),
  /** while it can be cancelled, and late ones are noted: from when on that is late, and stands in the passenger's record */
  late_from: Timestamp.optional(),
  /** and whether it would be now; never while the vehicle is expected outside of the promised window */
  cancel_is_late: z.boolean().optional(),
  /** four digits to say to the driver, from an hour before the window; left out: none is asked for */
  boarding_code: z.string().optional(),
  change_refused: z.string().nullable(),
  /** whether the ride can be rated, or its rating changed */
  can_rate: z.boolean(),
  comments: z.string().nullable(),
  /** whether a link for others is open */
  shared: z.boolean(),
  events: z.array(RideEvent),
  server_time: Timestamp,
})
export type RideBooking = z.infer<typeof RideBooking>

/** What the live stream tells: how a ride is now, as it is answered when it is asked for. */
export const RideTold = z.object({
  id: Id,
  /** left out by servers that only tell which ride has changed: it is to be asked for */
  ride: RideBooking.optional().catch(undefined),
})
export type RideTold = z.infer<typeof RideTold>

/** What came of a call for a way back. */
export const RideReturnCall = z.object({
  /** that is booked now; null: none comes soon enough */
  ride: RideBooking.nullable(),
  /** until when a ride is looked for, before all who wait; null: one is booked */
  waits_until: Timestamp.nullable(),
  /** what comes later than the zone aims at, and may be booked; null: nothing */
  later: RideOffering.nullable(),
})
export type RideReturnCall = z.infer<typeof RideReturnCall>

/** What was noted for the driver of a ride; null as well where staff booked it. */
export const RideNotes = z.object({
  pickup_note: z.string().nullable(),
  dropoff_note: z.string().nullable(),
  /** what comes along of what the one who rides can choose */
  aids: z.array(Id),
})
export type RideNotes = z.infer<typeof RideNotes>

export const RideFeedbackInput = z.object({
  rating: z.int().min(1).max(5),
  comments: z.string().trim().max(1000, 'Please enter at most 1000 characters').nullish(),
})

export const RideCancelInput = z.object({
  reason: z.string().trim().max(255).nullish(),
  /** `all`: with a way there also the way back that waits for a call */
  legs: LegsToCancel.default('this'),
})
