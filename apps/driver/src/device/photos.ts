import { api } from '@ambit/contract'
import type { Answer, Calls } from './calls.ts'
import type { Core } from './core.ts'
import { type KeptPhoto, ON_DISK } from './database.ts'
import type { KeptPicture } from './device.ts'
import { unlessFull } from './room.ts'

/** Makes a picture as small as it is kept, without what says where it was taken; null: it cannot be read. */
export type Scale = (picture: Blob) => Promise<Blob | null>

/** Keeps a picture of the open trip until the server has it. It takes no room that positions need. */
export const keepPhoto = async (core: Core, scale: Scale, taken: Blob): Promise<KeptPicture> => {
  const reading = core.time.read()
  const picture = await scale(taken)
  if (picture === null) return { refused: 'unreadable' }
  const bytes = await picture.arrayBuffer()
  const id = crypto.randomUUID()
  const kept = await core.exclusively(() =>
    unlessFull(core.spare, async () => {
      const { session, db } = core
      if (session === null || session.open === null) return false
      const photo = { id, trip_id: session.open, driver_id: session.driver.id, reading }
      const tx = db.transaction(['photos', 'pictures'], 'readwrite', ON_DISK)
      await Promise.all([
        tx.objectStore('pictures').put(bytes, id),
        tx.objectStore('photos').add(photo as KeptPhoto), // the database numbers it
        tx.done,
      ])
      return true
    }),
  )
  if (kept === null) return { refused: 'no_room' }
  return kept ? { id, picture } : { refused: 'failed' }
}

const remove = async ({ db }: Core, { id, sequence }: KeptPhoto): Promise<void> => {
  const tx = db.transaction(['photos', 'pictures'], 'readwrite')
  await Promise.all([tx.objectStore('photos').delete(sequence), tx.objectStore('pictures').delete(id), tx.done])
}

/** The driver does not want it after all; what the server has by then goes there, since nothing names it. */
export const dropPhoto = async (core: Core, id: string): Promise<void> => {
  const photo = (await core.db.getAll('photos')).find((one) => one.id === id)
  if (photo !== undefined) await remove(core, photo)
}

/** The server takes nothing of a trip that ended more than a day ago; the app may wait for a signal for longer. ms */
const KEPT_MS = 8 * 24 * 3_600_000

/** Photos that did not come through for 8 days go from the device. */
export const forgetPhotos = async (core: Core): Promise<void> => {
  const { db, time } = core
  const oldest = time.now() - KEPT_MS
  for (const photo of await db.getAll('photos')) if (time.at(photo.reading) < oldest) await remove(core, photo)
}

/** When what is not sent was taken, ms. */
export const takenAt = async ({ db, session, time }: Core): Promise<number[]> =>
  (await db.getAll('photos'))
    .filter(({ driver_id }) => driver_id === session?.driver.id)
    .map(({ reading }) => time.at(reading))

/** What the server will never take: the action that names it goes without it. */
const NEVER: ReadonlySet<number> = new Set([404, 413, 415, 422])
/** A photo that the server refuses for now, or that a slow signal did not take, is left for so long at least. ms */
const LEFT_ALONE_MS = 120_000
/** A signal that takes longer for a photo is slow; what is left of photos after so long goes in the next round. ms */
const SLOW_MS = 5000

/**
 * Sends photos, the oldest first, before what names them. Where one does not come through, or photos take long, all else
 * goes without waiting for them.
 */
export const sendPhotos = async (
  core: Core,
  calls: Calls,
  owns: (photo: Pick<KeptPhoto, 'driver_id' | 'trip_id'>) => boolean,
): Promise<void> => {
  const { db, time } = core
  const began = time.read().steady
  if (began < core.photosFrom) return
  for (const photo of await db.getAll('photos')) {
    if (!owns(photo) || began < (core.photosRefusedUntil.get(photo.driver_id) ?? 0)) continue
    const from = time.read().steady
    if (from - began >= SLOW_MS) return
    const picture = await db.get('pictures', photo.id)
    if (picture !== undefined) {
      const answer = await calls.call(api.driver.photo, { body: told(core, photo, picture) })
      const never = answer.kind === 'refused' && NEVER.has(answer.error.status)
      if (answer.kind !== 'answered' && !never) return leaveAlone(core, photo, answer, from)
    }
    await remove(core, photo)
  }
}

/** After a photo that did not come through others wait, unless the signal was gone at once. `from`: when it was begun, ms. */
const leaveAlone = (
  core: Core,
  { driver_id }: KeptPhoto,
  answer: Exclude<Answer<unknown>, { kind: 'answered' }>,
  from: number,
): void => {
  const { steady } = core.time.read()
  if (answer.kind === 'silent') {
    if (answer.detail !== null || steady - from >= SLOW_MS) core.photosFrom = steady + LEFT_ALONE_MS
    return
  }
  const { status, retryAfter } = answer.error
  // The session has ended: after the next sign-in they go at once.
  if (status === 401) return
  core.photosRefusedUntil.set(driver_id, steady + Math.max(LEFT_ALONE_MS, (retryAfter ?? 0) * 1000))
}

const told = ({ time }: Core, { id, trip_id, reading }: KeptPhoto, picture: ArrayBuffer) => ({
  id,
  trip_id,
  ...time.stamp(),
  taken_at: new Date(time.at(reading)).toISOString(),
  content: base64(new Uint8Array(picture)),
})

/** so many bytes are as many arguments, which browsers limit */
const AT_ONCE = 0x8000

const base64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return btoa(text)
}
