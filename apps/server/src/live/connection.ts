import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveEvent } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { tooMany } from '../http/errors.ts'
import { createEventWriter, type EventWriter } from './stream.ts'

const HEARTBEAT = 15_000
/** How often a stream checks that its session is still valid, in ms. */
const RECHECK = 60_000

/** Streams of one session that may be open at once: tabs, and some that a connection has lost. */
const MOST_STREAMS = 8

/** When the client is gone: at once where it hung up before anybody listened, as its answer closes only once. */
export const whenClosed = ({ raw }: FastifyReply, work: () => void): void => {
  if (raw.closed) work()
  else raw.on('close', work)
}

/** Counts what is open of each owner until its answer closes; throws 429 for more. Of the process, as its memory is. */
export const createOpenCount = (most: number) => {
  const open = new Map<string, number>()
  return (owner: string, reply: FastifyReply): void => {
    const count = open.get(owner) ?? 0
    if (count >= most) throw tooMany(HEARTBEAT / 1000)
    open.set(owner, count + 1)
    whenClosed(reply, () => {
      const left = (open.get(owner) ?? 1) - 1
      if (left === 0) open.delete(owner)
      else open.set(owner, left)
    })
  }
}

/** Counts a stream of a session, or of a link, while it is open; throws 429 for too many. */
export const createStreamLimit = ({ measures }: Pick<Deps, 'measures'>) => {
  const count = createOpenCount(MOST_STREAMS)
  return (session: string, reply: FastifyReply): void => {
    count(session, reply)
    measures.streams(1)
    whenClosed(reply, () => measures.streams(-1))
  }
}

/** Takes the connection out of Fastify's hands, with the headers that its hooks have set so far. */
export const openStream = (request: FastifyRequest, reply: FastifyReply): EventWriter => {
  reply.hijack()
  request.raw.socket.setNoDelay(true)
  request.raw.socket.setTimeout(0)
  const headers = Object.entries(reply.getHeaders()).filter((header) => header[1] !== undefined)
  reply.raw.writeHead(200, {
    ...(Object.fromEntries(headers) as Record<string, string>), // those without a value are filtered out above
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  return createEventWriter(reply.raw)
}

/** The event that the client heard last; null: it begins. */
export const lastIdOf = (request: FastifyRequest): number | null => {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}

export type Connection = { writer: EventWriter; reply: FastifyReply }
type RecordChange = Extract<LiveEvent, { kind: 'record' }>

/**
 * A heartbeat shows the client that the connection works. The stream ends where its session does not stand any more, which
 * is asked every minute, and at once after a change of a record that concerns it.
 */
export const keepAlive = (
  { live, log, ending }: Pick<Deps, 'live' | 'log' | 'ending'>,
  { writer, reply }: Connection,
  stands: () => Promise<boolean>,
  concerns: (change: RecordChange) => boolean,
): void => {
  // A client that hung up meanwhile closes nothing any more.
  if (!writer.open()) return
  const heartbeat = setInterval(() => writer.heartbeat(), HEARTBEAT)
  const check = async (): Promise<void> => {
    try {
      if (!(await stands())) writer.end()
    } catch (error) {
      log.warn({ err: error }, 'a session could not be checked')
    }
  }
  const recheck = setInterval(() => {
    void check()
  }, RECHECK)
  const stop = live.subscribe(({ payload }) => {
    if (payload.kind === 'record' && concerns(payload)) void check()
  })
  ending.begun.signal.addEventListener('abort', writer.leave)
  whenClosed(reply, () => {
    ending.begun.signal.removeEventListener('abort', writer.leave)
    stop()
    clearInterval(heartbeat)
    clearInterval(recheck)
  })
}
