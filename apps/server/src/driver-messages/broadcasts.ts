import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api, Broadcast, BroadcastInput } from '@ambit/contract'
import { anyOf, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { notFound, notPossible } from '../http/errors.ts'
import { regionScope, type Scope, userIdOf, withinScope } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { notePushes } from '../planning/change/driver-pushes.ts'

type Place = { region_id: number; zone_id: number | null }

/** 404 for a place outside of the caller's regions, and for a zone of another region. */
const requirePlace = async (db: Kysely<DB>, { region_id, zone_id }: Place, scope: Scope): Promise<void> => {
  const found = await db
    .selectFrom('regions')
    .where('id', '=', region_id)
    .where(withinScope(scope, 'id'))
    .$if(zone_id !== null, (one) =>
      one.where(sql<boolean>`exists (select from zones where zones.id = ${zone_id} and zones.region_id = regions.id)`),
    )
    .select('id')
    .executeTakeFirst()
  if (found === undefined) throw notFound()
}

/** Trips whose drivers have signed on there. */
const drivenIn = (db: Kysely<DB>, { region_id, zone_id }: Place) =>
  db
    .selectFrom('trips as t')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .where('t.current_state', 'in', ['live', 'in_transit'])
    .where('z.region_id', '=', region_id)
    .$if(zone_id !== null, (trips) => trips.where('t.zone_id', '=', zone_id ?? 0))
    .where('t.driver_id', 'is not', null)

export const reachOf = async ({ db }: Deps, place: Place, actor: Actor): Promise<{ drivers: number }> => {
  await requirePlace(db, place, regionScope(actor))
  const count = sql<number>`count(distinct t.driver_id)::int`.as('drivers')
  return drivenIn(db, place).select(count).executeTakeFirstOrThrow()
}

/** Writes to every driver who has signed on there, in the thread of the trip. 422 where there is none. */
export const broadcast = (
  { db, clock }: Deps,
  input: z.output<typeof BroadcastInput>,
  { actor, keep }: { actor: Actor; keep: Keep },
) =>
  db.transaction().execute(async (tx) => {
    const { region_id, zone_id, text } = input
    await requirePlace(tx, input, regionScope(actor))
    const trips = await drivenIn(tx, input).select(['t.id', 't.driver_id', 't.zone_id']).orderBy('t.id').execute()
    if (trips.length === 0) throw notPossible('No driver has signed on there')
    const now = clock.now()
    const user_id = userIdOf(actor)
    const { id } = await tx
      .insertInto('broadcasts')
      .values({ region_id, zone_id, text, user_id, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const said = { sender: 'dispatch' as const, user_id, text, broadcast_id: id, written_at: now, created_at: now }
    await tx
      .insertInto('driver_messages')
      .values(trips.map((trip) => ({ ...said, trip_id: trip.id, driver_id: trip.driver_id })))
      .execute()
    await publish(
      tx,
      trips.map((trip) => ({
        kind: 'driver_message',
        trip_id: trip.id,
        zone_id: trip.zone_id,
        region_id,
        from: 'dispatch',
      })),
    )
    await notePushes(
      tx,
      'message',
      trips.map((trip) => trip.id),
      now,
    )
    return keep(tx, { data: (await findBroadcast(tx, null, id))! }) // as just written
  })

const drivers = sql<Broadcast['drivers']>`coalesce((
  select jsonb_agg(jsonb_build_object('driver_id', m.driver_id, 'driver_name', d.first_name || ' ' || d.last_name,
    'trip_id', m.trip_id, 'vehicle_number', v.vehicle_number, 'delivered_at', m.delivered_at, 'read_at', m.read_at)
    order by d.last_name, m.id)
  from driver_messages m join trips t on t.id = m.trip_id left join vehicles v on v.id = t.vehicle_id
    left join drivers d on d.id = m.driver_id
  where m.broadcast_id = b.id), '[]')`

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('broadcasts as b')
    .innerJoin('regions', 'regions.id', 'b.region_id')
    .leftJoin('zones as z', 'z.id', 'b.zone_id')
    .leftJoin('users as u', 'u.id', 'b.user_id')
    .where(withinScope(scope, 'b.region_id'))
    .select(['b.id', 'b.region_id', 'b.zone_id', 'b.text', 'b.created_at', 'regions.name as region_name'])
    .select(['z.name as zone_name', drivers.as('drivers')])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('dispatcher_name'))

export const findBroadcast = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('b.id', '=', id).executeTakeFirst()

const sortable = byValue('b.created_at')

export const listBroadcasts = (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.broadcasts.list.query>) => {
  const { region } = query.filter ?? {}
  let rows = select(db, scope).where(matches(query.search, ['b.text', 'z.name', 'u.first_name', 'u.last_name']))
  if (region !== undefined) rows = rows.where('b.region_id', '=', anyOf(region))
  return listed(rows, query, sortable, sql.ref('b.id'))
}
