import type { PermissionKey } from '@ambit/contract'
import type { Actor } from './bind.ts'
import { forbidden } from './errors.ts'

/** Actions that have a switch in Edit Permissions and no key of their own: the key that they need allows other things as well. */
export const keyOfAction = {
  resetDriverPassword: 'DriverManagement:driver:canUpdate',
  editVehicleStatus: 'VehicleManagement:vehicle:canUpdate',
} as const satisfies Record<string, PermissionKey>

type Action = keyof typeof keyOfAction

/** Throws 403 for a user from whom this was taken away. */
export const refuseWithheld = (actor: Actor, action: Action): void => {
  if (actor.kind === 'user' && actor.withheld.includes(action))
    throw forbidden('This was taken away from you in Edit Permissions. Ask an administrator')
}
