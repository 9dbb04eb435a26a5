import { ApiError, type CallInput, type Client, createClient, type Endpoint } from '@ambit/contract'
import type { z } from 'zod'
import type { ServerTime } from './server-time.ts'

/** `silent`: no answer of the server, or one that says it cannot work now. */
export type Answer<T> =
  | { kind: 'answered'; answer: T }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'silent'; detail: string | null }

export type Calls = {
  call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<Answer<z.output<E['answer']>>>
  /** null: what has this etag still holds */
  ifChanged: <E extends Endpoint>(
    endpoint: E,
    etag: string | null,
    input: CallInput<E>,
  ) => Promise<Answer<{ told: z.output<E['answer']>; etag: string | null } | null>>
  /** Throws where there is none, or when it breaks off; `after`: what was heard last. */
  stream: (endpoint: Endpoint, after: string | null, signal: AbortSignal) => Promise<Response>
  /** The next calls carry this token. */
  use: (token: string | null) => void
  /** Ends what is asked. */
  stop: () => void
}

type Options = {
  origin: string
  fetch: typeof globalThis.fetch
  /** a call without an answer ends after so long, ms */
  deadline: number
  /** after each call: did the server answer? */
  heard: (answered: boolean, at: number) => void
  /** the server does not take the token that was sent: its time is over, or it was ended before */
  ended: (token: string, why: 'over' | 'revoked') => void
  time: Pick<ServerTime, 'now'>
}

export const createCalls = ({ origin, fetch, deadline, heard, ended, time }: Options): Calls => {
  let token: string | null = null
  const stopping = new AbortController()
  const client: Client = createClient({ origin, token: () => token, fetch })
  const ask = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<Answer<T>> => {
    const sent = token
    try {
      const answer = await work(AbortSignal.any([stopping.signal, AbortSignal.timeout(deadline)]))
      heard(true, time.now())
      return { kind: 'answered', answer }
    } catch (error) {
      const refused = error instanceof ApiError && error.status < 500
      heard(refused, time.now())
      if (!refused) return { kind: 'silent', detail: error instanceof ApiError ? error.message : null }
      if (error.status === 401 && sent !== null)
        ended(sent, error.errors[0]?.code === 'token_expired' ? 'over' : 'revoked')
      return { kind: 'refused', error }
    }
  }
  return {
    call: (endpoint, input) => ask((signal) => client.call(endpoint, { ...input, signal })),
    ifChanged: (endpoint, etag, input) =>
      ask(async (signal) => {
        const response = await client.fetch(endpoint, { ...input, ...(etag === null ? {} : { etag }), signal })
        if (response.status === 304) return null
        // The schema is the endpoint's own; TypeScript loses the link through the generic.
        const told = endpoint.answer.parse(await response.json()) as never
        return { told, etag: response.headers.get('etag') }
      }),
    stream: (endpoint, after, signal) => {
      const from: Record<string, string> = after === null ? {} : { 'last-event-id': after }
      const streams = createClient({ origin, token: () => token, fetch, headers: () => from })
      return streams.fetch(endpoint, { signal: AbortSignal.any([stopping.signal, signal]) })
    },
    use: (next) => {
      token = next
    },
    stop: () => stopping.abort(),
  }
}
