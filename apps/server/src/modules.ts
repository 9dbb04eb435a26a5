import { routes as access } from './access/routes.ts'
import { routes as accessEvents } from './access-events/routes.ts'
import { routes as auditEvents } from './audit-events/routes.ts'
import { routes as backup } from './backup/routes.ts'
import { routes as bookingRules } from './booking-rules/routes.ts'
import { specialDayRoutes as specialDays } from './booking-rules/special-day-routes.ts'
import { routes as clock } from './clock/routes.ts'
import { routes as consumerApps } from './consumer-apps/routes.ts'
import { routes as continuity } from './continuity/routes.ts'
import { routes as dashboard } from './dashboard/routes.ts'
import { routes as discounts } from './discounts/routes.ts'
import { routes as dispatchActions } from './dispatch-actions/routes.ts'
import { routes as dispatchBoard } from './dispatch-board/routes.ts'
import { routes as disruptions } from './disruptions/routes.ts'
import { routes as driver } from './driver/routes.ts'
import { routes as driverSafety } from './driver/safety-routes.ts'
import { routes as driverMessages } from './driver-messages/routes.ts'
import { routes as drivers } from './drivers/routes.ts'
import { dutyRoutes as exceptionDuty } from './exceptions/duty-routes.ts'
import { routes as exceptions } from './exceptions/routes.ts'
import { routes as erasures } from './erasures/routes.ts'
import { routes as personExport } from './travelers/export/routes.ts'
import { routes as feedbacks } from './feedbacks/routes.ts'
import { routes as handovers } from './handovers/routes.ts'
import { routes as holds } from './holds/routes.ts'
import { routes as privacyRequests } from './privacy-requests/routes.ts'
import { routes as processing } from './processing/routes.ts'
import { routes as journeys } from './journeys/routes.ts'
import type { Module } from './http/bind.ts'
import { routes as live } from './live/routes.ts'
import { routes as openReturns } from './open-returns/routes.ts'
import { changeRoutes as seriesChanges, dateRoutes as seriesDates } from './booking-series/change-routes.ts'
import { routes as bookingSeries } from './booking-series/routes.ts'
import { routes as waitlistEntries } from './waitlist-entries/routes.ts'
import { routes as lostItems } from './lost-items/routes.ts'
import { routes as mail } from './mail/routes.ts'
import { routes as maskLifts } from './mask-lifts/routes.ts'
import { routes as messages } from './messages/routes.ts'
import { routes as notices } from './notices/routes.ts'
import { routes as passkeys } from './passkeys/routes.ts'
import { routes as paymentMethods } from './payment-methods/routes.ts'
import { routes as positions } from './positions/routes.ts'
import { routes as rideAccounts } from './ride-accounts/routes.ts'
import { routes as rideHelpers } from './ride-helpers/routes.ts'
import { routes as rides } from './rides/routes.ts'
import { routes as regions } from './regions/routes.ts'
import { routes as reports } from './reports/routes.ts'
import { routes as rideBookings } from './ride-bookings/routes.ts'
import { routes as retention } from './retention/routes.ts'
import { routes as room } from './room/routes.ts'
import { routes as schemas } from './schemas/routes.ts'
import { routes as search } from './search/routes.ts'
import { routes as searches } from './searches/routes.ts'
import { routes as secondFactors } from './second-factors/routes.ts'
import { routes as serviceAreas } from './service-areas/routes.ts'
import { routes as servicePlans } from './service-plans/routes.ts'
import { routes as serviceRequests } from './service-requests/routes.ts'
import { routes as serviceRoutes } from './service-routes/routes.ts'
import { routes as serviceStrategies } from './service-strategies/routes.ts'
import { routes as smsReplies } from './sms-replies/routes.ts'
import { routes as settings } from './settings/routes.ts'
import { routes as sso } from './sso/routes.ts'
import { routes as status } from './status/routes.ts'
import { routes as streets } from './streets/routes.ts'
import { routes as surveys } from './surveys/routes.ts'
import { routes as travelFactors } from './travel-factors/routes.ts'
import { routes as travelerComments } from './traveler-comments/routes.ts'
import { routes as travelerConcessions } from './traveler-concessions/routes.ts'
import { routes as travelerHelpers } from './traveler-helpers/routes.ts'
import { routes as mobilityAids } from './mobility-aids/routes.ts'
import { routes as organisations } from './organisations/routes.ts'
import { routes as places } from './places/routes.ts'
import { routes as bookingGroups } from './booking-groups/routes.ts'
import { routes as suspensions } from './suspensions/routes.ts'
import { routes as travelerMerges } from './traveler-merges/routes.ts'
import { routes as travelerMisses } from './traveler-misses/routes.ts'
import { routes as travelerSets } from './traveler-sets/routes.ts'
import { routes as travelers } from './travelers/routes.ts'
import { routes as trips } from './trips/routes.ts'
import { routes as userGroups } from './user-groups/routes.ts'
import { routes as userSessions } from './user-sessions/routes.ts'
import { routes as users } from './users/routes.ts'
import { routes as vehicleChecklists } from './vehicle-checks/checklist-routes.ts'
import { routes as vehicleChecks } from './vehicle-checks/routes.ts'
import { routes as vehicleNotes } from './vehicle-notes/routes.ts'
import { routes as vehicles } from './vehicles/routes.ts'
import { routes as zoneDesigns } from './zone-designs/routes.ts'
import { routes as zoneSolutions } from './zone-solutions/routes.ts'
import { routes as zoneStops } from './zone-stops/routes.ts'
import { routes as zones } from './zones/routes.ts'

/** Every module of the server, in one list. */
export const modules: readonly Module[] = [
  access,
  users,
  userSessions,
  secondFactors,
  passkeys,
  sso,
  userGroups,
  smsReplies,
  settings,
  room,
  mail,
  messages,
  notices,
  auditEvents,
  accessEvents,
  retention,
  clock,
  dashboard,
  search,
  holds,
  privacyRequests,
  processing,
  maskLifts,
  live,
  status,
  backup,
  streets,
  drivers,
  vehicles,
  vehicleChecklists,
  vehicleChecks,
  vehicleNotes,
  schemas,
  regions,
  travelFactors,
  zones,
  bookingRules,
  specialDays,
  mobilityAids,
  organisations,
  places,
  consumerApps,
  rides,
  rideAccounts,
  rideHelpers,
  continuity,
  serviceAreas,
  zoneStops,
  serviceStrategies,
  serviceRoutes,
  zoneDesigns,
  zoneSolutions,
  travelers,
  erasures,
  personExport,
  travelerComments,
  travelerHelpers,
  travelerMerges,
  travelerSets,
  travelerConcessions,
  paymentMethods,
  servicePlans,
  searches,
  serviceRequests,
  journeys,
  rideBookings,
  surveys,
  lostItems,
  bookingSeries,
  seriesDates,
  seriesChanges,
  waitlistEntries,
  openReturns,
  travelerMisses,
  bookingGroups,
  suspensions,
  trips,
  dispatchActions,
  dispatchBoard,
  disruptions,
  driver,
  driverSafety,
  driverMessages,
  exceptions,
  exceptionDuty,
  handovers,
  positions,
  feedbacks,
  discounts,
  reports,
]
