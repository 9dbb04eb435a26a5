import { AsyncLocalStorage } from 'node:async_hooks'

/** Names and figures only: never what a request, a record or a statement holds. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** A piece of work with a beginning and an end, in the trace of what asked for it. */
export type Span = {
  traceId: string
  /** for a call to others that is made inside (W3C Trace Context) */
  traceparent: string
  child: (name: string, facts: SpanFacts) => Span
  note: (facts: SpanFacts) => void
  /** an outcome of the wrong kind is told to the collector whether its trace is one of those that are or not */
  end: (failed: boolean) => void
}

const storage = new AsyncLocalStorage<Span>()

export const spanNow = (): Span | null => storage.getStore() ?? null

/** All that runs inside, however deep, is a part of the span. */
export const within = <T>(span: Span | null, work: () => T): T => (span === null ? work() : storage.run(span, work))

/** As a part of the span that runs, where one does: without tracing this costs nothing. Throws what `work` throws. */
export const inSpan = async <T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> => {
  const outer = spanNow()
  return outer === null ? work() : timed(outer.child(name, facts), work)
}

/** Ends the span with the work. */
export const timed = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    const done = await storage.run(span, work)
    span.end(false)
    return done
  } catch (error) {
    span.end(true)
    throw error
  }
}

/** The header for a call to others; none without tracing. */
export const traceHeaders = (): { traceparent?: string } => {
  const span = spanNow()
  return span === null ? {} : { traceparent: span.traceparent }
}
