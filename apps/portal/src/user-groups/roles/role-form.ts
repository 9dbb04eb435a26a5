import { permissionKeys, type UserRole, UserRoleInput } from '@ambit/contract'
import { z } from 'zod'

export const RoleForm = UserRoleInput.extend({
  status: z.enum(['enabled', 'disabled']),
  stays_signed_in: z.boolean(),
  pseudonymous: z.boolean(),
})
export type RoleForm = z.infer<typeof RoleForm>

/** Any status but `enabled` grants nothing; every key has its answer, so that equal forms are equal values. */
export const roleValues = (role: UserRole | null): RoleForm => ({
  name: role?.name ?? '',
  status: role === null || role.status === 'enabled' ? 'enabled' : 'disabled',
  stays_signed_in: role?.stays_signed_in ?? false,
  pseudonymous: role?.pseudonymous ?? false,
  permissions: Object.fromEntries(permissionKeys.map((key) => [key, role?.permissions[key] === true])),
})

/** An empty superadmin role would lock all users out: the server refuses it. */
export const mayChange = ({ built_in, name }: Pick<UserRole, 'built_in' | 'name'>): boolean =>
  !(built_in && name === 'superadmin')
