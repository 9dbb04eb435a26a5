export * from './staff.ts'
export { vehicleChecklists, vehicleChecks } from './vehicle-checks.ts'
export { driver } from './driver.ts'
export { ride } from './ride.ts'
