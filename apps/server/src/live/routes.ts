import type { FastifyReply, FastifyRequest } from 'fastify'
import { api, type Environment } from '@ambit/contract'
import { can, type Flags } from '@ambit/domain'
import { sessionHolder } from '../sessions/queries.ts'
import { asOfNow } from '../sessions/second-factor-need.ts'
import { noteUse } from '../sessions/use.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Call, Module } from '../http/bind.ts'
import { forbidden, tooMany } from '../http/errors.ts'
import type { StoredEvent } from './bus.ts'
import { eventsAfter, hasGapAfter, newestEventId } from './queries.ts'
import { createEventWriter, type EventWriter } from './stream.ts'
import { type View, visible } from './visible.ts'

const HEARTBEAT = 15_000
/** How often a stream checks that its session is still valid, in ms. */
const RECHECK = 60_000
const REPLAY_BATCH = 500
const REPLAY_AT_MOST = 20_000

type StaffActor = Extract<Actor, { kind: 'user' }>
type LiveCall = Call<typeof api.live.stream>

export const routes: Module = (bind, deps) => {
  const enter = createStreamLimit()
  bind.raw(api.live.stream, async (call, request, reply) => {
    const { actor } = call
    if (actor.kind !== 'user') throw forbidden()
    const leave = enter(actor.session_id)
    deps.measures.streams(1)
    reply.raw.on('close', () => {
      leave()
      deps.measures.streams(-1)
    })
    const view = viewOf(actor, call, await deps.flags.current(), await deps.flags.environment())
    const writer = open(request, reply)
    await follow(deps, view, writer, lastIdOf(request))
    keepAlive(deps, actor, writer, reply)
    return reply
  })
}

/** Streams of one session that may be open at once: tabs, and some that a connection has lost. */
const MOST_STREAMS = 8

/** Throws 429 for a session with too many streams; answers what gives one back. Of the process, as its memory is. */
const createStreamLimit = () => {
  const open = new Map<string, number>()
  return (session: string): (() => void) => {
    const count = open.get(session) ?? 0
    if (count >= MOST_STREAMS) throw tooMany(HEARTBEAT / 1000)
    open.set(session, count + 1)
    return () => {
      const left = (open.get(session) ?? 1) - 1
      if (left === 0) open.delete(session)
      else open.set(session, left)
    }
  }
}

const viewOf = (actor: StaffActor, { query }: LiveCall, flags: Flags, environment: Environment): View => {
  const context = { permissions: actor.permissions, flags, environment }
  return {
    holds: (key) => can(key, context),
    scope: actor.region_ids,
    regions: query.filter?.region ?? null,
    zones: query.filter?.zone ?? null,
  }
}

/** Takes the connection out of Fastify's hands, with the headers that its hooks have set so far. */
const open = (request: FastifyRequest, reply: FastifyReply): EventWriter => {
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

const lastIdOf = (request: FastifyRequest): number | null => {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}

const send = (event: StoredEvent, view: View, writer: EventWriter): void => {
  if (visible(event, view)) writer.event(event)
}

/** First what was missed, then what happens; nothing between the two is lost or sent twice. */
const follow = async (deps: Deps, view: View, writer: EventWriter, lastId: number | null): Promise<void> => {
  const { db, live, log, measures, clock } = deps
  const meanwhile: StoredEvent[] = []
  let replayed: Set<number> | null = new Set()
  const stop = live.subscribe((event) => {
    if (!writer.open()) return stop()
    if (replayed !== null) meanwhile.push(event)
    else {
      send(event, view, writer)
      // By the database's clock and this machine's.
      measures.lag((clock.wall().getTime() - event.created_at.getTime()) / 1000)
    }
  })
  try {
    if (lastId === null) writer.note('ready', await newestEventId(db))
    else if (await hasGapAfter(db, lastId)) writer.note('gap', await newestEventId(db))
    else await replay(deps, view, writer, lastId, replayed)
    for (const event of meanwhile) if (!replayed.has(event.id)) send(event, view, writer)
    replayed = null
  } catch (error) {
    stop()
    log.warn({ err: error }, 'the live stream could not be replayed')
    writer.end()
  }
}

const replay = async (
  { db }: Deps,
  view: View,
  writer: EventWriter,
  lastId: number,
  seen: Set<number>,
): Promise<void> => {
  let after = lastId
  for (let count = 0; writer.open();) {
    const events = await eventsAfter(db, after, REPLAY_BATCH)
    for (const event of events) {
      seen.add(event.id)
      send(event, view, writer)
      after = event.id
    }
    count += events.length
    if (events.length < REPLAY_BATCH) return
    if (count >= REPLAY_AT_MOST) return writer.note('gap', await newestEventId(db))
  }
}

/** Everybody's rights hang on them. */
const RIGHTS: readonly string[] = ['user_groups', 'user_roles']
/** With the id of the user whose own they are. */
const OWN: readonly string[] = ['users', 'sessions']

/**
 * A heartbeat shows the client that the connection works. A session that has ended, or whose rights have changed,
 * ends its streams: the client reconnects with its new rights, and the portal reloads the user.
 */
const keepAlive = (
  deps: Deps,
  { id, session_id, ...rights }: StaffActor,
  writer: EventWriter,
  reply: FastifyReply,
): void => {
  const { db, live, log, ending } = deps
  const heartbeat = setInterval(() => writer.heartbeat(), HEARTBEAT)
  const check = async (): Promise<void> => {
    try {
      const holder = await sessionHolder(db, session_id)
      const stands = holder?.kind === 'user' && holder.expires_at > deps.clock.wall()
      if (!stands || rightsText(asOfNow(holder.user, deps.clock.now())) !== rightsText(rights)) return writer.end()
      if (holder.user.stays_signed_in) await noteUse(deps, holder)
    } catch (error) {
      log.warn({ err: error }, 'a session could not be checked')
    }
  }
  const recheck = setInterval(() => {
    void check()
  }, RECHECK)
  // A session is checked at once when its user signed out or was blocked, or the password or rights may have changed.
  const stop = live.subscribe(({ payload }) => {
    if (payload.kind !== 'record') return
    if (RIGHTS.includes(payload.table) || (OWN.includes(payload.table) && payload.record_id === id)) void check()
  })
  ending.begun.signal.addEventListener('abort', writer.leave)
  reply.raw.on('close', () => {
    ending.begun.signal.removeEventListener('abort', writer.leave)
    stop()
    clearInterval(heartbeat)
    clearInterval(recheck)
  })
}

const rightsText = ({ permissions, region_ids }: Pick<StaffActor, 'permissions' | 'region_ids'>): string =>
  JSON.stringify([
    Object.keys(permissions)
      .filter((key) => permissions[key])
      .toSorted(),
    region_ids,
  ])
