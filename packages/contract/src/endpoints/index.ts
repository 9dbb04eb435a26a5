export * from './staff.ts'
// Staff call them on one page, and none applies to all regions: the portal's first page does without.
export { bookingRules, specialDays } from './booking-rules.ts'
export { vehicleChecklists, vehicleChecks } from './vehicle-checks.ts'
export { driver } from './driver.ts'
export { ride } from './ride.ts'
export { rideTracking } from './ride-tracking.ts'
