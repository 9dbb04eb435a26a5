import { SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace'

/** Spans that one trace may wait with; what goes on for longer is told without the rest. */
const MOST_SPANS = 2000

type Open = { roots: number; spans: ReadableSpan[] }

const isRoot = ({ parentSpanContext }: Pick<ReadableSpan, 'parentSpanContext'>): boolean =>
  parentSpanContext === undefined || parentSpanContext.isRemote === true

const isSampled = (span: ReadableSpan): boolean => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0

/**
 * Hands on the spans of sampled traces as they end, and those of others when the piece of work that a trace began with
 * here has failed. Until then they wait in memory.
 */
export const keepFailed = (next: SpanProcessor): SpanProcessor => {
  const open = new Map<string, Open>()
  return {
    onStart: (span, context) => {
      next.onStart(span, context)
      if (isSampled(span) || !isRoot(span)) return
      const { traceId } = span.spanContext()
      const known = open.get(traceId)
      if (known === undefined) open.set(traceId, { roots: 1, spans: [] })
      else known.roots += 1
    },
    onEnd: (span) => {
      if (isSampled(span)) return next.onEnd(span)
      const { traceId } = span.spanContext()
      const own = open.get(traceId)
      // What goes on after the answer belongs to nothing that could still fail.
      if (own === undefined) return
      if (own.spans.length < MOST_SPANS || isRoot(span)) own.spans.push(span)
      if (!isRoot(span)) return
      own.roots -= 1
      if (span.status.code === SpanStatusCode.ERROR) for (const one of own.spans.splice(0)) next.onEnd(sampled(one))
      if (own.roots === 0) open.delete(traceId)
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}

/** The same span, as one that is to be sent. */
const sampled = (span: ReadableSpan): ReadableSpan => {
  const context = { ...span.spanContext(), traceFlags: TraceFlags.SAMPLED }
  return new Proxy(span, {
    get: (of, key) => (key === 'spanContext' ? () => context : Reflect.get(of, key, of)),
  })
}
