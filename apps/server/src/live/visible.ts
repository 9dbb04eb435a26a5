import type { PermissionKey } from '@ambit/contract'
import type { StoredEvent } from './bus.ts'

/** What a client of the stream may see and wants to. */
export type View = {
  holds: (key: PermissionKey) => boolean
  /** regions that the user is limited to; null: all */
  scope: readonly number[] | null
  /** asked for by the client; null: all */
  regions: readonly number[] | null
  zones: readonly number[] | null
}

/** The permission to read a table's records; changes of other tables are not sent. */
const tableKeys: Readonly<Record<string, PermissionKey>> = {
  drivers: 'DriverManagement:driver:canRead',
  vehicles: 'VehicleManagement:vehicle:canRead',
  vehicle_notes: 'VehicleManagement:vehicle:canRead',
  vehicle_checklists: 'VehicleManagement:checklist:canRead',
  vehicle_checks: 'VehicleManagement:vehicleCheck:canRead',
  schemas: 'VehicleManagement:schema:canRead',
  regions: 'RegionManagement:region:canRead',
  mobility_aids: 'RegionManagement:region:canRead',
  organisations: 'TravellerManagement:organisation:canRead',
  organisation_travelers: 'TravellerManagement:organisation:canRead',
  places: 'TravellerManagement:place:canRead',
  travel_factors: 'RegionManagement:region:canRead',
  road_closures: 'TripManagement:tripStatusDialog:canRead',
  consumer_apps: 'ZoneManagement:zone:canRead',
  zones: 'ZoneManagement:zone:canRead',
  service_areas: 'ZoneManagement:zone:canRead',
  service_strategies: 'ZoneManagement:zone:canRead',
  booking_rules: 'ZoneManagement:bookingRules:canRead',
  special_days: 'ZoneManagement:bookingRules:canRead',
  service_routes: 'ZoneManagement:zone:canRead',
  zone_stops: 'ZoneManagement:zoneStop:canRead',
  service_plans: 'ServicePlans:servicePlan:canRead',
  travelers: 'TravellerManagement:traveller:canRead',
  traveler_comments: 'TravellerManagement:traveller:canRead',
  traveler_sets: 'TravellerManagement:traveller:canRead',
  traveler_concessions: 'TravellerManagement:traveller:canRead',
  traveler_helpers: 'TravellerManagement:helper:canRead',
  payment_methods: 'TravellerManagement:traveller:canRead',
  feedbacks: 'ReportManagement:feedback:canRead',
  lost_items: 'LiveBooking:lostItem:canRead',
  misses: 'TravellerManagement:conduct:canRead',
  suspensions: 'TravellerManagement:suspension:canRead',
  waitlist_entries: 'TravellerManagement:waitlist:canRead',
  open_returns: 'TravellerManagement:openReturn:canRead',
  booking_series: 'TravellerManagement:series:canRead',
  surveys: 'ReportManagement:survey:canRead',
  discounts: 'DiscountManagement:discounts:canRead',
  message_templates: 'Messaging:template:canRead',
  notices: 'Messaging:notice:canRead',
  exception_mutes: 'ExceptionManagement:exception:canRead',
  handovers: 'ExceptionManagement:handover:canRead',
  watches: 'ExceptionManagement:exception:canRead',
  users: 'UserManagement:user:canRead',
  user_groups: 'UserGroupManagement:userGroups:canRead',
  user_roles: 'UserGroupManagement:userGroups:canRead',
}

export const visible = ({ payload, region_ids }: StoredEvent, view: View): boolean => {
  switch (payload.kind) {
    case 'record': {
      // Everybody's portal is drawn by them.
      if (payload.table === 'settings') return true
      // The banner of those concerned.
      if (payload.table === 'status_incidents') return within(view.scope, region_ids)
      const key = Object.hasOwn(tableKeys, payload.table) ? tableKeys[payload.table] : undefined
      return key !== undefined && view.holds(key) && within(view.scope, region_ids)
    }
    case 'position':
      return view.holds('VehicleMonitoring:monitoring:canRead') && inPlace(payload, view)
    case 'trip':
      return (
        (view.holds('TripManagement:trip:canRead') || view.holds('VehicleMonitoring:monitoring:canRead')) &&
        inPlace(payload, view)
      )
    case 'service_request':
      return view.holds('LiveBooking:booking:canRead') && inPlace(payload, view)
    case 'driver_message':
      return view.holds('Messaging:driverThread:canRead') && inPlace(payload, view)
    case 'call_task':
      return view.holds('Messaging:callTask:canRead') && inPlace(payload, view)
    case 'dispatch_action':
      return view.holds('DispatchManagement:board:canRead') && inPlace(payload, view)
    case 'message':
      return (
        view.holds('Messaging:message:canRead') &&
        within(view.scope, [payload.region_id ?? 0]) &&
        (view.regions === null || view.regions.includes(payload.region_id ?? 0))
      )
    case 'exception':
      return view.holds('ExceptionManagement:exception:canRead') && (isEverywhere(payload) || inPlace(payload, view))
    case 'service_plan':
      return view.holds('ServicePlans:servicePlan:canRead') && inPlace(payload, view)
  }
}

const within = (scope: View['scope'], regionIds: readonly number[] | null): boolean =>
  scope === null || regionIds === null || regionIds.some((id) => scope.includes(id))

/** It is of no zone: of the whole installation. */
const isEverywhere = (payload: Place): boolean => payload.zone_id === null

type Place = { region_id: number | null; zone_id: number | null }

const inPlace = ({ region_id, zone_id }: Place, view: View): boolean =>
  (view.scope === null || isIn(view.scope, region_id)) &&
  (view.regions === null || isIn(view.regions, region_id)) &&
  (view.zones === null || isIn(view.zones, zone_id))

const isIn = (ids: readonly number[], id: number | null): boolean => id !== null && ids.includes(id)
