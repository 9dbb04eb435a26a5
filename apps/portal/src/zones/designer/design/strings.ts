import { counted } from '@ambit/domain'
import type { StrategyConfiguration, strategyTypes } from '@ambit/contract'
import type { DesignKind } from './design.ts'

export const designerStrings = {
  tabs: 'Zone Designer tabs',
  tab: {
    'service-area': 'Service area',
    stops: 'Stops',
    'fixed-routes': 'Fixed routes',
    'service-strategies': 'Service strategies',
  },
  kinds: {
    service_areas: 'Service areas',
    zone_stops: 'Stops',
    service_routes: 'Fixed routes',
    service_strategies: 'Service strategies',
  } satisfies Record<DesignKind, string>,
  types: {
    demand_responsive: 'Demand responsive',
    fixed_route: 'Fixed route',
    deviated: 'Deviated',
  } satisfies Record<(typeof strategyTypes)[number], string>,
  panel: 'Zone Designer',
  map: (zone: string) => `Map of ${zone}`,
  loading: 'Loading the zone',
  unknownZone: 'There is no such zone.',
  changes: (count: number) => counted(count, 'change'),
  problems: (count: number) => counted(count, 'problem'),
  blocked: 'This cannot be saved yet',
  save: 'Save',
  discard: 'Discard',
  thanks: 'Thank you',
  saved: 'Your zone details have been successfully updated',
  newer: 'Another user has saved changes to this zone.',
  takeIn: 'Load their changes',
  mergedStep: 'My changes over theirs',
  merge: { whole: 'the whole record', deleted: 'deleted', kept: 'kept' },
  nothingLeft: 'They have already saved what you changed.',
  values: {
    unknown: 'unknown',
    none: 'none',
    corners: (count: number) => `${count} corners`,
    dwell: (name: string, seconds: number) => `${name} (${seconds} s)`,
    everywhere: 'everywhere in the zone',
    nowhere: 'nowhere',
    empty: 'empty',
    yes: 'Yes',
    no: 'No',
  },
} as const

export const stopFlagLabels = {
  not_accessible: 'Not Accessible',
  medically_exempt: 'Medically Exempt',
  hub_stop: 'Hub Stop',
  break: 'Break',
  passenger: 'Passenger',
} as const

export const figureLabels = {
  door_to_door: 'Door to door',
  max_walk_m: 'Walk at most',
  pickup_window_minutes: 'Pick-up window',
  dropoff_window_minutes: 'Drop-off window',
  max_detour_factor: 'Detour factor',
  max_detour_minutes: 'Detour allowance',
  secure_minutes: 'Secured before pick-up',
  wait_minutes: 'Driver waits',
  dwell_stop_s: 'Stopping takes',
  dwell_passenger_s: 'Each passenger takes',
  dwell_wheelchair_s: 'Each wheelchair takes',
  max_wait_minutes: 'Offers within',
  booking_horizon_days: 'Bookable ahead',
  vehicle_time_weight: 'Weight of vehicle time',
  route_slack_minutes: 'Behind timetable at most',
  staging_after_minutes: 'To a staging stop after',
  override_limit_minutes: 'Override at most',
  walk_ons: 'Walk-on passengers',
  no_show_approval: 'No-shows',
  passenger_calls: 'Calls to passengers',
  driver_sees: 'Drivers see',
} as const satisfies Record<keyof StrategyConfiguration, string>

/** The words for a part's fields, in the list of changes and where two people's work is merged. */
export const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  coordinates: 'Outline',
  travel_rule: 'Travel to',
  street_address: 'Street address',
  note: 'Note',
  point: 'Place',
  staging: 'Staging',
  ...stopFlagLabels,
  service_strategy_id: 'Service strategy',
  stops: 'Stops',
  color: 'Colour',
  type: 'Type',
  default: 'Default',
  ...figureLabels,
}

export const designerKeys = [
  { keys: ['Ctrl', 'Z'], does: 'Undo the last change of the zone' },
  { keys: ['Ctrl', 'Shift', 'Z'], does: 'Redo it' },
  { keys: ['Ctrl', 'S'], does: 'Save the zone' },
] as const
