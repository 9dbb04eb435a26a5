import { type UserGroup, UserGroupInput } from '@ambit/contract'
import { z } from 'zod'

/** Each role is a switch whose value is the role's id, or false. */
export type RoleSwitches = Record<string, number | false>

export const UserGroupForm = UserGroupInput.extend({
  users: z.array(z.string()),
  roles: z.record(z.string(), z.union([z.number(), z.literal(false)])),
})
export type UserGroupForm = z.infer<typeof UserGroupForm>

export const userGroupValues = (group: UserGroup | null): UserGroupForm => ({
  name: group?.name ?? '',
  users: (group?.users ?? []).map(String),
  roles: Object.fromEntries((group?.roles ?? []).map((id) => [String(id), id])),
})

/** Only the roles that are switched on are sent. */
export const userGroupBody = ({ name, users, roles }: UserGroupForm): UserGroupInput => ({
  name,
  users: users.map(Number),
  roles: Object.values(roles).filter((role) => role !== false),
})

/** A switch that was never on is left out again, so that switching back and forth changes nothing. */
export const switchRole = (roles: RoleSwitches, id: number, on: boolean, before: RoleSwitches): RoleSwitches => {
  const { [id]: _, ...others } = roles
  if (on) return { ...others, [id]: id }
  return typeof before[id] === 'number' ? { ...others, [id]: false } : others
}
