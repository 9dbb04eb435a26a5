export * from './access.ts'
export * from './operations.ts'
export {
  drivers,
  regions,
  serviceAreas,
  servicePlans,
  serviceStrategies,
  travelers,
  vehicles,
  zones,
  zoneStops,
} from './resources.ts'
