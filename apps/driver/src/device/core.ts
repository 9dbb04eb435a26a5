import { type Calls, createCalls } from './calls.ts'
import type { DeviceClock } from './clock.ts'
import { type DeviceDatabase, type KeptSession, openDatabase } from './database.ts'
import { reportedAt } from './incidents.ts'
import { KEYS_LAST_MS } from './details.ts'
import { shownEmergency } from './emergency.ts'
import { createServerTime, type ServerTime } from './server-time.ts'
import { forgetDetails } from './sign-in.ts'
import { forgetNotes } from './forget-notes.ts'
import type { Watch, WatchPower } from './fix.ts'
import { forgetPhotos, type Scale, takenAt } from './photos.ts'
import { type Spare, withRoom } from './room.ts'
import { createQueue, type Store } from './store.ts'
import { asPending, type Held, isRunning, openTripOf, pendingOf, readHeld, shownOf } from './trip-copy.ts'
import type { Rebased } from './rebase.ts'
import { type Thread, threadLines, writtenAt } from './thread.ts'
import type { Signs } from './waking.ts'

export type DeviceOptions = {
  /** scheme and host of the server, empty in a browser */
  origin: string
  /** of its database */
  name: string
  clock: DeviceClock
  fetch: typeof globalThis.fetch
  /** a call without an answer ends after so long, ms */
  deadline: number
  signs: Signs | null
  /** Does the work again and again; answers with what ends that. */
  every: (milliseconds: number, work: () => void) => () => void
  /** where the vehicle is; null: the device cannot tell */
  watch: Watch | null
  /** null: the device does not tell */
  power: WatchPower | null
  /** the server tells what is new, besides being asked again and again */
  follows: boolean
  scale: Scale
  /** what is kept beside the database and can be had again, such as tiles of the map */
  spare: Spare
}

/** What the parts of a device work with, once its database is open. */
export type Core = {
  db: DeviceDatabase
  time: ServerTime
  calls: Calls
  /** with the upload token of a trip, for what drivers left behind who have signed out */
  uploads: Calls
  /** made once for this device */
  deviceId: string
  store: Store
  spare: Spare
  /** One piece of work on what is kept after the other, with room made for it; waits for no server. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  session: KeptSession | null
  /** how often answers to actions were stored */
  answers: number
  /** by the clock that cannot be set: before then photos leave the signal to the rest, ms */
  photosFrom: number
  /** the same for those of a driver of whom the server refused one for now */
  photosRefusedUntil: Map<number, number>
  thread: Thread | null
}

export const openCore = async (options: DeviceOptions, store: Store): Promise<Core> => {
  const db = await openDatabase(options.name)
  const time = await createServerTime(db, options.clock, options.spare)
  const calls = createCalls({
    ...options,
    time,
    heard: (answered, at) => {
      const { sending } = store.get()
      const heard = answered
        ? { silent_since: null, answered_at: at }
        : { silent_since: sending.silent_since ?? at, answered_at: sending.answered_at }
      store.set({ sending: { ...sending, ...heard } })
    },
    ended: (token, why) => void core.exclusively(() => endSession(core, token, why)),
  })
  const uploads = createCalls({ ...options, time, heard: () => {}, ended: (token) => void endUpload(db, token) })
  const session = (await db.get('session', 'last')) ?? null
  const inTurn = createQueue()
  calls.use(session?.token ?? null)
  const core: Core = {
    db,
    time,
    calls,
    uploads,
    deviceId: await deviceIdIn(db),
    spare: options.spare,
    store,
    session,
    exclusively: (work) => inTurn(() => withRoom(db, options.spare, work)),
    answers: 0,
    photosFrom: 0,
    photosRefusedUntil: new Map(),
    thread: null,
  }
  return core
}

export const setSession = async (core: Core, session: KeptSession): Promise<void> => {
  await core.db.put('session', session, 'last')
  core.session = session
}

const deviceIdIn = async (db: DeviceDatabase): Promise<string> => {
  const kept = await db.get('device', 'id')
  if (kept !== undefined) return kept
  const made = crypto.randomUUID()
  await db.put('device', made, 'id')
  return made
}

const endUpload = async (db: DeviceDatabase, token: string): Promise<void> => {
  for (const kept of await db.getAll('uploads')) if (kept.token === token) await db.delete('uploads', kept.trip_id)
}

