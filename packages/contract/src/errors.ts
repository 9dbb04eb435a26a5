import { z } from 'zod'

/**
 * The error envelope of every answer that is not 2xx (API-36, API-43).
 * 422 carries one entry per field; `source.pointer` is a JSON pointer into the request body.
 */
export const errorCodes = [
  'unreadable',
  'unauthenticated',
  'token_expired',
  'wrong_credentials',
  'second_step',
  'proof_needed',
  'second_factor_needed',
  'reason_needed',
  'password_to_change',
  'sign_in_blocked',
  'forbidden',
  'not_found',
  'stale_record',
  'conflict',
  'offer_gone',
  'another_ride',
  'already_cancelled',
  'overlapping_ride',
  'suspended',
  'no_vehicle_takes_all',
  'too_large',
  'unsupported_type',
  'invalid',
  'in_use',
  'vehicle_check_failed',
  'too_many_requests',
  'internal',
  'not_ready',
] as const

export const ErrorCode = z.enum(errorCodes)
export type ErrorCode = z.infer<typeof ErrorCode>

export const ApiErrorEntry = z.object({
  status: z.string(),
  code: ErrorCode,
  title: z.string(),
  detail: z.string(),
  source: z.object({ pointer: z.string() }).optional(),
})
export type ApiErrorEntry = z.infer<typeof ApiErrorEntry>

/** `meta` has what the client needs to continue: the current record after a stale update, new offerings for a lost one. */
export const ErrorEnvelope = z.object({
  errors: z.array(ApiErrorEntry).min(1),
  request_id: z.string().optional(),
  /** where the installation has a collector of traces */
  trace_id: z.string().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
})
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/** What the client throws: the status, the entries, and the address that was asked. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: readonly ApiErrorEntry[]
  readonly url: string
  readonly requestId: string | undefined
  readonly meta: Record<string, unknown> | undefined
  /** the reason phrase of HTTP/1.1; empty where the connection has none */
  readonly statusText: string
  /** seconds after which to ask again, as the server says; null: it does not */
  readonly retryAfter: number | null

  constructor(status: number, url: string, envelope: ErrorEnvelope, statusText = '', retryAfter: number | null = null) {
    super(envelope.errors[0]?.detail ?? `The server answered ${status}`)
    this.status = status
    this.url = url
    this.errors = envelope.errors
    this.requestId = envelope.request_id
    this.meta = envelope.meta
    this.statusText = statusText
    this.retryAfter = retryAfter
  }
}

/** The request never got an answer: offline, refused, cut off. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly url: string

  constructor(url: string, options?: { cause?: unknown }) {
    super('The server cannot be reached', options)
    this.url = url
  }
}
