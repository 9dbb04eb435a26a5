import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { Timestamp } from './basics.ts'
import { messageChannels, messageEvents, messageLanguages } from './messages.ts'
import { Reason, RequestStatus } from './service-requests.ts'

/** Less than this is counted and not listed. Seconds */
export const EFFECT_WORTH_S = 60

/** When a passenger is picked up and set down, and by which vehicle. */
export const EffectRide = z.object({
  trip_id: Id,
  vehicle_number: z.string(),
  /** null: was picked up before */
  pickup_at: Timestamp.nullable(),
  dropoff_at: Timestamp,
})
export type EffectRide = z.infer<typeof EffectRide>

/**
 * `moved`: another vehicle. `changed`: the same vehicle at another time, or another promise, status or pin. `not_served`:
 * had a vehicle, or wanted one, and has none afterwards. `unchanged`: named by the action, and nothing comes of it.
 */
export const effectOutcomes = ['moved', 'changed', 'not_served', 'unchanged'] as const
export const EffectOutcome = z.enum(effectOutcomes)
export type EffectOutcome = z.infer<typeof EffectOutcome>

/** What is shown by a word and an icon. `group`: more than one person. `wished_arrival`: asked for by when to arrive. */
export const effectMarks = ['wheelchair', 'on_board', 'group', 'pinned', 'wished_arrival'] as const
export const EffectMark = z.enum(effectMarks)
export type EffectMark = z.infer<typeof EffectMark>

/** What becomes of one booking. Not served come first, then late past their promise, moved, changed. */
export const EffectBooking = z.object({
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  outcome: EffectOutcome,
  marks: z.array(EffectMark),
  status_before: RequestStatus,
  status_after: RequestStatus,
  before: EffectRide.nullable(),
  after: EffectRide.nullable(),
  /** the end of the windows that the passenger was first promised; null for what lies behind */
  promised_pickup: Timestamp.nullable(),
  promised_dropoff: Timestamp,
  /** seconds by which the drop-off comes later; negative is sooner */
  later_s: z.int(),
  /** seconds past what was promised first, at the pick-up or the drop-off, whichever is more; before and after */
  late_before_s: z.int(),
  late_s: z.int(),
  /** seconds of the ride beyond the longest that was allowed */
  too_long_s: z.int(),
  /** why it has no vehicle, or this one */
  reasons: z.array(Reason),
})
export type EffectBooking = z.infer<typeof EffectBooking>

/** The head of an effect: after less before. */
export const EffectTotals = z.object({
  not_served: z.int(),
  /** bookings that come later past their promise than they did */
  broken: z.int(),
  /** the worst of their lateness. Seconds */
  worst_late_s: z.int(),
  moved: z.int(),
  /** by less than a minute, which are not listed */
  shifted: z.int(),
  /** seconds that passengers ride and wait */
  passenger_s: z.int(),
  /** seconds that vehicles drive */
  vehicle_s: z.int(),
  /** metres; `empty_m` of them without passengers */
  distance_m: z.int(),
  empty_m: z.int(),
  /** drivers whose last stop comes a minute later or sooner, or whose break moves */
  drivers: z.int(),
})
export type EffectTotals = z.infer<typeof EffectTotals>

/** What would be told to whom. It can be switched off or edited before the action is accepted: see `EffectMessageChoice`. */
export const EffectMessage = z.object({
  /** names the message in a choice: event and booking, as `booking_changed:812` */
  key: z.string(),
  event: z.enum(messageEvents),
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  channel: z.enum(messageChannels),
  language: z.enum(messageLanguages),
  recipient: masked('contact', 'hidden', z.string().nullable()),
  /** the words of an SMS, or of the e-mail */
  text: unseen('place', z.string()),
})
export type EffectMessage = z.infer<typeof EffectMessage>

/** A passenger whom no message reaches. */
export const EffectCall = z.object({
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  phone_number: masked('contact', 'phone', z.string()).nullable(),
  event: z.enum(messageEvents),
  /** why: as `Has no mobile number` */
  reason: z.string(),
})
export type EffectCall = z.infer<typeof EffectCall>

