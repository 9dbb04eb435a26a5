import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'

const select = (db: Kysely<DB>) => db.selectFrom('vehicles').selectAll()

const sortable = {
  ...byText('vehicle_number', 'license_plate', 'make', 'model', 'status'),
  ...byValue('capacity', 'created_at'),
}

export const listVehicles = (db: Kysely<DB>, query: z.output<typeof api.vehicles.list.query>) => {
  const { status, id } = query.filter ?? {}
  let found = select(db).where(matches(query.search, ['vehicle_number', 'license_plate', 'make', 'model']))
  if (status !== undefined) found = found.where(sql<boolean>`status = any(${status}::text[])`)
  if (id !== undefined) found = found.where(sql<boolean>`id = any(${id}::int[])`)
  return listed(found, query, sortable)
}

export const findVehicle = (db: Kysely<DB>, id: number) => select(db).where('id', '=', id).executeTakeFirst()

export const lockVehicle = (db: Kysely<DB>, id: number) =>
  select(db).where('id', '=', id).forUpdate().executeTakeFirst()
