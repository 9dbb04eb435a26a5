import { api, type DriverAction, type Position } from '@ambit/contract'
import { stopAhead } from '@ambit/domain'
import { flatDistance } from '@ambit/geo'
import type { Calls } from './calls.ts'
import type { Core } from './core.ts'
import type { DeviceDatabase, KeptPosition } from './database.ts'
import type { OpenTrip } from './device.ts'
import type { Fix, Watch } from './fix.ts'
import { thinPositions, withRoom } from './room.ts'
import type { Signs } from './waking.ts'

/** Faster than walking: the vehicle is driving. m/s */
const MOVING_MPS = 2
/** So often a position is kept while the vehicle drives, and while it stands. ms */
const KEPT_MOVING_MS = 4000
const KEPT_STANDING_MS = 30_000
/** So often what is kept is sent. ms */
export const SENT_EVERY_MS = 8000
/** What is less certain is no place of a vehicle on a map. Metres */
const CERTAIN_M = 100
const MOST_AT_ONCE = 1000
/** About a day of driving. */
const MOST_KEPT = 20_000

export type Positions = {
  /** where the vehicle was last */
  last: () => DriverAction['position']
  send: () => Promise<void>
  /** The same as often as it has to be. */
  sendInTime: () => Promise<void>
  stop: () => Promise<void>
}

/** Keeps where the vehicle is from sign-on to the end of the trip, but for breaks, and sends it, oldest first. */
export const createPositions = (
  core: Core,
  watch: Watch,
  signs: Signs | null,
  followed: (fix: Fix | null) => void,
): Positions => {
  let ending: (() => void) | null = null
  let last: number | null = null
  /** the last that may move the vehicle on a map */
  let certain: Fix | null = null
  /** the position that is kept next is sent at once */
  let atOnce = false
  const line = createLine(core)
  const fixed = (fix: Fix): void => {
    if (fix.accuracy_m <= CERTAIN_M) followed(fix)
    const { steady } = core.time.read()
    const { open, driver, place_refused, battery_low } = core.store.get()
    if (place_refused) core.store.set({ place_refused: false })
    const moving = (fix.speed ?? 0) >= MOVING_MPS && !battery_low
    if (last !== null && steady - last < (moving ? KEPT_MOVING_MS : KEPT_STANDING_MS)) return
    if (open === null || driver === null || !isToBeSeen(open)) return
    last = steady
    line.keep({ trip_id: open.manifest.trip.id, driver_id: driver.id, fix }, metresTo(fix, certain))
    if (fix.accuracy_m <= CERTAIN_M) certain = fix
    if (atOnce) void line.send()
    atOnce = false
  }
  const follow = (): void => {
    const { open } = core.store.get()
    const wanted = open !== null && isRunning(open) && !open.elsewhere
    if (wanted && ending === null) ending = watch(fixed, () => core.store.set({ place_refused: true }))
    if (wanted || ending === null) return
    ending()
    ending = null
    last = null
    certain = null
    followed(null)
  }
  const returned = listenForAbsence(core, signs, (away) => {
    const { open } = core.store.get()
    if (open === null || !isToBeSeen(open)) return
    core.store.set({ unseen: away })
    last = null
    atOnce = true
  })
  const unsubscribe = core.store.subscribe(follow)
  follow()
  return {
    last: () => (certain === null ? null : { lat: certain.lat, lon: certain.lon, accuracy_m: certain.accuracy_m }),
    send: line.send,
    sendInTime: line.sendInTime,
    stop: async () => {
      unsubscribe()
      returned()
      ending?.()
      await line.stop()
    },
  }
}

/** How far the vehicle came since the last certain place, metres. */
const metresTo = (fix: Fix, before: Fix | null): number =>
  before === null || fix.accuracy_m > CERTAIN_M ? 0 : flatDistance([before.lon, before.lat], [fix.lon, fix.lat])

/** Stores one position after the other, and sends what is stored. */
const createLine = (core: Core) => {
  let storing: Promise<void> = Promise.resolve()
  let sending: Promise<void> | null = null
  let sentAt = -Infinity
  const store = async (before: Promise<void>, kept: Omit<KeptPosition, 'number'>, metres: number): Promise<void> => {
    await before
    try {
      await withRoom(core.db, core.spare, () => keep(core.db, kept))
      await goFurther(core.db, kept.trip_id, metres)
    } catch {
      // Where there is no room the vehicle goes on all the same.
    }
  }
  const send = (): Promise<void> => {
    sentAt = core.time.read().steady
    sending ??= storing
      .then(() => sendPositionsOf(core))
      .finally(() => {
        sending = null
      })
    return sending
  }
  return {
    keep: (position: Pick<KeptPosition, 'trip_id' | 'driver_id' | 'fix'>, metres: number): void => {
      storing = store(storing, { ...position, reading: core.time.read(), recorded: null }, metres)
    },
    send,
    /** A battery that runs low sends no more often than a vehicle that stands. */
    sendInTime: async (): Promise<void> => {
      const { battery_low } = core.store.get()
      if (!battery_low || core.time.read().steady - sentAt >= KEPT_STANDING_MS) await send()
    },
    stop: async (): Promise<void> => {
      await storing
      await sending
    },
  }
}

