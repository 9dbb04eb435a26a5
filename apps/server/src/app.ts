import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { within } from './context/span.ts'
import type { Deps } from './deps.ts'
import { createBind } from './http/app-bind.ts'
import type { Module } from './http/bind.ts'
import { serveDocs } from './http/docs-page.ts'
import { methodNotAllowed, notFound } from './http/errors.ts'
import { envelopeOf, refusalOf } from './http/failures.ts'
import { openFastify } from './http/open-fastify.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { helmetOptions } from './http/security.ts'
import { pageAt, sendPage, serveStaticFiles } from './pages/static-files.ts'
import { modules as allModules } from './modules.ts'
import { reportHealth } from './observe/health.ts'
import { observeRequests } from './observe/metrics.ts'
import { receiveShown } from './messages/push/shown.ts'
import { receiveSmsReports } from './messages/sms/reports.ts'
import { receiveUnsubscribing } from './messages/unsubscribe.ts'
import { receiveStripeEvents } from './payments/webhook.ts'
import { serveRideLinks } from './ride-bookings/open-link.ts'
import { receiveLogouts } from './sso/back-channel.ts'
import { takeReply } from './sms-replies/take.ts'
import { serveLogos } from './settings/logos.ts'
import { servePhoneManifests } from './pages/phone-manifests.ts'
import { serveStatus } from './status/page.ts'

/** The whole server as a Fastify instance that listens to nothing yet. Throws on a module that binds twice. */
export const createApp = async (deps: Deps, modules: readonly Module[] = allModules): Promise<FastifyInstance> => {
  const { config, log, clock } = deps
  const app = openFastify(deps)
  await app.register(helmet, helmetOptions(config))
  await app.register(cookie)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
    globalDecompression: false,
  })
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      request_id: request.id,
      method: request.method,
      // The pattern, never the address itself: searches and links may hold names.
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round((clock.monotonic() - request.startedAt) * 10) / 10,
    }
    within(request.span, () => log.info(facts, 'request'))
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, log, request.id)
    return reply.status(refusal.status).headers(refusal.headers).send(envelopeOf(refusal, request))
  })
  app.addHook('onClose', () => deps.looks.write())
  const limit = createRateLimit(deps)
  const { bind, bound } = createBind(app, deps, limit)
  app.setNotFoundHandler(async (request, reply) => {
    const page = pageAt(request, config)
    if (page !== null) return sendPage(request, reply, page)
    const allowed = bound.methodsAt(request.url)
    throw allowed.length > 0 ? methodNotAllowed(allowed) : notFound('There is nothing at this address')
  })
  for (const module of modules) module(bind, deps)
  serveDocs(app, bound.all, { version: config.version, limit })
  receiveStripeEvents(app, deps)
  receiveSmsReports(app, deps, { limit, takeReply })
  receiveShown(app, deps, limit)
  receiveUnsubscribing(app, deps, limit)
  receiveLogouts(app, deps, limit)
  reportHealth(app, deps)
  observeRequests(app, deps, limit)
  serveStatus(app, deps, limit)
  serveLogos(app, deps, limit)
  servePhoneManifests(app, deps, limit)
  serveRideLinks(app, deps, limit)
  await serveStaticFiles(app, deps)
  return app
}
