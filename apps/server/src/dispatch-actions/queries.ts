import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { UNDO_MINUTES } from '@ambit/contract'
import type { api, DispatchActionDetails, EffectBooking } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { byValue, listed } from '../database/lists.ts'
import { withinScope } from '../http/scope.ts'
import type { Scope } from '../http/scope.ts'
import type { Wire } from '../http/bind.ts'
import { findOverride } from './override-queries.ts'

/** SQL: of several regions only those see an action who see all of them: what it did and undoes is not cut in parts. */
const seenWhole = (scope: Scope) =>
  scope === null
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from zones z where z.id = any(a.zone_ids) and not z.region_id = any(${scope}::int[]))`

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('dispatch_actions as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .where(withinScope(scope, 'a.region_id'))
    .where(seenWhole(scope))
    .select(['a.id', 'a.kind', 'a.action', 'a.title', 'a.zone_ids', 'a.region_id', 'a.user_id', 'a.created_at'])
    .select([
      'a.reason',
      'a.option_key',
      'a.option_title',
      'a.service_request_ids',
      'a.trip_ids',
      'a.totals',
      'a.plans',
    ])
    .select(['a.undo_of', 'a.undone_by', sql<boolean>`a.changes is not null`.as('kept')])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('user_name'))
    .select(
      // A later action that stands, and gave one of the same bookings, or the same trip, something else.
      sql<{ id: number; name: string | null; trip: boolean } | null>`(select json_build_object('id', l.id,
        'name', lu.first_name || ' ' || lu.last_name, 'trip', not (l.service_request_ids && a.service_request_ids))
        from dispatch_actions l left join users lu on lu.id = l.user_id
        where l.id > a.id and l.undone_by is null and l.undo_of is null
          and l.created_at <= a.created_at + interval '${sql.raw(String(UNDO_MINUTES))} minutes'
          and (l.service_request_ids && a.service_request_ids or (l.kind = any(${ofTrips}::text[])
            and a.kind = any(${ofTrips}::text[]) and l.trip_ids && a.trip_ids))
        order by l.id limit 1)`.as('later'),
    )

/** What changes a trip as a whole: of two, the later one builds on the other. */
const ofTrips = [
  'trip_state',
  'change_crew',
  'pause_vehicle',
  'resume_vehicle',
  'vehicle_lost',
  'trip_cancelled',
  'schedule_shortened',
]

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const whyNot = (row: Row, now: Date): string | null => {
  if (row.undo_of !== null) return 'This is an undo itself'
  if (row.undone_by !== null) return 'It has been undone'
  if (row.later !== null)
    return `${row.later.name ?? 'A former user'} has ${row.later.trip ? 'changed this trip' : 'moved this booking'} since`
  if (!row.kept || now.getTime() - row.created_at.getTime() > UNDO_MINUTES * 60_000)
    return `It was more than ${UNDO_MINUTES} minutes ago`
  return null
}

export const actionRecord = (row: Row, now: Date) => {
  const { option_key, option_title, kept: _, later: __, ...record } = row
  const reason = whyNot(row, now)
  return {
    ...record,
    option: { key: option_key, title: option_title },
    undo: { possible: reason === null, until: new Date(row.created_at.getTime() + UNDO_MINUTES * 60_000), reason },
  }
}

export const findAction = async (db: Kysely<DB>, id: number, scope: Scope, now: Date) => {
  const row = await select(db, scope).where('a.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : actionRecord(row, now)
}

/** The same with every booking, by the passengers' names of now. */
export const showAction = async (
  db: Kysely<DB>,
  id: number,
  scope: Scope,
  now: Date,
): Promise<Wire<DispatchActionDetails> | undefined> => {
  const record = await findAction(db, id, scope, now)
  if (record === undefined) return undefined
  const { shown, came_out } = await db
    .selectFrom('dispatch_actions')
    .where('id', '=', id)
    .select(['shown', 'came_out'])
    .executeTakeFirstOrThrow()
  const bookings = [...shown, ...came_out] as unknown as EffectBooking[] // as `finishAction` wrote them, without names
  const ids = [...new Set(bookings.map(({ traveler_id }) => traveler_id))]
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('travelers').where('id', 'in', ids).select(['id', 'first_name', 'last_name']).execute()
  const names = new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]))
  const named = (list: readonly unknown[]) =>
    (list as EffectBooking[]).map((booking) => ({
      ...booking,
      traveler_name: names.get(booking.traveler_id) ?? '',
      reasons: [],
    })) // see above
  const override = await findOverride(db, { action: id })
  return { ...record, shown: named(shown), came_out: named(came_out), override: override ?? null }
}

const sortable = byValue('a.id', 'a.created_at')

export const listActions = async (
  db: Kysely<DB>,
  query: z.output<typeof api.dispatchActions.list.query>,
  scope: Scope,
  now: Date,
) => {
  const { region, zone, kind, user, service_request, trip, date_range } = query.filter ?? {}
  let found = select(db, scope)
  if (region !== undefined) found = found.where('a.region_id', '=', sql<number>`any(${region}::int[])`)
  if (zone !== undefined) found = found.where(sql<boolean>`a.zone_ids && ${zone}::int[]`)
  if (kind !== undefined) found = found.where(sql<boolean>`a.kind = any(${kind}::text[])`)
  if (user !== undefined) found = found.where('a.user_id', '=', sql<number>`any(${user}::int[])`)
  if (service_request !== undefined)
    found = found.where(sql<boolean>`a.service_request_ids && ${service_request}::int[]`)
  if (trip !== undefined) found = found.where(sql<boolean>`a.trip_ids && ${trip}::int[]`)
  if (date_range !== undefined)
    found = found
      .where('a.created_at', '>=', new Date(date_range[0]))
      .where('a.created_at', '<', new Date(date_range[1]))
  if (query.search !== '') found = found.where('a.title', 'ilike', `%${query.search}%`)
  const { data, meta } = await listed(found, { ...query, sort: query.sort ?? '-id' }, sortable, sql.ref('a.id'))
  return { data: data.map((row) => actionRecord(row, now)), meta }
}

/** What others did to the same bookings or trips since a moment. */
export const actionsSince = async (
  db: Kysely<DB>,
  since: Date,
  about: { bookings: readonly number[]; trips: readonly number[] },
) => {
  const rows = await db
    .selectFrom('dispatch_actions as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .where('a.created_at', '>=', since)
    .where(sql<boolean>`(a.service_request_ids && ${about.bookings}::int[] or a.trip_ids && ${about.trips}::int[])`)
    .select(['a.id as dispatch_action_id', 'a.title', 'a.created_at'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('user_name'))
    .orderBy('a.id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}
