/** What staff call: the portal takes no more of the interface along. */
export {
  clock,
  mailSettings,
  outbox,
  passkeys,
  passwords,
  recoveryCodes,
  secondFactorPolicies,
  secondFactors,
  sessions,
  settings,
  setup,
  version,
} from './access.ts'
export { accessEvents, auditEvents, auditSeals, recordVersions } from './audit.ts'
export { backupDrills, backups } from './backups.ts'
export { continuityPacks } from './continuity.ts'
export { dashboard } from './dashboard.ts'
export { discounts } from './discounts.ts'
export { broadcasts, driverMessages } from './driver-messages.ts'
export { feedbacks, geo, live, searches, serviceRequests, surveyOptions, surveys } from './operations.ts'
export { holds } from './holds.ts'
export { maskLifts } from './mask-lifts.ts'
export { messages, messageTemplates, smsReplies } from './messages.ts'
export { paymentMethods } from './payment-methods.ts'
export { payments } from './payments.ts'
export { privacyRequests, processingRecords, retentionRules } from './privacy.ts'
export { drivers, servicePlans } from './resources.ts'
export { bookingReports, feedbackReports, surveyReports, tripItineraries } from './reports.ts'
export { search } from './search.ts'
export { breakGlassAccounts, sso, ssoProviders, userIdentities } from './sso.ts'
export { statusIncidents } from './status.ts'
export { travelerComments, travelerConcessions, travelers, travelerSets } from './travelers.ts'
export { disruptions, driverActions, roadClosures, trips } from './trips.ts'
export { permissions, userGroups, userRoles, users } from './users.ts'
export { schemas, vehicleNotes, vehicles } from './vehicles.ts'
export {
  consumerApps,
  planStrategies,
  regions,
  serviceAreas,
  serviceRoutes,
  serviceStrategies,
  travelFactors,
  zoneDesigns,
  zones,
  zoneSolutions,
  zoneStops,
} from './zones.ts'
