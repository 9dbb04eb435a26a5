import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { api, HoldKind } from '@ambit/contract'
import { anyOf, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { conflict } from '../http/errors.ts'

/** A hold whose time has come is over before the night that settles it. */
const over = (now: Date) => sql<Date | null>`coalesce(ended_at, case when ends_at <= ${now} then ends_at end)`

const select = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('holds')
    .select([
      'id',
      'kind',
      'record_id',
      sql<string | null>`to_char(from_day, 'YYYY-MM-DD')`.as('from_day'),
      sql<string | null>`to_char(to_day, 'YYYY-MM-DD')`.as('to_day'),
      'reason',
      'ends_at',
      over(now).as('ended_at'),
      sql<string | null>`(select first_name || ' ' || last_name from users where users.id = created_by)`.as(
        'created_by_name',
      ),
      'created_at',
      'updated_at',
      'version',
    ])

const sortable = byValue('ends_at', 'created_at')

export const listHolds = (db: Kysely<DB>, now: Date, query: z.output<typeof api.holds.list.query>) => {
  const { kind, record, state } = query.filter ?? {}
  let found = select(db, now).where(matches(query.search, ['reason']))
  if (kind !== undefined) found = found.where('kind', '=', anyOf(kind))
  if (record !== undefined) found = found.where('record_id', '=', anyOf(record))
  if (state !== undefined)
    found = found.where(
      sql<boolean>`(case when ${over(now)} is null then 'in force' else 'over' end) = any(${state}::text[])`,
    )
  return listed(found, query, sortable)
}

export const findHold = (db: Kysely<DB>, now: Date, id: number) =>
  select(db, now).where('id', '=', id).executeTakeFirst()
export const lockHold = (db: Kysely<DB>, now: Date, id: number) =>
  select(db, now).where('id', '=', id).forUpdate().executeTakeFirst()

/** What a hold may name, as columns of a query or values; `at` is the moment that a span of days is about. */
type Named = Partial<Record<Exclude<HoldKind, 'days'>, RawBuilder<unknown>>> & { at?: RawBuilder<unknown> }

/** SQL: the hold `h` names it. Days are those of UTC, and a day wider at both ends, so that none is cut short. */
const names = ({ at, ...records }: Named): RawBuilder<boolean> => {
  const cases = Object.entries(records).map(
    ([kind, id]) => sql<boolean>`h.kind = ${kind} and h.record_id = ${id}`, // of these keys only
  )
  if (at !== undefined) cases.push(sql<boolean>`h.kind = 'days' and ${at} >= h.from_day - 1 and ${at} < h.to_day + 2`)
  return sql<boolean>`(${sql.join(cases, sql` or `)})`
}

/** SQL: a hold in force keeps the row. */
export const held = (named: Named): RawBuilder<boolean> =>
  sql<boolean>`exists (select from holds h where h.ended_at is null and ${names(named)})`

/** Holds whose time has come are over, and what they kept is looked at again. */
export const settleHolds = async (db: Kysely<DB>, now: Date): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('holds')
      .set({ ended_at: now, updated_at: now })
      .where('ended_at', 'is', null)
      .where('ends_at', '<=', now)
      .returning('kind')
      .execute()
    for (const { kind } of ended) await lookAgain(tx, kind)
  })
}

/** Rows that go by their number were passed over while they were held. Positions are many, and name no passenger. */
export const lookAgain = async (tx: Transaction<DB>, kind: HoldKind): Promise<void> => {
  const ofVehicles = kind === 'trips' || kind === 'vehicles' || kind === 'days'
  await tx
    .deleteFrom('retention_marks')
    .where('name', 'in', ['audit_events', ...(ofVehicles ? ['positions.thinned', 'positions.deleted'] : [])])
    .execute()
}

/** Why a passenger may not be erased: one sentence for each hold in force. */
export const holdsOnTraveler = async (db: Kysely<DB>, id: number, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ reason: string; ends: string }>`
    select h.reason, to_char(h.ends_at, 'YYYY-MM-DD') as ends from holds h
    where h.ended_at is null and h.ends_at > ${now} and (
      h.kind = 'travelers' and h.record_id = ${id}
      or h.kind = 'service_requests' and h.record_id in (select id from service_requests where traveler_id = ${id})
      or h.kind = 'trips' and h.record_id in (select trip_id from service_requests where traveler_id = ${id})
      or h.kind = 'days' and exists (select from service_requests r where r.traveler_id = ${id}
        and r.dropoff_upper_bound >= h.from_day - 1 and r.dropoff_upper_bound < h.to_day + 2))
    order by h.ends_at, h.id`.execute(db)
  return rows.map(({ reason, ends }) => `A hold keeps the data until ${ends}: ${reason}`)
}

/** Throws 409 with the reason where a hold keeps what staff want to delete: `The comment`. */
export const refuseHeld = async (db: Kysely<DB>, what: string, named: Named, now: Date): Promise<void> => {
  const { rows } = await sql<{ reason: string; ends: string }>`
    select h.reason, to_char(h.ends_at, 'YYYY-MM-DD') as ends from holds h
    where h.ended_at is null and h.ends_at > ${now} and ${names(named)}
    order by h.ends_at desc, h.id limit 1`.execute(db)
  const [found] = rows
  if (found !== undefined)
    throw conflict(`${what} cannot be deleted. A hold keeps it until ${found.ends}: ${found.reason}`)
}