/** A driver whose app shows another plan. */
export const EffectDriver = z.object({
  trip_id: Id,
  vehicle_number: z.string(),
  driver_id: Id,
  driver_name: z.string(),
})

const WayStop = z.object({
  /** null: a stop that only the plan as it would be has */
  trip_stop_id: Id.nullable(),
  location_name: masked('place', 'door', z.string()),
  kind: z.enum(['passenger', 'break', 'route_stop', 'staging']),
  at: Timestamp,
  departure: Timestamp,
  /** bookings that get on and off here */
  boardings: z.array(Id),
  alightings: z.array(Id),
})

/** The way of a vehicle from where it is to its last stop. */
export const EffectWay = z.object({
  /** along the streets, as a flexible polyline (`@ambit/geo`); null without a way to drive */
  path: unseen('place', z.string()),
  stops: z.array(WayStop),
  ends_at: Timestamp.nullable(),
})
export type EffectWay = z.infer<typeof EffectWay>

/** A trip that is driven otherwise. `after` is null for one that ends by the action, `before` for one that begins. */
export const EffectTrip = z.object({
  trip_id: Id,
  trip_name: z.string(),
  vehicle_number: z.string(),
  /** the schedule's end, before and after */
  end_before: Timestamp.nullable(),
  end_after: Timestamp.nullable(),
  before: EffectWay.nullable(),
  after: EffectWay.nullable(),
})
export type EffectTrip = z.infer<typeof EffectTrip>

/** What no undo brings back. */
export const irreversibleKinds = ['boarded', 'driven', 'trip_completed', 'refund', 'message_delivered'] as const
export const Irreversible = z.object({
  kind: z.enum(irreversibleKinds),
  service_request_id: Id.nullable(),
  trip_id: Id.nullable(),
  text: z.string(),
})

/** What becomes of the money of a booking, and of the journey back that was booked with it. */
export const EffectFare = z.object({
  service_request_id: Id,
  text: z.string(),
  /** the return journey of the same passenger on the same day, which stays booked; null: there is none */
  return_service_request_id: Id.nullable(),
})

/** The difference between the plan as it is and the plan as it would be, at one moment. */
export const Effect = z.object({
  totals: EffectTotals,
  bookings: z.array(EffectBooking),
  messages: z.array(EffectMessage),
  to_call: z.array(EffectCall),
  drivers: z.array(EffectDriver),
  trips: z.array(EffectTrip),
  /** bookings without a vehicle that could have one by it */
  could_serve: z.array(Id),
  fares: z.array(EffectFare),
  irreversible: z.array(Irreversible),
  /** what else is worth knowing before accepting, as sentences without names */
  notes: z.array(z.string()),
})
export type Effect = z.infer<typeof Effect>

/** What an option breaks, which asks for `DispatchManagement:override:canUpdate`. */
export const violationKinds = ['promise', 'longest_ride', 'break', 'schedule_end'] as const
export const Violation = z.object({
  kind: z.enum(violationKinds),
  service_request_id: Id.nullable(),
  trip_id: Id.nullable(),
  /** as `Drop-off 12 min after the promise of 14:20` */
  text: z.string(),
  minutes: z.int(),
})
export type Violation = z.infer<typeof Violation>

/** One way to carry an action out. */
export const EffectOption = z.object({
  /** the same for the same way when the preview is asked again */
  key: z.string(),
  title: z.string(),
  /** why it stands where it does, in a sentence */
  why: z.string(),
  effect: Effect,
  violations: z.array(Violation),
  /** somebody comes late or not at all: the second confirmation reads so, and `confirmed` is sent with it; null: none */
  needs_confirmation: z.object({ not_served: z.int(), late: z.int(), text: z.string() }).nullable(),
  /** the caller may not override: accepting asks for an approval instead */
  needs_approval: z.boolean(),
  /** may be accepted at all: false for `Change nothing` */
  acceptable: z.boolean(),
  /** of `optimise_now`: what was found, to be sent back in the action with the moves that are to be left */
  found: z.string().nullable(),
  /** accepts exactly this, by this user, within 10 minutes */
  token: z.string(),
})
export type EffectOption = z.infer<typeof EffectOption>
