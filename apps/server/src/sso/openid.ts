import { decodeProtectedHeader, importJWK, type JWK } from 'jose'
import * as openid from 'openid-client'
import { z } from 'zod'
import type { SsoAttemptsTable, SsoProvidersTable } from '../database/sso-tables.ts'
import type { Deps } from '../deps.ts'
import { HttpError, invalid } from '../http/errors.ts'
import { AddressRefused, providerFetch, refuseAddress } from './provider-fetch.ts'

/** How long a provider may take with all that one step asks of it. */
const PATIENCE_MS = 10_000

/** Seconds that clocks may differ. */
export const SKEW_S = 60

export const ALGORITHMS: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** What is needed to speak to a provider; `secret` decrypted. */
export type Spoken = Pick<SsoProvidersTable, 'issuer' | 'client_id' | 'secret' | 'secret_kind'> & { name: string }
type Speaking = Pick<Deps, 'config'>

/** Its configuration is not what single sign-on needs; the words say what of it. */
export class NotFit extends Error {}

/** It did not answer in time, or not at all. */
export class Unreachable extends Error {}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const hasCause = <T extends Error>(error: unknown, kind: abstract new (...args: never[]) => T): T | null => {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof kind) return one
  return null
}

/** Names of errors when there is no answer, and of answers that a provider in trouble, or something before it, gives. */
const isAway = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = 'code' in one ? String(one.code) : ''
    if (one.name === 'TimeoutError' || one.message === 'fetch failed' || code === 'OAUTH_TIMEOUT') return true
    if (code.startsWith('UND_ERR') || one.name === 'ResponseExceededMaxSizeError') return true
  }
  return error instanceof Error && error.cause instanceof Response && error.cause.status >= 500
}

const Key = z.looseObject({ kty: z.string(), alg: z.enum(['RS256', 'PS256', 'ES256', 'EdDSA']), d: z.string() })

/** Throws 422 for what is no private key that we sign with. */
const privateKey = async (secret: string): Promise<openid.PrivateKey> => {
  try {
    const jwk = Key.parse(JSON.parse(secret)) as JWK // a key has what its kind needs, or importing fails
    const key = await importJWK(jwk)
    if (key instanceof Uint8Array) throw new TypeError('a key of bytes')
    return { key, ...(jwk.kid === undefined ? {} : { kid: jwk.kid }) }
  } catch {
    const detail = 'This is no private key as a JSON Web Key with an alg of RS256, PS256, ES256 or EdDSA'
    throw invalid([{ pointer: '/secret', title: 'Private key', detail }])
  }
}

const authOf = async (provider: Spoken, methods: readonly string[] | undefined): Promise<openid.ClientAuth> => {
  if (provider.secret_kind === 'private key') return openid.PrivateKeyJwt(await privateKey(provider.secret))
  // Without the list it is `client_secret_basic` (OpenID Connect Discovery 1.0, 3).
  return methods === undefined || methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(provider.secret)
    : openid.ClientSecretPost(provider.secret)
}

/**
 * Reads the provider's configuration. Throws NotFit, Unreachable, 422.
 *
 * What it answers is asked for each time: a provider changes its addresses and keys without a word.
 */
export const discover = async (
  { config }: Speaking,
  provider: Spoken,
  patienceMs = PATIENCE_MS,
): Promise<openid.Configuration> => {
  const fetch = providerFetch(config, AbortSignal.timeout(patienceMs))
  try {
    const issuer = new URL(provider.issuer)
    refuseAddress(config, issuer)
    const insecure = issuer.protocol === 'http:'
    const found = await openid.discovery(issuer, provider.client_id, undefined, openid.None(), {
      [openid.customFetch]: fetch,
      execute: insecure ? [openid.allowInsecureRequests] : [],
    })
    const metadata = found.serverMetadata()
    requireFit(provider.issuer, metadata)
    const spoken = new openid.Configuration(
      metadata,
      provider.client_id,
      { [openid.clockTolerance]: SKEW_S },
      await authOf(provider, metadata.token_endpoint_auth_methods_supported),
    )
    spoken[openid.customFetch] = fetch
    if (insecure) openid.allowInsecureRequests(spoken)
    openid.enableNonRepudiationChecks(spoken)
    return spoken
  } catch (error) {
    throw translated(error)
  }
}

