import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { photosAt } from '../driver-photos/queries.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const ID = 'vehicle_checks.id'

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('vehicle_checks')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_checks.vehicle_id')
    .innerJoin('trips', 'trips.id', 'vehicle_checks.trip_id')
    .innerJoin('zones', 'zones.id', 'trips.zone_id')
    .leftJoin('drivers', 'drivers.id', 'vehicle_checks.driver_id')
    .leftJoin('users', 'users.id', 'vehicle_checks.released_by')
    .where(withinScope(scope, 'zones.region_id'))
    .select([ID, 'checklist_id', 'checklist_name', 'moment', 'result', 'vehicle_checks.vehicle_id', 'vehicle_number'])
    .select(['vehicle_checks.driver_id', 'vehicle_checks.trip_id', 'trips.name as trip_name', 'answers', 'done_at'])
    .select(['released_reason', 'released_at'])
    .select([
      photosAt('vehicle_check_id', 'vehicle_checks.id').as('photos'),
      sql<string | null>`drivers.first_name || ' ' || drivers.last_name`.as('driver_name'),
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('released_by'),
    ])

type Narrowing = z.output<typeof api.vehicleChecks.export.query>

const found = (db: Kysely<DB>, scope: Scope, { search, filter = {} }: Narrowing) => {
  const { region, vehicle, driver, trip, result, date_range } = filter
  let rows = select(db, scope).where(
    matches(search, ['checklist_name', 'vehicle_number', 'drivers.first_name', 'drivers.last_name']),
  )
  if (region !== undefined) rows = rows.where(sql<boolean>`zones.region_id = any(${region}::int[])`)
  if (vehicle !== undefined) rows = rows.where(sql<boolean>`vehicle_checks.vehicle_id = any(${vehicle}::int[])`)
  if (driver !== undefined) rows = rows.where(sql<boolean>`vehicle_checks.driver_id = any(${driver}::int[])`)
  if (trip !== undefined) rows = rows.where(sql<boolean>`vehicle_checks.trip_id = any(${trip}::int[])`)
  if (result !== undefined) rows = rows.where(sql<boolean>`result = any(${result}::text[])`)
  if (date_range !== undefined)
    rows = rows.where('done_at', '>=', new Date(date_range[0])).where('done_at', '<', new Date(date_range[1]))
  return rows
}

export const listChecks = (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.vehicleChecks.list.query>) =>
  listed(found(db, scope, query), query, byValue(ID, 'done_at'), sql.ref(ID))

/** After the one with this id, the oldest first. */
export const checksAfter = (
  db: Kysely<DB>,
  scope: Scope,
  narrowing: Narrowing,
  { id, limit }: { id: number; limit: number },
) => found(db, scope, narrowing).where(ID, '>', id).orderBy(ID).limit(limit).execute()

export const findCheck = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where(ID, '=', id).executeTakeFirst()

const checklists = (db: Kysely<DB>) =>
  db
    .selectFrom('vehicle_checklists')
    .select(['id', 'name', 'moment', 'enabled', 'vehicle_ids', 'items', 'created_at', 'updated_at', 'version'])

export const listChecklists = (db: Kysely<DB>, query: z.output<typeof api.vehicleChecklists.list.query>) =>
  listed(checklists(db).where(matches(query.search, ['name'])), query, {
    ...byText('name', 'moment'),
    ...byValue('id'),
  })

export const findChecklist = (db: Kysely<DB>, id: number) => checklists(db).where('id', '=', id).executeTakeFirst()

export const lockChecklist = (db: Kysely<DB>, id: number) =>
  checklists(db).where('id', '=', id).forUpdate().executeTakeFirst()
