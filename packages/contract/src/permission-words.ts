import { features } from './permissions.ts'
import type { Permission } from './records/permissions.ts'

/** `serviceStrategies` → `Service strategies`, `LiveBooking` → `Live booking` */
const inWords = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const actionWords: Record<string, string> = {
  Module: 'All of it',
  canRead: 'See',
  canCreate: 'Create',
  canUpdate: 'Change',
  canDestroy: 'Delete',
  canEdit: 'Change',
  canLookup: 'Look up',
  canLift: 'Show for five minutes',
  canLogin: 'Sign in as',
}

/** Where the key's own word says too little. */
const resourceWords: Record<string, string> = {
  'Messaging:callTask': 'Calls to passengers',
  'ExceptionManagement:exception': 'What needs attention, as emergencies of drivers',
  'ExceptionManagement:exceptionRules': 'From when on what needs attention is raised',
  'ExceptionManagement:mute': 'Muting a kind of exception in a zone',
  'ExceptionManagement:responseTimes': 'How fast exceptions are answered, and by whom',
  'ExceptionManagement:handover': 'Handing a shift over',
  'DispatchManagement:board': 'Dispatch board, and what was done to plans',
  'DispatchManagement:assign': 'Giving bookings a vehicle or taking it away, by hand',
  'DispatchManagement:pin': 'Pinning bookings to their vehicle',
  'DispatchManagement:reorder': 'Order of the stops of a trip',
  'DispatchManagement:pause': 'Pausing vehicles',
  'DispatchManagement:optimise': 'Optimising a zone at once',
  'DispatchManagement:override': 'Breaking a promise on purpose, and approving it',
  'DispatchManagement:undo': 'Undoing what others did to a plan',
  'DriverManagement:cash': 'Cash that drivers have to hand in',
  'LiveBooking:overlap': 'Rides at a time at which the passenger has another, with a reason',
  'Messaging:driverThread': 'Messages between drivers and dispatch',
  'Messaging:message': 'Messages to passengers',
  'Messaging:notice': 'Service notices to passengers',
  'Messaging:template': 'Texts of messages to passengers',
  'PrivacyManagement:hold': 'Holds, which keep data from every removal',
  'PrivacyManagement:request': 'Requests of passengers about their data, and erasing',
  'PrivacyManagement:protected': 'Protected passengers, and mail of who opens one',
  'TravellerManagement:bookingRuleOverride': 'Booking past the rules of a zone, with a reason',
  'ZoneManagement:bookingRules': 'Service hours, special days and booking rules of zones',
  'TravellerManagement:conduct': 'Late cancellations and no-shows of passengers, and whether they count',
  'TravellerManagement:suspension':
    'Warning letters and suspensions: deciding (create), confirming, letters and objections (update), lifting (destroy)',
  'TravellerManagement:contact': 'E-mail, phone and username of passengers',
  'TravellerManagement:place': 'Doors and frequent places of passengers',
  'TravellerManagement:organisation': 'Organisations that book for passengers, and the consents to it',
  'TravellerManagement:group': 'Groups that travel together; cancelling one (destroy)',
  'TravellerManagement:series': 'Recurring journeys',
  'TravellerManagement:merge': 'Merging two records of one passenger',
  'TravellerManagement:mask': 'Fields of passengers that are masked for the user',
  'TripManagement:driverAction': 'What drivers did, and settling what came out otherwise',
  'VehicleManagement:checklist': 'Checklists for drivers',
  'VehicleManagement:vehicleCheck': 'Checks of vehicles, and releasing one that failed',
  'Settings:signIn': 'How users sign in',
  'Settings:backup': 'Backups of the whole database',
  'TravellerManagement:care': 'Mobility, medical flags and comments of passengers',
}

const actionName = (action: string): string => actionWords[action] ?? inWords(action.replace(/^can/, ''))

/** Every permission in words: each module's switch, then its resources with their actions. */
export const permissionsInWords: readonly Permission[] = Object.entries(features).flatMap(([module, resources]) => {
  const of = { module, module_name: inWords(module) }
  const one = (resource: string | null, action: string): Permission => ({
    key: [module, resource, action].filter((part) => part !== null).join(':'),
    ...of,
    resource,
    resource_name: resource === null ? null : (resourceWords[`${module}:${resource}`] ?? inWords(resource)),
    action,
    action_name: actionName(action),
  })
  return [
    one(null, 'Module'),
    ...Object.entries(resources).flatMap(([resource, { actions }]: [string, { actions: readonly string[] }]) =>
      actions.map((action) => one(resource, action)),
    ),
  ]
})
