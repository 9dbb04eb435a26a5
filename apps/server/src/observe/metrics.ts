import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'

/** Prometheus metrics at /metrics: requests by route pattern, and process metrics when the process runs one server. */
export const observeRequests = (app: FastifyInstance, deps: Deps): void => {
  const { clock, config } = deps
  const register = new Registry()
  observePlanning(register, deps)
  if (config.processMetrics) collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      (clock.monotonic() - request.startedAt) / 1000,
    )
  })
  app.get('/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()))
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
