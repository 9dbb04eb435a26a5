export * from './staff.ts'
export { driver } from './driver.ts'
export { ride } from './ride.ts'
export { rideTracking } from './ride-tracking.ts'
