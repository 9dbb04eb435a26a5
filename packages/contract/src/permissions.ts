/**
 * Every permission key there is, as data: Module → resource → actions. A key reads `Module:resource:action`;
 * `Module:Module` switches a whole module. Odd keys of the specification are kept as they are (docs/requirements/permissions.md).
 * `disabledIn` names environments where a feature is off; '*' is all of them. `hidden` ships switched off.
 */
export const environments = ['prod', 'staging', 'uat', 'demo', 'dev'] as const
export type Environment = (typeof environments)[number]

const crud = ['canRead', 'canCreate', 'canUpdate', 'canDestroy'] as const

type Feature = {
  readonly actions: readonly string[]
  readonly disabledIn?: readonly (Environment | '*')[]
  readonly hidden?: true
  readonly dependsOn?: readonly string[]
}
type Features = { readonly [module: string]: { readonly [resource: string]: Feature } }

export const features = {
  Dashboard: {
    dashboard: { actions: crud },
    statistics: { actions: ['canRead'], hidden: true },
    announcements: { actions: ['canRead'], hidden: true },
  },
  DriverManagement: {
    driver: { actions: crud },
    /** what drivers have to hand in */
    cash: { actions: ['canRead'] },
  },
  VehicleManagement: {
    vehicle: { actions: crud },
    schema: { actions: crud },
    checklist: { actions: crud },
    /** what drivers found; releasing a vehicle that failed */
    vehicleCheck: { actions: ['canRead', 'canUpdate'] },
  },
  RegionManagement: { region: { actions: crud } },
  ZoneManagement: {
    zone: { actions: crud, dependsOn: ['ServicePlans:Module'] },
    /** the apps and sites that passengers book with; who reads zones reads them */
    consumerApp: { actions: ['canCreate', 'canUpdate'] },
    zoneStop: { actions: crud, dependsOn: ['ServicePlans:Module'] },
    zoneDesigner: { actions: crud, dependsOn: ['ServicePlans:Module'] },
    serviceStrategies: { actions: crud, disabledIn: ['*'] },
    /** service hours, special days, cut-off and counts */
    bookingRules: { actions: crud },
  },
  ServicePlans: { servicePlan: { actions: crud } },
  ResourceAvailability: { planStrategies: { actions: crud, disabledIn: ['*'] } },
  TravellerManagement: {
    traveller: { actions: crud },
    /** e-mail, telephone number and username of a passenger; without it they are masked */
    contact: { actions: ['canRead'] },
    /** doors and frequent places of passengers, and the place book */
    place: { actions: crud },
    /** mobility, medical flags and comments */
    care: { actions: ['canRead'] },
    /** late cancellations and no-shows; recording that one was beyond the passenger's control */
    conduct: { actions: ['canRead', 'canUpdate'] },
    /** warning letters and suspensions: deciding on one, confirming and carrying it out, taking it back */
    suspension: { actions: crud },
    /** care homes and others who book for passengers, and the consents to it */
    organisation: { actions: crud },
    /** making one of two records of one passenger, and undoing that */
    merge: { actions: ['canUpdate'] },
    /** who helps a passenger in the app */
    helper: { actions: ['canRead', 'canUpdate'] },
    /** journeys that wait until there is room for them; taking one off the list */
    waitlist: { actions: crud },
    /** ways back that are asked for when the passenger calls */
    openReturn: { actions: crud },
    /** passengers who travel as one group; naming it otherwise, cancelling all of one */
    group: { actions: crud },
    /** journeys that are made again and again; ending one */
    series: { actions: crud },
    /** seeing what of these is masked, for five minutes and with a reason */
    mask: { actions: ['canLift'] },
    tripBookingWizard: { actions: crud },
    /** booking past cut-off, horizon and counts, with a reason */
    bookingRuleOverride: { actions: ['canUpdate'] },
    tripBookingHistoricTrips: { actions: crud },
    openBookingsAlerts: { actions: crud },
    travellerMedicalExemptFlag: { actions: crud },
    travelerFeatureSettings: { actions: ['canRead'], disabledIn: ['*'] },
    resetPassword: { actions: ['canEdit'] },
    discountCode: { actions: ['canLookup'], disabledIn: ['prod', 'staging', 'demo'] },
  },
  VehicleMonitoring: { monitoring: { actions: crud } },
  TripManagement: {
    trip: { actions: crud },
    tripStatusDialog: { actions: crud },
    /** what drivers did; settling what came out otherwise on the road */
    driverAction: { actions: ['canRead', 'canUpdate'] },
    lateByTime: { actions: crud, disabledIn: ['staging', 'prod'] },
  },
  /** changing a plan by hand, each action with its effect shown before */
  DispatchManagement: {
    /** the dispatch board, and what was done to plans */
    board: { actions: ['canRead'] },
    assign: { actions: ['canUpdate'] },
    pin: { actions: ['canUpdate'] },
    reorder: { actions: ['canUpdate'] },
    pause: { actions: ['canUpdate'] },
    optimise: { actions: ['canUpdate'] },
    /** breaking a promise on purpose, and approving that others do */
    override: { actions: ['canUpdate'] },
    /** of what others did */
    undo: { actions: ['canUpdate'] },
  },
  LiveBooking: {
    booking: { actions: crud },
    lostItem: { actions: ['canRead', 'canUpdate'] },
    /** booking a ride at a time at which the passenger has another, with a reason */
    overlap: { actions: ['canCreate'] },
  },
  /** what in the running service needs a person */
  ExceptionManagement: {
    exception: { actions: ['canRead', 'canCreate', 'canUpdate'] },
    /** from when on what is raised in a zone */
    exceptionRules: { actions: ['canRead', 'canUpdate'] },
    /** of a kind in a zone, for some time */
    mute: { actions: ['canUpdate'] },
    /** figures of others; their own are seen by all who read exceptions */
    responseTimes: { actions: ['canRead'] },
    /** of a shift to another person */
    handover: { actions: ['canRead', 'canCreate'] },
  },
  /** what passengers are told, and what drivers and dispatch say to each other */
  Messaging: {
    /** to every driver who has signed on in a zone or region */
    broadcast: { actions: ['canCreate'] },
    /** whom staff call */
    callTask: { actions: ['canRead', 'canUpdate'] },
    driverThread: { actions: ['canRead', 'canCreate'] },
    message: { actions: ['canRead', 'canCreate'] },
    /** what passengers of some zones are told about the service */
    notice: { actions: ['canRead', 'canCreate'] },
    /** the texts of messages */
    template: { actions: ['canRead', 'canUpdate'] },
  },
  ReportManagement: {
    feedback: { actions: crud },
    survey: { actions: crud },
    bookingOutcomeReport: { actions: crud },
    tripItinerary: { actions: crud },
  },
  UserManagement: {
    factor: { actions: ['canDestroy'] },
    session: { actions: ['canRead', 'canDestroy'] },
    user: { actions: [...crud, 'canLogin'] },
    userRoles: { actions: crud, disabledIn: ['prod', 'staging', 'demo'], hidden: true },
  },
  UserGroupManagement: { userGroups: { actions: [...crud, 'canLogin'] }, trip: { actions: ['canRead'] } },
  DiscountManagement: { discounts: { actions: crud }, role: { actions: ['canRead'] } },
  AuditManagement: {
    audit: { actions: ['canRead', 'canExport'] },
    /** the tab History in the dialogs of records that one may read */
    history: { actions: ['canRead'] },
    access: { actions: ['canRead'] },
    /** besides the right to change the record */
    restore: { actions: ['canCreate'] },
  },
  PrivacyManagement: {
    /** what is kept from every removal */
    hold: { actions: ['canRead', 'canCreate', 'canDestroy'] },
    retention: { actions: ['canRead', 'canUpdate'] },
    /** what people ask for about their data; changing one is also erasing */
    request: { actions: ['canRead', 'canCreate', 'canUpdate'] },
    /** which passengers are protected; the holders are told who opens one */
    protected: { actions: ['canUpdate'] },
  },
  ZoneSolutions: { solution: { actions: crud } },
  Settings: {
    settings: { actions: ['canRead', 'canUpdate'] },
    environment: { actions: ['canUpdate'] },
    mail: { actions: ['canRead'] },
    /** providers of single sign-on, and who may sign in without one */
    signIn: { actions: ['canRead', 'canUpdate'] },
    /** incidents and planned works on the public page of the service's status */
    status: { actions: ['canUpdate'] },
    /** backups of the whole database, and drills of restoring them */
    backup: { actions: ['canRead', 'canCreate'] },
    /** packs for working without the server, and what was written on paper meanwhile */
    continuity: { actions: ['canRead', 'canUpdate'] },
  },
} as const satisfies Features

