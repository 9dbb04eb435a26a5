import { api } from '@ambit/contract'
import { SIGN_ON_EARLY_MINUTES } from '@ambit/domain'
import { type Core, isElsewhere, mayKeepDetails, openNow, setSession, show } from './core.ts'
import type { KeptSession } from './database.ts'
import { noteOf } from './notes.ts'
import { readManifest, type Read } from './reading.ts'
import { asPending, isOver, isRunning, pendingOf, readHeld, sealed, shownOf } from './trip-copy.ts'

/** A trip that was taken along may be opened without signal for so long. ms */
const TAKEN_ALONG_MS = 3_600_000
/** One that may be signed on to is taken along again after so long. ms */
const FRESH_MS = 10 * 60_000

/** Reads the driver's trips, without the doors that they go to. */
export const readTrips = async (core: Core): Promise<boolean> => {
  const { session } = core
  if (session === null) return false
  const answer = await core.calls.call(api.driver.trips)
  if (answer.kind !== 'answered') return false
  const list = answer.answer.data.map((trip) => ({ ...trip, next_trip_stop: null, latest_trip_monitor: null }))
  const read = { driver_id: session.driver.id, list, read_at: core.time.now() }
  await core.exclusively(async () => {
    if (isSignedIn(core, session)) await core.db.put('trips_read', read, 'list')
    await show(core)
  })
  return true
}

export const readTrip = (core: Core, id: number): Promise<Read> => {
  const { session } = core
  if (session === null) return Promise.resolve('refused')
  return readManifest(
    {
      db: core.db,
      calls: core.calls,
      exclusively: core.exclusively,
      driverId: session.driver.id,
      wanted: () => isSignedIn(core, session),
      now: core.time.now,
      mayKeep: () => mayKeepDetails(core),
      answers: () => core.answers,
    },
    id,
  )
}

/** Takes along what may be signed on to by now, so that it can be opened without signal. */
export const takeAlong = async (core: Core): Promise<void> => {
  const read = await core.db.get('trips_read', 'list')
  if (read === undefined || read.driver_id !== core.session?.driver.id) return
  const now = core.time.now()
  for (const { id, current_state, start_datetime } of read.list) {
    const over = current_state === 'completed' || current_state === 'cancelled'
    if (over || now < Date.parse(start_datetime) - SIGN_ON_EARLY_MINUTES * 60_000) continue
    const kept = await core.db.get('trips', id)
    if (kept !== undefined && now - kept.read_at < FRESH_MS) continue
    if ((await readTrip(core, id)) !== 'read') return
  }
}

/** With a signal as it is now; without one as it was taken along, within the hour or while it runs. */
export const openTrip = async (core: Core, id: number): Promise<boolean> => {
  const read = await readTrip(core, id)
  if (read !== 'read' && !(read === 'silent' && (await isTakenAlong(core, id)))) return false
  await core.exclusively(async () => {
    if (core.session !== null && core.session.token !== null) await setSession(core, { ...core.session, open: id })
    await show(core)
  })
  return true
}

/** Tells the server that the trip is open here, and hears where it is. False: there is no signal. */
export const openHere = async ({ calls, deviceId: device }: Core, id: number, take_over: boolean): Promise<boolean> => {
  const answer = await calls.call(api.driver.device, { params: { id }, body: { device, take_over } })
  return answer.kind === 'answered'
}

export const takeOver = async (core: Core): Promise<boolean> => {
  const id = core.session?.open ?? null
  if (id === null || !(await openHere(core, id, true)) || (await readTrip(core, id)) !== 'read') return false
  await core.exclusively(() => show(core))
  return true
}

const isSignedIn = ({ session }: Core, as: KeptSession): boolean =>
  session !== null && session.token !== null && session.driver.id === as.driver.id

const isTakenAlong = async ({ db, session, time }: Core, id: number): Promise<boolean> => {
  const held = await readHeld(db, id)
  if (held === null || held.kept.driver_id !== session?.driver.id || held.kept.given_away) return false
  const recent = time.now() - held.kept.read_at <= TAKEN_ALONG_MS
  return recent || isRunning(shownOf(held, asPending(await pendingOf(db, id))))
}

export const closeTrip = async (core: Core): Promise<void> => {
  const now = await openNow(core)
  if (now === null || core.session === null) return
  const { held, shown } = now
  if (isRunning(shown) && !held.kept.given_away && !isElsewhere(core, now)) return
  if (isOver(shown) || held.kept.given_away) {
    const stores = ['trips', 'keys', 'driven'] as const
    const tx = core.db.transaction(stores, 'readwrite')
    await Promise.all([...stores.map((store) => tx.objectStore(store).delete(held.kept.id)), tx.done])
  }
  await setSession(core, { ...core.session, open: null })
  await show(core)
}

/** The driver has read a note that was changed. */
export const confirmNote = async (core: Core, key: string): Promise<void> => {
  const now = await openNow(core)
  if (now === null || now.held.details === null) return
  const { kept, details } = now.held
  const text = noteOf(details.manifest, key)
  if (text === undefined) return
  const { bare: _, details: __, ...same } = kept
  const notes_seen = { ...details.notes_seen, [key]: text }
  await core.db.put('trips', (await sealed(core.db, same, { ...details, notes_seen }, true)).kept)
  await show(core)
}

/** A trip that was given away closes. */
export const confirmChanges = async (core: Core): Promise<void> => {
  const now = await openNow(core)
  if (now === null) return
  const { kept, details } = now.held
  if (kept.given_away) return closeTrip(core)
  if (details === null) return
  const { bare: _, details: __, ...same } = kept
  await core.db.put('trips', (await sealed(core.db, same, { ...details, changes: [] }, true)).kept)
  await show(core)
}
