import type { ColumnType, Generated } from 'kysely'
import type {
  BoardingTimes,
  BookedAid,
  Discount,
  NoShowEvidence,
  NoShowFault,
  NoShowReason,
  OpenReturnState,
  Passenger,
  PaymentMethodName,
  PaymentEventCode,
  PaymentState,
  Seating,
  Reason,
  RequestStatus,
  UnpaidReason,
  WaitlistMode,
  WaitlistState,
} from '@ambit/contract'
import type {
  DefaultJson,
  Id,
  ReservableId,
  Json,
  OptionalTime,
  SearchText,
  Time,
  Versioned,
  OptionalJson,
} from './columns.ts'
import type { PaymentMethod } from './zone-tables.ts'

export type ServiceAvailabilitySearchesTable = {
  id: Id
  traveler_id: number
  /** the booking to change */
  service_request_id: number | null
  zone_id: number | null
  status: 'pending' | 'offerings_available' | 'no_offerings' | 'error'
  message: string | null
  passengers: Json<Passenger[]>
  mobility_support: Generated<number>
  aids: DefaultJson<BookedAid[]>
  /** seconds; null: as the zone's strategy counts */
  load_s: number | null
  unload_s: number | null
  /** that took the place of those of the aids */
  own_times: OptionalJson<BoardingTimes>
  origin_name: string
  origin_longitude: number
  origin_latitude: number
  destination_name: string
  destination_longitude: number
  destination_latitude: number
  traveling_at: Time
  departing: boolean
  reasons: DefaultJson<Reason[]>
  nearest_change: OptionalJson<Reason>
  /** why a booking rule is not to hold */
  override_reason: string | null
  /** what was wished for first, where this is another time */
  wished_at: OptionalTime
  /** the open return that one of the offerings is to become */
  open_return_id: number | null
  booking_method: Generated<string>
  created_by: number | null
  created_at: Time
  anonymised_at: OptionalTime
}

/** Journeys that wait until there is room for them. */
export type WaitlistEntriesTable = Versioned & {
  id: Id
  service_availability_search_id: number
  zone_id: number
  earliest_at: Time
  latest_at: Time
  mode: WaitlistMode
  payment_method: PaymentMethodName
  state: Generated<WaitlistState>
  give_up_at: Time
  /** a time that works, for those who are asked first; null: none was found */
  fits_at: OptionalTime
  service_request_id: number | null
  ended_at: OptionalTime
  created_by: number | null
}

/** Ways back that are asked for when the passenger calls. */
export type OpenReturnsTable = Versioned & {
  id: Id
  traveler_id: number
  journey_id: number
  zone_id: number
  passengers: Json<Passenger[]>
  mobility_support: Generated<number>
  aids: DefaultJson<BookedAid[]>
  own_times: OptionalJson<BoardingTimes>
  origin_name: string
  origin_longitude: number
  origin_latitude: number
  destination_name: string
  destination_longitude: number
  destination_latitude: number
  payment_method: PaymentMethodName
  /** of `not_before`, by the zone's clocks */
  day: ColumnType<never, string, string>
  not_before: Time
  state: Generated<OpenReturnState>
  reason: string | null
  called_at: OptionalTime
  waitlist_entry_id: number | null
  service_request_id: number | null
  ended_at: OptionalTime
  created_by: number | null
}

/** Passengers who were booked as one, or who are again and again. */
type BookingGroupsTable = {
  id: Id
  zone_id: number
  name: string
  seating: Seating
  all_or_none: boolean
  created_by: number | null
  created_at: Time
}

/** Rides that were booked as one. */
type JourneysTable = { id: Id; created_at: Time }
export type JourneyTables = {
  journeys: JourneysTable
  booking_groups: BookingGroupsTable
  series_groups: BookingGroupsTable
}

export type ServiceOfferingsTable = {
  id: Id
  service_availability_search_id: number
  kind: 'soonest' | 'least_walking' | 'kindest'
  zone_id: number
  trip_id: number
  pickup_location_id: number
  pickup_lower_bound: Time
  pickup_upper_bound: Time
  pickup_walk_m: number
  pickup_walk_s: number
  dropoff_location_id: number
  dropoff_lower_bound: Time
  dropoff_upper_bound: Time
  dropoff_walk_m: number
  dropoff_walk_s: number
  max_ride_s: number
  direct_s: number
  ride_s: number
  scaled_price: number
  total_price: number
  payment_methods: PaymentMethod[]
  reasons: DefaultJson<Reason[]>
  expires_at: Time
  /** the least time between what the plan expects and the end of a promised window; null: not known */
  slack_s: number | null
  like_rides: Generated<number>
  like_kept: Generated<number>
  /** the booking that was made of it, and has been changed to another one since */
  left_by: number | null
}

