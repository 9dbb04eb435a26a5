import type { AccessEventsTable, AuditChecksTable, AuditEventsTable, AuditSealsTable } from './audit-tables.ts'
import type { Generated } from 'kysely'
import type { OwnTimes, StatusPart, StatusState, StrategyConfiguration } from '@ambit/contract'
import type {
  FactorTables,
  ClockMarksTable,
  IdempotencyKeysTable,
  JobsTable,
  LiveEventsTable,
  OutboxMailsTable,
  SessionsTable,
  SettingsTable,
  UserGroupMembersTable,
  UserGroupRolesTable,
  UserGroupsTable,
  UserRolesTable,
  UsersTable,
} from './access-tables.ts'
import type {
  FeedbacksTable,
  ServiceAvailabilitySearchesTable,
  PaymentEventsTable,
  PaymentsTable,
  ServiceRequestHistoriesTable,
  WaitlistEntriesTable,
  OpenReturnsTable,
  JourneyTables,
  ServiceRequestsTable,
  ServiceOfferingsTable,
  SurveyOptionsTable,
  SurveysTable,
} from './booking-tables.ts'
import type {
  BelongsToRegion,
  DefaultJson,
  Id,
  ReservableId,
  Json,
  OptionalJson,
  OptionalTime,
  SearchText,
  Time,
  Versioned,
} from './columns.ts'
import type { DispatchTables } from './dispatch-tables.ts'
import type { ExceptionTables } from './exception-tables.ts'
import type { HelperTables } from './helper-tables.ts'
import type { MissTables } from './miss-tables.ts'
import type { RideTables } from './ride-tables.ts'
import type { RulesTables } from './rules-tables.ts'
import type {
  CardCustomersTable,
  PaymentMethodsTable,
  TestCardSetupsTable,
  MobilityAidsTable,
  TravelerCommentsTable,
  TravelerConcessionsTable,
  TravelerFeatureFlagsTable,
  TravelerSetsTable,
} from './traveler-tables.ts'
import type { BookingSeriesOccurrencesTable, BookingSeriesTable } from './series-tables.ts'
import type {
  CallTasksTable,
  DriverPushesTable,
  MessagesTable,
  PushSubscriptionsTable,
  MessageTemplatesTable,
  NoticesTable,
  NoticeZonesTable,
  SmsDaysTable,
  SmsRepliesTable,
  SmsStopsTable,
  TravelerMessageColumns,
} from './message-tables.ts'
import type { SafetyTables } from './safety-tables.ts'
import type { SsoTables } from './sso-tables.ts'
import type { PrivacyTables } from './privacy-tables.ts'
import type {
  DriverActionsTable,
  BroadcastsTable,
  DriverMessagesTable,
  PositionsTable,
  ThreadAnswersTable,
  TripHistoriesTable,
  TripMonitorsTable,
  TripsTable,
  TripStopsTable,
  TripStopVersionsTable,
} from './trip-tables.ts'
import type { KeepingTables } from './keeping-tables.ts'
import type { VehicleCheckTables } from './vehicle-check-tables.ts'
import type { SchemasTable, VehicleNotesTable, VehiclesTable } from './vehicle-tables.ts'
import type { ShiftTables } from './shift-tables.ts'
import type { RegionsTable, ServiceAreasTable, ZonePlansTable, ZonesTable } from './zone-tables.ts'

export type { TripState } from './trip-tables.ts'
export type { PaymentMethod } from './zone-tables.ts'

export type LocationsTable = {
  id: ReservableId
  name: string
  street_address: string | null
  longitude: number
  latitude: number
}
export type ZoneStopsTable = Versioned & {
  id: Id
  zone_id: number
  location_id: number
  note: string | null
  staging: Generated<boolean>
  not_accessible: Generated<boolean>
  medically_exempt: Generated<boolean>
  hub_stop: Generated<boolean>
  break: Generated<boolean>
  passenger: Generated<boolean>
}
export type ServiceStrategiesTable = Versioned & {
  id: Id
  zone_id: number
  name: string
  color: string
  type: 'demand_responsive' | 'fixed_route' | 'deviated'
  default: Generated<boolean>
  configuration: DefaultJson<Partial<StrategyConfiguration>>
}
export type ServiceRoutesTable = Versioned & {
  id: Id
  zone_id: number
  service_strategy_id: number | null
  name: string
}
export type ServiceRouteStopsTable = {
  id: Id
  service_route_id: number
  zone_stop_id: number
  position: number
  dwell_seconds: Generated<number>
}

