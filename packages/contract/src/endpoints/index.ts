export * from './access.ts'
export * from './dashboard.ts'
export { discounts } from './discounts.ts'
export * from './operations.ts'
export * from './payment-methods.ts'
export * from './payments.ts'
export { drivers, servicePlans } from './resources.ts'
export { bookingReports, feedbackReports, surveyReports, tripItineraries } from './reports.ts'
export * from './search.ts'
export * from './travelers.ts'
export * from './trips.ts'
export * from './users.ts'
export * from './vehicles.ts'
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
