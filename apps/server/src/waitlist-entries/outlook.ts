import type { WaitlistOutlook } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import type { Scope } from '../http/scope.ts'
import { dayOf } from '../planning/plan/format.ts'
import { findSearch } from '../searches/queries.ts'

const POINTER = '/service_availability_search_id'

/** A search that may wait, with the settings of its zone. 422 where there is none, it has offerings, or no zone takes it. */
export const searchToWait = async (db: Kysely<DB>, id: number, regions: Scope) => {
  const refuse = (detail: string) => invalid([{ pointer: POINTER, detail }])
  const search = await findSearch(db, id, regions)
  if (search === undefined) throw refuse('There is no such search')
  if (search.status !== 'no_offerings') throw refuse('Only a search without an offering can wait')
  if (search.service_request_id !== null) throw refuse('A booking that is changed keeps its place: it cannot wait')
  const zone = await waitingZone(db, search.zone_id)
  if (zone === undefined) throw refuse('No zone in service takes this journey, so it cannot wait')
  return { search, zone }
}

/** A zone in service as far as its waiting list. */
export const waitingZone = async (db: Kysely<DB>, id: number | null) =>
  id === null
    ? undefined
    : db
        .selectFrom('zones')
        .where('id', '=', id)
        .where('status', '=', 'active')
        .select(['id', 'name', 'time_zone', 'payment_methods'])
        .select(['waitlist', 'waitlist_max', 'waitlist_give_up_minutes'])
        .executeTakeFirst()

type Search = Awaited<ReturnType<typeof searchToWait>>

/** Why it may not wait; null: it may. */
export const whyNot = async (
  db: Kysely<DB>,
  { search, zone }: Search,
): Promise<{ refused: string | null; waiting: number }> => {
  const local = (column: string) => sql`(${sql.ref(column)} at time zone ${zone.time_zone}::text)`
  const wish = sql`(${search.traveling_at}::timestamptz at time zone ${zone.time_zone}::text)`
  const { day, hour } = await db
    .selectFrom('waitlist_entries as w')
    .innerJoin('service_availability_searches as s', 's.id', 'w.service_availability_search_id')
    .where('w.zone_id', '=', zone.id)
    .where('w.state', '=', 'waiting')
    .where(sql<boolean>`${local('s.traveling_at')}::date = ${wish}::date`)
    .select([
      sql<number>`count(*)::int`.as('day'),
      sql<number>`(count(*) filter (where date_trunc('hour', ${local('s.traveling_at')}) = date_trunc('hour', ${wish})))::int`.as(
        'hour',
      ),
    ])
    .executeTakeFirstOrThrow()
  const refused = !zone.waitlist
    ? `${zone.name} keeps no waiting list`
    : day >= zone.waitlist_max
      ? `The waiting list for ${dayOf(search.traveling_at, zone.time_zone)} is full`
      : null
  return { refused, waiting: hour }
}

export const outlook = async (db: Kysely<DB>, id: number, regions: Scope): Promise<WaitlistOutlook> => {
  const found = await searchToWait(db, id, regions)
  const { refused, waiting } = await whyNot(db, found)
  const { payment_methods, waitlist_give_up_minutes: give_up_minutes } = found.zone
  return { open: refused === null, refused, waiting, payment_methods, give_up_minutes }
}
