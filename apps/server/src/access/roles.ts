import { type PermissionKey, permissionKeys } from '@ambit/contract'

/** The roles that ship. What an installation changes in them stays; keys of a newer version are added to them. */
export const roleNames = [
  'superadmin',
  'administrator',
  'operations_manager',
  'dispatcher',
  'customer_service',
  'fleet_manager',
  'analyst',
  'representative',
] as const
export type RoleName = (typeof roleNames)[number]

export const groupNames: Record<RoleName, string> = {
  superadmin: 'Superadmins',
  administrator: 'Administrators',
  operations_manager: 'Operations managers',
  dispatcher: 'Dispatchers',
  customer_service: 'Customer service',
  fleet_manager: 'Fleet managers',
  analyst: 'Analysts',
  representative: 'Representatives',
}

type Grant = (module: string, resource: string, action: string) => boolean

const reading = (action: string): boolean => action === 'canRead' || action === 'canLookup'
const daily = [
  'Dashboard',
  'VehicleMonitoring',
  'TripManagement',
  'LiveBooking',
  'DispatchManagement',
  'ExceptionManagement',
  'ReportManagement',
  'ZoneSolutions',
]
const resources = ['DriverManagement', 'VehicleManagement', 'ServicePlans', 'ResourceAvailability']
const places = ['RegionManagement', 'ZoneManagement']
const people = ['UserManagement', 'UserGroupManagement', 'Settings', 'AuditManagement', 'PrivacyManagement']

/** What of passengers needs a key beside the one to read them. */
const masked = ['contact', 'place', 'care']
/** Who helps a passenger or books for them, what one has lost, how often one did not come and what follows from it, is for those who deal with them. */
const dealings = ['helper', 'lostItem', 'conduct', 'suspension', 'organisation']
/** What representatives read of the passengers who have consented to it, beside booking for them and calling for their open returns. */
const ofRepresentatives = [
  'traveller',
  'tripBookingHistoricTrips',
  'place',
  'care',
  'waitlist',
  'openReturn',
  'series',
  'organisation',
]
/** A way back that is called for is closed, a place of the place book removed, a group cancelled, a series ended and an entry taken off the waiting list by those who keep them. */
const closing = (resource: string): boolean => ['openReturn', 'place', 'group', 'series', 'waitlist'].includes(resource)
/**
 * Keeping organisations, showing what is masked, booking past a zone's rules or over another ride, merging passengers, breaking a promise,
 * undoing what others did, saying from when on something is raised, muting it and how fast others answer are for those who
 * answer for it.
 */
const answeredFor = (module: string, resource: string, action: string): boolean =>
  (module === 'TravellerManagement' && resource === 'organisation' && !reading(action)) ||
  (module === 'TravellerManagement' && ['mask', 'bookingRuleOverride', 'merge'].includes(resource)) ||
  (module === 'LiveBooking' && resource === 'overlap') ||
  (module === 'DispatchManagement' && (resource === 'override' || resource === 'undo')) ||
  (module === 'ExceptionManagement' && ['exceptionRules', 'mute', 'responseTimes'].includes(resource))

const grants: Record<RoleName, Grant> = {
  superadmin: () => true,
  administrator: (module, resource) => !(module === 'Settings' && resource === 'environment'),
  operations_manager: (module, resource, action) =>
    [...daily, ...resources, ...places, 'TravellerManagement', 'DiscountManagement', 'Messaging'].includes(module) ||
    (module === 'UserManagement' && resource !== 'session' && reading(action)) ||
    (module === 'Settings' && resource === 'continuity') ||
    (module === 'PrivacyManagement' && resource === 'request' && action !== 'canUpdate') ||
    (module === 'UserGroupManagement' && reading(action)) ||
    (module === 'AuditManagement' && resource !== 'access' && reading(action)),
  dispatcher: (module, resource, action) =>
    (module === 'Messaging' && (reading(action) || !['template', 'notice'].includes(resource))) ||
    (module === 'AuditManagement' && resource === 'history') ||
    (module === 'Settings' && resource === 'continuity') ||
    (module === 'VehicleManagement' && resource === 'vehicleCheck') ||
    ([...daily, 'ServicePlans', 'TravellerManagement'].includes(module)
      ? !answeredFor(module, resource, action) &&
        (action !== 'canDestroy' || module === 'ServicePlans' || module === 'LiveBooking' || closing(resource))
      : reading(action) && [...resources, ...places, 'DiscountManagement'].includes(module)),
  customer_service: (module, resource, action) =>
    ['TravellerManagement', 'LiveBooking'].includes(module)
      ? !answeredFor(module, resource, action) && (action !== 'canDestroy' || closing(resource))
      : (module === 'Messaging' && !['template', 'broadcast', 'notice'].includes(resource)) ||
        (reading(action) &&
          !answeredFor(module, resource, action) &&
          !people.includes(module) &&
          !['DriverManagement', 'VehicleManagement', 'ResourceAvailability'].includes(module)),
  fleet_manager: (module, resource, action) =>
    resources.includes(module)
      ? resource !== 'cash'
      : reading(action) && ['Dashboard', 'VehicleMonitoring', 'TripManagement', ...places].includes(module),
  analyst: (module, resource, action) =>
    reading(action) &&
    ![...people, 'Messaging'].includes(module) &&
    (module !== 'ExceptionManagement' || resource === 'exception' || resource === 'responseTimes') &&
    !(module === 'TravellerManagement' && masked.includes(resource)) &&
    !dealings.includes(resource),
  representative: (module, resource, action) =>
    (module === 'TravellerManagement' &&
      (resource === 'tripBookingWizard'
        ? reading(action) || action === 'canCreate'
        : ofRepresentatives.includes(resource) &&
          (reading(action) || (resource === 'openReturn' && action === 'canUpdate')))) ||
    (module === 'LiveBooking' && resource === 'booking' && action !== 'canDestroy'),
}

/** Every key with its answer; a module's switch is on when anything in it is. */
export const permissionsOf = (role: RoleName): Record<PermissionKey, boolean> => {
  const permissions: Record<string, boolean> = {}
  const granted = new Set<string>()
  for (const key of permissionKeys) {
    const [module = '', resource = '', action = ''] = key.split(':')
    if (resource === 'Module') continue
    const grant = grants[role](module, resource, action)
    permissions[key] = grant
    if (grant) granted.add(module)
  }
  for (const key of permissionKeys) {
    const [module = '', resource] = key.split(':')
    if (resource === 'Module') permissions[key] = granted.has(module)
  }
  return permissions satisfies Record<string, boolean> as Record<PermissionKey, boolean> // the loops above set every key
}
