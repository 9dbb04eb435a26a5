import type { FastifyInstance } from 'fastify'
import { within } from '../context/span.ts'
import type { Deps } from '../deps.ts'

/** A span for each request, in the caller's trace where the header `traceparent` names one. A 5xx has failed. */
export const traceRequests = (app: FastifyInstance, { tracing }: Pick<Deps, 'tracing'>): void => {
  app.decorateRequest('span', null)
  if (tracing === null) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const route = request.routeOptions.url ?? 'unknown'
    const facts = { 'http.request.method': request.method, 'http.route': route, request_id: request.id }
    request.span = tracing.begin(
      `${request.method} ${route}`,
      facts,
      typeof traceparent === 'string' ? traceparent : null,
    )
    within(request.span, done)
  })
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    span?.note({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500)
  })
}
