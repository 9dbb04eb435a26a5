import { sql, type Transaction } from 'kysely'
import { api } from '@ambit/contract'
import { tellOfAccount } from '../access/account-mail.ts'
import { refuseEasyPassword } from '../access/easy-passwords.ts'
import { hashPassword } from '../access/passwords.ts'
import { endResetLinks, mailResetLink } from '../access/password-reset.ts'
import { requireProof } from '../access/proof.ts'
import {
  beyond,
  changingAccounts,
  LAST_SUPERADMIN,
  permissionsOfGroup,
  refuseSuperior,
  withinRegions,
} from '../access/rights.ts'
import { liftBlock } from '../access/sign-in-block.ts'
import { revokeAllSessions } from '../sessions/tokens.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { refuseTaken } from '../http/unique.ts'
import { requireBlockingReason, requireRightsReason } from '../http/acting.ts'
import type { Actor, Module } from '../http/bind.ts'
import { conflict, forbidden, invalid, notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { findOrganisation } from '../organisations/queries.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { bindPermissions } from './permissions.ts'
import { findUser, listUsers, lockUser } from './queries.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.users.list, ({ query, actor }) => listUsers(db, regionScope(actor), query))

  bind(api.users.show, async ({ params, actor }) => {
    const data = await findUser(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.users.create, ({ body: { groups, ...fields }, actor, keep }) =>
    changingAccounts(deps, actor, conflict(LAST_SUPERADMIN), async (tx) => {
      await refuseTaken(tx, 'users', { username: fields.username, email: fields.email })
      await refuseSight(tx, actor, fields)
      await refuseGroups(tx, actor, groups)
      const now = clock.now()
      const { id, email, first_name } = await tx
        .insertInto('users')
        .values({ ...fields, created_at: now, updated_at: now })
        .returning(['id', 'email', 'first_name'])
        .executeTakeFirstOrThrow()
      await joinGroups(tx, id, groups, now)
      await mailResetLink(deps, tx, { kind: 'admin', id, email, first_name }, 'invitation')
      await recordChanged(tx, 'users', id)
      return keep(tx, { data: (await findUser(tx, null, id))! }) // inserted above
    }),
  )

  bind(api.users.update, ({ params: { id }, body, version, actor }) => {
    const { groups, ...fields } = body
    const last = invalid([{ pointer: `/${lastField(body)}`, detail: LAST_SUPERADMIN }])
    return changingAccounts(deps, actor, last, async (tx) => {
      const current = fresh(await lockUser(tx, regionScope(actor), id), version)
      await refuseSuperior(tx, actor, id)
      if (fields.status === 'blocked' && id === userIdOf(actor))
        throw invalid([{ pointer: '/status', detail: 'You cannot block yourself' }])
      await refuseTaken(tx, 'users', { username: fields.username, email: fields.email }, id)
      if (fields.email !== undefined && fields.email !== current.email) await requireProof({ db: tx, clock }, actor)
      await refuseSight(tx, actor, fields, current)
      const now = clock.now()
      await tx
        .updateTable('users')
        .set({ ...fields, ...(choosesRegions(fields, current) ? { regions_from: null } : {}), updated_at: now })
        .where('id', '=', id)
        .execute()
      if (fields.email !== undefined && fields.email !== current.email) await leaveEmail(deps, tx, id, current.email)
      if (groups !== undefined) await changeGroups(tx, actor, id, { before: current.groups, after: groups }, now)
      requireBlockingReason(current.status, fields.status)
      requireRightsReason(
        changesGroups(current.groups, groups) ||
          choosesRegions(fields, current) ||
          choosesOrganisation(fields, current),
      )
      if (fields.status === 'blocked') await revokeAllSessions(tx, { kind: 'user', id })
      await recordChanged(tx, 'users', id)
      return { data: (await findUser(tx, null, id))! } // locked above
    })
  })

  bind(api.users.destroy, ({ params: { id }, version, actor }) =>
    changingAccounts(deps, actor, conflict(LAST_SUPERADMIN), async (tx) => {
      const current = fresh(await lockUser(tx, regionScope(actor), id), version)
      if (id === userIdOf(actor)) throw forbidden('You cannot delete yourself')
      await refuseSuperior(tx, actor, id)
      await leaveGroups(tx, id, current.groups, clock.now())
      await recordChanged(tx, 'users', id)
      await tx.deleteFrom('users').where('id', '=', id).execute()
      return undefined
    }),
  )

  bindPermissions(bind, deps)
  bindPasswords(bind, deps)
}

const bindPasswords: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.users.changePassword, async ({ params: { id }, body, version, actor }) => {
    const passwordHash = await hashPassword(body.password)
    return db.transaction().execute(async (tx) => {
      const user = fresh(await lockUser(tx, regionScope(actor), id), version)
      await refuseSuperior(tx, actor, id)
      await requireProof({ db: tx, clock }, actor)
      await refuseEasyPassword(tx, body.password, user, '/password')
      await tx
        .updateTable('users')
        .set({ password_hash: passwordHash, must_change_password: userIdOf(actor) !== id, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      // Changing one's own password does not end the session it is changed in.
      const kept = actor.kind === 'user' && actor.id === id ? actor.session_id : null
      await revokeAllSessions(tx, { kind: 'user', id }, kept)
      await endResetLinks(tx, { kind: 'admin', id }, clock.wall())
      await liftBlock(tx, id, 'administrator')
      const own = userIdOf(actor) === id
      await tellOfAccount(deps, tx, id, {
        subject: 'Your password was changed',
        happened: own
          ? 'The password of your account was changed by somebody who was signed in to it.'
          : 'An administrator has set another password for your account.',
      })
      await recordChanged(tx, 'users', id)
      return { data: { message: 'The password has been changed' } }
    })
  })

  bind(api.users.forgotPassword, ({ params: { id }, actor }) =>
    db.transaction().execute(async (tx) => {
      const user = fresh(await lockUser(tx, regionScope(actor), id), null)
      await refuseSuperior(tx, actor, id)
      if (user.status === 'blocked') throw conflict(`${user.full_name} is blocked and cannot sign in`)
      await mailResetLink(deps, tx, { kind: 'admin', ...user }, 'reset')
      return { data: { message: `The password for ${user.full_name} has been successfully reset.` } }
    }),
  )
}

/**
 * Links that went there end, or are of a former address, and both addresses are told. The former one may be a mistake
 * where nobody could sign in so far, and a stranger's.
 */
const leaveEmail = async (deps: Deps, tx: Transaction<DB>, id: number, former_email: string): Promise<void> => {
  await endResetLinks(tx, { kind: 'admin', id }, deps.clock.wall())
  await tx.updateTable('not_me_links').set({ former_address: true }).where('user_id', '=', id).execute()
  const subject = 'Your e-mail address was changed'
  const happened = 'An administrator has given your account another e-mail address.'
  await tellOfAccount(deps, tx, id, { subject, happened })
  const { used } = await tx
    .selectFrom('users')
    .select(
      sql<boolean>`password_hash is not null or exists (select from user_identities i where i.user_id = users.id)`.as(
        'used',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (used) await tellOfAccount(deps, tx, id, { subject, happened, former_email })
}

/** The field beside which the refusal to remove the last superadmin is shown. */
const lastField = (body: { status?: string; region_ids?: unknown; organisation_id?: number | null }): string => {
  if (body.status === 'blocked') return 'status'
  if (body.organisation_id != null) return 'organisation_id'
  return body.region_ids === undefined || body.region_ids === null ? 'groups' : 'region_ids'
}

type Groups = { before: readonly number[]; after: readonly number[] }

const changeGroups = async (
  tx: Transaction<DB>,
  actor: Actor,
  id: number,
  { before, after }: Groups,
  now: Date,
): Promise<void> => {
  const joined = after.filter((group) => !before.includes(group))
  const left = before.filter((group) => !after.includes(group))
  await refuseGroups(tx, actor, joined)
  await leaveGroups(tx, id, left, now)
  await joinGroups(tx, id, joined, now)
}

/** The portal sends all fields. */
const changesGroups = (before: readonly number[], after: readonly number[] | undefined): boolean =>
  after !== undefined && (before.length !== after.length || after.some((id) => !before.includes(id)))

const choosesRegions = ({ region_ids: ids }: Partial<Regions>, { region_ids: stored }: Regions): boolean => {
  if (ids === undefined) return false
  const [one, other] = [ids, stored].map((all) => JSON.stringify(all?.toSorted((a, b) => a - b) ?? null))
  return one !== other
}
type Regions = { region_ids: number[] | null }

type Represents = { organisation_id: number | null }

const choosesOrganisation = (chosen: Partial<Represents>, stored: Represents | null): boolean =>
  chosen.organisation_id !== undefined && chosen.organisation_id !== (stored?.organisation_id ?? null)

/** Throws 422 for regions and an organisation that the caller may not let somebody see. */
const refuseSight = async (
  tx: Transaction<DB>,
  actor: Actor,
  chosen: Partial<Regions & Represents>,
  stored: Represents | null = null,
): Promise<void> => {
  if (chosen.region_ids !== undefined) await refuseRegions(tx, actor, chosen.region_ids)
  const { organisation_id: id } = chosen
  if (id == null || !choosesOrganisation(chosen, stored)) return
  if ((await findOrganisation(tx, regionScope(actor), id)) === undefined)
    throw invalid([{ pointer: '/organisation_id', detail: 'There is no such organisation' }])
}

const refuseRegions = async (tx: Transaction<DB>, actor: Actor, regionIds: number[] | null): Promise<void> => {
  const refused = (detail: string) => invalid([{ pointer: '/region_ids', detail }])
  if (regionIds === null) {
    if (!withinRegions(actor, null)) throw refused('Choose at least one of your own regions')
    return
  }
  const known = await tx
    .selectFrom('regions')
    .select('id')
    .where('id', '=', sql<number>`any(${regionIds}::int[])`)
    .execute()
  const ids = new Set(known.map(({ id }) => id))
  if (!regionIds.every((id) => ids.has(id)) || !withinRegions(actor, regionIds))
    throw refused('There is no such region')
}

/** Groups that a user is to join: each must be there, and give nothing that the caller does not hold. */
const refuseGroups = async (tx: Transaction<DB>, actor: Actor, groupIds: readonly number[]): Promise<void> => {
  const refused = (detail: string) => invalid([{ pointer: '/groups', detail }])
  const groups = await tx
    .selectFrom('user_groups')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${groupIds}::int[])`)
    .execute()
  if (groups.length < new Set(groupIds).size) throw refused('There is no such user group')
  for (const { id, name } of groups)
    if (beyond(actor, await permissionsOfGroup(tx, id)).length > 0)
      throw refused(
        `The group ${name} has permissions that you do not have. Ask a user who has them to add people to it`,
      )
}

const joinGroups = async (tx: Transaction<DB>, userId: number, groupIds: readonly number[], now: Date) => {
  for (const user_group_id of new Set(groupIds))
    await tx.insertInto('user_group_members').values({ user_group_id, user_id: userId }).execute()
  await groupsChanged(tx, groupIds, now)
}

const leaveGroups = async (tx: Transaction<DB>, userId: number, groupIds: readonly number[], now: Date) => {
  await tx
    .deleteFrom('user_group_members')
    .where('user_id', '=', userId)
    .where('user_group_id', '=', sql<number>`any(${groupIds}::int[])`)
    .execute()
  await groupsChanged(tx, groupIds, now)
}

/** Members are part of a group's record: an open editor must be notified of the change. */
const groupsChanged = async (tx: Transaction<DB>, groupIds: readonly number[], now: Date): Promise<void> => {
  await tx
    .updateTable('user_groups')
    .set({ updated_at: now })
    .where('id', '=', sql<number>`any(${groupIds}::int[])`)
    .execute()
  for (const id of groupIds) await recordChanged(tx, 'user_groups', id)
}
