import type { z } from 'zod'
import { type Endpoint, urlOf } from './endpoint.ts'
import { ApiError, ErrorEnvelope, NetworkError } from './errors.ts'
import { type QueryValue, serializeQuery } from './query.ts'

export type CallInput<E extends Endpoint> = {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
  /** the record's version, sent as If-Match */
  version?: number
  /** of what the caller has, for endpoints that are `revalidated`: while it holds, `fetch` answers 304 */
  etag?: string
  idempotencyKey?: string
  /** why the caller does this, for the audit */
  reason?: string
  signal?: AbortSignal
}

export type Client = {
  call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<z.output<E['answer']>>
  /** the answer as it comes, for endpoints that answer something else than JSON */
  fetch: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<Response>
}

type ClientOptions = {
  /** scheme and host, empty in a browser on the same host */
  origin: string
  token: () => string | null
  /** what every call carries besides */
  headers?: () => Record<string, string>
  fetch?: typeof globalThis.fetch
  /** called before the error is thrown, e.g. to sign out on 401 */
  onError?: (error: ApiError | NetworkError, endpoint: Endpoint) => void
}

/** A typed client over fetch. Answers that do not match the contract are refused, not passed on. */
export const createClient = (options: ClientOptions): Client => {
  const { origin, token, headers = () => ({}), fetch = globalThis.fetch, onError } = options
  /** Answers 2xx; throws every refusal, and says so first. */
  const ask = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> => {
    const url = origin + urlOf(endpoint, asQuery(input.params)) + serializeQuery(asQuery(input.query))
    const fail = (error: ApiError | NetworkError): never => {
      onError?.(error, endpoint)
      throw error
    }
    const response = await fetch(url, {
      method: endpoint.method,
      headers: { ...headersOf(endpoint, input, token()), ...headers() },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    }).catch((cause: unknown) => {
      if (input.signal?.aborted === true) throw cause
      return fail(new NetworkError(url, { cause }))
    })
    if (response.ok || (response.status === 304 && input.etag !== undefined)) return response
    const envelope = readEnvelope(response.status, await jsonOf(response))
    return fail(new ApiError(response.status, url, envelope, response.statusText, retryAfter(response)))
  }
  return {
    fetch: (endpoint, input = {}) => ask(endpoint, input),
    call: async (endpoint, input = {}) => {
      const response = await ask(endpoint, input)
      return endpoint.answer.parse(response.status === 204 ? undefined : await jsonOf(response)) as never // the schema is the endpoint's own; TypeScript loses the link through the generic
    },
  }
}

const headersOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>, bearer: string | null) => {
  const headers: Record<string, string> = { accept: endpoint.raw ?? 'application/json' }
  if (bearer !== null) headers['authorization'] = `Bearer ${bearer}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (input.version !== undefined) headers['if-match'] = `"${input.version}"`
  if (input.etag !== undefined) headers['if-none-match'] = input.etag
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey
  if (input.reason !== undefined) headers['x-reason'] = encodeURIComponent(input.reason)
  return headers
}

/** Seconds; a date, which the header may also have, counts as none. */
const retryAfter = ({ headers }: Response): number | null => {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) : null
}

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

const asQuery = (value: unknown): Record<string, QueryValue> =>
  typeof value === 'object' && value !== null ? (value as Record<string, QueryValue>) : {} // inputs are typed by the endpoint's schemas

const readEnvelope = (status: number, json: unknown): ErrorEnvelope => {
  const envelope = ErrorEnvelope.safeParse(json)
  return envelope.success
    ? envelope.data
    : {
        errors: [
          {
            status: String(status),
            code: 'internal',
            title: 'Unexpected answer',
            detail: `The server answered ${status}`,
          },
        ],
      }
}
