import type { AuditKind, PermissionKey } from '@ambit/contract'

/** The permission to read each kind of record: without it an event shows neither names nor values. */
export const readKeys: Readonly<Record<AuditKind, PermissionKey>> = {
  drivers: 'DriverManagement:driver:canRead',
  vehicles: 'VehicleManagement:vehicle:canRead',
  vehicle_notes: 'VehicleManagement:vehicle:canRead',
  schemas: 'VehicleManagement:schema:canRead',
  travelers: 'TravellerManagement:traveller:canRead',
  traveler_comments: 'TravellerManagement:traveller:canRead',
  traveler_concessions: 'TravellerManagement:traveller:canRead',
  traveler_feature_flags: 'TravellerManagement:traveller:canRead',
  traveler_sets: 'TravellerManagement:traveller:canRead',
  payment_methods: 'TravellerManagement:traveller:canRead',
  users: 'UserManagement:user:canRead',
  user_groups: 'UserGroupManagement:userGroups:canRead',
  user_roles: 'UserGroupManagement:userGroups:canRead',
  user_group_members: 'UserGroupManagement:userGroups:canRead',
  user_group_roles: 'UserGroupManagement:userGroups:canRead',
  regions: 'RegionManagement:region:canRead',
  zones: 'ZoneManagement:zone:canRead',
  service_areas: 'ZoneManagement:zone:canRead',
  zone_stops: 'ZoneManagement:zoneStop:canRead',
  service_strategies: 'ZoneManagement:zone:canRead',
  service_routes: 'ZoneManagement:zone:canRead',
  service_route_stops: 'ZoneManagement:zone:canRead',
  road_closures: 'TripManagement:tripStatusDialog:canRead',
  travel_factors: 'RegionManagement:region:canRead',
  service_plans: 'ServicePlans:servicePlan:canRead',
  trips: 'TripManagement:trip:canRead',
  trip_stops: 'TripManagement:trip:canRead',
  service_requests: 'LiveBooking:booking:canRead',
  discounts: 'DiscountManagement:discounts:canRead',
  feedbacks: 'ReportManagement:feedback:canRead',
  surveys: 'ReportManagement:survey:canRead',
  payments: 'LiveBooking:booking:canRead',
  holds: 'PrivacyManagement:hold:canRead',
  privacy_requests: 'PrivacyManagement:request:canRead',
  retention_rules: 'PrivacyManagement:retention:canRead',
  settings: 'Settings:settings:canRead',
  sso_group_maps: 'Settings:signIn:canRead',
  sso_providers: 'Settings:signIn:canRead',
  break_glass_accounts: 'Settings:signIn:canRead',
  status_incidents: 'Settings:status:canUpdate',
}

export type May = (key: PermissionKey) => boolean

export const mayRead = (may: May, kind: AuditKind | null): boolean => kind === null || may(readKeys[kind])
