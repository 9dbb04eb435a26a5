import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

type Naming = {
  ids: readonly string[]
  trip_id: number
  driver_id: number | null
  /** of the checklist; none: of an incident */
  item?: string
  /** the item of the checklist, or the incident, in words */
  subject: string
  vehicle_note_id?: number
  vehicle_check_id?: number
  now: Date
}

/**
 * Ties photos to the note and the check that name them, whether they have come or not. One of another driver or trip, and
 * one that is named already, stays as it is: what was done counts, with or without its photos.
 */
export const namePhotos = async (
  tx: Transaction<DB>,
  { ids, trip_id, driver_id, now, ...shown }: Naming,
): Promise<void> => {
  for (const [index, id] of ids.entries()) {
    const named = { ...shown, place: index + 1 }
    await tx
      .insertInto('driver_photos')
      .values({ id, trip_id, driver_id, ...named, created_at: now })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(named)
          .where('driver_photos.trip_id', '=', trip_id)
          .where('driver_photos.driver_id', 'is not distinct from', driver_id)
          .where('driver_photos.vehicle_note_id', 'is', null)
          .where('driver_photos.vehicle_check_id', 'is', null),
      )
      .execute()
  }
}
