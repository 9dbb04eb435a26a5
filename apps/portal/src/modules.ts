import { auditModule } from './audit/module.ts'
import { continuityModule } from './continuity/module.ts'
import { dashboardModule } from './dashboard/module.ts'
import { discountsModule } from './discounts/module.ts'
import { bookingSheetModule } from './booking-sheet/module.ts'
import { bookingSeriesModule } from './booking-series/module.ts'
import { callListModule } from './call-list/module.ts'
import { dispatchModule } from './dispatch-board/module.ts'
import { driverMessagesModule } from './driver-messages/module.ts'
import { driversModule } from './drivers/module.ts'
import { exceptionsModule } from './exceptions/module.ts'
import { installationModule } from './installation/module.ts'
import { lostItemsModule } from './lost-items/module.ts'
import { organisationsModule } from './organisations/module.ts'
import { placesModule } from './places/module.ts'
import { waitlistModule } from './waitlist-entries/module.ts'
import { mailModule } from './mail/module.ts'
import { messagesModule } from './messages/module.ts'
import { monitoringModule } from './monitoring/module.ts'
import { privacyModule } from './privacy/module.ts'
import { regionsModule } from './regions/module.ts'
import { reportsModule } from './reports/module.ts'
import { securityModule } from './security/module.ts'
import { servicePlansModule } from './service-plans/module.ts'
import { serviceRequestsModule } from './service-requests/module.ts'
import { serviceStatusModule } from './service-status/module.ts'
import { travelerSetsModule } from './traveler-sets/module.ts'
import { travelersModule } from './travelers/module.ts'
import { userGroupsModule } from './user-groups/module.ts'
import { usersModule } from './users/module.ts'
import { zoneSolutionsModule } from './zone-solutions/module.ts'
import { zonesModule } from './zones/module.ts'
import { suspensionsModule } from './suspensions/module.ts'
import { tripsModule } from './trips/module.ts'
import { vehiclesModule } from './vehicles/module.ts'
import type { PortalModule } from './navigation/define-module.ts'

/** Every module of the portal. A new one is a folder with a `module.ts`, and a line here. */
export const modules: readonly PortalModule[] = [
  dashboardModule,
  driversModule,
  servicePlansModule,
  monitoringModule,
  exceptionsModule,
  dispatchModule,
  tripsModule,
  callListModule,
  driverMessagesModule,
  serviceRequestsModule,
  placesModule,
  organisationsModule,
  bookingSheetModule,
  waitlistModule,
  bookingSeriesModule,
  suspensionsModule,
  lostItemsModule,
  travelersModule,
  travelerSetsModule,
  regionsModule,
  vehiclesModule,
  zonesModule,
  zoneSolutionsModule,
  discountsModule,
  usersModule,
  userGroupsModule,
  reportsModule,
  auditModule,
  continuityModule,
  privacyModule,
  mailModule,
  messagesModule,
  serviceStatusModule,
  installationModule,
  securityModule,
]