export type DesignDraftsTable = {
  zone_id: number
  kind: 'service_areas' | 'zone_stops' | 'service_routes' | 'service_strategies'
  draft_id: string
  record_id: number
  created_at: Time
}

export type DriversTable = Versioned & {
  id: Id
  search_text: SearchText
  first_name: string
  last_name: string
  username: string
  email: string
  phone_number: string | null
  status: 'approved' | 'blocked' | null
  pin_hash: string | null
  anonymised_at: OptionalTime
} & BelongsToRegion
export type ServicePlansTable = Versioned & {
  id: Id
  zone_id: number
  service_route_id: number | null
  vehicle_id: number | null
  driver_id: number | null
  start_time: Time
  end_time: Time
  minimum_capacity: Generated<number>
  shift: string | null
  shift_label: string | null
  break_minutes: number | null
  break_from: OptionalTime
  break_until: OptionalTime
}
export type TravelersTable = Versioned & {
  id: Id
  search_text: SearchText
  first_name: string
  last_name: string
  username: string
  /** null: reached by phone alone, or a member of a household */
  email: string | null
  phone_number: string | null
  password_hash: string | null
  low_tech: Generated<boolean>
  handicapped: Generated<boolean>
  medically_exempt: Generated<boolean>
  attendant_allowed: Generated<boolean>
  /** ids of kinds of aids */
  mobility_aids: Generated<number[]>
  own_times: OptionalJson<OwnTimes>
  status: 'active' | 'blocked' | null
  /** stands for all of its region who ride without having booked */
  walk_on: Generated<boolean>
  anonymised_at: OptionalTime
  merged_into: number | null
  /** when a code that was sent there was last given */
  email_verified_at: OptionalTime
  phone_verified_at: OptionalTime
  /** whoever opens the record says why first */
  protected: Generated<boolean>
  /** why the data are only stored, and used for nothing */
  restriction: string | null
  /** when the passenger was told that the account ends */
  ending_told_at: OptionalTime
  /** the end of the week of the last ride that is without a name by now */
  last_ride_at: OptionalTime
} & TravelerMessageColumns &
  BelongsToRegion

/** What became of a zone's promises, by the hour of the pick-up and the band of their slack. */
export type PromiseOutcomesTable = { zone_id: number; hour: number; slack_band: number; rides: number; kept: number }
export type RoadClosuresTable = {
  id: Id
  region_id: number
  longitude: number
  latitude: number
  reach_m: number
  message: string | null
  until: OptionalTime
  created_by: number | null
  created_at: Time
  lifted_at: OptionalTime
}
export type TravelFactorsTable = {
  region_id: number
  hour_of_week: number
  source: 'set' | 'learnt'
  factor: number
  observations: number
  updated_at: Time
}
export type RequestStatus =
  | 'created'
  | 'assigned'
  | 'unassigned'
  | 'secured'
  | 'on_board'
  | 'completed'
  | 'no_show'
  | 'cancelled'
  | 'error'
export type DiscountsTable = Versioned & {
  id: Id
  name: string
  code: string
  discount_type: Generated<'percentage_off' | 'amount_off' | 'total_off'>
  discount_amount: number
  usage_limit: number | null
  activation_datetime: OptionalTime
  expiration_datetime: OptionalTime
}

export type StatusPartsTable = { part: StatusPart; state: StatusState; since: Time; measured_at: Time }

/** Minutes of a day in UTC. */
export type StatusDaysTable = {
  day: string
  part: StatusPart
  disturbed_minutes: number
  down_minutes: number
}

