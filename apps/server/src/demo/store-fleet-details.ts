import type { Random } from '@ambit/random'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { demoStages, drawNotes } from './fleet-details.ts'

/** The fleet's custom fields, what its drivers check, and notes about some of its vehicles. */
export const storeFleetDetails = async (
  db: Kysely<DB>,
  vehicles: readonly { id: number }[],
  random: Random,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('schemas')
    .values({ entity: 'vehicle', version: 1, stages: JSON.stringify(demoStages), created_at: now })
    .execute()
  // The one that comes with the product.
  await db.updateTable('vehicle_checklists').set({ enabled: true, updated_at: now }).execute()
  const notes = drawNotes(random, vehicles.length)
  if (notes.length === 0) return
  await db
    .insertInto('vehicle_notes')
    .values(notes.map(({ vehicle, ...note }) => ({ ...note, vehicle_id: vehicles[vehicle]!.id, created_at: now }))) // drawn for these vehicles
    .execute()
}
