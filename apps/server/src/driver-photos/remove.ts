import { sql, type Transaction } from 'kysely'
import { noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import { refuseHeld } from '../holds/queries.ts'
import { conflict, notFound } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import type { Place } from './queries.ts'

type Removal = {
  /** of the note or check at which it is removed */
  id: number
  photo: string
  vehicle_id: number
  reason: string
  now: Date
}

/**
 * Deletes a picture for good; the note and the check that show it tell when and why. Throws 404 for one that is not there
 * or is of something else, and 409 for one that is removed already or that a hold keeps.
 */
export const removePhoto = async (
  tx: Transaction<DB>,
  place: Place,
  { id, photo, vehicle_id, reason, now }: Removal,
): Promise<void> => {
  const found = await tx
    .selectFrom('driver_photos')
    .where('id', '=', photo)
    .where(place, '=', id)
    .where('media_type', 'is not', null)
    .select(['trip_id', 'subject', 'taken_at', 'removed_at', 'vehicle_note_id', 'vehicle_check_id', 'created_at'])
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  if (found.removed_at !== null) throw conflict('The photo has been removed already')
  const { trip_id, vehicle_note_id, vehicle_check_id, created_at } = found
  const kept = { vehicles: sql`${vehicle_id}`, trips: sql`${trip_id}`, at: sql`${created_at}::timestamptz` }
  await refuseHeld(tx, 'The photo', kept, now)
  await tx
    .updateTable('driver_photos')
    .set({ content: null, removed_at: now, removed_reason: reason })
    .where('id', '=', photo)
    .execute()
  await noteEvent(tx, {
    kind: 'access',
    record_kind: 'vehicles',
    record_id: String(vehicle_id),
    told: { photo_removed: found.subject, taken_at: found.taken_at, photo, reason },
    personal: ['reason'],
  })
  if (vehicle_note_id !== null) await recordChanged(tx, 'vehicle_notes', vehicle_note_id)
  if (vehicle_check_id !== null) await recordChanged(tx, 'vehicle_checks', vehicle_check_id)
}
