import { api, type DriverAction, type Position } from '@ambit/contract'
import { stopAhead } from '@ambit/domain'
import type { Calls } from './calls.ts'
import type { Core } from './core.ts'
import type { DeviceDatabase, KeptPosition } from './database.ts'
import type { OpenTrip } from './device.ts'
import type { Fix, Watch } from './fix.ts'

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
  stop: () => Promise<void>
}

/** Keeps where the vehicle is from sign-on to the end of the trip, but for breaks, and sends it, oldest first. */
export const createPositions = (core: Core, watch: Watch, followed: (fix: Fix | null) => void): Positions => {
  let ending: (() => void) | null = null
  let last: (Fix & { steady: number }) | null = null
  let storing: Promise<void> = Promise.resolve()
  let sending: Promise<void> | null = null
  const fixed = (fix: Fix): void => {
    if (fix.accuracy_m <= CERTAIN_M) followed(fix)
    const { steady } = core.time.read()
    const moving = (fix.speed ?? 0) >= MOVING_MPS
    const wait = moving ? KEPT_MOVING_MS : KEPT_STANDING_MS
    if (fix.accuracy_m > CERTAIN_M || (last !== null && steady - last.steady < wait)) return
    const { open, driver } = core.store.get()
    if (open === null || driver === null || !isToBeSeen(open)) return
    last = { ...fix, steady }
    const kept = {
      trip_id: open.manifest.trip.id,
      driver_id: driver.id,
      fix,
      reading: core.time.read(),
      recorded: null,
    }
    storing = storing.then(() => keep(core.db, kept)).catch(() => undefined)
  }
  const follow = (): void => {
    const { open } = core.store.get()
    const wanted = open !== null && isRunning(open) && !open.elsewhere
    if (wanted && ending === null) ending = watch(fixed)
    if (wanted || ending === null) return
    ending()
    ending = null
    last = null
    followed(null)
  }
  const unsubscribe = core.store.subscribe(follow)
  follow()
  return {
    last: () => (last === null ? null : { lat: last.lat, lon: last.lon, accuracy_m: last.accuracy_m }),
    send: () => {
      sending ??= storing
        .then(() => send(core))
        .finally(() => {
          sending = null
        })
      return sending
    },
    stop: async () => {
      unsubscribe()
      ending?.()
      await storing
      await sending
    },
  }
}

const isRunning = ({ manifest: { trip } }: OpenTrip): boolean =>
  trip.current_state === 'live' || trip.current_state === 'in_transit'

/** Nobody is followed on a break. */
const isToBeSeen = (open: OpenTrip): boolean => {
  const here = stopAhead(open.manifest.trip)
  return isRunning(open) && !(here !== null && here.kind === 'break' && here.arrived_at !== null)
}

/** With too many, every second one of the older half goes. */
export const keep = async (
  db: DeviceDatabase,
  position: Omit<KeptPosition, 'number'>,
  most = MOST_KEPT,
): Promise<void> => {
  const tx = db.transaction('positions', 'readwrite')
  await tx.store.add(position as KeptPosition) // the database numbers it
  if ((await tx.store.count()) > most) {
    const numbers = await tx.store.getAllKeys()
    const older = numbers.slice(0, Math.ceil(numbers.length / 2))
    for (const number of older.filter((_, place) => place % 2 === 1)) await tx.store.delete(number)
  }
  await tx.done
}

const told = ({ fix, recorded }: KeptPosition): Position => ({
  latitude: fix.lat,
  longitude: fix.lon,
  bearing: fix.bearing ?? 0,
  speed: Math.min(fix.speed ?? 0, 100),
  recorded_at: new Date(recorded ?? 0).toISOString(),
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
  for (const position of timed) await tx.store.put(position)
  await tx.done
  return timed
}

type Owns = (position: Pick<KeptPosition, 'driver_id' | 'trip_id'>) => boolean

const send = async (core: Core): Promise<void> => {
  const { session } = core
  if (session === null || session.token === null) return
  const own = session.driver.id
  await sendPositions(core, core.calls, ({ driver_id }) => driver_id === own && core.session?.token === session.token)
}

/** Sends what is kept, oldest first, as long as the server takes it. */
export const sendPositions = async (core: Core, calls: Calls, owns: Owns): Promise<void> => {
  const { db } = core
  for (;;) {
    const batch = await nextBatch(core, owns)
    const [first] = batch
    if (first === undefined) return
    const input = { params: { id: first.trip_id }, body: { positions: batch.map(told) } }
    const answer = await calls.call(api.driver.positions, input)
    // What the server will never take is of no use; for all else it is tried again.
    const refused = answer.kind === 'refused' && (answer.error.status === 404 || answer.error.status === 422)
    if (answer.kind !== 'answered' && !refused) return
    const tx = db.transaction('positions', 'readwrite')
    for (const { number } of batch) await tx.store.delete(number)
    await tx.done
  }
}
