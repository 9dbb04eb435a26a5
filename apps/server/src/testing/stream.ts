type Received = { id: string; event: string; data: unknown }

export type TestStream = {
  /** the next event; with a name, the next one of that name. Throws after three seconds */
  next: (event?: string) => Promise<Received>
  /** resolves when the server or the test has closed it */
  ended: Promise<void>
  close: () => void
}

/** Reads server-sent events with a token, or with the headers of a portal. */
export const openStream = async (
  url: string,
  as: string | Record<string, string>,
  lastEventId?: string,
): Promise<TestStream> => {
  const stop = new AbortController()
  const response = await fetch(url, {
    headers: {
      ...(typeof as === 'string' ? { authorization: `Bearer ${as}` } : as),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  })
  if (response.status !== 200 || response.body === null) throw new Error(`The stream answered ${response.status}`)
  const received: Received[] = []
  let wake: () => void = () => {}
  const ended = read(response.body, (event) => {
    received.push(event)
    wake()
  }).catch(() => undefined) // the test closed it
  const next = async (name?: string): Promise<Received> => {
    const deadline = performance.now() + 3000
    for (;;) {
      for (let event = received.shift(); event !== undefined; event = received.shift()) {
        if (name === undefined || event.event === name) return event
      }
      if (performance.now() > deadline) throw new Error(`no event ${name ?? ''} within three seconds`)
      await new Promise<void>((done) => {
        wake = done
        setTimeout(done, 100)
      })
    }
  }
  return { next, ended, close: () => stop.abort() }
}

const read = async (body: ReadableStream<Uint8Array>, onEvent: (event: Received) => void): Promise<void> => {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const fields = new Map(
        rest
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      rest = rest.slice(end + 2)
      if (!fields.has('data')) continue
      onEvent({
        id: fields.get('id') ?? '',
        event: fields.get('event') ?? '',
        data: JSON.parse(fields.get('data') ?? ''),
      })
    }
  }
}
