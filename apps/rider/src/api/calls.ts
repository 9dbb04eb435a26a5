import { ApiError, type CallInput, type Client, createClient, type Endpoint } from '@ambit/contract'
import type { z } from 'zod'
import { type Trouble, troubleOf } from './trouble.ts'

/** A call without an answer ends after so long. ms */
const DEADLINE_MS = 20_000

export type Answer<T> = { ok: true; answer: T } | { ok: false; trouble: Trouble }

export type Calls = {
  call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<Answer<z.output<E['answer']>>>
  /** null: what has this etag still holds */
  ifChanged: <E extends Endpoint>(
    endpoint: E,
    etag: string | null,
    input: CallInput<E>,
  ) => Promise<Answer<{ told: z.output<E['answer']>; etag: string | null } | null>>
}

type Options = {
  fetch: typeof globalThis.fetch
  /** the server knows no session of this browser any more */
  ended: () => void
}

/** The session is a cookie, which no script sees: the browser sends it with every call to the own host. */
export const createCalls = ({ fetch, ended }: Options): Calls => {
  const client: Client = createClient({ origin: '', token: () => null, fetch })
  const ask = async <T>(work: () => Promise<T>): Promise<Answer<T>> => {
    try {
      return { ok: true, answer: await work() }
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) ended()
      return { ok: false, trouble: troubleOf(error) }
    }
  }
  const until = (signal?: AbortSignal): AbortSignal =>
    AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), ...(signal === undefined ? [] : [signal])])
  return {
    call: (endpoint, input) => ask(() => client.call(endpoint, { ...input, signal: until(input?.signal) })),
    ifChanged: (endpoint, etag, input) =>
      ask(async () => {
        const given = { ...input, ...(etag === null ? {} : { etag }), signal: until(input.signal) }
        const response = await client.fetch(endpoint, given)
        if (response.status === 304) return null
        // The schema is the endpoint's own; TypeScript loses the link through the generic.
        const told = endpoint.answer.parse(await response.json()) as never
        return { told, etag: response.headers.get('etag') }
      }),
  }
}
