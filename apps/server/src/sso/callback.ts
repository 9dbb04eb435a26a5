import { ssoFragments } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import type { SsoAttemptsTable } from '../database/sso-tables.ts'
import type { Deps } from '../deps.ts'
import { sessionHolder } from '../sessions/queries.ts'
import { decrypted, giveCode, maxAgeOf, providerOf, requirePublicUrl, returnAddress, takeAttempt } from './attempts.ts'
import { joinOwn, proveByIdentity } from './identities.ts'
import { AnswerRefused, type Claims, claimsFrom, discover, NotFit, Unreachable } from './openid.ts'

type Attempt = Omit<SsoAttemptsTable, 'expires_at'>
type Fragment = Partial<Record<(typeof ssoFragments)[keyof typeof ssoFragments] | 'provider', string>>

const pages: Readonly<Record<Attempt['purpose'], string>> = {
  sign_in: '/Login',
  join: '/Profile/Security',
  proof: '/Profile/Security',
  test: '/Settings',
}

const addressOf = (publicUrl: string, page: string, fragment: Fragment): string =>
  `${publicUrl}${page}#${new URLSearchParams(fragment).toString()}`

type CameBack = { providerId: number; search: string; browser: string | null; requestId: string }

/**
 * Where the browser goes that a provider has sent back. What is wrong with an answer is in the log, by the request's id:
 * the page is told no more.
 */
export const goOn = async (deps: Deps, { providerId, search, browser, requestId }: CameBack): Promise<string> => {
  const publicUrl = requirePublicUrl(deps)
  const cameBack = new URL(returnAddress(publicUrl, providerId) + search)
  const state = cameBack.searchParams.get('state') ?? ''
  const attempt = await takeAttempt(deps, { state, browser, providerId })
  const page = attempt === null ? pages.sign_in : pages[attempt.purpose]
  try {
    if (attempt === null) throw new AnswerRefused('nothing that was begun in this browser')
    const claims = await claimsOf(deps, attempt, cameBack, state)
    return addressOf(publicUrl, page, await arrived(deps, attempt, claims))
  } catch (error) {
    const isAway = error instanceof Unreachable || error instanceof NotFit
    if (!isAway && !(error instanceof AnswerRefused)) throw error
    deps.log.warn(
      { request_id: requestId, provider: providerId, reason: error.message },
      'an answer of a provider of single sign-on was refused',
    )
    const why = isAway ? { [ssoFragments.away]: String(providerId) } : { [ssoFragments.refused]: requestId }
    // Anybody may open this address: what nobody began leaves a line in the log alone.
    if (attempt !== null)
      await noteEvent(deps.db, { kind: 'sign_in', told: { outcome: 'refused', method: 'single sign-on' } })
    return addressOf(publicUrl, page, why)
  }
}

const claimsOf = async (deps: Deps, attempt: Attempt, cameBack: URL, state: string): Promise<Claims> => {
  const provider = await providerOf(deps, attempt.provider_id)
  const spoken = await discover(deps, await decrypted(deps, provider))
  return claimsFrom(spoken, cameBack, attempt, { state, maxAge: maxAgeOf(attempt.purpose, provider) })
}

const arrived = async (deps: Deps, attempt: Attempt, claims: Claims): Promise<Fragment> => {
  const provider = String(attempt.provider_id)
  if (attempt.purpose === 'sign_in') return { [ssoFragments.code]: await giveCode(deps, attempt, claims) }
  const sessionId = attempt.session_id ?? ''
  const holder = await sessionHolder(deps.db, sessionId)
  if (holder?.kind !== 'user' || holder.expires_at <= deps.clock.wall())
    throw new AnswerRefused('the session that began it has ended')
  switch (attempt.purpose) {
    case 'test':
      return { [ssoFragments.code]: await giveCode(deps, attempt, claims), provider }
    case 'join':
      await joinOwn(deps, holder.user.id, attempt.provider_id, claims)
      break
    case 'proof':
      await proveByIdentity(deps, { userId: holder.user.id, sessionId }, attempt.provider_id, claims)
  }
  return { [ssoFragments.done]: attempt.purpose, provider }
}
