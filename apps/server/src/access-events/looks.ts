import { sql } from 'kysely'
import { contextNow } from '../context/context.ts'
import type { Deps } from '../deps.ts'
import type { Seen } from '../http/passengers-in.ts'

/** What is looked at again within this time is the same event. */
const AGAIN = '5 minutes'
/** ms until looks are written: so much a crash loses at most */
const WRITE_AFTER = 500
/** Looks that are kept while the database cannot be written to. */
const MOST_WAITING = 50_000

type Look = {
  key: string
  at: string
  looks: number
  actor_kind: string
  actor_id: number
  actor_name: string
  traveler_id: number | null
  passengers: number | null
  calls: string[]
  filter: unknown
  reason: string | null
  via: string
  request_id: string | null
  session_id: string | null
  address: string | null
  user_agent: string | null
}

export type Looks = {
  /** who asks is known from the context of the request */
  note: (call: string, seen: Seen, filter: unknown) => void
  /** Writes what was noted so far. */
  write: () => Promise<void>
}

/** Who looked at passengers: noted at once, written a moment later, so that no answer waits for it. */
export const createLooks = ({ db, clock, log }: Pick<Deps, 'clock' | 'db' | 'log'>): Looks => {
  let waiting = new Map<string, Look>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  const writeWaiting = async (): Promise<void> => {
    if (waiting.size === 0) return
    const noted = [...waiting.values()]
    waiting = new Map()
    try {
      await store({ db }, noted)
    } catch (error) {
      log.error({ err: error }, 'who looked at passengers could not be written, and is tried again')
      for (const look of noted) if (waiting.size < MOST_WAITING) add(waiting, look)
      later()
    }
  }
  const write = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(writeWaiting)
    return writing
  }
  const later = (): void => {
    timer ??= setTimeout(() => void write(), WRITE_AFTER).unref()
  }
  return {
    note: (call, seen, filter) => {
      const look = lookOf(clock.now(), call, seen, filter)
      if (look === null) return
      add(waiting, look)
      later()
    },
    write,
  }
}

const add = (waiting: Map<string, Look>, look: Look): void => {
  const place = `${look.actor_kind} ${look.actor_id} ${look.key}`
  const known = waiting.get(place)
  waiting.set(
    place,
    known === undefined
      ? look
      : {
          ...known,
          looks: known.looks + look.looks,
          calls: [...new Set([...known.calls, ...look.calls])],
          passengers: look.passengers,
          reason: look.reason ?? known.reason,
        },
  )
}

const lookOf = (now: Date, call: string, seen: Seen, filter: unknown): Look | null => {
  const context = contextNow()
  const { actor_id, actor_name } = context ?? {}
  if (context === null || actor_id === null || actor_id === undefined) return null
  const one = 'traveler' in seen
  return {
    key: one ? `passenger ${seen.traveler}` : `${call} ${JSON.stringify(filter)}`,
    at: now.toISOString(),
    looks: 1,
    actor_kind: context.actor_kind,
    actor_id,
    actor_name: actor_name ?? '',
    traveler_id: one ? seen.traveler : null,
    passengers: one ? null : seen.passengers,
    calls: [call],
    filter: one ? null : filter,
    reason: context.reason ?? null,
    via: context.via,
    request_id: context.request_id ?? null,
    session_id: context.session_id ?? null,
    address: context.address ?? null,
    user_agent: context.user_agent ?? null,
  }
}

const store = ({ db }: Pick<Deps, 'db'>, looks: readonly Look[]): Promise<unknown> =>
  sql`
    with noted as (
      select * from jsonb_to_recordset(${JSON.stringify(looks)}::jsonb) as n (key text, at timestamptz, looks int,
        actor_kind text, actor_id int, actor_name text, traveler_id int, passengers int, calls text[], filter jsonb,
        reason text, via text, request_id text, session_id text, address text, user_agent text)),
    again as (
      update access_events e set looks = e.looks + n.looks, last_at = n.at, passengers = n.passengers,
        reason = coalesce(n.reason, e.reason), calls = array(select distinct unnest(e.calls || n.calls) order by 1)
      from noted n
      where e.actor_kind = n.actor_kind and e.actor_id = n.actor_id and e.at > n.at - ${AGAIN}::interval
        and e.traveler_id is not distinct from n.traveler_id
        and (e.traveler_id is not null or (e.calls = n.calls and e.filter is not distinct from n.filter))
      returning n.key, n.actor_kind, n.actor_id)
    insert into access_events (at, last_at, looks, actor_kind, actor_id, actor_name, traveler_id, passengers, calls, filter,
      region_id, reason, via, request_id, session_id, address, user_agent)
    select at, at, looks, actor_kind, actor_id, actor_name, traveler_id, passengers, calls, filter,
      (select region_id from travelers where id = n.traveler_id), reason, via, request_id, session_id, address, user_agent
    from noted n
    where not exists (select from again a
      where a.key = n.key and a.actor_kind = n.actor_kind and a.actor_id = n.actor_id)`.execute(db)
