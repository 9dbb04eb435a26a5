import type { PermissionKey } from '@ambit/contract'

/** What it takes to book again what a booking says: to read it, and to search for a journey. */
export const bookAgainKeys = [
  'TravellerManagement:tripBookingWizard:canRead',
  'TravellerManagement:tripBookingWizard:canCreate',
  'LiveBooking:booking:canRead',
] as const satisfies readonly PermissionKey[]
