/**
 * Every page's path as the router writes it: `$id` is a parameter, `{-$id}` one that may be missing, a trailing `$` the
 * rest. A module's page has its path here, so that links are checked where they are written.
 */
export const pagePaths = [
  '/',
  '/Login',
  '/Setup',
  '/Admin/ForgotPassword',
  '/Traveller/ForgotPassword',
  '/Admin/NotMe/{-$token}',
  '/Admin/ResetPassword/{-$token}',
  '/Traveller/ResetPassword/{-$token}',
  '/Audit',
  '/Audit/changes',
  '/Audit/access',
  '/Audit/sign-ins',
  '/Audit/deleted',
  '/BookingSheet/{-$organisationId}',
  '/CallList',
  '/ConcessionManagement',
  '/ContinuityPacks',
  '/Dashboard',
  '/DiscountManagement',
  '/DispatchBoard',
  '/DriverManagement',
  '/DriverMessages',
  '/DriverMessages/Broadcasts',
  '/Exceptions',
  '/Exceptions/handover/{-$handoverId}',
  '/Exceptions/history',
  '/Exceptions/inbox/{-$exceptionId}',
  '/Exceptions/response',
  '/Exceptions/rules',
  '/LiveBookings',
  '/LiveBookings/data',
  '/LiveBookings/timeline',
  '/LostProperty',
  '/Mail',
  '/Messages',
  '/Messages/Notices',
  '/Messages/Phone',
  '/Messages/Replies',
  '/Messages/Templates',
  '/Organisations',
  '/Places',
  '/Privacy',
  '/Privacy/holds',
  '/Privacy/records',
  '/Privacy/requests',
  '/Privacy/retention',
  '/Profile/Security',
  '/RecurringJourneys',
  '/RegionManagement/{-$regionId}',
  '/ReportManagement',
  '/ReportManagement/feedback',
  '/ReportManagement/cancellations',
  '/ReportManagement/booking-outcome-report',
  '/ReportManagement/conduct',
  '/ReportManagement/trip-itinerary',
  '/ServicePlans',
  '/ServicePlans/live',
  '/ServiceStatus',
  '/Settings',
  '/Settings/backups',
  '/Settings/brand',
  '/Settings/environment',
  '/Settings/mail',
  '/Settings/map',
  '/Settings/modules',
  '/Settings/region',
  '/Settings/sign-in',
  '/Settings/status',
  '/Suspensions',
  '/TravellerManagement/{-$travellerId}/{-$bookingId}',
  '/TripManagement',
  '/TripManagement/view/{-$tripId}',
  '/UserGroupManagement',
  '/UserGroupManagement/edit/{-$userGroupId}',
  '/UserManagement',
  '/UserManagement/edit/{-$userId}',
  '/VehicleManagement',
  '/VehicleManagement/Checklists',
  '/VehicleManagement/Checks',
  '/VehicleManagement/schema',
  '/VehicleMonitoring/$',
  '/WaitingList',
  '/ZoneManagement',
  '/ZoneManagement/apps',
  '/ZoneManagement/zones',
  '/ZoneManagement/zones/$zoneId/designer/{-$tab}',
  '/ZoneManagement/zones/$zoneId/rules',
  '/ZoneSolutions',
] as const
export type PagePath = (typeof pagePaths)[number]

/** `/a/$b/{-$c}` with text in the place of its parameters. */
type Filled<P extends string> = P extends `${infer Before}/{-$${string}}${infer Rest}`
  ? Filled<Before> | `${Filled<Before>}/${string}${Filled<Rest>}`
  : P extends `${infer Before}/$${string}/${infer Rest}`
    ? `${Before}/${string}/${Rest}`
    : P extends `${infer Before}/$${string}`
      ? `${Before}/${string}`
      : P

/** The path of an address that the portal has a page at. */
export type PortalPath = Filled<PagePath>

type Segment<P extends string> = P extends `${infer First}/${infer Rest}` ? First | Segment<Rest> : P
type ParamIn<S extends string> = S extends '$' ? '_splat' : S extends `{-$${infer N}}` | `$${infer N}` ? N : never

/** The name of a parameter in a path; `_splat` is the rest that `$` stands for. */
export type PathParam = ParamIn<Segment<PagePath>>
