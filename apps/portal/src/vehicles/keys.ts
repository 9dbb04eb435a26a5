import type { PermissionKey } from '@ambit/contract'

export const READ = 'VehicleManagement:vehicle:canRead' satisfies PermissionKey
export const CREATE = 'VehicleManagement:vehicle:canCreate' satisfies PermissionKey
export const UPDATE = 'VehicleManagement:vehicle:canUpdate' satisfies PermissionKey
