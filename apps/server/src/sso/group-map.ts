import { type Kysely, sql, type Transaction } from 'kysely'
import type { SsoGroup } from '@ambit/contract'
import { beyond, permissionsOfGroup } from '../access/rights.ts'
import type { DB } from '../database/schema.ts'
import type { Actor } from '../http/bind.ts'
import { type FieldError, forbidden, invalid } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import type { Provider } from './attempts.ts'
import type { Claims } from './openid.ts'

/** Whoever is of such a group has every right. */
const givesSuperadmin = sql<boolean>`exists (select from user_group_roles gr join user_roles r on r.id = gr.user_role_id
  where gr.user_group_id = m.user_group_id and r.name = 'superadmin' and r.built_in)`

export const mapOf = (db: Kysely<DB>, providerId: number) =>
  db
    .selectFrom('sso_group_maps as m')
    .select(['m.provider_group', 'm.user_group_id', 'm.region_ids'])
    .select(givesSuperadmin.as('gives_superadmin'))
    .where('m.provider_id', '=', providerId)
    .orderBy('m.id')
    .execute()

type NewMap = { group_map: readonly SsoGroup[]; confirm_superadmin: boolean | undefined; anew: boolean }

const isSame = (one: SsoGroup, other: SsoGroup): boolean =>
  one.provider_group === other.provider_group &&
  one.user_group_id === other.user_group_id &&
  JSON.stringify(one.region_ids) === JSON.stringify(other.region_ids)

/**
 * Puts this map in the place of the one before. What is added may give only what its writer holds; with `anew`, when
 * the provider's groups may mean others than before, what stays as well. Throws 422.
 */
export const saveMap = async (
  tx: Transaction<DB>,
  actor: Actor,
  providerId: number,
  { group_map, confirm_superadmin, anew }: NewMap,
): Promise<void> => {
  const before = await mapOf(tx, providerId)
  const isKnown = (one: SsoGroup): boolean => !anew && before.some((old) => isSame(old, one))
  const gone = before.filter((old) => !group_map.some((one) => isSame(old, one)))
  for (const { provider_group, user_group_id } of gone)
    await tx
      .deleteFrom('sso_group_maps')
      .where('provider_id', '=', providerId)
      .where('provider_group', '=', provider_group)
      .where('user_group_id', '=', user_group_id)
      .execute()
  const errors: FieldError[] = []
  for (const [place, one] of group_map.entries()) {
    if (isKnown(one)) continue
    const refused = await refusalOf(tx, actor, one)
    if (refused === null) {
      if (before.some((old) => isSame(old, one))) continue
      const added = tx.insertInto('sso_group_maps').values({ ...one, provider_id: providerId })
      const row = await added.onConflict((twice) => twice.doNothing()).executeTakeFirst()
      if (row.numInsertedOrUpdatedRows === 1n) continue
      errors.push({ pointer: `/group_map/${place}/provider_group`, detail: 'These groups are in the map already' })
    } else errors.push({ pointer: `/group_map/${place}/${refused.field}`, detail: refused.detail })
  }
  if (errors.length > 0) throw invalid(errors)
  const fresh = (await mapOf(tx, providerId)).filter((one) => !isKnown(one))
  if (confirm_superadmin !== true && fresh.some(({ gives_superadmin }) => gives_superadmin))
    throw invalid([
      { pointer: '/confirm_superadmin', detail: 'A group of the map gives every right. Please confirm that it should' },
    ])
}

type Refusal = { field: 'user_group_id' | 'region_ids'; detail: string }

const refusalOf = async (tx: Transaction<DB>, actor: Actor, one: SsoGroup): Promise<Refusal | null> => {
  const refused = (detail: string): Refusal => ({ field: 'user_group_id', detail })
  const group = await tx.selectFrom('user_groups').select('name').where('id', '=', one.user_group_id).executeTakeFirst()
  if (group === undefined) return refused('There is no such user group')
  if (beyond(actor, await permissionsOfGroup(tx, one.user_group_id)).length > 0)
    return refused(`The group ${group.name} has permissions that you do not have`)
  const wanted = [...new Set(one.region_ids)]
  const known = await tx
    .selectFrom('regions')
    .select('id')
    .where('id', '=', sql<number>`any(${wanted}::int[])`)
    .execute()
  return known.length < wanted.length ? { field: 'region_ids', detail: 'There is no such region' } : null
}

/** Throws 403 for whoever does not hold all that the map can give: they do not know the groups of whom they join. */
export const refuseBeyondMap = async (tx: Transaction<DB>, actor: Actor, providerId: number): Promise<void> => {
  for (const { user_group_id } of await mapOf(tx, providerId))
    if (beyond(actor, await permissionsOfGroup(tx, user_group_id)).length > 0)
      throw forbidden('Groups of this provider give permissions that you do not have. Ask a user who has them')
}

