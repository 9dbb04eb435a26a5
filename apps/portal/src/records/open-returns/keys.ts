import type { PermissionKey } from '@ambit/contract'

export const READ = 'TravellerManagement:openReturn:canRead' satisfies PermissionKey
export const KEEP = 'TravellerManagement:openReturn:canCreate' satisfies PermissionKey
export const UPDATE = 'TravellerManagement:openReturn:canUpdate' satisfies PermissionKey
export const CLOSE = 'TravellerManagement:openReturn:canDestroy' satisfies PermissionKey

/** What it takes to search for the ride home of who calls, and to book it. */
export const activateKeys = [
  UPDATE,
  'TravellerManagement:tripBookingWizard:canRead',
  'TravellerManagement:tripBookingWizard:canCreate',
] as const satisfies readonly PermissionKey[]
