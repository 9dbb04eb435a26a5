import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bases, type Endpoint } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { noteEvent } from '../audit/note-event.ts'
import { actingAs } from '../context/context.ts'
import { within } from '../context/span.ts'
import { contextOf, noteRefusal, reasonOf } from './acting.ts'
import { checkAnswer } from './answers.ts'
import { authenticate, requireAccess } from './authenticate.ts'
import type { Actor, Bind, Call, Handler, RawHandler, Show, Step } from './bind.ts'
import { conflict, forbidden, HttpError, secondFactorNeeded } from './errors.ts'
import { actorKey, hashOf, type Keyed, keepNothing, once, partsOf } from './idempotency.ts'
import { fromThisMachine } from './caller.ts'
import { hiddenFrom, maskedError, maskedFor, refuseMaskedChange, refuseMaskedOrder } from './masks.ts'
import { passengersIn, passengersInFile } from './passengers-in.ts'
import { requireOpening } from './protected.ts'
import { portalCookies, refuseOtherSites } from './portal-cookies.ts'
import { asRepresented, refuseOthersIn, refuseRepresentative } from './represented.ts'
import { rideCookie } from './ride-cookie.ts'
import type { RateLimit } from './rate-limit.ts'
import { refuseLimited } from './scope.ts'
import { onlyGiven, parseBody, parseParams, parseQueryText, refuseControls } from './validate.ts'

/** The other name of the staff's base (API-04). */
export const ALIAS = '/api/v2/cronos'

export type BoundEndpoints = {
  all: readonly Endpoint[]
  /** the methods that an address accepts */
  methodsAt: (url: string) => string[]
}

