import {
  type Context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  createAlwaysRecordSampler,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span } from '../context/span.ts'
import type { Clock, Logger, Tracing } from '../deps.ts'
import { keepFailed } from './keep-failed.ts'

/** How long a collector may take; it keeps nobody waiting. */
const COLLECTOR_MS = 10_000
const SEND_EVERY_MS = 5000
const WARN_EVERY_MS = 10 * 60_000

export type TracingOptions = {
  /** the collector's address, without `/v1/traces` */
  endpoint: string
  /** of traces that begin here, 0 to 1; those of others are taken as their header says */
  share: number
  service: { name: string; version: string; instance: string }
  sendEveryMs?: number
}

/** Sends spans by OTLP over HTTP. The libraries are loaded with this file, which only an installation with a collector loads. */
export const openTracing = (options: TracingOptions, { log, clock }: { log: Logger; clock: Clock }): Tracing => {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: COLLECTOR_MS,
  })
  const batch = new BatchSpanProcessor({
    exporter: told(exporter, log, clock),
    scheduledDelayMillis: options.sendEveryMs ?? SEND_EVERY_MS,
    exportTimeoutMillis: COLLECTOR_MS,
  })
  const { name, version, instance } = options.service
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': name,
      'service.version': version,
      'service.instance.id': instance,
    }),
    // All are recorded, since only its end tells whether one failed.
    sampler: createAlwaysRecordSampler(new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) })),
    spanProcessors: [keepFailed(batch)],
  })
  const tracer = provider.getTracer('ambit', version)
  const propagator = new W3CTraceContextPropagator()
  const contextOf = (traceparent: string | null): Context =>
    traceparent === null
      ? ROOT_CONTEXT
      : propagator.extract(ROOT_CONTEXT, { traceparent }, { get: () => traceparent, keys: () => ['traceparent'] })
  const wrap = (span: OtelSpan): Span => {
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`,
      child: (childName, facts) =>
        wrap(tracer.startSpan(childName, { attributes: facts }, trace.setSpan(ROOT_CONTEXT, span))),
      note: (facts) => void span.setAttributes(facts),
      end: (failed) => {
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  return {
    begin: (spanName, facts, traceparent) => {
      const kind = traceparent === undefined ? SpanKind.INTERNAL : SpanKind.SERVER
      return wrap(tracer.startSpan(spanName, { attributes: facts, kind }, contextOf(traceparent ?? null)))
    },
    close: () => provider.shutdown(),
  }
}

/** A collector that does not take spans is told in the log, now and then. */
const told = (exporter: SpanExporter, log: Logger, clock: Clock): SpanExporter => {
  let warned = -Infinity
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS && clock.monotonic() - warned > WARN_EVERY_MS) {
          warned = clock.monotonic()
          log.warn({ spans: spans.length, error: result.error?.message }, 'the collector did not take spans')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush!() }), // as just asked
  }
}
