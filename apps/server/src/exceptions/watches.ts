import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Answerer, api, WatchedZone, WatchKeeper } from '@ambit/contract'
import { loadOf } from '@ambit/domain'
import { anyOf } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { forbidden, invalid, notFound } from '../http/errors.ts'
import { holdersOf } from '../http/holders.ts'
import { regionScope, regionsIn, type Scope, userIdOf, withinScope } from '../http/scope.ts'
import { publish } from '../live/publish.ts'

/** Interruptions are counted over so long. */
export const COUNTED_MS = 10 * 60_000

type Keeper = Omit<WatchKeeper, 'since'> & { since: Date }
type Shown = { data: Keeper[]; meta: { zones: WatchedZone[] } }

/** Who is on duty in the zones that the caller sees, and how much is asked of them. */
export const listWatches = async (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.watches.list.query>,
  now: Date,
): Promise<Shown> => {
  const { region, zone } = query.filter ?? {}
  let rows = db
    .selectFrom('zones as z')
    .where('z.status', '=', 'active')
    .where(withinScope(scope, 'z.region_id'))
    .select(['z.id', 'z.name', 'z.region_id'])
    .select(
      sql<number>`(select count(*)::int from trips t where t.zone_id = z.id and t.current_state in ('live', 'in_transit'))`.as(
        'trips',
      ),
    )
  if (region !== undefined) rows = rows.where('z.region_id', '=', anyOf(region))
  if (zone !== undefined) rows = rows.where('z.id', '=', anyOf(zone))
  const zones = await rows.orderBy('z.name').orderBy('z.id').execute()
  const standing = await readStanding(
    db,
    zones.map(({ id }) => id),
  )
  const asked = await readInterruptions(db, scope, now)
  const keepers = [...Map.groupBy(standing, ({ user_id }) => user_id).values()]
  return {
    data: keepers.map((watches) => keeperOf(watches, asked)),
    meta: {
      zones: zones.map((one) => {
        const interruptions = asked.filter(({ zone_id }) => zone_id === one.id).length
        const count = standing.filter(({ zone_id }) => zone_id === one.id).length
        return { ...one, keepers: count, interruptions, load: loadOf(interruptions) }
      }),
    },
  }
}

type Watch = {
  user_id: number
  name: string
  zone_id: number
  zone_name: string
  region_id: number
  started_at: Date
}

