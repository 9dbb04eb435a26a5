import type { z } from 'zod'
import { type api, type DriverPhotoInput, MOST_PHOTO_BYTES } from '@ambit/contract'
import { deedTime, deviceClockOf } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { cleanPhoto } from '../driver-photos/clean.ts'
import type { Actor } from '../http/bind.ts'
import { forbidden, notFound, tooLarge, tooMany, unsupportedType } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { isLongOver, requireDriven } from './require-own.ts'

type Driver = Extract<Actor, { kind: 'driver' }>
type Answer = z.output<typeof api.driver.photo.answer>

/** Of one driver in a day: far more than checks and incidents ask for. */
const MOST_A_DAY = 200
const DAY_MS = 24 * 3_600_000
/** A disk does not get room within minutes. */
const NO_ROOM_S = 600
const NO_ROOM = 'The disk of the server has little room left. The photo can be sent when there is more'

/**
 * Keeps a photo that a driver took, by the id that the device gave it: sent again it is answered as the first time.
 * Throws 404 for a trip or a photo of another driver, 413 above 2 MB, 415 for what is no JPEG, PNG or WebP, and 429 where
 * the driver has sent too many or the disk has no room for photos, with when to try again.
 */
export const receivePhoto = async (
  deps: Deps,
  { id: driver_id, upload_trip }: Pick<Driver, 'id' | 'upload_trip'>,
  { id, trip_id, content: base64, taken_at: told, ...clockTold }: z.output<typeof DriverPhotoInput>,
): Promise<Answer> => {
  const { db, clock, disk } = deps
  if (upload_trip !== null && upload_trip !== trip_id) throw forbidden('This token is for what was done on its trip')
  const trip = await requireDriven(db, trip_id, driver_id)
  const known = await db
    .selectFrom('driver_photos')
    .where('id', '=', id)
    .select(['driver_id', 'trip_id', 'media_type'])
    .executeTakeFirst()
  if (known !== undefined && (known.driver_id !== driver_id || known.trip_id !== trip_id)) throw notFound()
  if (known !== undefined && known.media_type !== null) return { data: { id, media_type: known.media_type } }
  const now = clock.now()
  if (isLongOver(trip, now)) throw notFound()
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MOST_PHOTO_BYTES) throw tooLarge('A photo may have at most 2 MB')
  const photo = cleanPhoto(bytes)
  if (photo === null) throw unsupportedType('A photo is a JPEG, PNG or WebP')
  if (disk.low()) throw tooMany(NO_ROOM_S, NO_ROOM)
  await requireFew(deps, driver_id)
  const [happened, received] = [Date.parse(told), now.getTime()]
  const { at } = deedTime({ ...deviceClockOf(clockTold), happened, received, notBefore: 0 })
  const kept = { ...photo, taken_at: new Date(at) }
  await db.transaction().execute(async (tx) => {
    const stored = await tx
      .insertInto('driver_photos')
      .values({ id, trip_id, driver_id, ...kept, created_at: now })
      // It was named before it came.
      .onConflict((conflict) => conflict.column('id').doUpdateSet(kept).where('driver_photos.media_type', 'is', null))
      .returning(['vehicle_note_id', 'vehicle_check_id'])
      .executeTakeFirst()
    if (stored === undefined) return
    const { vehicle_note_id, vehicle_check_id } = stored
    if (vehicle_note_id !== null) await recordChanged(tx, 'vehicle_notes', vehicle_note_id)
    if (vehicle_check_id !== null) await recordChanged(tx, 'vehicle_checks', vehicle_check_id)
  })
  return { data: { id, media_type: photo.media_type } }
}

const requireFew = async ({ db, clock }: Deps, driverId: number): Promise<void> => {
  const { count } = await db
    .selectFrom('driver_photos')
    .where('driver_id', '=', driverId)
    .where('created_at', '>', new Date(clock.now().getTime() - DAY_MS))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_A_DAY) throw tooMany(3600, `A driver may send at most ${MOST_A_DAY} photos a day`)
}
