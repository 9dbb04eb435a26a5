import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { unreadable, unsupportedType } from './errors.ts'
import { envelopeOf, refusalOf } from './failures.ts'
import { traceRequests } from './trace-requests.ts'
import { nestedTooDeeply } from './validate.ts'

const BODY_LIMIT = 2 * 1024 * 1024
/** How long a request may take to arrive, and its headers alone, in ms: others wait for the connection meanwhile. */
const REQUEST_MS = 30_000
const HEADERS_MS = 10_000
/** how often that is looked at */
const CHECK_MS = 2000

/** Without the setting all callers behind a proxy have its address, and share its limits. */
const noticeProxy = (app: FastifyInstance, { config, log }: Deps): void => {
  if (config.trustProxy !== false) return
  let noticed = false
  app.addHook('onRequest', async ({ headers }) => {
    if (noticed || headers['x-forwarded-for'] === undefined) return
    noticed = true
    log.warn(
      {},
      'a proxy seems to stand in front: set AMBIT_TRUST_PROXY, or all callers share its address and its limits',
    )
  })
}

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

/** So many proxies in a row, as the function that Fastify asks about each address from the socket on. */
const trusted = ({ trustProxy }: Config) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number): boolean => hop < trustProxy : trustProxy

/** How requests are taken in: their limits, their id, their body, and whom they come from. */
export const openFastify = (deps: Deps): FastifyInstance => {
  const { config, log, random, clock } = deps
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: trusted(config),
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
      const body = JSON.stringify(envelopeOf(refusal, request))
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': request.id,
      }
      reply.raw.writeHead(refusal.status, headers).end(body)
    },
  })
  readJson(app)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    // It may be about people: neither the browser nor a proxy keeps it.
    if (isOfApi(request.url)) void reply.header('cache-control', 'no-store')
    request.startedAt = clock.monotonic()
  })
  traceRequests(app, deps)
  app.addHook('onSend', async (_request, reply) => {
    // The next request of this client goes to another process.
    if (deps.ending.announced.signal.aborted) void reply.header('connection', 'close')
  })
  noticeProxy(app, deps)
  return app
}
