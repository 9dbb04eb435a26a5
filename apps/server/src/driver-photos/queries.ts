import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ShownPhoto } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

export type Place = 'vehicle_note_id' | 'vehicle_check_id'

/** SQL: the photos of a note or check that have come, also those removed since, in the order in which they were named. */
export const photosAt = (place: Place, id: 'vehicle_notes.id' | 'vehicle_checks.id'): RawBuilder<ShownPhoto[]> =>
  sql<ShownPhoto[]>`coalesce((select jsonb_agg(
    jsonb_build_object('id', p.id, 'item', p.item, 'subject', p.subject, 'taken_at', p.taken_at,
      'removed_at', p.removed_at, 'removed_reason', p.removed_reason) order by p.place, p.id)
    from driver_photos p where ${sql.ref(`p.${place}`)} = ${sql.ref(id)} and p.media_type is not null), '[]')`

/** One of them; undefined: it is not there, was removed, or is of something else. */
export const findPhoto = async (db: Kysely<DB>, place: Place, id: number, photo: string) => {
  const found = await db
    .selectFrom('driver_photos')
    .where('id', '=', photo)
    .where(place, '=', id)
    .select(['media_type', 'content'])
    .executeTakeFirst()
  if (found === undefined || found.content === null || found.media_type === null) return undefined
  return { media_type: found.media_type, content: found.content }
}
