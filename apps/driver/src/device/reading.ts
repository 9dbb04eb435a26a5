import { api, type TripManifest } from '@ambit/contract'
import { stopAhead } from '@ambit/domain'
import type { Calls } from './calls.ts'
import { changesBetween } from './changes.ts'
import type { DeviceDatabase, KeptAction, KeptTrip } from './database.ts'
import { seenWith } from './notes.ts'
import type { Pending, Rebased } from './rebase.ts'
import { asPending, type Held, isOver, isRunning, pendingOf, readHeld, sealed, shownOf } from './trip-copy.ts'

type Reading = {
  db: DeviceDatabase
  calls: Calls
  driverId: number
  /** the server's time, ms */
  now: () => number
  /** this driver is still signed in: what comes after sign-out is not kept */
  wanted: () => boolean
  /** details may be kept: the sign-in is not too long ago */
  mayKeep: () => boolean
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** how often answers to actions were stored: what was read before is older than they are */
  answers: () => number
}

/** `gone`: the server knows no such trip of this driver. */
export type Read = 'read' | 'gone' | 'refused' | 'silent'

/** Reads a trip of the driver as it is now, and keeps it with what is not sent on top. */
export const readManifest = async (reading: Reading, id: number): Promise<Read> => {
  const { db, calls, exclusively, answers } = reading
  for (;;) {
    const held = await readHeld(db, id)
    // Without details all has to be told again.
    const etag = held === null || held.details === null ? null : held.kept.etag
    const before = answers()
    const asked = reading.now()
    const answer = await calls.ifChanged(api.driver.manifest, etag, { params: { id } })
    if (answer.kind === 'silent') return 'silent'
    if (answer.kind === 'refused') {
      if (answer.error.status !== 404) return 'refused'
      await exclusively(() => giveAway(reading, id))
      return 'gone'
    }
    const stored = await exclusively(async () => {
      if (!reading.wanted()) return true
      if (answers() !== before) return false
      if (answer.answer === null) await stillSo(db, id, asked)
      else await keep(reading, answer.answer.told.data, { etag: answer.answer.etag, read_at: asked })
      return true
    })
    if (stored) return 'read'
  }
}

const stillSo = async (db: DeviceDatabase, id: number, read_at: number): Promise<void> => {
  const kept = await db.get('trips', id)
  if (kept !== undefined) await db.put('trips', { ...kept, read_at })
}

const keep = async (
  { db, driverId, mayKeep }: Reading,
  told: TripManifest,
  known: { etag: string | null; read_at: number },
): Promise<void> => {
  const held = await readHeld(db, told.trip.id)
  const unsent = await pendingOf(db, told.trip.id)
  const pending = asPending(unsent)
  const before = held === null ? null : shownOf(held, pending)
  const answered = before === null ? [] : whereItStands(told, before, held?.kept.answered ?? [])
  const copy = pending.length + answered.length === 0 ? null : (before?.trip ?? null)
  const manifest = { ...told, bookings: withThoseAboard(told, held, unsent) }
  const same = {
    id: told.trip.id,
    driver_id: driverId,
    ...known,
    given_away: false,
    answered,
    done: held === null ? [] : shownOf(held, []).done.filter(({ id }) => !answered.some((one) => one.id === id)),
  }
  const next: Held = { kept: { ...same, bare: told, details: null }, details: { manifest, copy, changes: [] } }
  const after = shownOf(next, pending)
  const found = before !== null && isRunning(before) ? changesBetween(before.trip, after.trip) : []
  const changes = [...(held?.details?.changes ?? []), ...found]
  const notes_seen = seenWith(told, held?.details?.notes_seen ?? {})
  const withDetails = mayKeep() && !isOver(after)
  const { kept } = await sealed(db, same, { manifest, copy, changes, notes_seen }, withDetails)
  await putTrip(db, kept)
}

/**
 * The arrival at a stop that has left the plan is kept as long as the vehicle stands there, unless the server has another
 * stop in its place, as it does where a passenger got in or out.
 */
const whereItStands = ({ trip }: TripManifest, before: Rebased, answered: readonly Pending[]): Pending[] => {
  const here = stopAhead(before.trip)
  if (here === null || here.arrived_at === null || stopAhead(trip)?.arrived_at != null) return []
  if (trip.trip_stops.some(({ id }) => id === here.id)) return []
  return answered.filter(({ deed }) => deed.kind === 'arrive' && deed.trip_stop_id === here.id)
}

/** Bookings that have left the trip, and whose passengers this driver has to do with meanwhile. */
const withThoseAboard = (told: TripManifest, held: Held | null, unsent: readonly KeptAction[]) => {
  const about = new Set(unsent.flatMap(({ deed }) => ('service_request_id' in deed ? [deed.service_request_id] : [])))
  const known = new Set(told.bookings.map(({ id }) => id))
  const before = held?.details?.manifest.bookings ?? []
  return [...told.bookings, ...before.filter(({ id }) => about.has(id) && !known.has(id))]
}

/** Without details their key goes as well. */
const putTrip = async (db: DeviceDatabase, kept: KeptTrip): Promise<void> => {
  const tx = db.transaction(['trips', 'keys'], 'readwrite')
  await Promise.all([
    tx.objectStore('trips').put(kept),
    kept.details === null && tx.objectStore('keys').delete(kept.id),
    tx.done,
  ])
}

/** Another driver drives it by now: what tells of its passengers goes at once. */
const giveAway = async ({ db, wanted }: Reading, id: number): Promise<void> => {
  const kept = await db.get('trips', id)
  if (kept !== undefined && wanted()) await putTrip(db, { ...kept, details: null, etag: null, given_away: true })
}
