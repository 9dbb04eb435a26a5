import type { ColumnType, Generated } from 'kysely'
import type { DriverActionKind, DriverActionResult, NavigationApp, TripHistory } from '@ambit/contract'
import type { DefaultJson, Id, OptionalJson, OptionalTime, Time, Versioned } from './columns.ts'

/** Of `regions`: which apps drivers may hand their way to. */
export type RegionWayColumns = { navigation_apps: DefaultJson<NavigationApp[]> }

export type TripState = 'staged' | 'live' | 'in_transit' | 'completed' | 'cancelled'
/** What a trip that the service ended by itself was before: its state, the stop that it stood at, and those ahead. */
export type Lapsed = { state: 'staged' | 'live' | 'in_transit'; standing: number | null; stops: object[] }
export type TripsTable = Versioned & {
  id: Id
  name: string
  service_plan_id: number | null
  zone_id: number
  vehicle_id: number | null
  driver_id: number | null
  current_state: Generated<TripState>
  start_datetime: Time
  end_datetime: Time
  manual_navigation: Generated<boolean>
  status_message: string | null
  /** when its vehicle was taken out of service */
  taken_out_at: OptionalTime
  signed_on_at: OptionalTime
  completed_at: OptionalTime
  lapsed: OptionalJson<Lapsed>
}
export type TripStopsTable = {
  id: Id
  trip_id: number
  location_id: number
  location_index: number
  kind: Generated<'passenger' | 'break' | 'route_stop' | 'staging'>
  scheduled_at: Time
  scheduled_departure_at: Time
  eta: OptionalTime
  latest_arrival_time: OptionalTime
  dwell_seconds: number | null
  window_from: OptionalTime
  window_until: OptionalTime
  run: number | null
  arrived_at: OptionalTime
  departed_at: OptionalTime
}
export type TripStopVersionsTable = { trip_id: number; version: Generated<number> }
export type TripMonitorsTable = {
  trip_id: number
  vehicle_id: number
  latitude: number
  longitude: number
  bearing: number
  speed: number
  recorded_at: Time
}
export type PositionsTable = {
  id: Id
  trip_id: number
  vehicle_id: number
  latitude: number
  longitude: number
  bearing: number
  speed: number
  accuracy_m: Generated<number | null>
  recorded_at: Time
  received_at: Time
}
/** What was changed on a trip, by the names of then. */
export type TripHistoriesTable = {
  id: Id
  trip_id: number
  change: TripHistory['change']
  before: string | null
  after: string | null
  message: string | null
  user_id: number | null
  driver_id: number | null
  /** whom the trip was taken from */
  former_driver_id: number | null
  /** which vehicle was taken from it */
  former_vehicle_id: number | null
  /** the dispatch action that did it */
  dispatch_action_id: Generated<number | null>
  created_at: Time
}
/** What drivers did, the newest last. */
/** What dispatch says to all drivers of a zone or region. */
export type BroadcastsTable = {
  id: Id
  region_id: number
  zone_id: number | null
  text: string
  user_id: number | null
  created_at: Time
}
export type DriverMessagesTable = {
  id: Id
  /** the one that it is a part of */
  broadcast_id: ColumnType<number | null, number | null | undefined, never>
  trip_id: number
  uuid: Generated<string>
  driver_id: number | null
  sender: 'driver' | 'dispatch'
  user_id: number | null
  text: string
  buttons: DefaultJson<string[]>
  answer_to: number | null
  written_at: Time
  delivered_at: OptionalTime
  read_at: OptionalTime
  created_at: Time
}
/** Who is answering a driver; by the wall's clock. */
export type ThreadAnswersTable = { trip_id: number; user_id: number; until: Time }
export type DriverActionsTable = {
  id: Id
  trip_id: number
  kind: DriverActionKind
  trip_stop_id: number | null
  service_request_id: number | null
  /** what undoing it returns to; null: there is nothing to undo */
  before: OptionalJson<unknown>
  undone: Generated<boolean>
  created_at: Time
  uuid: Generated<string>
  driver_id: number | null
  sequence: number | null
  input: DefaultJson<unknown>
  position: OptionalJson<unknown>
  happened_at: Time
  done_at: Time
  result: Generated<DriverActionResult>
  detail: Generated<string>
  settlement: 'accepted' | 'set_aside' | null
  settled_reason: string | null
  settled_by: number | null
  settled_at: OptionalTime
}
