import { type Kysely, sql, type Transaction } from 'kysely'
import { worst } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { throughFloods } from './interrupt.ts'
import { openAll, publishAll, standingOf, unanswered, writeChanges } from './store.ts'
import { conditionOf, openingOf } from './conditions.ts'
import { COUNTED_MS } from './watches.ts'

/** More than so many new ones for one person begin a flood; fewer than so many end it. */
const BEGINS = 10
const ENDS = 5

/**
 * By zone: how many new urgent and soon ones somebody who looks after it has had in the last ten minutes. Where nobody is on
 * duty, one person would have those of the zone.
 */
const readLoads = async (db: Kysely<DB>, now: Date): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ zone_id: number; count: number }>`
    with fresh as (
      select e.zone_id, count(*)::int as count from exceptions e left join exceptions p on p.id = e.parent_id
      where e.opened_at > ${new Date(now.getTime() - COUNTED_MS)} and e.opened_at <= ${now} and e.severity <> 'watch'
        and e.kind <> 'mass_event' and e.zone_id is not null and (p.id is null or p.kind = 'mass_event')
      group by 1),
    people as (
      select w.user_id, sum(f.count)::int as count from watches w join fresh f on f.zone_id = w.zone_id
      where w.ended_at is null group by 1)
    select f.zone_id, coalesce((select max(p.count) from watches w join people p on p.user_id = w.user_id
      where w.zone_id = f.zone_id and w.ended_at is null), f.count) as count
    from fresh f`.execute(db)
  return new Map(rows.map(({ zone_id, count }) => [zone_id, count]))
}

/** What has just been opened begins a flood, or is gathered beneath one that lasts. Answers with the new floods. */
export const gather = async (tx: Transaction<DB>, ids: readonly number[], now: Date): Promise<number[]> => {
  if (ids.length === 0) return []
  const loads = await readLoads(tx, now)
  const zones = await tx
    .selectFrom('exceptions')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('zone_id', 'is not', null)
    .select('zone_id')
    .distinct()
    .orderBy('zone_id')
    .execute()
  const flooded = zones.flatMap(({ zone_id }) =>
    zone_id !== null && (loads.get(zone_id) ?? 0) > BEGINS ? [zone_id] : [],
  )
  const begun = await begin(tx, flooded, now)
  await sql`update exceptions e set parent_id = m.id from exceptions m
    where e.id = any(${ids}::int[]) and e.parent_id is null and not e.kind = any(${throughFloods}::text[])
      and m.kind = 'mass_event' and m.zone_id = e.zone_id and m.state <> 'resolved'`.execute(tx)
  return begun
}

const begin = async (tx: Transaction<DB>, zoneIds: readonly number[], now: Date): Promise<number[]> => {
  if (zoneIds.length === 0) return []
  const standing = await tx
    .selectFrom('exceptions')
    .where('kind', '=', 'mass_event')
    .where('state', '<>', 'resolved')
    .select('zone_id')
    .execute()
  const known = new Set(standing.map(({ zone_id }) => zone_id))
  const openings = zoneIds
    .filter((id) => !known.has(id))
    .map((zone_id) => conditionOf({ kind: 'mass_event', subject: `zone:${zone_id}`, severity: 'soon', zone_id }))
    // It ends when the flood has run dry, and not with a condition.
    .map((flood) => ({ ...openingOf(flood, now), judged: false }))
  return openAll(tx, openings, now)
}

/** Each flood is as urgent as what is beneath it; one that has run dry ends, and what was beneath it stands by itself. */
export const settleFloods = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const floods = await db
    .selectFrom('exceptions')
    .selectAll()
    .where('kind', '=', 'mass_event')
    .where('state', '<>', 'resolved')
    .orderBy('id')
    .execute()
  if (floods.length === 0) return
  const loads = await readLoads(db, now)
  await db.transaction().execute(async (tx) => {
    for (const flood of floods)
      if ((loads.get(flood.zone_id ?? 0) ?? 0) < ENDS) await end(tx, flood.id, now)
      else await refresh(tx, flood.id)
  })
}

const end = async (tx: Transaction<DB>, id: number, now: Date): Promise<void> => {
  const before = await tx
    .selectFrom('exceptions')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'resolved')
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return
  const after = await tx
    .updateTable('exceptions')
    .set((e) => ({ ...unanswered, state: 'resolved', resolved_at: now, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeChanges(tx, [
    {
      exception_id: id,
      at: now,
      change: 'resolved',
      user_id: null,
      before: standingOf(before),
      after: standingOf(after),
    },
  ])
  const below = await tx
    .updateTable('exceptions')
    .set({ parent_id: null })
    .where('parent_id', '=', id)
    .returning('id')
    .execute()
  await publishAll(tx, [id, ...below.map((one) => one.id)])
}

const refresh = async (tx: Transaction<DB>, id: number): Promise<void> => {
  const below = await tx
    .selectFrom('exceptions')
    .where('parent_id', '=', id)
    .where('state', '<>', 'resolved')
    .select(['severity', 'harm_at', 'people', 'wheelchairs'])
    .execute()
  const harms = below.flatMap(({ harm_at }) => (harm_at === null ? [] : [harm_at.getTime()]))
  const set = {
    severity: below.length === 0 ? ('soon' as const) : worst(below.map(({ severity }) => severity)),
    facts: JSON.stringify({ exceptions: below.length }),
    people: below.reduce((sum, { people }) => sum + people, 0),
    wheelchairs: below.reduce((sum, { wheelchairs }) => sum + wheelchairs, 0),
    harm_at: harms.length === 0 ? null : new Date(Math.min(...harms)),
  }
  const changed = await tx
    .updateTable('exceptions')
    .set(set)
    .where('id', '=', id)
    .where(
      sql<boolean>`(severity, facts, people, wheelchairs, harm_at) is distinct from
        (${set.severity}, ${set.facts}::jsonb, ${set.people}::int, ${set.wheelchairs}::int, ${set.harm_at}::timestamptz)`,
    )
    .returning('id')
    .execute()
  await publishAll(
    tx,
    changed.map((one) => one.id),
  )
}