export type StatusIncidentsTable = Versioned & {
  id: Id
  title: string
  parts: StatusPart[]
  region_id: number | null
  planned: boolean
  starts_at: Time
  ends_at: OptionalTime
  updates: Json<{ at: string; text: string }[]>
}

/** The tables as Kysely sees them: timestamps are Date, numeric and bigint are number (connect.ts parses them). */
export type DB = PrivacyTables &
  KeepingTables &
  SafetyTables &
  RideTables &
  DispatchTables &
  ExceptionTables &
  RulesTables &
  HelperTables &
  MissTables &
  JourneyTables &
  ShiftTables &
  VehicleCheckTables &
  SsoTables &
  FactorTables & {
    access_events: AccessEventsTable
    audit_events: AuditEventsTable
    audit_seals: AuditSealsTable
    audit_checks: AuditChecksTable
    users: UsersTable
    user_roles: UserRolesTable
    user_groups: UserGroupsTable
    user_group_roles: UserGroupRolesTable
    user_group_members: UserGroupMembersTable
    sessions: SessionsTable
    outbox_mails: OutboxMailsTable
    messages: MessagesTable
    message_templates: MessageTemplatesTable
    call_tasks: CallTasksTable
    push_subscriptions: PushSubscriptionsTable
    driver_pushes: DriverPushesTable
    sms_days: SmsDaysTable
    sms_replies: SmsRepliesTable
    sms_stops: SmsStopsTable
    settings: SettingsTable
    logos: { digest: string; media_type: 'image/png' | 'image/svg+xml'; content: Buffer; created_at: Generated<Date> }
    idempotency_keys: IdempotencyKeysTable
    regions: RegionsTable
    zones: ZonesTable
    zone_plans: ZonePlansTable
    service_areas: ServiceAreasTable
    locations: LocationsTable
    zone_stops: ZoneStopsTable
    service_strategies: ServiceStrategiesTable
    service_routes: ServiceRoutesTable
    service_route_stops: ServiceRouteStopsTable
    design_drafts: DesignDraftsTable
    drivers: DriversTable
    vehicles: VehiclesTable
    schemas: SchemasTable
    vehicle_notes: VehicleNotesTable
    service_plans: ServicePlansTable
    travelers: TravelersTable
    traveler_comments: TravelerCommentsTable
    traveler_sets: TravelerSetsTable
    mobility_aids: MobilityAidsTable
    traveler_concessions: TravelerConcessionsTable
    traveler_feature_flags: TravelerFeatureFlagsTable
    payment_methods: PaymentMethodsTable
    card_customers: CardCustomersTable
    erased_travelers: { traveler_id: number; erased_at: Date }
    test_card_setups: TestCardSetupsTable
    trips: TripsTable
    trip_stops: TripStopsTable
    trip_stop_versions: TripStopVersionsTable
    trip_monitors: TripMonitorsTable
    trip_histories: TripHistoriesTable
    positions: PositionsTable
    service_availability_searches: ServiceAvailabilitySearchesTable
    service_offerings: ServiceOfferingsTable
    promise_outcomes: PromiseOutcomesTable
    service_requests: ServiceRequestsTable
    waitlist_entries: WaitlistEntriesTable
    open_returns: OpenReturnsTable
    booking_series: BookingSeriesTable
    booking_series_occurrences: BookingSeriesOccurrencesTable
    service_request_histories: ServiceRequestHistoriesTable
    driver_actions: DriverActionsTable
    driver_messages: DriverMessagesTable
    broadcasts: BroadcastsTable
    thread_answers: ThreadAnswersTable
    notices: NoticesTable
    notice_zones: NoticeZonesTable
    road_closures: RoadClosuresTable
    travel_factors: TravelFactorsTable
    feedbacks: FeedbacksTable
    survey_options: SurveyOptionsTable
    surveys: SurveysTable
    payments: PaymentsTable
    payment_events: PaymentEventsTable
    discounts: DiscountsTable
    status_parts: StatusPartsTable
    status_days: StatusDaysTable
    status_incidents: StatusIncidentsTable
    live_events: LiveEventsTable
    jobs: JobsTable
    clock_marks: ClockMarksTable
  }
