import type { PermissionKey } from '@ambit/contract'

export const READ_LISTS = 'VehicleManagement:checklist:canRead' satisfies PermissionKey
export const CREATE_LISTS = 'VehicleManagement:checklist:canCreate' satisfies PermissionKey
export const CHANGE_LISTS = 'VehicleManagement:checklist:canUpdate' satisfies PermissionKey
export const REMOVE_LISTS = 'VehicleManagement:checklist:canDestroy' satisfies PermissionKey
export const READ_CHECKS = 'VehicleManagement:vehicleCheck:canRead' satisfies PermissionKey
export const RELEASE = 'VehicleManagement:vehicleCheck:canUpdate' satisfies PermissionKey
