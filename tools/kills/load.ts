import { setTimeout as nap } from 'node:timers/promises'

const LOOK_EVERY_MS = 250

/** What stands in front of the servers: it asks each whether it is ready, and hands requests on by turns. */
export const createBalancer = (origins: readonly string[]) => {
  const ready = new Set(origins)
  let turn = 0
  const ended = new AbortController()
  const watch = async (origin: string): Promise<void> => {
    while (!ended.signal.aborted) {
      const ok = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
        (answer) => answer.ok,
        () => false,
      )
      if (ok) ready.add(origin)
      else ready.delete(origin)
      await nap(LOOK_EVERY_MS)
    }
  }
  const watching = Promise.all(origins.map(watch))
  return {
    /** the next server that is ready; where none is, a request goes to any and is lost */
    next: (): string => {
      const among = ready.size > 0 ? [...ready] : origins
      return among[turn++ % among.length] ?? ''
    },
    stop: async () => {
      ended.abort()
      await watching
    },
  }
}
export type Balancer = ReturnType<typeof createBalancer>

export const signIn = async (origin: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/v2/ops/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'sam', password: 'sunline-demo' }),
  })
  const { data } = (await answer.json()) as { data: { token: string } } // as the API documents it
  return data.token
}

export type Load = {
  asked: number
  /** one line for each request that was not answered well; none is sent twice */
  lost: string[]
  /** drivers that were answered with 201 */
  made: string[]
  stop: () => Promise<void>
}

const PER_SECOND = 50
const WRITE_EVERY = 10

/** So many requests a second, one in ten of them makes a driver. */
export const startLoad = (balancer: Balancer, token: string, run: string): Load => {
  const load: Load = { asked: 0, lost: [], made: [], stop: async () => {} }
  const open = new Set<Promise<void>>()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const one = async (number: number): Promise<void> => {
    const username = `${run}-${number}`
    const writes = number % WRITE_EVERY === 0
    const url = `${balancer.next()}/api/v2/ops/${writes ? 'drivers' : 'zones'}`
    const body = { first_name: 'Load', last_name: 'Driver', username, email: `${username}@example.org` }
    try {
      const answer = await fetch(url, {
        ...(writes ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: writes ? { ...headers, 'idempotency-key': username } : headers,
        signal: AbortSignal.timeout(20_000),
      })
      const text = await answer.text()
      if (!answer.ok) load.lost.push(`${url} answered ${answer.status}: ${text.slice(0, 300)}`)
      else if (writes) load.made.push(username)
    } catch (error) {
      load.lost.push(
        `${url}: ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)}`,
      )
    }
  }
  const timer = setInterval(() => {
    const asked = one(load.asked++).finally(() => open.delete(asked))
    open.add(asked)
  }, 1000 / PER_SECOND)
  load.stop = async () => {
    clearInterval(timer)
    await Promise.all(open)
  }
  return load
}

/** A live page: it follows the stream, and goes on from its last event wherever it is cut. */
export const followLive = (balancer: Balancer, token: string) => {
  const page = { events: 0, cuts: 0, longestAway: 0, refused: [] as string[], stop: async () => {} }
  let lastId: string | null = null
  let goneAt: number | null = null
  const ended = new AbortController()
  const once = async (): Promise<void> => {
    const answer = await fetch(`${balancer.next()}/api/v2/ops/live`, {
      headers: { authorization: `Bearer ${token}`, ...(lastId === null ? {} : { 'last-event-id': lastId }) },
      signal: ended.signal,
    })
    if (!answer.ok || answer.body === null) return void page.refused.push(`${answer.status}`)
    if (goneAt !== null) page.longestAway = Math.max(page.longestAway, performance.now() - goneAt)
    goneAt = null
    let rest = ''
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const id = /^id: ?(\d+)/.exec(line)?.[1]
        if (id === undefined) continue
        lastId = id
        page.events++
      }
    }
  }
  const following = (async () => {
    while (!ended.signal.aborted) {
      await once().catch((error: unknown) => void (ended.signal.aborted || page.refused.push(String(error))))
      if (ended.signal.aborted) return
      goneAt ??= performance.now()
      page.cuts++
      await nap(500)
    }
  })()
  page.stop = async () => {
    ended.abort()
    await following
  }
  return page
}