/** The function that modules bind their endpoints with, and the list of what they bound. */
export const createBind = (
  app: FastifyInstance,
  deps: Deps,
  limit: RateLimit,
): { bind: Bind; bound: BoundEndpoints } => {
  const endpoints: Endpoint[] = []
  const handlers = new Map<Endpoint, Handler<Endpoint>>()
  const route = (
    endpoint: Endpoint,
    answer: (call: Call<Endpoint>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    endpoints.push(endpoint)
    for (const url of urlsOf(endpoint)) {
      app.route({
        method: endpoint.method,
        url,
        bodyLimit: endpoint.bodyLimit,
        onRequest: async (request) => {
          await admit(deps, limit, endpoint, request).catch(noteRefusal(deps, endpoint, request))
        },
        handler: async (request, reply) =>
          // A body that was waited for has left the span behind.
          within(request.span, () =>
            actingAs({ ...contextOf(deps, endpoint, request), reason: reasonOf(request) }, async () =>
              answer(await callOf(deps, endpoint, request, reply), request, reply),
            ),
          )
            .catch(async (error: unknown) => {
              throw await maskedError(deps, endpoint, request.actor, error)
            })
            .catch(noteRefusal(deps, endpoint, request)),
      })
    }
  }
  const shown = <E extends Endpoint, K>(endpoint: E, show: Show<E, K>, step: Step<E, K>): void => {
    const handler: Handler<E> = async (call) => show(await step(call), call)
    handlers.set(endpoint, handler as Handler<Endpoint>) // called with what its own schemas parsed
    route(endpoint, async (call, request, reply) => {
      const ask = call as Call<E> // parsed by this endpoint's own schemas
      refuseMaskedChange(endpoint, ask.body, ask.hidden)
      const keyed = keyedOf(endpoint, ask, request.headers['idempotency-key'])
      const kept =
        keyed === null
          ? await step(ask)
          : await once(deps, keyed, (keep) => step({ ...ask, keep, part: partsOf(deps, keyed) }))
      const answer = await show(kept, ask)
      const seen = passengersIn(endpoint, ask, answer)
      if (seen !== null) deps.looks.note(endpoint.name, seen, { ...(ask.params as object), ...(ask.query as object) })
      if (endpoint.status === 204) return reply.status(204).send()
      refuseOthersIn(ask.actor, answer)
      const shown = maskedFor(endpoint.answer, answer, ask.hidden)
      if (deps.config.checkAnswers) checkAnswer(endpoint, shown)
      const tag = tagOf(endpoint, shown, reply)
      if (endpoint.revalidated && request.headers['if-none-match'] === tag) return reply.status(304).send()
      return reply.status(endpoint.status).send(shown)
    })
  }
  const plain = <E extends Endpoint>(endpoint: E, handler: Handler<E>): void =>
    shown(endpoint, async (answer) => answer, handler)
  const raw = <E extends Endpoint>(endpoint: E, handler: RawHandler<E>): void =>
    route(endpoint, async (call, request, reply) => {
      if (isExport(endpoint)) await beginExport(deps, call)
      const seen = passengersInFile(endpoint, call)
      if (seen !== null) deps.looks.note(endpoint.name, seen, call.query)
      return handler(call as Call<E>, request, reply) // as above
    })
  return {
    bind: Object.assign(plain, { shown, raw, asIf: asOthersDo(deps, handlers) }),
    bound: { all: endpoints, methodsAt: (url) => methodsAt(endpoints, url) },
  }
}

/** What another endpoint does, with its permission and its validation. */
const asOthersDo =
  (deps: Deps, handlers: ReadonlyMap<Endpoint, Handler<Endpoint>>): Bind['asIf'] =>
  async (endpoint, { params = {}, body, version = null }, caller) => {
    const handler = handlers.get(endpoint)
    if (handler === undefined) throw new Error(`${endpoint.name} is not bound`)
    await requirePermission(deps, endpoint, caller.actor)
    const parsed = await bodyOf(endpoint, body)
    refuseMaskedChange(endpoint, parsed, caller.hidden)
    const call = await asRepresented(deps.db, endpoint, {
      ...caller,
      params: parseParams(endpoint.params, params),
      query: parseQueryText(endpoint.query, ''),
      body: parsed,
      version,
      keep: keepNothing,
    })
    return handler(call)
  }

const urlsOf = ({ audience, path }: Endpoint): string[] =>
  audience === 'ops' ? [bases.ops + path, ALIAS + path] : [bases[audience] + path]

/** What is written last has the room that is left: bookings, and what drivers enter. */
const NO_EXPORT =
  'The disk of the server has little room left, so nothing is exported until there is more. Please tell your administrator'

const exported = new Set<string | null>(['text/csv', 'application/zip'])
const isExport = ({ raw, access }: Endpoint): boolean => exported.has(raw) && access !== 'public'

const beginExport = async ({ db, disk }: Deps, { params, query }: Call<Endpoint>): Promise<void> => {
  if (disk.low()) throw conflict(NO_EXPORT)
  await noteEvent(db, {
    kind: 'access',
    told: { exported: { ...(params as object), ...(query as object) } },
    personal: ['exported'],
  })
}

/** Who calls: token, then the rate limit of who holds it (public: of the address), then permission: before the body is read. */
const admit = async (deps: Deps, limit: RateLimit, endpoint: Endpoint, request: FastifyRequest): Promise<void> => {
  request.actor = { kind: 'public' }
  // Open portals ask every few seconds whether they are still the newest: many of them stand behind one address.
  if (endpoint.audience === 'portal') return
  if (endpoint.audience === 'passenger') limit.takeRide(request)
  if (endpoint.access === 'public') {
    limit.takeAddress(request)
    return refuseOtherSites(deps.config, request)
  }
  try {
    refuseOtherSites(deps.config, request)
    request.actor = await authenticate(deps, request)
    limit.take(actorKey(request.actor))
    refuseOtherThanUploads(endpoint, request)
    if (request.actor.kind === 'passenger' && endpoint.audience === 'geo') limit.takePlaces(actorKey(request.actor))
    await requirePermission(deps, endpoint, request.actor)
  } catch (error) {
    if (error instanceof HttpError && request.actor.kind === 'public') limit.takeAddress(request)
    throw error
  }
}

/** Throws 403 where a token that is for one trip's uploads is used for something else. */
const refuseOtherThanUploads = ({ uploads }: Endpoint, { actor, params }: FastifyRequest): void => {
  if (actor.kind !== 'driver' || actor.upload_trip === null) return
  const { id } = params as { id?: string } // of the addresses that take uploads; without one the body names the trip
  if (!uploads || (id !== undefined && Number(id) !== actor.upload_trip))
    throw forbidden('This token is for what was done on its trip')
}

const requirePermission = async (deps: Deps, endpoint: Endpoint, actor: Actor): Promise<void> => {
  const { access, allRegions, ownAccount } = endpoint
  if (actor.kind === 'user' && actor.overdue && !ownAccount && access !== 'public') throw secondFactorNeeded()
  if (access !== 'public') refuseRepresentative(endpoint, actor)
  await requireAccess(deps, access, actor)
  if (allRegions) refuseLimited(actor)
}

const callOf = async (
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call<Endpoint>> => {
  const query = parseQueryText(endpoint.query, request.url)
  const hidden = await hiddenFrom(deps, request.actor)
  refuseMaskedOrder(endpoint, query, hidden)
  const call: Call<Endpoint> = {
    params: parseParams(endpoint.params, request.params),
    query,
    body: await bodyOf(endpoint, request.body),
    actor: request.actor,
    hidden,
    version: ifMatch(request.headers['if-match']),
    requestId: request.id,
    address: request.ip,
    host: request.hostname,
    local: fromThisMachine(request),
    portal: portalCookies(deps.config, request, reply),
    ride: rideCookie(request, reply),
    keep: keepNothing,
    part: (_place, run) => run(keepNothing),
  }
  await requireOpening(deps, endpoint, call)
  return asRepresented(deps.db, endpoint, call)
}

const MAX_KEY = 200

const keyedOf = (endpoint: Endpoint, call: Call<Endpoint>, header: string | string[] | undefined): Keyed | null => {
  if (!endpoint.keyed) return null
  const key = typeof header === 'string' && header !== '' ? header.slice(0, MAX_KEY) : null
  const request_hash = key === null ? '' : hashOf([call.params, call.query, call.body])
  return { key, actor: actorKey(call.actor), endpoint: endpoint.name, request_hash }
}

const bodyOf = async (endpoint: Endpoint, sent: unknown): Promise<unknown> => {
  const body: unknown = await parseBody(endpoint.body, sent)
  if (endpoint.audience === 'passenger') refuseControls(body)
  return endpoint.method === 'PATCH' ? onlyGiven(body, sent) : body
}

/** `"7"`, `W/"7"` or 7; `*` and junk ask for nothing that can be checked. */
const ifMatch = (header: string | undefined): number | null => {
  const digits = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Of what the answer tells but for the server's time, where the caller asks whether that still holds; else of the record's version. */
const tagOf = (endpoint: Endpoint, answer: unknown, reply: FastifyReply): string | null => {
  const tag = endpoint.revalidated ? hashOf(withoutTime(answer)) : versionOf(answer)
  if (tag === null) return null
  void reply.header('etag', `"${tag}"`)
  return `"${tag}"`
}

const withoutTime = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'data' in answer && typeof answer.data === 'object'
    ? { ...answer, data: { ...answer.data, server_time: undefined } }
    : answer

const versionOf = (answer: unknown): number | null => {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return null
  const { data } = answer
  if (typeof data !== 'object' || data === null || !('version' in data)) return null
  return typeof data.version === 'number' ? data.version : null
}

const methodsAt = (endpoints: readonly Endpoint[], url: string): string[] => {
  const path = url.split('?', 1)[0] ?? url
  const matches = endpoints.filter((endpoint) =>
    urlsOf(endpoint).some((pattern) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)),
  )
  return [...new Set(matches.map(({ method }) => method))]
}
