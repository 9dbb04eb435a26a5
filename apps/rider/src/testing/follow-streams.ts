import { onTestFinished, vi } from 'vitest'

/** The server's streams that the page has begun; `tell` sends an event on the newest one. */
export const followStreams = () => {
  const streams: (EventTarget & { readyState: number })[] = []
  let open = 0
  class Stream extends EventTarget {
    static readonly CLOSED = 2
    readonly url: string
    readyState = 1
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
  /** The server refuses the newest one, which its browser does not begin again. */
  const fail = (): void => {
    const stream = streams.at(-1)
    if (stream === undefined) return
    stream.readyState = Stream.CLOSED
    stream.dispatchEvent(new Event('error'))
  }
  return { streams, tell, fail, open: () => open }
}
