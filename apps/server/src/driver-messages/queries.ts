import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { anyOf, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { answeringOn } from './answering.ts'

const sortable = byValue('m.written_at')

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('driver_messages as m')
    .innerJoin('trips as t', 't.id', 'm.trip_id')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .innerJoin('regions', 'regions.id', 'z.region_id')
    .leftJoin('vehicles as v', 'v.id', 't.vehicle_id')
    .leftJoin('drivers as d', 'd.id', 'm.driver_id')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .where(withinScope(scope, 'z.region_id'))
    .select(['m.id', 'm.uuid', 'm.sender as from', 'm.text', 'm.buttons', 'm.answer_to', 'm.written_at'])
    .select(['m.delivered_at', 'm.read_at', 'm.created_at', 'm.trip_id', 'm.driver_id', 't.name as trip_name'])
    .select(['v.vehicle_number', 'z.region_id', 'z.time_zone', 'regions.name as region_name'])
    .select('d.phone_number as driver_phone')
    .select([
      sql<string | null>`d.first_name || ' ' || d.last_name`.as('driver_name'),
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('dispatcher_name'),
    ])

export const listMessages = (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.driverMessages.list.query>) => {
  const { region, driver, trip, date_range: range, unread } = query.filter ?? {}
  let rows = select(db, scope).where(matches(query.search, ['m.text', 't.name', 'd.first_name', 'd.last_name']))
  if (region !== undefined) rows = rows.where('z.region_id', '=', anyOf(region))
  if (driver !== undefined) rows = rows.where('m.driver_id', '=', anyOf(driver))
  if (unread !== undefined) rows = rows.where('m.sender', '=', unread).where('m.read_at', 'is', null)
  if (trip !== undefined) rows = rows.where('m.trip_id', '=', anyOf(trip))
  if (range !== undefined)
    rows = rows.where('m.written_at', '>=', new Date(range[0])).where('m.written_at', '<', new Date(range[1]))
  return listed(rows, query, sortable, sql.ref('m.id'))
}

export const findMessage = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('m.id', '=', id).executeTakeFirstOrThrow()

/** In the order in which they were written. */
export const threadOf = async (db: Kysely<DB>, scope: Scope, { tripId, wall }: { tripId: number; wall: Date }) => {
  const data = await select(db, scope).where('m.trip_id', '=', tripId).orderBy('m.written_at').orderBy('m.id').execute()
  const answering = await answeringOn(db, tripId, wall)
  return { data, meta: { total: data.length, total_count: data.length, answering } }
}

/** What one driver and dispatch said to each other on the trip: that of its driver before is not theirs to read. */
export const threadOfDriver = async (db: Kysely<DB>, tripId: number, driverId: number) => {
  const data = await db
    .selectFrom('driver_messages as m')
    .where('m.trip_id', '=', tripId)
    .where('m.driver_id', '=', driverId)
    .select(['m.id', 'm.uuid', 'm.sender as from', 'm.text', 'm.buttons', 'm.answer_to', 'm.written_at'])
    .select(['m.delivered_at', 'm.read_at'])
    .orderBy('m.written_at')
    .orderBy('m.id')
    .execute()
  return { data, meta: { total: data.length, total_count: data.length } }
}