/** Modules that are off as a whole in some environments. */
export const modulesDisabledIn: { readonly [module: string]: readonly Environment[] } = {
  DiscountManagement: ['prod', 'staging'],
}

type FeatureTable = typeof features
export type ModuleName = keyof FeatureTable
export type PermissionKey = {
  [M in ModuleName]:
    | `${M}:Module`
    | {
        [R in keyof FeatureTable[M] & string]: FeatureTable[M][R] extends {
          actions: readonly (infer Action extends string)[]
        }
          ? `${M}:${R}:${Action}`
          : never
      }[keyof FeatureTable[M] & string]
}[ModuleName]

export const featureOf = (module: string, resource: string): Feature | undefined => {
  const table: Features = features
  return Object.hasOwn(table, module) && Object.hasOwn(table[module]!, resource) ? table[module]![resource] : undefined
}

/** Every key, module switches included. */
export const permissionKeys: readonly string[] = Object.entries(features satisfies Features).flatMap(
  ([module, resources]) => [
    `${module}:Module`,
    ...Object.entries(resources).flatMap(([resource, feature]: [string, Feature]) =>
      feature.actions.map((action) => `${module}:${resource}:${action}`),
    ),
  ],
)

/**
 * Keys of endpoints that are of all regions and come to the portal with their own pages, not with the first one as
 * those of `staffApi` do. A test compares them with the endpoints.
 */
export const laterKeysOfAllRegions: readonly PermissionKey[] = [
  'VehicleManagement:checklist:canCreate',
  'VehicleManagement:checklist:canUpdate',
  'VehicleManagement:checklist:canDestroy',
]

export const isPermissionKey = (text: string): text is PermissionKey => permissionKeys.includes(text)
