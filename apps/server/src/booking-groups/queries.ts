import type { api, Seating } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { anyOf, byRequiredText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { madeOf } from '../service-requests/made-of.ts'
import { findServiceRequests } from '../service-requests/queries.ts'

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('booking_groups as g')
    .innerJoin('zones', 'zones.id', 'g.zone_id')
    .where(withinScope(scope, 'zones.region_id'))
    .select(['g.id', 'g.name', 'g.zone_id', 'g.seating', 'g.all_or_none', 'g.created_at'])
    .select(['zones.name as zone_name', 'zones.time_zone'])

/** Its bookings in the regions: a member may have been changed to a journey elsewhere. */
const membersOf = (db: Kysely<DB>, id: number, scope: Scope) =>
  db
    .selectFrom('service_requests as r')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .where('r.booking_group_id', '=', id)
    .where(withinScope(scope, 'zones.region_id'))

/** The ids of its bookings in the regions, those that are picked up first first. */
const bookingsOf = async (db: Kysely<DB>, id: number, scope: Scope): Promise<number[]> => {
  const rows = await membersOf(db, id, scope).select('r.id').orderBy('r.pickup_lower_bound').orderBy('r.id').execute()
  return rows.map((row) => row.id)
}

export const findBookingGroup = async (db: Kysely<DB>, scope: Scope, id: number) => {
  const group = await select(db, scope).where('g.id', '=', id).executeTakeFirst()
  if (group === undefined) return undefined
  return { ...group, service_requests: await findServiceRequests(db, await bookingsOf(db, id, scope)) }
}

export type BookingGroupRecord = NonNullable<Awaited<ReturnType<typeof findBookingGroup>>>

type ListQuery = z.output<typeof api.bookingGroups.list.query>

const sortable = { ...byRequiredText('g.name'), ...byValue('g.id', 'g.created_at') }

export const listBookingGroups = (db: Kysely<DB>, scope: Scope, query: ListQuery) => {
  const { region, zone, date_range: range } = query.filter ?? {}
  const ofGroup = sql`from service_requests r join zones z on z.id = r.zone_id
    where r.booking_group_id = g.id and ${withinScope(scope, 'z.region_id')}`
  const narrowed = select(db, scope)
    .$if(query.search !== '', (all) => all.where(matches(query.search, ['g.name'])))
    .$if(region !== undefined, (all) => all.where('zones.region_id', '=', anyOf(region ?? [])))
    .$if(zone !== undefined, (all) => all.where('g.zone_id', '=', anyOf(zone ?? [])))
    .$if(range !== undefined, (all) =>
      all.where(
        sql<boolean>`exists (select ${ofGroup} and r.pickup_lower_bound between ${new Date(range?.[0] ?? 0)} and ${new Date(range?.[1] ?? 0)})`,
      ),
    )
    .select([
      sql<number>`(select count(*) ${ofGroup})`.as('members'),
      sql<number>`(select count(*) ${ofGroup} and r.status = any(${openRequestStatuses}::text[]))`.as('open'),
      sql<Date | null>`(select min(r.pickup_lower_bound) ${ofGroup})`.as('first_pickup_at'),
    ])
  return listed(narrowed, query, sortable, sql.ref('g.id'))
}

type NewGroup = { zone_id: number; name: string; seating: Seating; all_or_none: boolean; created_by: number | null }

export const beginGroup = async (tx: Transaction<DB>, group: NewGroup, now: Date): Promise<number> =>
  (
    await tx
      .insertInto('booking_groups')
      .values({ ...group, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Which bookings the offerings have become, and of which group; null: of none, or of several. */
export const bookedOf = async (db: Kysely<DB>, offeringIds: readonly number[]) => {
  const rows = await madeOf(db, offeringIds)
    .select(['r.id', 'r.booking_group_id', 'r.status'])
    .orderBy('r.id')
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const isOne = rows.every(({ booking_group_id: group }) => group !== null && group === first.booking_group_id)
  const cancelled = rows.every(({ status }) => status === 'cancelled')
  return { id: first.id, group_id: isOne ? first.booking_group_id : null, cancelled }
}

/** The bookings of a group in the regions that are neither over nor cancelled. */
export const openBookingsOf = (db: Kysely<DB>, id: number, scope: Scope) =>
  membersOf(db, id, scope)
    .where('r.status', '=', anyOf([...openRequestStatuses]))
    .select(['r.id', 'r.zone_id'])
    .orderBy('r.id')
    .execute()
