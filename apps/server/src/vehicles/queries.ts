import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { type api, completedKey, type VehicleInput } from '@ambit/contract'
import { byText, byValue, listed, matchesText } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, visibleCrew } from '../http/scope.ts'

type ListQuery = z.output<typeof api.vehicles.list.query>
type Narrowing = Pick<ListQuery, 'search' | 'filter'>

/** All columns except custom field values and the search text. */
const plain = [
  'id',
  'license_plate',
  'vehicle_number',
  'make',
  'model',
  'body_type',
  'year',
  'doors',
  'vin',
  'fuel_type',
  'transmission',
  'vendor',
  'color',
  'capacity',
  'mobility_capacity',
  'max_capacity',
  'seats_per_wheelchair',
  'takes',
  'status',
  'region_id',
  'created_at',
  'updated_at',
  'version',
] as const

const select = (db: Kysely<DB>) => db.selectFrom('vehicles').select(plain).select('extra_attributes')

const sortable = {
  ...byText('vehicle_number', 'license_plate', 'make', 'model', 'color', 'status'),
  ...byValue('capacity', 'mobility_capacity', 'doors', 'created_at'),
}

export const listVehicles = (db: Kysely<DB>, scope: Scope, query: ListQuery) => {
  const { stages } = query
  if (stages === undefined) return listed(narrowed(select(db), scope, query), query, sortable)
  // Values of other stages are left out when stages are requested; the completed stages are always answered.
  const asked = sql<Record<string, unknown>>`coalesce((select jsonb_object_agg(key, value)
    from jsonb_each(extra_attributes) where key = any(${stages}::text[]) or key like '%\\_completed'), '{}')`
  const found = db.selectFrom('vehicles').select(plain).select(asked.as('extra_attributes'))
  return listed(narrowed(found, scope, query), query, sortable)
}

type Narrowable<Q> = { where: (condition: RawBuilder<SqlBool>) => Q }
const narrowed = <Q extends Narrowable<Q>>(query: Q, scope: Scope, { search, filter }: Narrowing): Q => {
  const { status, id, vehicle_attributes } = filter ?? {}
  let found = query.where(visibleCrew(scope, 'vehicles')).where(matchesText(search))
  if (status !== undefined) found = found.where(sql<SqlBool>`status = any(${status}::text[])`)
  if (id !== undefined) found = found.where(sql<SqlBool>`id = any(${id}::int[])`)
  if (vehicle_attributes !== undefined && vehicle_attributes.length > 0)
    found = found.where(withAttributes(vehicle_attributes))
  return found
}

/** Values of one path are alternatives; different paths must all hold. */
const withAttributes = (pairs: readonly string[]): RawBuilder<SqlBool> => {
  const byPath = Map.groupBy(pairs, (pair) => pair.slice(0, pair.indexOf(':')))
  const conditions = [...byPath].map(([path, same]) => {
    const values = same.map((pair) => pair.slice(path.length + 1))
    return path === 'completed' ? completedAny(values) : holdsAny(path.split('.'), values)
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

const completedAny = (stages: readonly string[]): RawBuilder<SqlBool> => {
  const conditions = stages.map((stage) => sql`extra_attributes @> ${JSON.stringify({ [completedKey(stage)]: true })}`)
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** The value at the path is one of these, or an array that contains one of them. */
const holdsAny = (path: readonly string[], values: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(extra_attributes #>> ${path}::text[] = any(${values}::text[])
    or (extra_attributes #> ${path}::text[]) ?| ${values}::text[])`

/** The next vehicles after an id, in the order of ids, for reading the whole list in steps. */
export const vehiclesAfter = (
  db: Kysely<DB>,
  scope: Scope,
  narrowing: Narrowing,
  { id, limit }: { id: number; limit: number },
) => narrowed(select(db), scope, narrowing).where('id', '>', id).orderBy('id').limit(limit).execute()

export const findVehicle = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db).where('id', '=', id).where(visibleCrew(scope, 'vehicles')).executeTakeFirst()

export const lockVehicle = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db).where('id', '=', id).where(visibleCrew(scope, 'vehicles')).forUpdate().executeTakeFirst()

/** Plates and numbers, in lower case, that existing vehicles have. */
export const takenNames = async (
  db: Kysely<DB>,
  plates: readonly string[],
  numbers: readonly string[],
): Promise<{ plates: Set<string>; numbers: Set<string> }> => {
  const rows = await db
    .selectFrom('vehicles')
    .select([sql<string>`lower(license_plate)`.as('plate'), sql<string>`lower(vehicle_number)`.as('number')])
    .where(
      sql<SqlBool>`lower(license_plate) in (select lower(name) from unnest(${plates}::text[]) as name)
        or lower(vehicle_number) in (select lower(name) from unnest(${numbers}::text[]) as name)`,
    )
    .execute()
  return { plates: new Set(rows.map(({ plate }) => plate)), numbers: new Set(rows.map(({ number }) => number)) }
}

/** Inserts many rows as one JSON parameter: thousands of parameters take longer to parse than to store. */
export const insertVehicles = async (
  db: Kysely<DB>,
  vehicles: readonly VehicleInput[],
  now: Date,
): Promise<{ id: number; license_plate: string }[]> => {
  const { rows } = await sql<{ id: number; license_plate: string }>`
    insert into vehicles (license_plate, vehicle_number, make, model, body_type, year, doors, vin, fuel_type, transmission,
      vendor, color, capacity, mobility_capacity, max_capacity, seats_per_wheelchair, takes, status, extra_attributes, region_id,
      created_at, updated_at)
    select license_plate, vehicle_number, make, model, body_type, year, doors, vin, fuel_type, transmission,
      vendor, color, capacity, mobility_capacity, max_capacity, seats_per_wheelchair, takes, status, extra_attributes, region_id,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(vehicles)}::jsonb) as sent (license_plate text, vehicle_number text,
      make text, model text, body_type text, year integer, doors integer, vin text, fuel_type text, transmission text,
      vendor text, color text, capacity integer, mobility_capacity integer, max_capacity integer,
      seats_per_wheelchair integer, takes text[], status text, extra_attributes jsonb, region_id integer)
    on conflict do nothing returning id, license_plate`.execute(db)
  return rows
}
