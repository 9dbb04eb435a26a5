import type { PermissionKey } from '@ambit/contract'

/** What it takes to search again for a journey that waits. */
export const searchAgainKeys = [
  'TravellerManagement:tripBookingWizard:canRead',
  'TravellerManagement:tripBookingWizard:canCreate',
  'TravellerManagement:waitlist:canRead',
] as const satisfies readonly PermissionKey[]
