import { z } from 'zod'
import { ZoneHoursShown } from './booking-rules.ts'
import { Id } from '../endpoint.ts'
import { emailText, LngLat, Place, Point, requiredText, Timestamp } from './basics.ts'
import { signUps } from './consumer-apps.ts'
import { messageLanguages } from './messages.ts'
import {
  MAX_PASSENGERS,
  offeringKinds,
  Passenger,
  PaymentStatus,
  RequestStatus,
  searchStatuses,
  StopNote,
  stopNotes,
} from './service-requests.ts'
import { PaymentMethodName } from './zones.ts'

// What the passengers' app at /Ride sends and is answered: the passenger's own data, and nothing of anybody else.

/** What anybody may know of the app or site that they came by. */
export const RideConfig = z.object({
  app: z.object({
    slug: z.string(),
    brand_name: z.string(),
    /** `#rrggbb`; null: the product's own */
    brand_color: z.string().nullable(),
    /** `approval`: new passengers book once staff have made them active; `closed`: there are no new ones */
    sign_up: z.enum(signUps),
    phone_number: z.string().nullable(),
  }),
  languages: z.array(z.enum(messageLanguages)),
  currency: z.string(),
  /** by what a code could be sent now; neither: signing in is by phone call only */
  codes: z.object({ email: z.boolean(), sms: z.boolean() }),
  /** of each zone that the app may book: today and tomorrow as service days */
  service_hours: z.array(ZoneHoursShown),
  /** where the map's tiles are, and whose work it is; null: there are none */
  map: z.object({ tiles: z.string().nullable(), attribution: z.string().nullable() }),
  /** what a browser subscribes to the server's pushes with, in base64url */
  push_key: z.string(),
  server_time: Timestamp,
})
export type RideConfig = z.infer<typeof RideConfig>

export const CODE_DIGITS = 6
export const CODE_MINUTES = 10

/** An e-mail address or a telephone number. */
export const SignInContact = z.object({
  contact: requiredText('Please enter your e-mail address or phone number', 254),
  /** of the code's text */
  language: z.enum(messageLanguages).optional(),
})

/** The same for contacts that are known and that are not. */
export const SignInChallenge = z.object({
  id: z.uuid(),
  channel: z.enum(['email', 'sms']),
  ends_at: Timestamp,
  /** from when another code may be asked for */
  again_at: Timestamp,
})
export type SignInChallenge = z.infer<typeof SignInChallenge>

export const CodeText = z
  .string()
  .trim()
  .regex(/^\d{6}$/, `Please enter the ${CODE_DIGITS} digits`)

const signInWith = z.object({
  /** left out where the password is given instead */
  code: CodeText.optional(),
  password: z.string().min(1, 'Please enter your password').max(1024).optional(),
  /** where the answer asked for it: a number that was not used for long may have a new owner */
  last_name: requiredText('Please enter your last name').optional(),
  /** where the answer asked who is travelling */
  traveler_id: Id.optional(),
  /** where the answer asked for it: nobody is known by this contact */
  profile: z
    .object({
      first_name: requiredText('Please enter your first name'),
      last_name: requiredText('Please enter your last name'),
      /** the contact that was not used for signing in */
      email: emailText.optional(),
      phone_number: requiredText('Please enter a phone number', 40).optional(),
      terms: z.literal(true, 'Please accept the terms'),
    })
    .optional(),
})
export const SignInCode = signInWith.refine(({ code, password }) => (code === undefined) !== (password === undefined), {
  path: ['code'],
  error: `Please enter the ${CODE_DIGITS} digits`,
})

/** Who has signed in. */
export const RidePassenger = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** null: reached by phone alone */
  email: z.string().nullable(),
  email_verified: z.boolean(),
  phone_number: z.string().nullable(),
  phone_verified: z.boolean(),
  /** of messages and of the app; null: the region's */
  language: z.enum(messageLanguages).nullable(),
  /** travels in a wheelchair: preset in every search */
  wheelchair: z.boolean(),
  /** why nothing can be booked, as a sentence with the number to call; null: it can */
  booking_refused: z.string().nullable(),
  /** of the passenger's region, else of the app */
  contact_phone: z.string().nullable(),
  /** whom the passenger may book for besides themself */
  helps: z.array(z.object({ id: Id, name: z.string(), wheelchair: z.boolean() })),
})
export type RidePassenger = z.infer<typeof RidePassenger>

/** `more` says what else a code that was right needs; with it, the same code is sent once more. */
export const SignInOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('signed_in'),
    passenger: RidePassenger,
    /** the account was to be deleted, which signing in has stopped */
    erasure_stopped: z.boolean(),
  }),
  z.object({ outcome: z.literal('last_name_needed') }),
  z.object({ outcome: z.literal('profile_needed'), channel: z.enum(['email', 'sms']) }),
  z.object({
    outcome: z.literal('who_is_travelling'),
    people: z.array(z.object({ id: Id, first_name: z.string() })),
  }),
])
export type SignInOutcome = z.infer<typeof SignInOutcome>

export const RidePassengerChange = z
  .object({
    first_name: requiredText('Please enter your first name'),
    last_name: requiredText('Please enter your last name'),
    language: z.enum(messageLanguages).nullable(),
    wheelchair: z.boolean(),
  })
  .partial()

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
    passengers: z
      .array(Passenger.omit({ travels_as: true }))
      .min(1, 'Please select the number of passengers on this trip')
      .max(MAX_PASSENGERS),
    mobility_support: z.int().min(0).max(MAX_PASSENGERS).default(0),
    /** an own booking that one of the offerings is to replace */
    service_request_id: Id.optional(),
  })
  .refine((search) => search.mobility_support <= search.passengers.length, {
    path: ['mobility_support'],
    error: 'There cannot be more wheelchairs than passengers',
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

export const RideSearch = z.object({
  id: Id,
  status: z.enum(searchStatuses),
  /** why there is nothing, as sentences for the passenger */
  message: z.string().nullable(),
  /** the nearest time that works: a search for it finds something */
  nearest: z.object({ text: z.string(), traveling_at: Timestamp, departing: z.boolean() }).nullable(),
  /** of the zone; null where there is none */
  time_zone: z.string().nullable(),
  currency: z.string(),
  service_offerings: z.array(RideOffering),
})
export type RideSearch = z.infer<typeof RideSearch>

export const RideBookingInput = z.object({
  service_offering_id: Id,
  payment_method: PaymentMethodName,
  ...stopNotes,
  /** books although an own ride begins near there about then */
  another: z.boolean().default(false),
})
export const RideChangeInput = RideBookingInput.omit({ another: true }).partial({ payment_method: true })

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

/** What was noted for the driver of a ride; null as well where staff booked it. */
export const RideNotes = z.object({ pickup_note: z.string().nullable(), dropoff_note: z.string().nullable() })
export type RideNotes = z.infer<typeof RideNotes>

export const RideFeedbackInput = z.object({
  rating: z.int().min(1).max(5),
  comments: z.string().trim().max(1000, 'Please enter at most 1000 characters').nullish(),
})

export const RideCancelInput = z.object({ reason: z.string().trim().max(255).nullish() })
