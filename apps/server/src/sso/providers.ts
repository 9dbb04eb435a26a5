import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { type api, MOST_SSO_PROVIDERS, type SsoProviderInput } from '@ambit/contract'
import { staffOf } from '../access/proof.ts'
import { changingAccounts, LAST_SUPERADMIN, lockAccounts } from '../access/rights.ts'
import { encryptSecret } from '../access/secrets.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { conflict, invalid } from '../http/errors.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { SETTINGS_ID } from '../settings/change.ts'
import { aboutProvider, decrypted, requirePublicUrl, returnAddress } from './attempts.ts'
import { mapOf, saveMap } from './group-map.ts'
import { endSessionsOf } from './identities.ts'
import { requireOwnWayLeft, requireProvider } from './local-sign-in.ts'
import { discover, NotFit, type Spoken, Unreachable } from './openid.ts'

type Changes = z.output<typeof api.ssoProviders.update.body>
type Whole = z.output<typeof SsoProviderInput>

/** As they are answered: never the secret. */
const providers = (db: Kysely<DB>) =>
  db
    .selectFrom('sso_providers')
    .select(['id', 'name', 'issuer', 'client_id', 'secret_kind', 'scopes', 'group_claim', 'offered', 'make_users'])
    .select(['email_domains', 'acr_values', 'max_age', 'counts_as_two_factors', 'two_factor_values'])
    .select(['created_at', 'updated_at', 'version'])
    .orderBy('id')

export const listProviders = async ({ db, config }: Pick<Deps, 'db' | 'config'>, only: number | null = null) => {
  const publicUrl = config.publicUrl?.replace(/\/$/, '') ?? ''
  const all = providers(db)
  const rows = await (only === null ? all : all.where('id', '=', only)).execute()
  const maps = new Map<number, Awaited<ReturnType<typeof mapOf>>>()
  for (const { id } of rows) maps.set(id, await mapOf(db, id))
  return rows.map((row) => ({
    ...row,
    group_map: maps.get(row.id) ?? [],
    return_address: returnAddress(publicUrl, row.id),
    logout_address: `${publicUrl}/api/v2/ops/sso/${row.id}/backchannel_logout`,
  }))
}

const shown = async (deps: Pick<Deps, 'db' | 'config'>, id: number) => (await listProviders(deps, id))[0]! // asked for by who holds its row

/** An address that the browser may be led to: nothing but the web, and as safe as the issuer's own. */
const endingAt = ({ issuer }: Spoken, address: string | undefined): string | null => {
  const url = address === undefined ? null : URL.parse(address)
  const safe = url !== null && ['https:', new URL(issuer).protocol].includes(url.protocol)
  return safe ? url.href : null
}

/** Throws 422 with what is not found at the issuer's address. */
const look = async (deps: Deps, provider: Spoken): Promise<string | null> => {
  try {
    return endingAt(provider, (await discover(deps, provider)).serverMetadata().end_session_endpoint)
  } catch (error) {
    if (error instanceof Unreachable)
      throw invalid([{ pointer: '/issuer', detail: `${new URL(provider.issuer).host} cannot be reached` }])
    if (error instanceof NotFit)
      throw invalid([{ pointer: '/issuer', detail: `The provider does not fit: ${error.message}` }])
    throw error
  }
}

const requireValues = ({ counts_as_two_factors, two_factor_values }: Changes): void => {
  if (counts_as_two_factors === true && two_factor_values?.length === 0)
    throw invalid([{ pointer: '/two_factor_values', detail: 'Enter what the provider answers after two factors' }])
}

const requireDomains = ({ make_users, email_domains }: Changes): void => {
  if (make_users === true && email_domains?.length === 0)
    throw invalid([{ pointer: '/email_domains', detail: 'Enter the domains whose people become users' }])
}

/** Another client or another claim: a group of the same name may have others in it. */
const givesOthers = (current: Pick<Whole, Naming>, changes: Changes): boolean =>
  (['client_id', 'group_claim', 'scopes'] satisfies Naming[]).some(
    (field) => changes[field] !== undefined && changes[field] !== current[field],
  )
