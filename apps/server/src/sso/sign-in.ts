import { hasSecondFactor } from '../access/factors.ts'
import { changingAccounts, LAST_SUPERADMIN } from '../access/rights.ts'
import { askForMore } from '../access/second-step.ts'
import { sessionOf, type SignedIn } from '../access/sign-in.ts'
import { aboutAccount, noteEvent, turnsOutToBe } from '../audit/note-event.ts'
import type { Deps } from '../deps.ts'
import { conflict, forbidden, unauthenticated } from '../http/errors.ts'
import type { PortalCookies } from '../http/portal-cookies.ts'
import type { ProviderSession } from '../sessions/tokens.ts'
import { type Provider, providerOf, takeCode } from './attempts.ts'
import { makeUser } from './first-sign-in.ts'
import { givenBy, groupsIn, makeEqual, matching } from './group-map.ts'
import { textClaim, userByIdentity } from './identities.ts'
import type { Claims } from './openid.ts'

const NO_ACCESS = 'Ask your administrator for access'

const listed = (claim: unknown): unknown[] => (Array.isArray(claim) ? claim : [claim])

/** Does the provider say that two factors were shown there? */
const shownTwo = ({ counts_as_two_factors, two_factor_values }: Provider, claims: Claims): boolean =>
  counts_as_two_factors &&
  [...listed(claims['amr']), claims['acr']].some(
    (value) => typeof value === 'string' && two_factor_values.includes(value),
  )

const sessionThere = (provider: Provider, claims: Claims): ProviderSession => {
  const at = claims['auth_time']
  return {
    id: provider.id,
    sid: textClaim(claims, 'sid'),
    subject: claims.sub,
    auth_time: typeof at === 'number' ? at : null,
  }
}

/** Throws 401 for a code that is not good, 401 second_step, 403 for somebody whom nobody has let in. */
export const signInByCode = async (
  deps: Deps,
  code: string,
  { portal }: { portal: PortalCookies | null },
): Promise<SignedIn> => {
  const found = await takeCode(deps, { code, browser: portal?.browser ?? null, sessionId: null })
  if (found === null) throw unauthenticated('token_expired')
  const { claims } = found
  const provider = await providerOf(deps, found.provider_id)
  const user = await entering(deps, provider, claims)
  if (user === null) throw forbidden(NO_ACCESS)
  const there = sessionThere(provider, claims)
  const two = shownTwo(provider, claims)
  if (!two && (await hasSecondFactor(deps.db, user.id)))
    return askForMore(deps, { name: user.email, user: user.id, password: 'right', provider: there })
  return sessionOf(deps, user.id, {
    method: 'single sign-on',
    factors: two ? ['two factors there'] : [],
    portal: true,
    provider: there,
  })
}

/** The user who somebody at the provider is, with the groups that the provider says. Null for whom nobody has let in. */
const entering = async (
  deps: Deps,
  provider: Provider,
  claims: Claims,
): Promise<{ id: number; email: string } | null> => {
  const groups = groupsIn(provider, claims)
  const now = deps.clock.now()
  return changingAccounts(deps, null, conflict(LAST_SUPERADMIN), async (tx) => {
    const known = await userByIdentity(tx, provider.id, claims.sub)
    const matched = await matching(tx, provider.id, groups)
    const made = known === undefined && givenBy(matched).size > 0 ? await makeUser(deps, tx, provider, claims) : null
    const user = known ?? made
    if (user !== null) await turnsOutToBe(tx, { kind: 'user', id: user.id })
    const of = { providerId: provider.id, userId: user?.id ?? 0, now }
    if (user !== null && known?.status !== 'blocked' && (await makeEqual(tx, of, matched))) {
      await tx
        .updateTable('user_identities')
        .set({ last_used_at: deps.clock.wall(), email: textClaim(claims, 'email') })
        .where('provider_id', '=', provider.id)
        .where('subject', '=', claims.sub)
        .execute()
      return user
    }
    const about = user === null ? {} : aboutAccount({ kind: 'user', id: user.id })
    const told = { outcome: 'refused', method: 'single sign-on', provider: provider.name }
    await noteEvent(tx, { kind: 'sign_in', ...about, told })
    return null
  })
}