/**
 * The server does not take the token any more; what is kept stays. Where the session was ended there, as of a device
 * that was lost, passengers' details go.
 */
const endSession = async (core: Core, token: string, why: 'over' | 'revoked'): Promise<void> => {
  const { session } = core
  if (session === null || session.token !== token) return
  core.calls.use(null)
  if (why === 'revoked') await forgetDetails(core.db, false)
  await setSession(core, { ...session, token: null })
  await show(core)
}

export const mayKeepDetails = ({ session, time }: Core): boolean =>
  session !== null && time.now() < session.signed_in_at + KEYS_LAST_MS

/** Details last as long as a session does, notes as long as the service day, and photos for 8 days, with and without signal. */
export const forgetWhatIsOld = async (core: Core): Promise<void> => {
  if (!mayKeepDetails(core) && (await core.db.count('keys')) > 0) await forgetDetails(core.db, false)
  await forgetNotes(core.db, core.time.now())
  await forgetPhotos(core)
}

/** The trip that is open, with what was done on top. */
export const openNow = async ({ db, session }: Core): Promise<{ held: Held; shown: Rebased } | null> => {
  if (session === null || session.open === null) return null
  const held = await readHeld(db, session.open)
  return held === null ? null : { held, shown: shownOf(held, asPending(await pendingOf(db, session.open))) }
}

/** Another device of the driver has the trip, which runs. */
export const isElsewhere = ({ deviceId }: Core, { held, shown }: { held: Held; shown: Rebased }): boolean => {
  const { device } = held.kept.bare
  return device !== null && device !== deviceId && isRunning(shown)
}

/** `moments`: of what is not sent, ms */
const unsentSince = (moments: readonly number[]) => ({
  unsent: moments.length,
  unsent_since: moments.length === 0 ? null : Math.min(...moments),
})

/** Reaches help from every mobile phone, where a region's own number is not known. */
const EVERYWHERE = '112'

/** How far the vehicle came on the trip, metres; null: it is not known. */
const drivenOn = async (db: DeviceDatabase, tripId: number): Promise<number | null> => {
  const kept = await db.get('driven', tripId)
  return kept ?? null
}

/** Shows what is kept. */
export const show = async (core: Core): Promise<void> => {
  const { db, session, store, time } = core
  const now = await openNow(core)
  const signedIn = session !== null && session.token !== null
  const waiting = !signedIn && now !== null && isRunning(now.shown)
  const outcomes = (await db.getAll('outcomes')).filter(({ driver_id }) => driver_id === session?.driver.id)
  const actions = (await db.getAll('actions'))
    .filter(({ driver_id }) => driver_id === session?.driver.id)
    .map(({ happened }) => happened)
  const list = await db.get('trips_read', 'list')
  const known = session !== null && (signedIn || waiting)
  const offset = time.offset()
  store.set({
    step: signedIn ? 'signed_in' : waiting ? 'pin' : 'signed_out',
    is_new: session === null,
    username: session === null || session.shared ? '' : session.username,
    driver: known ? session.driver : null,
    dispatch_phone: known ? session.dispatch_phone : null,
    emergency_number: now?.held.kept.bare.emergency_number ?? session?.emergency_number ?? EVERYWHERE,
    quick_replies: session?.quick_replies ?? {},
    outdated: session?.outdated ?? false,
    emergency: await shownEmergency(core),
    trips:
      known && list !== undefined && list.driver_id === session.driver.id
        ? { list: list.list, read_at: list.read_at }
        : null,
    open:
      known && now !== null
        ? {
            ...openTripOf(
              now.held,
              now.shown,
              outcomes.map(({ answer }) => answer),
            ),
            thread: await threadLines(core),
            elsewhere: isElsewhere(core, now),
            driven_m: await drivenOn(db, now.held.kept.id),
          }
        : null,
    sending: {
      ...store.get().sending,
      ...unsentSince([...actions, ...(await writtenAt(core)), ...(await reportedAt(core)), ...(await takenAt(core))]),
    },
    // By less than this the clocks of a device differ from one reading to the next.
    ...(Math.abs(offset - store.get().clock_offset_ms) > 500 ? { clock_offset_ms: Math.round(offset) } : {}),
  })
}