type Naming = 'client_id' | 'group_claim' | 'scopes'

const changed = async (tx: Transaction<DB>): Promise<void> => recordChanged(tx, 'settings', SETTINGS_ID)

export const createProvider = async <T>(
  deps: Deps,
  actor: Actor,
  { group_map, confirm_superadmin, ...input }: Whole,
  keep: (tx: Transaction<DB>, answer: { data: Awaited<ReturnType<typeof shown>> }) => Promise<T>,
): Promise<T> => {
  const { db, clock } = deps
  requirePublicUrl(deps)
  requireValues(input)
  requireDomains(input)
  const end_session_endpoint = await look(deps, input)
  const secret = await encryptSecret(deps, input.secret, aboutProvider(input.issuer))
  return db.transaction().execute(async (tx) => {
    await lockAccounts(tx)
    const standing = await tx.selectFrom('sso_providers').select('issuer').execute()
    if (standing.length >= MOST_SSO_PROVIDERS) throw conflict(`There are ${MOST_SSO_PROVIDERS} providers already`)
    if (standing.some(({ issuer }) => issuer === input.issuer))
      throw invalid([{ pointer: '/issuer', detail: 'This issuer is a provider already' }])
    const now = clock.wall()
    const { id } = await tx
      .insertInto('sso_providers')
      .values({ ...input, secret, end_session_endpoint, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveMap(tx, actor, id, { group_map, confirm_superadmin, anew: true })
    await changed(tx)
    return keep(tx, { data: await shown({ ...deps, db: tx }, id) })
  })
}

export const updateProvider = async (
  deps: Deps,
  actor: Actor,
  id: number,
  { group_map, confirm_superadmin, ...input }: Changes,
  version: number | null,
) => {
  const { db, clock } = deps
  const before = await db.selectFrom('sso_providers').selectAll().where('id', '=', id).executeTakeFirst()
  const current = fresh(before, null)
  requirePublicUrl(deps)
  if (input.secret_kind !== undefined && input.secret_kind !== current.secret_kind && input.secret === undefined)
    throw invalid([{ pointer: '/secret', detail: `Enter the ${input.secret_kind} as well` }])
  requireValues({ ...current, ...input })
  requireDomains({ ...current, ...input })
  const known = await decrypted(deps, current)
  const end_session_endpoint = await look(deps, { ...known, ...input })
  const secret = await encryptSecret(deps, input.secret ?? known.secret, aboutProvider(current.issuer))
  return db.transaction().execute(async (tx) => {
    await lockAccounts(tx)
    const locked = await tx.selectFrom('sso_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    const anew = givesOthers(fresh(locked, version), input)
    await tx
      .updateTable('sso_providers')
      .set({ ...input, ...(input.secret === undefined ? {} : { secret }), end_session_endpoint })
      .set({ updated_at: clock.wall() })
      .where('id', '=', id)
      .execute()
    const map = group_map ?? (anew ? await mapOf(tx, id) : null)
    if (map !== null) await saveMap(tx, actor, id, { group_map: map, confirm_superadmin, anew })
    await requireProvider(tx)
    if (input.offered === false && locked?.offered === true) await requireOwnWayLeft(tx, staffOf(actor).id)
    await changed(tx)
    return { data: await shown({ ...deps, db: tx }, id) }
  })
}

/** Memberships that come from it, and sessions that were begun there, go with it. */
export const removeProvider = (deps: Deps, actor: Actor, id: number, version: number | null): Promise<undefined> =>
  changingAccounts(deps, actor, conflict(LAST_SUPERADMIN), async (tx) => {
    fresh(await tx.selectFrom('sso_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(), version)
    await endSessionsOf(tx, id)
    await tx.deleteFrom('sso_providers').where('id', '=', id).execute()
    await requireProvider(tx)
    await requireOwnWayLeft(tx, staffOf(actor).id)
    await changed(tx)
    return undefined
  })
