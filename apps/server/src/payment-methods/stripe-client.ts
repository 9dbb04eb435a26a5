import type Stripe from 'stripe'
import { inSpan, traceHeaders } from '../context/span.ts'
import type { Logger } from '../deps.ts'
import { invalid, notReady } from '../http/errors.ts'

/** How long one call may take, in milliseconds; the caller waits for it. */
const PATIENCE_MS = 10_000

export type StripeAccount = {
  secretKey: string
  /** scheme, host and port of the API; left out: Stripe's own */
  url?: string
  patienceMs?: number
}

export type StripeClient = () => Promise<Stripe>

/**
 * Stripe's own client. It is loaded with the first call, because an installation without Stripe should not carry its
 * 35 MB. It repeats nothing by itself except a call on a connection that was closed, with the same idempotency key.
 */
export const createStripeClient = ({ secretKey, url, patienceMs }: StripeAccount): StripeClient => {
  let loading: Promise<Stripe> | null = null
  const load = async (): Promise<Stripe> => {
    const { Stripe: Client } = await import('stripe')
    return new Client(secretKey, {
      ...(url === undefined ? {} : baseOf(url)),
      timeout: patienceMs ?? PATIENCE_MS,
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: traced(Client.createNodeHttpClient()),
    })
  }
  return () => (loading ??= load())
}

/** The client's own, with the header of the trace that a call belongs to. */
const traced = (client: Stripe.HttpClient): Stripe.HttpClient => {
  const send = client.makeRequest.bind(client)
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    inSpan('card provider', { 'http.request.method': method }, () =>
      send(host, port, path, method, { ...headers, ...traceHeaders() }, ...rest),
    )
  return client
}

const baseOf = (url: string) => {
  const { protocol, hostname, port } = new URL(url)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { protocol: scheme, host: hostname, port: port === '' ? { http: 80, https: 443 }[scheme] : Number(port) }
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** The module is loaded late, so its classes cannot be asked: its errors alone carry these two. */
const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe') && 'raw' in error

/** Why Stripe did not do what it was asked for. */
export type StripeFailure =
  | { kind: 'card'; code: string; text: string }
  | { kind: 'request'; code: string; text: string }
  /** no answer: it may have been done */
  | { kind: 'silent' }
  /** an answer that says nothing about the outcome and is repeated for the same idempotency key */
  | { kind: 'failed' }
  /** not done: too many calls, or the same call is still running */
  | { kind: 'busy' }
  /** not done: the key is wrong or may not do this */
  | { kind: 'key' }

/** A proxy's page, or half an answer: Stripe's client takes for done what has no `error` in it. */
class StrangeAnswer extends Error {
  override readonly name = 'StrangeAnswer'
}

/** The answer, if it is one by its status. */
export const genuine = async <T extends { lastResponse: { statusCode: number } }>(call: Promise<T>): Promise<T> => {
  const answer = await call
  const { statusCode } = answer.lastResponse
  if (statusCode >= 400) throw new StrangeAnswer(`status ${statusCode}`)
  return answer
}

/** Throws what is not Stripe's. */
export const failureOf = (error: unknown): StripeFailure => {
  if (error instanceof StrangeAnswer) return { kind: 'failed' }
  if (!isStripeError(error)) throw error
  const { type, code = '', message, statusCode } = error
  if (statusCode === undefined) return { kind: 'silent' }
  if (statusCode === 409 || statusCode === 429) return { kind: 'busy' }
  if (type === 'StripeCardError') return { kind: 'card', code, text: message }
  if (statusCode === 401 || statusCode === 403) return { kind: 'key' }
  if (statusCode >= 500) return { kind: 'failed' }
  return { kind: 'request', code, text: message }
}

/** For calls while a user waits: refusals become errors of the API. */
export const answered = async <T extends { lastResponse: { statusCode: number } }>(
  log: Logger,
  call: Promise<T>,
): Promise<T> => {
  try {
    return await genuine(call)
  } catch (error) {
    const failure = failureOf(error)
    switch (failure.kind) {
      case 'card':
        throw refusedCard(failure.text)
      case 'request':
        if (failure.code === 'resource_missing') throw refusedCard('There is no such card')
        break
      case 'silent':
      case 'busy':
        log.warn({ kind: failure.kind }, 'the card provider cannot be reached')
        throw notReady('The card provider cannot be reached. Please try again in a moment')
      case 'failed':
      case 'key':
        break
    }
    // Nothing of what was sent: only why it was refused.
    log.error({ kind: failure.kind, code: 'code' in failure ? failure.code : '' }, 'the card provider refused a call')
    throw notReady('The card provider refused this. Please contact the administrator of this installation')
  }
}

export const refusedCard = (detail: string) => invalid([{ pointer: '/payment_method_id', detail }])
