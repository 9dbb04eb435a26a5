import type { api, PlaceChange, PlaceInput } from '@ambit/contract'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { byText, byValue, everyWord, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'

type Filters = Pick<z.output<typeof api.places.list.query>, 'filter' | 'search'>

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('places as p')
    .leftJoin('locations as l', 'l.id', 'p.location_id')
    .where(withinScope(scope, 'p.region_id'))
    .selectAll('p')
    .select(['l.name as location_name', 'l.longitude as stop_longitude', 'l.latitude as stop_latitude'])

type Row = Selectable<DB['places']> & {
  location_name: string | null
  stop_longitude: number | null
  stop_latitude: number | null
}

const pointOf = (longitude: number | null, latitude: number | null): [number, number] | null =>
  longitude === null || latitude === null ? null : [longitude, latitude]

const placeOf = ({
  longitude,
  latitude,
  entrance_longitude,
  entrance_latitude,
  stop_longitude,
  stop_latitude,
  ...row
}: Row) => {
  const point: [number, number] = [longitude, latitude]
  const entrance = pointOf(entrance_longitude, entrance_latitude)
  return { ...row, point, entrance, target: pointOf(stop_longitude, stop_latitude) ?? entrance ?? point }
}
export type PlaceRecord = ReturnType<typeof placeOf>

const found = (db: Kysely<DB>, scope: Scope, { filter, search }: Filters) => {
  const { region, id, category } = filter ?? {}
  const text = sql`p.name || ' ' || p.address || ' ' || array_to_string(p.other_names, ' ')`
  let rows = select(db, scope).where(everyWord(search, (pattern) => sql`(${text}) ilike ${pattern}`))
  if (region !== undefined) rows = rows.where(sql<boolean>`p.region_id = any(${region}::int[])`)
  if (id !== undefined) rows = rows.where(sql<boolean>`p.id = any(${id}::int[])`)
  if (category !== undefined) rows = rows.where(sql<boolean>`p.category = any(${category}::text[])`)
  return rows
}

export const listPlaces = async (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.places.list.query>) => {
  const sorts = { ...byText('p.name', 'p.address', 'p.category'), ...byValue('p.id', 'p.created_at', 'p.updated_at') }
  const { data, meta } = await listed(found(db, scope, query), query, sorts, sql.ref('p.id'))
  return { data: data.map(placeOf), meta }
}

/** So many with ids after one, in the order of the ids. */
export const placesAfter = async (db: Kysely<DB>, scope: Scope, filters: Filters, after: number, most: number) =>
  (await found(db, scope, filters).where('p.id', '>', after).orderBy('p.id').limit(most).execute()).map(placeOf)

export const findPlace = async (db: Kysely<DB>, scope: Scope, id: number): Promise<PlaceRecord | undefined> => {
  const row = await select(db, scope).where('p.id', '=', id).executeTakeFirst()
  return row && placeOf(row)
}

/** Of several regions, the first that was made. */
export const placeNamed = async (db: Kysely<DB>, scope: Scope, name: string): Promise<PlaceRecord | undefined> => {
  const row = await select(db, scope)
    .where(sql<boolean>`lower(p.name) = lower(${name})`)
    .orderBy('p.id')
    .executeTakeFirst()
  return row === undefined ? undefined : placeOf(row)
}

export const lockPlace = (tx: Transaction<DB>, scope: Scope, id: number) =>
  tx
    .selectFrom('places')
    .selectAll()
    .where('id', '=', id)
    .where(withinScope(scope, 'region_id'))
    .forUpdate()
    .executeTakeFirst()

/** Which of the names, in lower case, the region's place book has already. */
export const takenPlaces = async (
  db: Kysely<DB>,
  region: number,
  names: readonly string[],
  except: number | null = null,
) => {
  const rows = await db
    .selectFrom('places')
    .where('region_id', '=', region)
    .where(sql<boolean>`lower(name) = any(${names.map((name) => name.toLowerCase())}::text[])`)
    .where(sql<boolean>`id is distinct from ${except}::int`)
    .select(sql<string>`lower(name)`.as('name'))
    .execute()
  return new Set(rows.map(({ name }) => name))
}

export const countPlaces = async (db: Kysely<DB>, region: number): Promise<number> => {
  const { count } = await db
    .selectFrom('places')
    .where('region_id', '=', region)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether it is a stop of a zone of the region. */
export const isStopOf = async (db: Kysely<DB>, region: number, location: number): Promise<boolean> =>
  (await db
    .selectFrom('zone_stops as s')
    .innerJoin('zones as z', 'z.id', 's.zone_id')
    .where('z.region_id', '=', region)
    .where('s.location_id', '=', location)
    .select('s.id')
    .executeTakeFirst()) !== undefined

const pointColumns = ([longitude, latitude]: readonly [number, number]) => ({ longitude, latitude })
const entranceColumns = (entrance: readonly [number, number] | null) => ({
  entrance_longitude: entrance?.[0] ?? null,
  entrance_latitude: entrance?.[1] ?? null,
})
const hoursColumns = (hours: PlaceInput['hours']) => ({ hours: hours === null ? null : JSON.stringify(hours) })

export const insertPlace = async (
  tx: Transaction<DB>,
  { point, entrance, hours, ...fields }: PlaceInput,
  now: Date,
): Promise<number> => {
  const { id } = await tx
    .insertInto('places')
    .values({
      ...fields,
      ...pointColumns(point),
      ...entranceColumns(entrance),
      ...hoursColumns(hours),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores what is there of a change. A stop takes the place of an entrance, and the other way round. */
export const updatePlace = async (
  tx: Transaction<DB>,
  id: number,
  { point, entrance, location_id, hours, ...fields }: z.output<typeof PlaceChange>,
  now: Date,
): Promise<void> => {
  const set = {
    ...fields,
    ...(point === undefined ? {} : pointColumns(point)),
    ...(hours === undefined ? {} : hoursColumns(hours)),
    ...(location_id === undefined ? {} : { location_id }),
    ...(entrance === undefined ? {} : entranceColumns(entrance)),
    ...(entrance == null ? {} : { location_id: null }),
    ...(location_id == null ? {} : entranceColumns(null)),
    updated_at: now,
  }
  await tx.updateTable('places').set(set).where('id', '=', id).execute()
}