export type ServiceRequestsTable = Versioned & {
  id: ReservableId
  search_text: SearchText
  traveler_id: number
  zone_id: number
  service_offering_id: number | null
  trip_id: number | null
  status: RequestStatus
  passengers: Json<Passenger[]>
  passenger_count: number
  mobility_support: Generated<number>
  aids: DefaultJson<BookedAid[]>
  /** seconds; null: as the zone's strategy counts */
  load_s: number | null
  unload_s: number | null
  origin_name: string
  origin_longitude: number
  origin_latitude: number
  destination_name: string
  destination_longitude: number
  destination_latitude: number
  pickup_location_id: number
  pickup_lower_bound: Time
  pickup_upper_bound: Time
  pickup_walk_m: Generated<number>
  pickup_walk_s: Generated<number>
  dropoff_location_id: number
  dropoff_lower_bound: Time
  dropoff_upper_bound: Time
  dropoff_walk_m: Generated<number>
  dropoff_walk_s: Generated<number>
  /** the windows that the passenger was given; the database sets and keeps them */
  promised_pickup_lower_bound: Generated<Date>
  promised_pickup_upper_bound: Generated<Date>
  promised_dropoff_lower_bound: Generated<Date>
  promised_dropoff_upper_bound: Generated<Date>
  /** left waiting on the road by a lost vehicle, which had picked the passenger up at `first_boarded_at` */
  stranded_at: OptionalTime
  first_boarded_at: OptionalTime
  max_ride_s: number
  direct_s: number
  pickup_trip_stop_id: number | null
  dropoff_trip_stop_id: number | null
  secured_at: OptionalTime
  boarded_at: OptionalTime
  dropped_off_at: OptionalTime
  payment_method: string
  scaled_price: number
  total_price: number
  /** that the fare was made in */
  currency: Generated<string>
  booking_method: Generated<string>
  /** that booked for the passenger */
  organisation_id: Generated<number | null>
  discount_code: string | null
  /** null: it had none, or that was deleted */
  discount_id: number | null
  /** what it took off when the booking was sold */
  discount_type: Discount['discount_type'] | null
  discount_amount: number | null
  charged_at: OptionalTime
  refunded_at: OptionalTime
  refunded_by: number | null
  error_message: string | null
  cancellation_reason: string | null
  /** null: no no-show, or the driver gave none */
  no_show_reason: NoShowReason | null
  no_show_fault: NoShowFault | null
  no_show_evidence: Json<NoShowEvidence> | null
  /** how many of several people came; null: all, or none has boarded yet */
  boarded_count: number | null
  /** a code was asked for, and the passenger had none */
  boarded_without_code: Generated<boolean>
  fare_paid: number | null
  fare_unpaid_reason: UnpaidReason | null
  concession_shown: boolean | null
  /** for staff */
  comment: string | null
  /** for the driver at that stop */
  pickup_note: string | null
  dropoff_note: string | null
  created_by: number | null
  anonymised_at: OptionalTime
  /** the cancelled booking in whose place it was made */
  replaces_id: number | null
  /** the journey that it is a leg of, from 1; null: it was booked by itself */
  booking_group_id: number | null
  journey_id: number | null
  journey_leg: number | null
  /** asked for before this leg; null: it is the first, or a way back at a time of its own */
  stay_minutes: number | null
}
export type ServiceRequestHistoriesTable = {
  id: Id
  service_request_id: number
  status: string
  trip_id: number | null
  user_type: 'user' | 'passenger' | 'driver' | 'engine'
  user_id: number | null
  driver_id: number | null
  /** of passengers: the one who rides, or a helper */
  traveler_id: Generated<number | null>
  reasons: DefaultJson<Reason[]>
  /** the dispatch action that did it */
  dispatch_action_id: Generated<number | null>
  created_at: Time
}
export type SurveyOptionsTable = { key: string; reason: string; position: number }
export type SurveysTable = {
  id: Id
  service_request_id: number
  cancellation_reason_key: string
  additional_information: string | null
  created_by: number | null
  created_at: Time
}
export type FeedbacksTable = {
  id: Id
  service_request_id: number
  traveler_id: number
  rating: number
  comments: string | null
  created_at: Time
}
export type PaymentsTable = Versioned & {
  id: Generated<string>
  service_request_id: number
  kind: 'charge' | 'refund'
  state: PaymentState
  amount_minor: number
  currency: string
  payment_method_id: string | null
  provider_id: string | null
  round: Generated<number>
  attempts: Generated<number>
  next_attempt_at: OptionalTime
  reason: string | null
  requested_by: number | null
}
export type PaymentEventsTable = {
  id: Id
  payment_id: string
  code: PaymentEventCode
  detail: string | null
  user_id: number | null
  created_at: Time
}
