import { api } from '@ambit/contract'
import { placedPng } from './photos.ts'
import type { Crew } from './small-town.ts'
import type { TestServer } from './server.ts'

/** What every photo of `photographed` is called. */
export const THEIR_PHOTO = '0195a1c2-7d4e-4b6f-8a3d-5e2f1c0b9a87'

/** A vehicle whose brakes failed, and a note on it, with a photo that both show; `words` are in each text. */
export const photographed = async (server: TestServer, crew: Crew, words: string) => {
  const { db, clock } = server.deps
  const { trip_id, vehicle_id, driver_id } = crew
  const now = clock.now()
  const label = { en: words, de: '', es: '' }
  const answer = {
    item: 'brakes',
    label: words,
    kind: 'pass_fail',
    critical: true,
    value: 'Not OK',
    failed: true,
    note: words,
  }
  const { id: check } = await db
    .insertInto('vehicle_checks')
    .values({
      trip_id,
      vehicle_id,
      checklist_name: words,
      moment: 'before',
      result: 'not_to_be_driven',
      failed_item: JSON.stringify(label),
      answers: JSON.stringify([answer]),
      done_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const body = { vehicle_id, category: 'comment' as const, details: words }
  const note = (await server.client('superadmin').call(api.vehicleNotes.create, { body })).data.id
  const shown = { vehicle_note_id: note, vehicle_check_id: check, item: 'brakes', subject: words, place: 1 }
  const photo = { id: THEIR_PHOTO, trip_id, driver_id, taken_at: now, created_at: now }
  await db
    .insertInto('driver_photos')
    .values({ ...photo, ...shown, media_type: 'image/png', content: placedPng() })
    .execute()
  return { check, note }
}
