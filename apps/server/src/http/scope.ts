import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Actor } from './bind.ts'
import { forbidden, invalid } from './errors.ts'

/** The regions that the caller is limited to; null: none such. Records outside answer 404. */
export const regionScope = (actor: Actor): number[] | null => (actor.kind === 'user' ? actor.region_ids : null)

/** Throws 403 for a user limited to regions, where a change applies to all of them. */
export const refuseLimited = (actor: Actor): void => {
  if (regionScope(actor) !== null)
    throw forbidden('This applies to all regions, and your account is limited to some. Ask a user of all regions')
}

/** Who did it, for columns such as created_by. */
export const userIdOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.id : null)

/** SQL: the column's region is one that the caller may see. */
export const withinScope = (scope: number[] | null, column: string): RawBuilder<SqlBool> =>
  scope === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${scope}::int[])`

/** Throws 422 for a region that does not exist, or that the caller may not see. */
export const requireRegion = async (db: Kysely<DB>, scope: number[] | null, regionId: number): Promise<void> => {
  const region = await db
    .selectFrom('regions')
    .select('id')
    .where('id', '=', regionId)
    .where(withinScope(scope, 'id'))
    .executeTakeFirst()
  if (region === undefined) throw invalid([{ pointer: '/region_id', detail: 'There is no such region' }])
}

/** Throws 422 for moving a record to another zone: bookings and plans rest on it where it is. */
export const refuseMoving = (current: { zone_id: number }, zoneId: number | undefined): void => {
  if (zoneId === undefined || zoneId === current.zone_id) return
  throw invalid([{ pointer: '/zone_id', detail: 'It cannot move to another zone. Create a new one there' }])
}

/** Throws 422 for a zone that does not exist, or lies in a region that the caller may not see. */
export const requireZone = async (db: Kysely<DB>, scope: number[] | null, zoneId: number): Promise<void> => {
  const zone = await db
    .selectFrom('zones')
    .select('id')
    .where('id', '=', zoneId)
    .where(withinScope(scope, 'region_id'))
    .executeTakeFirst()
  if (zone === undefined) throw invalid([{ pointer: '/zone_id', detail: 'There is no such zone' }])
}

/** The passenger of a new record, locked until the transaction ends. Throws 422 for an unknown id. */
export const requireTraveler = async (db: Kysely<DB>, id: number): Promise<void> => {
  const traveler = await db
    .selectFrom('travelers')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (traveler === undefined) throw invalid([{ pointer: '/traveler_id', detail: 'There is no such passenger' }])
}