/** Groups of the provider that the person is of. Throws 403 where the provider names them elsewhere, not here. */
export const groupsIn = ({ group_claim }: Provider, claims: Claims): string[] => {
  const claim = claims[group_claim]
  const elsewhere = claims['_claim_names']
  if (claim === undefined && typeof elsewhere === 'object' && elsewhere !== null && group_claim in elsewhere)
    throw forbidden('The provider names too many groups of yours to send them. Ask your administrator')
  return (Array.isArray(claim) ? claim : [claim]).filter((group) => typeof group === 'string')
}

type Matched = Pick<SsoGroup, 'user_group_id' | 'region_ids'>

/** What the groups are here. */
export const matching = async (
  db: Kysely<DB>,
  providerId: number,
  groups: readonly string[],
): Promise<readonly Matched[]> =>
  (await mapOf(db, providerId)).filter(({ provider_group }) => groups.includes(provider_group))

/** All together. */
const regionsOf = (matched: readonly Matched[]): number[] | null => {
  const all = matched.map(({ region_ids }) => region_ids)
  if (all.includes(null)) return null
  return [...new Set(all.flatMap((ids) => ids ?? []))].toSorted((a, b) => a - b)
}

/**
 * The groups that a user of these regions gets: rights hold in all regions of their user, so that a group whose rows
 * are limited to others is not given. Those of a user whom the provider makes are what the rows say together.
 */
export const givenBy = (matched: readonly Matched[], own: number[] | null = regionsOf(matched)): Set<number> => {
  const groups = new Set(matched.map(({ user_group_id }) => user_group_id))
  for (const id of groups) {
    const regions = regionsOf(matched.filter(({ user_group_id }) => user_group_id === id))
    const covers = regions === null || (own !== null && own.every((region) => regions.includes(region)))
    if (!covers) groups.delete(id)
  }
  return groups
}

/**
 * Makes the memberships that come from the provider what it says; those given by hand stay. Answers whether the user is
 * of any group at all.
 */
export const makeEqual = async (
  tx: Transaction<DB>,
  { providerId, userId, now }: { providerId: number; userId: number; now: Date },
  matched: readonly Matched[],
): Promise<boolean> => {
  const user = await tx
    .selectFrom('users')
    .select(['region_ids', 'regions_from'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const follows = user.regions_from === providerId && matched.length > 0
  const wanted = givenBy(matched, follows ? regionsOf(matched) : user.region_ids)
  const standing = await tx
    .selectFrom('user_group_members')
    .select(['user_group_id', 'provider_id'])
    .where('user_id', '=', userId)
    .execute()
  // What another provider gave is of this one from now on: it counts in the sessions that begin here.
  const held = new Set(
    standing
      .filter(({ provider_id }) => provider_id === null || provider_id === providerId)
      .map(({ user_group_id }) => user_group_id),
  )
  const left = standing
    .filter(({ user_group_id, provider_id }) => provider_id === providerId && !wanted.has(user_group_id))
    .map(({ user_group_id }) => user_group_id)
  const joined = [...wanted].filter((id) => !held.has(id))
  for (const user_group_id of left)
    await tx
      .deleteFrom('user_group_members')
      .where('user_id', '=', userId)
      .where('user_group_id', '=', user_group_id)
      .execute()
  for (const user_group_id of joined)
    await tx
      .insertInto('user_group_members')
      .values({ user_group_id, user_id: userId, provider_id: providerId })
      .onConflict((theirs) => theirs.columns(['user_group_id', 'user_id']).doUpdateSet({ provider_id: providerId }))
      .execute()
  const moved = follows && (await setRegions(tx, { providerId, userId, now }, regionsOf(matched)))
  const changed = [...left, ...joined]
  if (changed.length > 0)
    await tx
      .updateTable('user_groups')
      .set({ updated_at: now })
      .where('id', '=', sql<number>`any(${changed}::int[])`)
      .execute()
  for (const id of changed) await recordChanged(tx, 'user_groups', id)
  if (changed.length > 0 || moved) await recordChanged(tx, 'users', userId)
  return held.size - left.length + joined.length > 0
}

/** Of a user whose regions come from the provider. */
const setRegions = async (
  tx: Transaction<DB>,
  { providerId, userId, now }: { providerId: number; userId: number; now: Date },
  regionIds: number[] | null,
): Promise<boolean> => {
  const moved = await tx
    .updateTable('users')
    .set({ region_ids: regionIds, updated_at: now })
    .where('id', '=', userId)
    .where('regions_from', '=', providerId)
    .where(sql<boolean>`region_ids is distinct from ${regionIds}::int[]`)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}
