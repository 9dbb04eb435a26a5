import { ApiError, type Client, createClient, NetworkError } from '@ambit/contract'

/** How calls reach the server: what to do while it cannot be reached, and how many may be under way. */
export type Line = {
  origin: string
  /** `wait`: back off and retry; `again`: ask again at once; `fail`: the first lost call is the last */
  whenLost: 'wait' | 'again' | 'fail'
  /** in place of the network, which loses nothing on the same machine */
  fetch?: typeof fetch
  /** waits that many milliseconds of real time */
  nap: (milliseconds: number) => Promise<void>
  /** takes one of the places for calls; the function it returns releases it */
  enter: () => Promise<() => void>
  log: (text: string) => void
}

export type Session = { call: Client['call'] }

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000
const MOST_REFUSALS_FOR_HASTE = 8
const MOST_LOST = 20

/** At most that many calls at once; the others queue. */
export const createGate = (width: number): Line['enter'] => {
  const waiting: (() => void)[] = []
  let inside = 0
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) inside--
    else next()
  }
  return async () => {
    if (inside < width) inside++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return leave
  }
}

/**
 * A signed-in session, which signs in again when the token has run out. Calls that are lost on the way are made
 * again as the line says; the server's refusals go to the caller.
 */
export const createSession = (line: Line, signIn: (client: Client) => Promise<string>): Session => {
  let token: string | null = null
  let signingIn: Promise<void> | null = null
  const { origin, fetch: send = plainly } = line
  const stranger = createClient({ origin, token: () => null, fetch: send })
  const client = createClient({ origin, token: () => token, fetch: send })
  const signInOnce = (): Promise<void> =>
    (signingIn ??= persist(line, () => signIn(stranger))
      .then((fresh) => void (token = fresh))
      .finally(() => (signingIn = null)))

  const call: Client['call'] = async (endpoint, input) => {
    if (token === null) await signInOnce()
    const used = token
    try {
      return await persist(line, () => client.call(endpoint, input))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      if (token === used) token = null
      if (token === null) await signInOnce()
      return await persist(line, () => client.call(endpoint, input))
    }
  }
  return { call }
}

/** On the same machine packing and unpacking answers costs more than sending them. */
export const plainly: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('accept-encoding', 'identity')
  return fetch(input, { ...init, headers })
}

/** Repeats the call until the server has answered it. */
const persist = async <T>(line: Line, call: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    const leave = await line.enter()
    try {
      return await call()
    } catch (error) {
      if (!worthAnother(error, attempt, line)) throw error
      if (line.whenLost === 'again') continue
      if (attempt === 0) line.log(`waiting: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      leave()
    }
    await line.nap(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt))
  }
}

/** Errors that pass: a lost connection, a server that is not up yet, too many calls. */
const worthAnother = (error: unknown, attempt: number, { whenLost }: Line): boolean => {
  if (error instanceof NetworkError) return whenLost === 'wait' || (whenLost === 'again' && attempt < MOST_LOST)
  if (!(error instanceof ApiError)) return false
  if (error.status === 429) return attempt < MOST_REFUSALS_FOR_HASTE
  return whenLost === 'wait' && [502, 503, 504].includes(error.status)
}