/** Refusals of addresses and silence by their own names; what is left means that the answer was wrong. */
export const translated = (error: unknown): Error => {
  if (error instanceof NotFit || error instanceof HttpError) return error
  const refused = hasCause(error, AddressRefused)
  if (refused !== null) return new NotFit(refused.message)
  return isAway(error) ? new Unreachable(words(error)) : new NotFit(`its configuration cannot be read: ${words(error)}`)
}

const requireFit = (issuer: string, metadata: openid.ServerMetadata): void => {
  if (metadata.issuer !== issuer) throw new NotFit(`it calls itself ${metadata.issuer}, to the letter`)
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (metadata[name] === undefined) throw new NotFit(`its configuration names no ${name}`)
  const { response_types_supported: types, code_challenge_methods_supported: challenges } = metadata
  if (types !== undefined && !types.includes('code')) throw new NotFit('it does not offer the authorization code flow')
  if (challenges !== undefined && !challenges.includes('S256')) throw new NotFit('it does not offer PKCE with S256')
  const algorithms = metadata.id_token_signing_alg_values_supported
  if (algorithms !== undefined && !algorithms.some((one) => ALGORITHMS.includes(one)))
    throw new NotFit(`it signs with none of ${ALGORITHMS.join(', ')}`)
}

/** What a step to the provider keeps until the way back. */
export const newSecrets = () => ({
  state: openid.randomState(),
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
})

export const addressFor = async (
  provider: openid.Configuration,
  { state, nonce, verifier }: ReturnType<typeof newSecrets>,
  parameters: Record<string, string>,
): Promise<string> =>
  openid.buildAuthorizationUrl(provider, {
    ...parameters,
    response_type: 'code',
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href

export type Claims = Readonly<Record<string, unknown>> & { sub: string }

/** The provider's answer is wrong: somebody plays tricks, or it is set up wrong. The words are for the log alone. */
export class AnswerRefused extends Error {}

/**
 * Turns the address that the browser came back with into what the provider says of the person. Throws AnswerRefused,
 * Unreachable.
 */
export const claimsFrom = async (
  provider: openid.Configuration,
  cameBack: URL,
  { nonce, verifier }: Pick<SsoAttemptsTable, 'nonce' | 'verifier'>,
  { state, maxAge }: { state: string; maxAge: number | null },
): Promise<Claims> => {
  try {
    const tokens = await openid.authorizationCodeGrant(provider, cameBack, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(maxAge === null ? {} : { maxAge }),
    })
    const claims = tokens.claims()
    if (claims === undefined || tokens.id_token === undefined) throw new AnswerRefused('no ID token')
    const { alg } = decodeProtectedHeader(tokens.id_token)
    if (alg === undefined || !ALGORITHMS.includes(alg)) throw new AnswerRefused(`an ID token signed with ${alg}`)
    if (provider.serverMetadata().userinfo_endpoint === undefined) return claims
    const told = await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
    return { ...withoutSignedOnly(told), ...claims }
  } catch (error) {
    if (isAway(error)) throw new Unreachable(words(error))
    throw error instanceof AnswerRefused ? error : new AnswerRefused(reasonOf(error))
  }
}

/** How and when somebody signed in is believed only where it is signed. */
const SIGNED_ONLY: ReadonlySet<string> = new Set(['amr', 'acr', 'auth_time', 'sid'])

/** What was signed goes before this. */
const withoutSignedOnly = (told: openid.UserInfoResponse): Record<string, unknown> =>
  Object.fromEntries(Object.entries(told).filter(([name]) => !SIGNED_ONLY.has(name)))

/** The claim that was wrong, without its value. */
const reasonOf = (error: unknown): string => {
  const parts: string[] = []
  for (let one = error; one instanceof Error; one = one.cause) parts.push(one.message)
  return parts.join(': ')
}
