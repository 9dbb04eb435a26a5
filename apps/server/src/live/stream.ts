import type { ServerResponse } from 'node:http'
import type { StoredEvent } from './bus.ts'

/** A client that leaves so much unread is cut off; it comes back and replays from where it was. */
const UNREAD_AT_MOST = 1024 * 1024

/**
 * For how long what follows a write is gathered, in ms: a client wakes ten times a second at most, however many vehicles
 * report. What comes after a pause is written at once.
 */
export const GATHERED_MS = 100

/** Characters; with more than that nothing more is waited for, so that a burst reaches a client as it comes. */
const GATHERED_AT_MOST = 64 * 1024

/** When a client comes back to a server that goes down. */
const COME_BACK_MS = 500

/** One text per event, however many clients get it. */
const texts = new WeakMap<StoredEvent, string>()
const textOf = (event: StoredEvent): string => {
  const known = texts.get(event)
  if (known !== undefined) return known
  const text = `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event.payload)}\n\n`
  texts.set(event, text)
  return text
}

export type EventWriter = {
  event: (event: StoredEvent) => void
  /** an event of the stream's own, such as `ready` or `gap` */
  note: (name: string, id: number) => void
  /** an event of the stream's own that tells something. `id`: what to come back from; left out: nothing */
  tell: (name: string, told: object, id?: number) => void
  heartbeat: () => void
  end: () => void
  /** ends it because the server goes down; the client comes back soon, and finds another */
  leave: () => void
  /** false once the client is gone or was cut off */
  open: () => boolean
}

export const createEventWriter = (response: ServerResponse): EventWriter => {
  let open = !response.closed
  let gathered = ''
  let gathering: NodeJS.Timeout | null = null
  const flush = (): void => {
    if (gathering !== null) clearTimeout(gathering)
    gathering = null
    if (!open || gathered === '') return
    response.write(gathered)
    gathered = ''
    gathering = setTimeout(flush, GATHERED_MS)
    if (response.writableLength <= UNREAD_AT_MOST) return
    close()
    response.destroy()
  }
  const close = (): void => {
    open = false
    if (gathering !== null) clearTimeout(gathering)
  }
  const write = (text: string): void => {
    gathered += text
    if (gathering === null || gathered.length > GATHERED_AT_MOST) flush()
  }
  /** Ends it after what has been gathered. */
  const end = (): void => {
    flush()
    close()
    response.end()
  }
  response.on('close', close)
  return {
    event: (event) => write(textOf(event)),
    note: (name, id) => write(`id: ${id}\nevent: ${name}\ndata: {}\n\n`),
    tell: (name, told, id) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(told)}\n\n`),
    heartbeat: () => write(': heartbeat\n\n'),
    leave: () => {
      write(`retry: ${COME_BACK_MS}\n\n`)
      end()
    },
    end,
    open: () => open,
  }
}