const readStanding = (db: Kysely<DB>, zoneIds: readonly number[]): Promise<Watch[]> =>
  db
    .selectFrom('watches as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .innerJoin('zones as z', 'z.id', 'w.zone_id')
    .where('w.ended_at', 'is', null)
    .where('w.zone_id', '=', sql<number>`any(${zoneIds}::int[])`)
    .select(['w.user_id', 'w.zone_id', 'z.name as zone_name', 'z.region_id', 'w.started_at'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('name'))
    .orderBy('w.started_at')
    .orderBy('w.id')
    .execute()

type Interruption = { zone_id: number; region_id: number; at: Date; wide: boolean }

const readInterruptions = (db: Kysely<DB>, scope: Scope, now: Date): Promise<Interruption[]> =>
  db
    .selectFrom('interruptions as i')
    .innerJoin('zones as z', 'z.id', 'i.zone_id')
    .where('i.at', '>', new Date(now.getTime() - COUNTED_MS))
    .where(withinScope(scope, 'z.region_id'))
    .select(['z.id as zone_id', 'z.region_id', 'i.at', 'i.wide'])
    .execute()

/** What interrupted since this person has been on duty: in their zones, or everybody of the region. */
const keeperOf = (watches: readonly Watch[], asked: readonly Interruption[]): Keeper => {
  const [{ user_id, name, started_at } = { user_id: 0, name: '', started_at: new Date(0) }] = watches
  const interruptions = asked.filter(({ zone_id, region_id, at, wide }) =>
    watches.some(
      (watch) => at >= watch.started_at && (watch.zone_id === zone_id || (wide && watch.region_id === region_id)),
    ),
  ).length
  return {
    user_id,
    name,
    since: started_at,
    zones: watches.map(({ zone_id, zone_name }) => ({ id: zone_id, name: zone_name })),
    interruptions,
    load: loadOf(interruptions),
  }
}

const personOf = (actor: Actor): number => {
  const id = userIdOf(actor)
  if (id === null) throw forbidden('Only people can be on duty')
  return id
}

const tell = async (tx: Transaction<DB>, userId: number, regionIds: number[]): Promise<void> =>
  publish(tx, [{ kind: 'record', table: 'watches', record_id: userId }], regionIds)

/** Ends what stands of a user's duty, in these zones or all. Answers with the regions concerned. */
export const endDuty = async (
  tx: Transaction<DB>,
  userId: number,
  { now, zones }: { now: Date; zones?: readonly number[] },
): Promise<void> => {
  let rows = tx
    .updateTable('watches')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (zones !== undefined) rows = rows.where('zone_id', '=', sql<number>`any(${zones}::int[])`)
  const ended = await rows.returning('zone_id').execute()
  await tell(
    tx,
    userId,
    await regionsOf(
      tx,
      ended.map(({ zone_id }) => zone_id),
    ),
  )
}

/** Puts a user on duty there, besides where they are on duty already. */
export const beginDuty = async (
  tx: Transaction<DB>,
  userId: number,
  { now, zones }: { now: Date; zones: readonly number[] },
): Promise<void> => {
  await sql`insert into watches (user_id, zone_id, started_at)
    select ${userId}::int, id, ${now}::timestamptz from zones where id = any(${zones}::int[]) order by id
    on conflict (user_id, zone_id) where ended_at is null do nothing`.execute(tx)
  await tell(tx, userId, await regionsOf(tx, zones))
}

const regionsOf = async (tx: Transaction<DB>, zones: readonly number[]): Promise<number[]> => {
  const rows = await tx
    .selectFrom('zones')
    .where('id', '=', sql<number>`any(${zones}::int[])`)
    .select('region_id')
    .distinct()
    .orderBy('region_id')
    .execute()
  return rows.map(({ region_id }) => region_id)
}

/** On duty for these zones and no others. 422 for a zone that the caller does not see, or that is blocked. */
export const startWatch = async (
  deps: Deps,
  { zone_ids }: z.output<typeof api.watches.start.body>,
  actor: Actor,
  keep: Keep,
) => {
  const me = personOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    await requireZones(tx, regionScope(actor), zone_ids)
    const now = deps.clock.now()
    const others = await tx
      .selectFrom('watches')
      .where('user_id', '=', me)
      .where('ended_at', 'is', null)
      .where((where) => where.not(where('zone_id', '=', sql<number>`any(${zone_ids}::int[])`)))
      .select('zone_id')
      .execute()
    await endDuty(tx, me, { now, zones: others.map(({ zone_id }) => zone_id) })
    await beginDuty(tx, me, { now, zones: zone_ids })
    const { data } = await listWatches(tx, regionScope(actor), { filter: { zone: zone_ids } }, now)
    return keep(tx, { data: data.find(({ user_id }) => user_id === me)! }) // begun above
  })
}

/** Throws 422 for zones that the caller does not see, or that are blocked. */
const requireZones = async (db: Kysely<DB>, scope: Scope, ids: readonly number[]): Promise<void> => {
  const seen = await db
    .selectFrom('zones')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('status', '=', 'active')
    .where(withinScope(scope, 'region_id'))
    .select('id')
    .execute()
  if (seen.length < new Set(ids).size)
    throw invalid([{ pointer: '/zone_ids', detail: 'There is no such zone, or it is blocked' }])
}

export const endWatch = ({ db, clock }: Deps, actor: Actor): Promise<void> =>
  db.transaction().execute((tx) => endDuty(tx, personOf(actor), { now: clock.now() }))

/** Whom an exception of the region can be handed over to: those of all regions only, where it is of none. */
export const listPeople = async (db: Kysely<DB>, actor: Actor, regionId: number | undefined): Promise<Answerer[]> => {
  const scope = regionScope(actor)
  if (regionId !== undefined && !(await regionsIn(db, scope)).has(regionId)) throw notFound('There is no such region')
  const holders = await holdersOf(db, 'ExceptionManagement:exception:canUpdate', regionId ?? null)
  const ids = holders.map(({ id }) => id).filter((id) => id !== userIdOf(actor))
  return db
    .selectFrom('users as u')
    .where('u.id', '=', sql<number>`any(${ids}::int[])`)
    .select(['u.id', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .select(
      sql<boolean>`exists (select from watches w join zones z on z.id = w.zone_id
        where w.user_id = u.id and w.ended_at is null and z.region_id is not distinct from ${regionId ?? null}::int)`.as(
        'on_watch',
      ),
    )
    .orderBy('on_watch', 'desc')
    .orderBy('name')
    .orderBy('u.id')
    .execute()
}
