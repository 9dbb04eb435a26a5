import { type Access, isPermissionKey, type Processing } from '@ambit/contract'
import { can } from '@ambit/domain'
import type { Deps } from '../deps.ts'

/** A part of the data: read by who may call one of these, and holds all of those beside. */
export type Reading = { what?: string; by: readonly Access[]; with?: readonly Access[] }

/** Names the roles that are on and may read it, as rights, switches and the environment are now. */
export const readersNow = async ({ db, flags }: Pick<Deps, 'db' | 'flags'>) => {
  const roles = await db
    .selectFrom('user_roles')
    .select(['name', 'built_in', 'permissions', 'pseudonymous'])
    .where('status', '=', 'enabled')
    // Whom these see is said with the kinds of data that they see.
    .where('represents', '=', false)
    .orderBy('id')
    .execute()
  const context = { flags: await flags.current(), environment: await flags.environment() }
  return ({ what, by, with: beside = [] }: Reading): Processing['seen_by'][number] => ({
    what: what ?? null,
    roles: roles.flatMap(({ permissions, ...role }) => {
      const may = (key: string): boolean => isPermissionKey(key) && can(key, { ...context, permissions })
      return by.some(may) && beside.every(may) ? [nameOf(role)] : []
    }),
  })
}

/** `operations_manager` → `Operations manager`; own roles are called as staff call them. */
const nameOf = ({ name, built_in, pseudonymous }: { name: string; built_in: boolean; pseudonymous: boolean }) => {
  const words = built_in ? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}` : name
  return pseudonymous ? `${words} (without passengers’ names)` : words
}
