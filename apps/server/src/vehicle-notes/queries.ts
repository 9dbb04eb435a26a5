import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { photosAt } from '../driver-photos/queries.ts'
import { type Scope, visibleCrew } from '../http/scope.ts'

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('vehicle_notes')
    .leftJoin('users', 'users.id', 'vehicle_notes.created_by')
    .select([
      'vehicle_notes.id',
      'vehicle_id',
      'category',
      'subcategory',
      'details',
      'witness_details',
      'insurance_details',
      'vehicle_notes.created_at',
      photosAt('vehicle_note_id', 'vehicle_notes.id').as('photos'),
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('created_by_name'),
    ])

export const listVehicleNotes = (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.vehicleNotes.list.query>) => {
  const { vehicle, category } = query.filter ?? {}
  let found = select(db)
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .where(visibleCrew(scope, 'vehicles'))
    .where(matches(query.search, ['details', 'witness_details']))
  if (vehicle !== undefined) found = found.where(sql<boolean>`vehicle_id = any(${vehicle}::int[])`)
  if (category !== undefined) found = found.where(sql<boolean>`category = any(${category}::text[])`)
  return listed(found, query, byValue('vehicle_notes.id', 'vehicle_notes.created_at'), sql.ref('vehicle_notes.id'))
}

/** Does the caller see the vehicle that the note is about? */
export const isNoteVisible = async (db: Kysely<DB>, scope: Scope, id: number): Promise<boolean> =>
  (await db
    .selectFrom('vehicle_notes')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .where('vehicle_notes.id', '=', id)
    .where(visibleCrew(scope, 'vehicles'))
    .select('vehicle_notes.id')
    .executeTakeFirst()) !== undefined

export const findVehicleNote = (db: Kysely<DB>, id: number) =>
  select(db).where('vehicle_notes.id', '=', id).executeTakeFirst()
