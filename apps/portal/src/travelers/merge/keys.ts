import type { PermissionKey } from '@ambit/contract'

/** Making one of two records of one passenger, and undoing that. */
export const MERGE = 'TravellerManagement:merge:canUpdate' satisfies PermissionKey
