import { createHash } from 'node:crypto'
import type { SsoAttemptsTable, SsoProvidersTable } from '../database/sso-tables.ts'
import type { Deps } from '../deps.ts'
import { conflict, forbidden, HttpError, notFound, notReady } from '../http/errors.ts'
import type { PortalCookies } from '../http/portal-cookies.ts'
import { decryptSecret } from '../access/secrets.ts'
import { addressFor, type Claims, discover, newSecrets, NotFit, type Spoken, Unreachable } from './openid.ts'

/** Long enough to look for the phone with the second factor. */
const ATTEMPT_MINUTES = 10
const CODE_SECONDS = 60

export type Provider = Omit<SsoProvidersTable, 'id' | 'created_at' | 'updated_at' | 'version'> & { id: number }
type Purpose = SsoAttemptsTable['purpose']

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const aboutProvider = (issuer: string): string => `secret of provider ${issuer}`

/** As people reach the product. Throws 409 where that is not set. */
export const requirePublicUrl = ({ config }: Pick<Deps, 'config'>): string => {
  if (config.publicUrl === null) throw conflict('Set AMBIT_PUBLIC_URL first: providers send people back to it')
  return config.publicUrl.replace(/\/$/, '')
}

export const returnAddress = (publicUrl: string, providerId: number): string =>
  `${publicUrl}/api/v2/ops/sso/${providerId}/callback`

/** Throws 404. */
export const providerOf = async ({ db }: Pick<Deps, 'db'>, id: number): Promise<Provider> => {
  const provider = await db.selectFrom('sso_providers').selectAll().where('id', '=', id).executeTakeFirst()
  if (provider === undefined) throw notFound()
  return provider
}

export const decrypted = async (deps: Pick<Deps, 'db' | 'config'>, provider: Provider): Promise<Spoken> => ({
  ...provider,
  secret: await decryptSecret(deps, provider.secret, aboutProvider(provider.issuer)),
})

/** `{name} cannot be reached`, for whoever asks and for the log. */
export const away = ({ log }: Pick<Deps, 'log'>, provider: { id: number; name: string }, error: unknown): HttpError => {
  log.warn({ provider: provider.id, reason: String(error) }, 'a provider of single sign-on does not answer')
  return notReady(`${provider.name} cannot be reached`)
}

/** What a purpose asks of the provider besides the usual. */
const demandsOf = (purpose: Purpose, { acr_values, max_age }: Provider): Record<string, string> => ({
  ...(acr_values === null ? {} : { acr_values }),
  ...(max_age === null ? {} : { max_age: String(max_age) }),
  // Whoever proves who they are signs in there again, whatever session there is.
  ...(purpose === 'proof' ? { max_age: '0', prompt: 'login' } : {}),
})

/** Seconds that signing in there may be ago; null: however long. */
export const maxAgeOf = (purpose: Purpose, { max_age }: Provider): number | null => (purpose === 'proof' ? 0 : max_age)

/** Answers where the browser goes, and remembers it. Throws 503 for a provider that does not answer. */
export const begin = async (
  deps: Deps,
  portal: PortalCookies | null,
  providerId: number,
  purpose: Purpose,
  sessionId: string | null,
): Promise<{ url: string }> => {
  const { db, clock, random } = deps
  const provider = await providerOf(deps, providerId)
  if (!provider.offered && purpose !== 'test') throw notFound()
  const publicUrl = requirePublicUrl(deps)
  if (portal === null) throw forbidden('Signing in at a provider begins in the portal')
  const secrets = newSecrets()
  let url: string
  try {
    url = await addressFor(await discover(deps, await decrypted(deps, provider)), secrets, {
      ...demandsOf(purpose, provider),
      scope: provider.scopes,
      redirect_uri: returnAddress(publicUrl, provider.id),
    })
  } catch (error) {
    if (error instanceof Unreachable || error instanceof NotFit) throw away(deps, provider, error)
    throw error
  }
  const browser = random.token(32)
  await db
    .insertInto('sso_attempts')
    .values({
      state_hash: hashOf(secrets.state),
      provider_id: provider.id,
      purpose,
      browser_hash: hashOf(browser),
      session_id: sessionId,
      nonce: secrets.nonce,
      verifier: secrets.verifier,
      expires_at: new Date(clock.wall().getTime() + ATTEMPT_MINUTES * 60_000),
    })
    .execute()
  portal.keepBrowser(browser, ATTEMPT_MINUTES * 60)
  return { url }
}

/** What was begun with this state in this browser at this provider, which is used up. Null for anything else. */
export const takeAttempt = async (
  { db, clock }: Deps,
  { state, browser, providerId }: { state: string; browser: string | null; providerId: number },
): Promise<Omit<SsoAttemptsTable, 'expires_at'> | null> => {
  if (browser === null) return null
  const attempt = await db
    .deleteFrom('sso_attempts')
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browser))
    .returningAll()
    .executeTakeFirst()
  if (attempt === undefined || attempt.provider_id !== providerId || attempt.expires_at <= clock.wall()) return null
  return attempt
}

/** What the browser exchanges for what it came for. */
export const giveCode = async (
  { db, clock, random }: Deps,
  { provider_id, browser_hash, session_id }: Pick<SsoAttemptsTable, 'provider_id' | 'browser_hash' | 'session_id'>,
  claims: Claims,
): Promise<string> => {
  const code = random.token(32)
  await db
    .insertInto('sso_codes')
    .values({
      code_hash: hashOf(code),
      provider_id,
      browser_hash,
      session_id,
      claims: JSON.stringify(claims),
      expires_at: new Date(clock.wall().getTime() + CODE_SECONDS * 1000),
    })
    .execute()
  return code
}

/** Uses a code up. Null for one of another browser or session, or that is over or was used. */
export const takeCode = async (
  { db, clock }: Deps,
  { code, browser, sessionId }: { code: string; browser: string | null; sessionId: string | null },
): Promise<{ provider_id: number; claims: Claims } | null> => {
  if (browser === null) return null
  const found = await db
    .deleteFrom('sso_codes')
    .where('code_hash', '=', hashOf(code))
    .where('browser_hash', '=', hashOf(browser))
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .returning(['provider_id', 'claims', 'expires_at'])
    .executeTakeFirst()
  if (found === undefined || found.expires_at <= clock.wall()) return null
  return { provider_id: found.provider_id, claims: found.claims as Claims } // written by giveCode
}
