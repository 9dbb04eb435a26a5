import { onTestFinished, vi } from 'vitest'

/** The server's streams that the page has begun; `tell` sends an event on the newest one. */
export const followStreams = () => {
  const streams: EventTarget[] = []
  let open = 0
  class Stream extends EventTarget {
    readonly url: string
    constructor(url: string) {
      super()
      this.url = url
      streams.push(this)
      open += 1
    }
    close = (): void => void (open -= 1)
  }
  vi.stubGlobal('EventSource', Stream)
  onTestFinished(() => void vi.unstubAllGlobals())
  const tell = (event: string, data: object = {}) =>
    streams.at(-1)?.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
  return { streams, tell, open: () => open }
}
