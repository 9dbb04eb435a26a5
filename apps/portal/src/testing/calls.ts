import type { Endpoint } from '@ambit/contract'
import { bases } from '@ambit/contract'

export type Call = {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  headers: Headers
  /** aborted when the page needs no answer any more */
  signal: AbortSignal | null
}
type Ask = () => Promise<Response>
type Answer = (ask: Ask, call: Call) => Response | Promise<Response>

/** what the portal asked its server for since `forget`, in order */
let made: Call[] = []
let answers: { matches: (call: Call) => boolean; answer: Answer }[] = []

const isOf = ({ method, audience, path }: Endpoint) => {
  const pattern = new RegExp(`^${bases[audience]}${path.replaceAll(/:\w+/g, '[^/]+')}$`)
  return (call: Call): boolean => call.method === method && pattern.test(call.path)
}

/** aborted when the page is closed, as a browser does */
let open = new AbortController()
const underWay = new Set<Promise<Response>>()

/** An answer that the page no longer gets once it is closed, from the server or the test. */
const whileOpen = (answer: Promise<Response>): Promise<Response> => {
  const { signal } = open
  const closed = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new TypeError('The page was closed')), { once: true })
  })
  const given = Promise.race([answer, closed])
  underWay.add(given)
  const ended = (): void => void underWay.delete(given)
  given.then(ended, ended)
  return given
}

/** Loaded before the portal's client, which takes the page's fetch when it is made. */
const { fetch } = globalThis
globalThis.fetch = (to, init) => {
  if (typeof to !== 'string') return fetch(to, init)
  const { pathname: path, searchParams: query } = new URL(to, location.href)
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
  const headers = new Headers(init?.headers)
  const call = { method: init?.method ?? 'GET', path, query, body, headers, signal: init?.signal ?? null }
  made.push(call)
  const signal = AbortSignal.any([open.signal, ...(init?.signal == null ? [] : [init.signal])])
  const ask = () => fetch(to, { ...init, signal })
  const taken = answers.findLast(({ matches }) => matches(call))
  return whileOpen(taken === undefined ? ask() : Promise.resolve(taken.answer(ask, call)))
}

export const calls = {
  /** the calls of an endpoint so far */
  of: (endpoint: Endpoint): Call[] => made.filter(isOf(endpoint)),
  /** Until the test ends this answers an endpoint; `ask` gets the server's own answer. Returns the way back. */
  answer: (endpoint: Endpoint, answer: Answer): (() => void) => {
    const entry = { matches: isOf(endpoint), answer }
    answers.push(entry)
    return () => void (answers = answers.filter((other) => other !== entry))
  },
  /** What the page still asks for is aborted; resolves once it has taken that in. */
  abort: async (): Promise<void> => {
    open.abort()
    open = new AbortController()
    await Promise.allSettled(underWay)
  },
  /** Counts calls from zero again. */
  forget: (): void => {
    made = []
  },
  /** The server answers everything again. */
  release: (): void => {
    answers = []
  },
}

/** An answer as a server or something between gives it that refuses. */
export const refusal = (status: number, code: string, detail = ''): Response =>
  Response.json({ errors: [{ status: String(status), code, title: '', detail }] }, { status })

/** What a page gets from a server that it cannot reach. */
export const noNetwork = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'))
