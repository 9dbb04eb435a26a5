import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { actingAs } from '../context/context.ts'
import type { Deps } from '../deps.ts'
import { HttpError, unreadable } from '../http/errors.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { recordChanged } from '../live/record-changed.ts'
import { revokeSession } from '../sessions/tokens.ts'
import { away, decrypted, type Provider, providerOf } from './attempts.ts'
import { ALGORITHMS, discover, NotFit, SKEW_S, translated, Unreachable } from './openid.ts'
import { providerFetch } from './provider-fetch.ts'

/** Bytes of a logout token, which is a few hundred long. */
const LARGEST = 16 * 1024
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** How old such a token may be: later it would end sessions that began since. */
const FRESH_S = 120
const PATIENCE_MS = 4000

/** Where a provider says that it has ended a session (OpenID Connect Back-Channel Logout 1.0). */
export const receiveLogouts = (app: FastifyInstance, deps: Deps, limit: RateLimit): void => {
  void app.register(async (scope) => {
    const text = { parseAs: 'string', bodyLimit: LARGEST } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', text, (_request, body, done) => done(null, body))
    scope.post<{ Params: { id: string } }>(
      '/api/v2/ops/sso/:id/backchannel_logout',
      { onRequest: async (request) => limit.takeAddress(request) },
      // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify's, which waits for it
      async (request, reply) => {
        const token = new URLSearchParams(String(request.body)).get('logout_token')
        if (token === null || !/^\d{1,9}$/.test(request.params.id)) throw unreadable('A logout_token is missing')
        const provider = await providerOf(deps, Number(request.params.id))
        const claims = await verified(deps, provider, token)
        const context = {
          actor_kind: 'partner',
          actor_name: provider.name,
          action: 'sso.logout',
          via: 'partner',
        } as const
        await actingAs({ ...context, request_id: request.id, now: deps.clock.now }, () => end(deps, provider, claims))
        return reply.status(200).send()
      },
    )
  })
}

/** What a token says of itself: nobody is asked anything for one that is not even addressed to us. */
const isForUs = (provider: Provider, token: string): boolean => {
  try {
    const { iss, aud } = decodeJwt(token)
    const { alg = '' } = decodeProtectedHeader(token)
    return iss === provider.issuer && [aud].flat().includes(provider.client_id) && ALGORITHMS.includes(alg)
  } catch {
    return false
  }
}

const keysOf = async (deps: Deps, provider: Provider): Promise<JSONWebKeySet> => {
  const begun = performance.now()
  const { jwks_uri } = (await discover(deps, await decrypted(deps, provider), PATIENCE_MS)).serverMetadata()
  try {
    const left = Math.max(1, Math.ceil(PATIENCE_MS - (performance.now() - begun)))
    const fetch = providerFetch(deps.config, AbortSignal.timeout(left))
    const answer = await fetch(jwks_uri ?? '', { method: 'GET', headers: { accept: 'application/json' } })
    return (await answer.json()) as JSONWebKeySet // createLocalJWKSet refuses what is none
  } catch (error) {
    throw translated(error)
  }
}

const verified = async (deps: Deps, provider: Provider, token: string): Promise<JWTPayload> => {
  try {
    if (!isForUs(provider, token)) throw new Error('not from this provider, or not for us')
    const { payload } = await jwtVerify(token, createLocalJWKSet(await keysOf(deps, provider)), {
      issuer: provider.issuer,
      audience: provider.client_id,
      algorithms: [...ALGORITHMS],
      clockTolerance: SKEW_S,
      maxTokenAge: FRESH_S,
      requiredClaims: ['iat', 'jti', 'events'],
      currentDate: deps.clock.wall(),
    })
    const events = payload['events']
    const ends = typeof events === 'object' && events !== null && EVENT in events
    if (!ends || payload['nonce'] !== undefined || (payload.sub ?? payload['sid']) === undefined)
      throw new Error('no logout token')
    return payload
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (error instanceof Unreachable || error instanceof NotFit) throw away(deps, provider, error)
    deps.log.warn({ provider: provider.id, reason: String(error) }, 'a logout token was refused')
    throw unreadable('The logout token is wrong')
  }
}

/**
 * The session of the token, or without one all of its subject's that stood when it was made; so too of the subject's
 * those of which the provider never said which session of its own they are.
 */
const end = ({ db }: Deps, provider: Provider, { sub, sid, iat = 0 }: JWTPayload): Promise<void> =>
  db.transaction().execute(async (tx) => {
    let meant = tx.selectFrom('sessions').select(['id', 'user_id']).where('provider_id', '=', provider.id)
    if (sub !== undefined) meant = meant.where('provider_subject', '=', sub)
    const stood = new Date((iat + SKEW_S) * 1000)
    if (typeof sid === 'string')
      meant = meant.where(
        sql<boolean>`(provider_sid = ${sid}
          or ${sub !== undefined} and provider_sid is null and created_at <= ${stood}::timestamptz)`,
      )
    else meant = meant.where('created_at', '<=', stood)
    for (const { id, user_id } of await meant.execute()) {
      await revokeSession(tx, id, 'session ended')
      if (user_id !== null) await recordChanged(tx, 'sessions', user_id)
    }
  })
