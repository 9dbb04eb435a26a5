import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { api, bases } from '@ambit/contract'
import { brokenSince } from '../audit/check.ts'
import { sealLag } from '../audit/seal.ts'
import type { Deps, Measures } from '../deps.ts'
import { ALIAS } from '../http/app-bind.ts'
import { forbidden } from '../http/errors.ts'
import { fromThisMachine } from '../http/caller.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { observeStanding } from './standing.ts'

/**
 * Prometheus metrics at /metrics: requests by route pattern, and process metrics when the process runs one server. For
 * those who hold the token; where none is set, for programs on this machine.
 */
export const observeRequests = (app: FastifyInstance, deps: Deps, limit: RateLimit): void => {
  const { clock, config } = deps
  const { registry: register } = deps
  observeStanding(register, deps)
  observePlanning(register, deps)
  observeAudit(register, deps)
  if (config.processMetrics) collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  const answers = new Counter({
    name: 'http_answers_total',
    help: 'Answers by class of status: 2xx, 3xx, 4xx, 5xx',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  })
  app.addHook('onResponse', async ({ method, routeOptions, startedAt }, { statusCode }) => {
    const labels = { method, route: routeOptions.url?.replace(ALIAS, bases.ops) ?? 'unknown' }
    duration.observe(labels, (clock.monotonic() - startedAt) / 1000)
    answers.inc({ ...labels, status: `${String(statusCode).charAt(0)}xx` })
    outcomes[`${labels.method} ${labels.route}`]?.(deps.measures, statusCode)
  })
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    limit.takeAddress(request)
    if (!mayRead(config, request)) throw forbidden(REFUSED)
  }
  app.get('/metrics', { onRequest }, async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  )
}

const countSignIn = ({ signedIn }: Measures, status: number): void => {
  if (status < 500) signedIn(status < 300 ? 'accepted' : status === 429 ? 'held_up' : 'refused')
}

/** What the status alone says of the calls that an installation lives by. */
const outcomes: Readonly<Record<string, (measures: Measures, status: number) => void>> = {
  [`POST ${bases.ops}${api.sessions.create.path}`]: countSignIn,
  [`POST ${bases.ops}${api.sessions.secondStep.path}`]: countSignIn,
  [`POST ${bases.ops}${api.sessions.sso.path}`]: countSignIn,
  [`POST ${bases.ops}${api.sessions.passkey.path}`]: countSignIn,
  [`POST ${bases.passenger}${api.ride.signIn.path}`]: countSignIn,
  [`POST ${bases.ops}${api.serviceRequests.create.path}`]: ({ confirmed }, status) =>
    confirmed(status < 300 ? 'booked' : status === 409 ? 'gone' : status < 500 ? 'refused' : 'failed'),
  [`POST ${bases.ops}${api.searches.create.path}`]: ({ searched }, status) => {
    if (status >= 400 && status < 500) searched('refused', null)
  },
}

const REFUSED = 'Metrics are for programs on this machine, and for those who send AMBIT_METRICS_TOKEN as a bearer token'

const mayRead = ({ metricsToken }: Deps['config'], request: FastifyRequest): boolean => {
  if (metricsToken === null) return fromThisMachine(request)
  const [sent, known] = [request.headers.authorization ?? '', `Bearer ${metricsToken}`].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return sent !== undefined && known !== undefined && timingSafeEqual(sent, known)
}

const observeAudit = (register: Registry, { db, clock }: Deps): void => {
  void new Gauge({
    name: 'audit_broken',
    help: '1 while the last check of the audit found an event or a seal that is not as it was sealed',
    registers: [register],
    async collect() {
      this.set((await brokenSince(db)) === null ? 0 : 1)
    },
  })
  void new Gauge({
    name: 'audit_seal_lag_seconds',
    help: 'How long the oldest event of the audit has waited for its seal',
    registers: [register],
    async collect() {
      this.set(await sealLag(db, clock.now()))
    },
  })
}

/** What continuous planning has done since the process started. */
const observePlanning = (register: Registry, deps: Deps): void => {
  const { statistics } = deps.planning
  const count = (name: string, help: string, read: () => number): void =>
    void new Counter({
      name,
      help,
      registers: [register],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  count('optimiser_looks_total', 'Plans looked at for a better one', () => statistics.looks)
  count('optimiser_changes_total', 'Better plans carried out', () => statistics.changes)
  count('optimiser_moved_bookings_total', 'Bookings that changed vehicle for a better plan', () => statistics.moved)
  count(
    'optimiser_saved_seconds_total',
    'Weighted seconds of driving, riding and waiting saved',
    () => statistics.saved_s,
  )
  count(
    'room_sought_total',
    'Journeys without an insertion for which others might make room',
    () => statistics.rooms_sought,
  )
  count('room_found_total', 'Of those, journeys that were offered', () => statistics.rooms_found)
  count('room_sold_total', 'Bookings for which others made room', () => statistics.rooms_sold)
}