export const isRunning = ({ manifest: { trip } }: OpenTrip): boolean =>
  trip.current_state === 'live' || trip.current_state === 'in_transit'

/** Nobody is followed on a break, unless the region wants it. */
const isToBeSeen = (open: OpenTrip): boolean => {
  const here = stopAhead(open.manifest.trip)
  const onBreak = here !== null && here.kind === 'break' && here.arrived_at !== null
  return isRunning(open) && (!onBreak || open.manifest.rules.track_breaks === true)
}

const goFurther = async (db: DeviceDatabase, tripId: number, metres: number): Promise<void> => {
  const tx = db.transaction('driven', 'readwrite')
  await tx.store.put(((await tx.store.get(tripId)) ?? 0) + metres, tripId)
  await tx.done
}

/** Away for less is told by nobody. ms */
const LONG_AWAY_MS = 60_000

/** Tells of each time that the app was not in front, by the server's time; answers with what ends that. */
const listenForAbsence = (
  { time }: Pick<Core, 'time'>,
  signs: Signs | null,
  returned: (away: { from: number; to: number }) => void,
): (() => void) => {
  if (signs === null) return () => {}
  const { document } = signs
  let from: number | null = null
  const changed = (): void => {
    if (document.visibilityState !== 'visible') from ??= time.now()
    else if (from !== null) {
      const away = { from, to: time.now() }
      from = null
      if (away.to - away.from >= LONG_AWAY_MS) returned(away)
    }
  }
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** With too many, every second one of the older half goes. */
export const keep = async (
  db: DeviceDatabase,
  position: Omit<KeptPosition, 'number'>,
  most = MOST_KEPT,
): Promise<void> => {
  const tx = db.transaction('positions', 'readwrite')
  const added = tx.store.add(position as KeptPosition) // the database numbers it
  const [count] = await Promise.all([tx.store.count(), added, tx.done])
  if (count > most) await thinPositions(db)
}

const told = ({ fix, recorded }: KeptPosition): Position => ({
  latitude: fix.lat,
  longitude: fix.lon,
  bearing: fix.bearing ?? 0,
  speed: Math.min(fix.speed ?? 0, 100),
  recorded_at: new Date(recorded ?? 0).toISOString(),
  accuracy_m: Math.min(fix.accuracy_m, 1_000_000),
})

/** The oldest of one trip. Once it was sent a position keeps its time, by which the server knows it again. */
const nextBatch = async ({ db, time }: Core, owns: Owns): Promise<KeptPosition[]> => {
  const tx = db.transaction('positions', 'readwrite')
  const own = (await tx.store.getAll()).filter(owns)
  const batch = own.filter(({ trip_id }) => trip_id === own[0]?.trip_id).slice(0, MOST_AT_ONCE)
  const timed = batch.map((position) => ({
    ...position,
    recorded: position.recorded ?? Math.round(Math.min(time.at(position.reading), time.now())),
  }))
  await Promise.all([...timed.map((position) => tx.store.put(position)), tx.done])
  return timed
}

type Owns = (position: Pick<KeptPosition, 'driver_id' | 'trip_id'>) => boolean

const sendPositionsOf = async (core: Core): Promise<void> => {
  const { session } = core
  if (session === null || session.token === null) return
  const own = session.driver.id
  await sendPositions(core, core.calls, ({ driver_id }) => driver_id === own && core.session?.token === session.token)
}

/** Sends what is kept, oldest first, as long as the server takes it. */
export const sendPositions = async (core: Core, calls: Calls, owns: Owns): Promise<void> => {
  const { db } = core
  for (;;) {
    const batch = await withRoom(db, core.spare, () => nextBatch(core, owns))
    const [first] = batch
    if (first === undefined) return
    const input = { params: { id: first.trip_id }, body: { positions: batch.map(told) } }
    const answer = await calls.call(api.driver.positions, input)
    // What the server will never take is of no use; for all else it is tried again.
    const refused = answer.kind === 'refused' && (answer.error.status === 404 || answer.error.status === 422)
    if (answer.kind !== 'answered' && !refused) return
    const tx = db.transaction('positions', 'readwrite')
    await Promise.all([...batch.map(({ number }) => tx.store.delete(number)), tx.done])
  }
}
