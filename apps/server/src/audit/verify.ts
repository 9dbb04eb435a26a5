import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { DIGEST_BYTES, digestOf, FIRST_HASH, hashOfSeal, readSealed, type SealedEvent } from './digest.ts'
import type { LoggedSeal } from './seal-log.ts'

export type Verified = {
  seals: number
  events: number
  /** the first thing that is not as it was sealed, in one sentence; null: all is */
  problem: string | null
}

type Seal = { id: number; ids: number[]; digests: Buffer; hash_before: Buffer; hash: Buffer; sealed_at: Date }

type Options = {
  /** seals before this moment are taken as they are */
  from?: Date
  /** what was kept outside of the database */
  logged?: readonly LoggedSeal[]
  /** by the machine's clock; the database's where nothing is said */
  now?: Date
}

/** Recomputes every seal from its events. Changes nothing and waits for nothing, so it may run beside the server. */
export const verifySeals = async (db: Kysely<DB>, { from, logged = [], now }: Options = {}): Promise<Verified> => {
  let events = 0
  let seals = 0
  let before = await sealBefore(db, from)
  const kept = await keptSince(db, now)
  const known = new Map(logged.map((one) => [one.seal, one]))
  for (let some = await readSeals(db, before.id); some.length > 0; some = await readSeals(db, before.id)) {
    const found = await readEvents(db, some)
    for (const seal of some) {
      const problem = problemOf(seal, before, known.get(seal.id)) ?? problemOfEvents(seal, found, kept)
      if (problem !== null) return { seals, events, problem }
      seals += 1
      events += seal.ids.length
      before = { id: seal.id, hash: seal.hash }
      await nextTurn()
    }
  }
  const problem = (await afterTheLast(db, before.id, logged)) ?? (await putIn(db, from))
  return { seals, events, problem }
}

type Before = { id: number; hash: Buffer }

const sealBefore = async (db: Kysely<DB>, from: Date | undefined): Promise<Before> => {
  if (from === undefined) return { id: 0, hash: FIRST_HASH }
  const row = await db
    .selectFrom('audit_seals')
    .select(['id', 'hash'])
    .where('sealed_at', '<', from)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { id: 0, hash: FIRST_HASH }
}

/** Events that are read at once: many seals of few, or one of many. */
const EVENTS_AT_ONCE = 1000

/** The seals after one, without a gap, as many as are checked at once. */
const readSeals = async (db: Kysely<DB>, after: number): Promise<Seal[]> => {
  const { rows } = await sql<Seal>`
    select id, digests, hash_before, hash, sealed_at, array(
      select generate_series(lower(span), upper(span) - 1) from unnest(ids) as span)::float8[] as ids
    from (select *, row_number() over (order by id) as place, sum(events) over (order by id) as so_far
      from (select * from audit_seals where id > ${after} order by id limit ${EVENTS_AT_ONCE}) as next) as following
    where id = ${after} + place and (place = 1 or so_far <= ${EVENTS_AT_ONCE}) order by id`.execute(db)
  return rows
}

const readEvents = async (db: Kysely<DB>, seals: readonly Seal[]): Promise<Map<number, SealedEvent>> => {
  const events = await readSealed(
    db,
    seals.flatMap(({ ids }) => ids),
  )
  return new Map(events.map((one) => [one.id, one]))
}

const problemOf = (seal: Seal, before: Before, logged: LoggedSeal | undefined): string | null => {
  if (!seal.hash_before.equals(before.hash)) return `Seal ${seal.id} does not stand on the seal before it.`
  if (!hashOfSeal(before.hash, seal.ids, seal.digests).equals(seal.hash)) return `Seal ${seal.id} was changed.`
  if (logged !== undefined && logged.hash !== seal.hash.toString('hex'))
    return `Seal ${seal.id} is another one than on ${logged.day}: the seals were written again.`
  return null
}

/** Events of seals before this moment are removed by retention, those of a seal together; null: they are kept for good. */
const keptSince = async (db: Kysely<DB>, moment: Date | undefined): Promise<Date | null> => {
  const now = sql`coalesce(${moment ?? null}::timestamptz, now())`
  const { rows } = await sql<{ since: Date | null }>`
    select ${now} - (case when next_from <= ${now} then next_period else period end)::interval as since
    from retention_rules where kind = 'audit_events'`.execute(db)
  return rows[0]?.since ?? null
}

const problemOfEvents = (
  { id: seal, ids, digests, sealed_at }: Seal,
  found: ReadonlyMap<number, SealedEvent>,
  kept: Date | null,
): string | null => {
  if (kept !== null && sealed_at < kept && !ids.some((id) => found.has(id))) return null
  for (const [at, id] of ids.entries()) {
    const event = found.get(id)
    if (event === undefined) return `Event ${id} of seal ${seal} was removed.`
    const digest = digests.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES)
    if (!digestOf(event).equals(digest)) return `Event ${id} of seal ${seal} was changed.`
  }
  return null
}

const afterTheLast = async (db: Kysely<DB>, last: number, logged: readonly LoggedSeal[]): Promise<string | null> => {
  const beyond = await db
    .selectFrom('audit_seals')
    .select('id')
    .where('id', '>', last)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  // The next one may have been written a moment ago.
  const missing = beyond === undefined ? logged.some(({ seal }) => seal > last) : beyond.id > last + 1
  return missing ? `Seal ${last + 1} was removed.` : null
}

/** Events are marked for the next seal by what writes them: one in no seal that is not marked came another way. */
const putIn = async (db: Kysely<DB>, from: Date | undefined): Promise<string | null> => {
  const { rows } = await sql<{ id: number }>`
    with sealed as (
      select lower(span) as first, upper(span) - 1 as last from audit_seals, unnest(ids) as span),
    gaps as (
      select coalesce(lag(last) over (order by first), 0) + 1 as first, first - 1 as last from sealed
      union all select coalesce(max(last), 0) + 1, 9223372036854775807 from sealed)
    select e.id from gaps join audit_events e on e.id between gaps.first and gaps.last
    where gaps.first <= gaps.last
      and (${from ?? null}::timestamptz is null or e.at >= ${from ?? null})
      and not exists (select from audit_unsealed where event_id = e.id)
    order by e.id limit 1`.execute(db)
  return rows[0] === undefined ? null : `Event ${rows[0].id} was put in: no seal knows it.`
}
