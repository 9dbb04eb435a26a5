import type { PermissionKey } from '@ambit/contract'

/** Booking passengers who travel as one group. */
export const GROUP = 'TravellerManagement:group:canCreate' satisfies PermissionKey
