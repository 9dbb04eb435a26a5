import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { createBind } from './http/app-bind.ts'
import type { Module } from './http/bind.ts'
import { serveDocs } from './http/docs-page.ts'
import { methodNotAllowed, notFound, unreadable, unsupportedType } from './http/errors.ts'
import { envelopeOf, refusalOf } from './http/failures.ts'
import { nestedTooDeeply } from './http/validate.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { helmetOptions } from './http/security.ts'
import { isPage, sendPage, serveStaticFiles } from './pages/static-files.ts'
import { modules as allModules } from './modules.ts'
import { reportHealth } from './observe/health.ts'
import { observeRequests } from './observe/metrics.ts'
import { receiveStripeEvents } from './payments/webhook.ts'

const BODY_LIMIT = 2 * 1024 * 1024
/** How long a request may take to arrive, and its headers alone, in ms: others wait for the connection meanwhile. */
const REQUEST_MS = 30_000
const HEADERS_MS = 10_000
/** how often that is looked at */
const CHECK_MS = 2000

const isOfApi = (url: string): boolean => /^\/(api|geo)\//.test(url)

/** Bodies are JSON as it is: a compressed one could unpack to any size. */
const readJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      return done(unsupportedType('Send the body as it is, without content-encoding'))
    if (body === '') return done(null, undefined)
    return parse(request, String(body), (error, value) =>
      error === null && nestedTooDeeply(value) ? done(unreadable('The body is nested too deeply')) : done(error, value),
    )
  })
}

/** The whole server as a Fastify instance that listens to nothing yet. Throws on a module that binds twice. */
export const createApp = async (deps: Deps, modules: readonly Module[] = allModules): Promise<FastifyInstance> => {
  const { config, log, random, clock } = deps
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : random.uuid()
    },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true, querystringParser: () => ({}) },
    return503OnClosing: true,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    forceCloseConnections: true,
    // Field errors are the contract's business, not Fastify's.
    frameworkErrors: (error, request, reply) => {
      const refusal = refusalOf(error, log, request.id)
      const body = JSON.stringify(envelopeOf(refusal, request.id))
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': request.id,
      }
      reply.raw.writeHead(refusal.status, headers).end(body)
    },
  })
  await app.register(helmet, helmetOptions(config))
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
    globalDecompression: false,
  })
  readJson(app)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    // It may be about people: neither the browser nor a proxy keeps it.
    if (isOfApi(request.url)) void reply.header('cache-control', 'no-store')
    request.startedAt = clock.monotonic()
  })
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        request_id: request.id,
        method: request.method,
        // The pattern, never the address itself: searches and links may hold names.
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round((clock.monotonic() - request.startedAt) * 10) / 10,
      },
      'request',
    )
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, log, request.id)
    return reply.status(refusal.status).headers(refusal.headers).send(envelopeOf(refusal, request.id))
  })
  const limit = createRateLimit(deps)
  const { bind, bound } = createBind(app, deps, limit)
  app.setNotFoundHandler(async (request, reply) => {
    if (config.portalFolder !== null && isPage(request)) return sendPage(reply)
    const allowed = bound.methodsAt(request.url)
    throw allowed.length > 0 ? methodNotAllowed(allowed) : notFound('There is nothing at this address')
  })
  for (const module of modules) module(bind, deps)
  serveDocs(app, bound.all, { version: config.version, limit })
  receiveStripeEvents(app, deps)
  reportHealth(app, deps)
  observeRequests(app, deps, limit)
  await serveStaticFiles(app, deps)
  app.addHook('onClose', () => deps.planning.optimiser.close())
  return app
}
