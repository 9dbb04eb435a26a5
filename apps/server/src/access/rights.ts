import { type Kysely, sql, type Transaction } from 'kysely'
import { permissionKeys } from '@ambit/contract'
import { mergePermissions, type Permissions } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { forbidden, type HttpError } from '../http/errors.ts'
import { keyOfAction } from '../http/withheld.ts'
import { requireWayIn } from './break-glass.ts'
import { requireProof } from './proof.ts'
import { superadminIds } from './superadmins.ts'
import { userWithRoles } from '../sessions/queries.ts'

/** Among the permissions of roles: one of them shows passengers' names. No key of its own, but a right all the same. */
const NAMES = 'names of passengers'

/** With the actions that have no key of their own, which a switch alone takes away. */
export const withActions = (permissions: Permissions, withheld: readonly string[] = []): Permissions => ({
  ...permissions,
  ...Object.fromEntries(
    Object.entries(keyOfAction).map(([action, key]) => [
      action,
      permissions[key] === true && !withheld.includes(action),
    ]),
  ),
})

/** What a caller holds. */
export const heldBy = (actor: Actor): Permissions =>
  actor.kind === 'user' ? withActions({ ...actor.permissions, [NAMES]: !actor.pseudonymous }, actor.withheld) : {}

/** What of these permissions the caller does not hold. */
export const beyond = (actor: Actor, permissions: Permissions): string[] => {
  const own = heldBy(actor)
  return [...permissionKeys, NAMES, ...Object.keys(keyOfAction)].filter(
    (key) => permissions[key] === true && own[key] !== true,
  )
}

/** What a superior has that the caller does not; null for everybody else. */
const superiorBy = async (tx: Kysely<DB>, actor: Actor, userId: number): Promise<'permissions' | 'regions' | null> => {
  const user = await userWithRoles(tx, userId, 'any session')
  if (user === null) return null
  const theirs = withActions({ ...user.permissions, [NAMES]: !user.pseudonymous }, user.withheld)
  if (beyond(actor, theirs).length > 0) return 'permissions'
  return withinRegions(actor, user.region_ids) ? null : 'regions'
}

/** A superior may do more than the caller, or works in more regions. */
export const isSuperior = async (tx: Kysely<DB>, actor: Actor, userId: number): Promise<boolean> =>
  (await superiorBy(tx, actor, userId)) !== null

/** Throws 403 for a superior: setting their password or address would allow signing in as them. */
export const refuseSuperior = async (tx: Kysely<DB>, actor: Actor, userId: number): Promise<void> => {
  const by = await superiorBy(tx, actor, userId)
  if (by !== null) throw forbidden(`You cannot change a user who has ${by} that you do not have`)
}

/** May the caller give these regions to a user? Null is all of them. */
export const withinRegions = (actor: Actor, regionIds: readonly number[] | null): boolean => {
  const own = actor.kind === 'user' ? actor.region_ids : null
  return own === null || (regionIds !== null && regionIds.every((id) => own.includes(id)))
}

/** Of roles that are off as well: they may be put on again. */
export const permissionsOfRoles = async (tx: Kysely<DB>, roleIds: readonly number[]): Promise<Permissions> => {
  const roles = await tx
    .selectFrom('user_roles')
    .select(['permissions', 'pseudonymous'])
    .where('id', '=', sql<number>`any(${roleIds}::int[])`)
    .execute()
  return withActions(
    mergePermissions(roles.map(({ permissions, pseudonymous }) => ({ ...permissions, [NAMES]: !pseudonymous }))),
  )
}

export const permissionsOfGroup = async (tx: Kysely<DB>, groupId: number): Promise<Permissions> => {
  const roles = await tx
    .selectFrom('user_group_roles')
    .select('user_role_id')
    .where('user_group_id', '=', groupId)
    .execute()
  return permissionsOfRoles(
    tx,
    roles.map(({ user_role_id }) => user_role_id),
  )
}

/** One change at a time of who may do what, and of who can sign in. */
export const lockAccounts = async (tx: Transaction<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7263483)`.execute(tx)
}

/**
 * A transaction that changes who may do what, one at a time. Throws `last` when it would leave the installation without
 * a superadmin, or 409 without a break-glass account that it needs, and 403 proof_needed when it changes who is a
 * superadmin. Without an actor it is a provider that says so.
 */
export const changingAccounts = <T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor | null,
  last: HttpError,
  change: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await lockAccounts(tx)
    const before = await superadminIds(tx)
    const answer = await change(tx)
    const after = await superadminIds(tx)
    if (before.length > 0 && after.length === 0) throw last
    if (actor !== null && before.join() !== after.join()) await requireProof({ db: tx, clock }, actor)
    // A sign-in is not refused for what others have to mend.
    if (actor !== null || before.some((id) => !after.includes(id))) await requireWayIn(tx)
    return answer
  })

export const LAST_SUPERADMIN = 'This is the last active superadmin. Make another user superadmin first'
