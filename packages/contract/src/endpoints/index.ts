export * from './access.ts'
export * from './dashboard.ts'
export { discounts } from './discounts.ts'
export * from './operations.ts'
export { drivers, servicePlans, travelers } from './resources.ts'
export * from './search.ts'
export * from './trips.ts'
export * from './users.ts'
export * from './vehicles.ts'
export {
  consumerApps,
  regions,
  serviceAreas,
  serviceRoutes,
  serviceStrategies,
  travelFactors,
  zoneDesigns,
  zones,
  zoneStops,
} from './zones.ts'
