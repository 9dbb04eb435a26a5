import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Actor } from './bind.ts'
import { forbidden, invalid } from './errors.ts'

/** Regions that a user is limited to; null: not limited. */
export type Scope = readonly number[] | null

/** The regions that the caller is limited to; null: none such. Records outside answer 404. */
export const regionScope = (actor: Actor): number[] | null => (actor.kind === 'user' ? actor.region_ids : null)

/** Whether the caller knows passengers by their number alone. */
export const isUnnamed = (actor: Actor): boolean => actor.kind === 'user' && actor.pseudonymous

/** The passengers that the caller sees as the representative of an organisation; null: the caller is none. */
export const representedBy = (actor: Actor): readonly number[] | null =>
  actor.kind === 'user' ? actor.represents : null
export const isRepresentative = (actor: Actor): boolean => representedBy(actor) !== null

/** The organisation that the caller speaks for. */
export const organisationOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.organisation_id : null)

/** Throws 403 for a user limited to regions, where a change applies to all of them. */
export const refuseLimited = (actor: Actor): void => {
  if (regionScope(actor) !== null)
    throw forbidden('This applies to all regions, and your account is limited to some. Ask a user of all regions')
}

/** What the server does by itself, as booking a ride of a series, is done for no caller. */
export const service: Actor = { kind: 'public' }

/** Who did it, for columns such as created_by. */
export const userIdOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.id : null)

/** SQL: the column's region is one that the caller may see. */
export const withinScope = (scope: Scope, column: string): RawBuilder<SqlBool> =>
  scope === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${scope}::int[])`

const zonesOf = (scope: Scope) => sql`array(select id from zones where ${withinScope(scope, 'region_id')})`

/** SQL: not somebody whose name and details were removed: of them only a number is left, on their journeys. */
const named = (table: 'drivers' | 'travelers'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.anonymised_at`)} is null`

/** SQL: drivers or vehicles of the caller's regions, of no region, or that were scheduled in a zone of theirs. */
export const visibleCrew = (scope: Scope, table: 'drivers' | 'vehicles'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${table === 'drivers' ? named(table) : sql`true`} and ${crewWithin(scope, table)})`

const crewWithin = (scope: Scope, table: 'drivers' | 'vehicles'): RawBuilder<SqlBool> =>
  scope === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(`${table}.region_id`)} is null or ${withinScope(scope, `${table}.region_id`)}
        or ${sql.ref(`${table}.zone_ids`)} && ${zonesOf(scope)})`

/** SQL: passengers whose home is in the caller's regions, or who booked in a zone of theirs. */
export const visibleTravelers = (scope: Scope): RawBuilder<SqlBool> =>
  scope === null
    ? named('travelers')
    : sql<SqlBool>`${named('travelers')} and (${withinScope(scope, 'travelers.region_id')} or travelers.zone_ids && ${zonesOf(scope)})`

/** SQL: the column names such a passenger. */
export const ofVisibleTraveler = (scope: Scope, column: string): RawBuilder<SqlBool> =>
  scope === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(column)} in (select id from travelers where ${visibleTravelers(scope)})`

/** SQL: users who are limited too, and share a region with the caller. */
export const visibleUsers = (scope: Scope): RawBuilder<SqlBool> =>
  scope === null ? sql<SqlBool>`true` : sql<SqlBool>`users.region_ids && ${scope}::int[]`

type Belonging = { region_id: number | null }

/** Throws 403 for changing a record that the caller sees and that belongs to another region, or to all. */
export const refuseOthers = (
  scope: Scope,
  what: 'driver' | 'vehicle' | 'passenger',
  { region_id }: Belonging,
): void => {
  if (scope === null || (region_id !== null && scope.includes(region_id))) return
  throw forbidden(
    region_id === null
      ? `This ${what} belongs to all regions, and your account is limited to some`
      : `This ${what} belongs to a region that your account is not limited to`,
  )
}

/** The region of a new record: the chosen one, or the only one that the caller is limited to. */
export const regionChosen = (scope: Scope, chosen: number | null | undefined): number | null =>
  chosen ?? (scope?.length === 1 ? (scope[0] ?? null) : null)

/** The ids of the regions that the caller may see. */
export const regionsIn = async (db: Kysely<DB>, scope: Scope): Promise<ReadonlySet<number>> => {
  const rows = await db.selectFrom('regions').select('id').where(withinScope(scope, 'id')).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Why a record may not belong to this region; `regions` are those that the caller may see. */
export const regionProblem = (scope: Scope, regions: ReadonlySet<number>, id: number | null): string | null => {
  if (id === null) return scope === null ? null : 'Please select a region'
  return regions.has(id) ? null : 'There is no such region'
}

/** Throws 422 for a region that the record may not belong to. */
export const requireBelonging = async (db: Kysely<DB>, scope: Scope, id: number | null | undefined): Promise<void> => {
  const detail = id === undefined ? null : regionProblem(scope, await regionsIn(db, scope), id)
  if (detail !== null) throw invalid([{ pointer: '/region_id', detail }])
}

/** Throws 422 for a region that does not exist, or that the caller may not see. */
export const requireRegion = async (db: Kysely<DB>, scope: Scope, regionId: number): Promise<void> => {
  if (!(await regionsIn(db, scope)).has(regionId))
    throw invalid([{ pointer: '/region_id', detail: 'There is no such region' }])
}

/** Throws 422 for moving a record to another zone: bookings and plans rest on it where it is. */
export const refuseMoving = (current: { zone_id: number }, zoneId: number | undefined): void => {
  if (zoneId === undefined || zoneId === current.zone_id) return
  throw invalid([{ pointer: '/zone_id', detail: 'It cannot move to another zone. Create a new one there' }])
}

/** Throws 422 for a zone that does not exist, or lies in a region that the caller may not see. */
export const requireZone = async (db: Kysely<DB>, scope: Scope, zoneId: number): Promise<void> => {
  const zone = await db
    .selectFrom('zones')
    .select('id')
    .where('id', '=', zoneId)
    .where(withinScope(scope, 'region_id'))
    .executeTakeFirst()
  if (zone === undefined) throw invalid([{ pointer: '/zone_id', detail: 'There is no such zone' }])
}

/** The passenger of a new record, locked until the transaction ends. Throws 422 for one whom the caller does not see. */
export const requireTraveler = async (
  db: Kysely<DB>,
  scope: Scope,
  id: number,
  pointer = '/traveler_id',
): Promise<void> => {
  const traveler = await db
    .selectFrom('travelers')
    .select('id')
    .where('id', '=', id)
    .where(visibleTravelers(scope))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (traveler === undefined) throw invalid([{ pointer, detail: 'There is no such passenger' }])
}
