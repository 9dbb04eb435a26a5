/** One server-sent event; comments and heartbeats never become one. */
export type SentEvent = { id: string | null; event: string; data: string }

/**
 * Reads `text/event-stream` piece by piece: pieces may end anywhere, lines end with LF, CRLF or CR, `data` lines of
 * one event are joined with LF. `onRetry` hears the server's wish for the pause before reconnecting.
 */
export const createEventReader = (onEvent: (event: SentEvent) => void, onRetry: (ms: number) => void = () => {}) => {
  let rest = ''
  let id: string | null = null
  let event = ''
  let data: string[] = []
  const line = (text: string): void => {
    if (text === '') {
      if (data.length > 0) onEvent({ id, event: event === '' ? 'message' : event, data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
  }
  return (piece: string): void => {
    rest += piece
    let end: RegExpExecArray | null
    // A CR at the very end may be half of a CRLF: it waits for the next piece.
    while ((end = /\r\n|\n|\r(?!$)/.exec(rest)) !== null) {
      const text = rest.slice(0, end.index)
      rest = rest.slice(end.index + end[0].length)
      line(text)
    }
  }
}

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000

/** Doubles with each failure up to half a minute; half of it is chance, so that a thousand portals do not return at once. */
export const pauseBefore = (attempt: number, random: number): number => {
  const full = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, attempt - 1))
  return Math.round(full / 2 + (full / 2) * random)
}
