import type { z } from 'zod'
import { api, type Deed, type DriverAction, type IncidentKind } from '@ambit/contract'
import type { DeedRefusal } from '@ambit/domain'
import { writeDown } from './actions.ts'
import { createConfirming } from './confirming.ts'
import { type Core, type DeviceOptions, forgetWhatIsOld, openCore, openNow, setSession, show } from './core.ts'
import type { Device, KeptPicture, SignInRefusal } from './device.ts'
import { closeEmergency, createEmergencies, keepEmergency } from './emergency.ts'
import { createFollowing } from './following.ts'
import { keepIncident } from './incidents.ts'
import { createLive } from './live.ts'
import { dropPhoto, keepPhoto, type Scale } from './photos.ts'
import { createPositions, SENT_EVERY_MS } from './positions.ts'
import { askSession, forgetDetails, signIn } from './sign-in.ts'
import { createStore } from './store.ts'
import { createSync } from './sync.ts'
import { keepMessage, openThread } from './thread.ts'
import { closeTrip, confirmChanges, confirmNote, openTrip, readTrips, takeOver } from './trips.ts'
import { createUnseen } from './unseen.ts'
import { listenForSigns } from './waking.ts'
import { asksWalkOn } from './walk-ons.ts'

/** What is not sent is tried again after so long, and the open trip is read. ms */
const EVERY_MS = 15_000
/** Help that a driver has called for, and a plan that is not confirmed, are looked at after so long. ms */
const LISTENED_EVERY_MS = 5000
/** A vehicle beside its way is looked at again after so long. ms */
const LOOKED_EVERY_MS = 1000

/** Shows what is kept, and begins what is done again and again. */
const begin = async (options: DeviceOptions, core: Core) => {
  const following = createFollowing(core)
  const positions = options.watch === null ? null : createPositions(core, options.watch, options.signs, following.fixed)
  const confirming = createConfirming(core)
  const unseen = createUnseen(core)
  const emergencies = createEmergencies(core, () => show(core))
  const sync = createSync(core, emergencies.send, async () => positions?.send())
  await core.exclusively(async () => {
    await forgetWhatIsOld(core)
    await show(core)
  })
  const wake = (): void => void sync()
  const live = options.follows ? createLive(core, wake) : null
  wake()
  const ends = [
    options.every(EVERY_MS, wake),
    options.every(LOOKED_EVERY_MS, following.look),
    options.every(LISTENED_EVERY_MS, () => {
      emergencies.look()
      confirming.look()
      unseen.look()
      live?.look()
    }),
    options.every(SENT_EVERY_MS, () => void positions?.sendInTime()),
    live === null ? null : core.store.subscribe(live.look),
    options.signs === null ? null : listenForSigns(options.signs, wake),
    live?.stop ?? null,
    options.power?.((battery_low) => core.store.set({ battery_low })) ?? null,
  ]
  return { core, sync, wake, ends, positions, emergencies }
}

/** Work that is told where the vehicle was last. */
const atPlace =
  (ready: Promise<Pick<Awaited<ReturnType<typeof begin>>, 'core' | 'positions'>>) =>
  <A extends unknown[], T>(work: (core: Core, position: DriverAction['position'], ...input: A) => Promise<T>) =>
  async (...input: A): Promise<T> => {
    const { core, positions } = await ready
    return core.exclusively(() => work(core, positions?.last() ?? null, ...input))
  }

export const createDevice = (options: DeviceOptions): Device => {
  const store = createStore()
  let opened: Core | null = null
  const ready = openCore(options, store).then((core) => {
    opened = core
    return begin(options, core)
  })
  const onCore =
    <A extends unknown[], T>(work: (core: Core, ...input: A) => Promise<T>) =>
    async (...input: A): Promise<T> =>
      work((await ready).core, ...input)
  const locally =
    <A extends unknown[], T>(work: (core: Core, ...input: A) => Promise<T>) =>
    async (...input: A): Promise<T> => {
      const { core } = await ready
      return core.exclusively(() => work(core, ...input))
    }
  const placed = atPlace(ready)
  const thenSync =
    <A extends unknown[], T>(work: (...input: A) => Promise<T>) =>
    async (...input: A): Promise<T> => {
      const outcome = await work(...input)
      ;(await ready).wake()
      return outcome
    }
  return {
    state: store.get,
    now: () => opened?.time.now() ?? options.clock.wall(),
    subscribe: store.subscribe,
    demoDrivers: onCore(demoDrivers),
    signIn: thenSync(onCore(enter)),
    confirmPin: thenSync(onCore(confirmPin)),
    pushes: { key: onCore(pushKey), save: onCore(savePush) },
    signOut: onCore(signOut),
    readTrips: thenSync(onCore(readTrips)),
    openTrip: onCore(openTrip),
    takeOver: onCore(takeOver),
    closeTrip: locally(closeTrip),
    did: thenSync(placed(did)),
    asksWalkOn: async (party) => ready.then(({ core, sync }) => asksWalkOn(core, party, sync)),
    confirmUnseen: () => store.set({ unseen: null }),
    confirmOutcomes: locally(confirmOutcomes),
    confirmChanges: locally(confirmChanges),
    confirmNote: locally(confirmNote),
    writeMessage: thenSync(locally(writeMessage)),
    readThread: thenSync(locally(readThread)),
    callForHelp: async () => {
      const { core, positions, emergencies } = await ready
      await core.exclusively(() => callForHelp(core, positions?.last() ?? null))
      emergencies.look()
    },
    keepPhoto: thenSync(onCore((core, taken: Blob) => takePhoto(core, options.scale, taken))),
    dropPhoto: thenSync(locally(removePhoto)),
    report: thenSync(placed(report)),
    closeEmergency: locally(closeHelp),
    wake: async () => (await ready).sync(),
    stop: async () => {
      const { core, sync, ends, positions } = await ready
      for (const end of ends) end?.()
      core.calls.stop()
      core.uploads.stop()
      await positions?.stop()
      await sync()
      await core.exclusively(async () => core.db.close())
    },
  }
}

const pushKey = async ({ calls, time }: Core) => (await askSession(calls, time))?.push_key ?? null

const savePush = async ({ calls }: Core, body: z.input<typeof api.driver.subscribe.body>): Promise<boolean> =>
  (await calls.call(api.driver.subscribe, { body })).kind === 'answered'

const demoDrivers = async ({ calls }: Core): Promise<{ username: string; pin: string }[]> => {
  const answer = await calls.call(api.settings.show)
  return answer.kind === 'answered' ? (answer.answer.data.local_demo?.drivers ?? []) : []
}

const enter = async (
  core: Core,
  input: { username: string; pin: string; shared: boolean },
): Promise<SignInRefusal | null> => {
  const { db, time, calls } = core
  const outcome = await signIn({ db, time, calls }, input)
  if ('reason' in outcome) return outcome
  await core.exclusively(async () => {
    await setSession(core, outcome.session)
    await show(core)
  })
  return null
}

const confirmPin = (core: Core, pin: string): Promise<SignInRefusal | null> => {
  const { username = '', shared = false } = core.session ?? {}
  return enter(core, { username, shared, pin })
}

const signOut = async (core: Core): Promise<void> => {
  const { calls, session } = core
  if (session === null) return
  // Without a signal the server's session ends by itself.
  if (session.token !== null) void calls.call(api.driver.signOut)
  calls.use(null)
  await core.exclusively(async () => {
    await forgetDetails(core.db, true)
    const username = session.shared ? '' : session.username
    await setSession(core, { ...session, username, token: null, open: null })
    core.thread = null
    await show(core)
  })
}

const did = async (core: Core, position: DriverAction['position'], ...deeds: Deed[]): Promise<DeedRefusal | null> => {
  const now = await openNow(core)
  if (now === null || core.session === null) return { code: 'not_signed_on' }
  const { db, time } = core
  const driverId = core.session.driver.id
  const writing = { db, time, held: now.held, driverId, position }
  const refusal = await writeDown(writing, deeds)
  if (refusal === null) await show(core)
  return refusal
}

const callForHelp = async (core: Core, position: DriverAction['position']): Promise<void> => {
  const now = await openNow(core)
  if (now === null) return
  await keepEmergency(core, now.shown.trip, position)
  await show(core)
}

const report = async (
  core: Core,
  position: DriverAction['position'],
  kind: IncidentKind,
  note: string,
  photos: readonly string[],
): Promise<void> => {
  const vehicle_id = (await openNow(core))?.shown.trip.vehicle_id ?? null
  await keepIncident(core, { kind, note, photos, vehicle_id, position })
  await show(core)
}

const takePhoto = async (core: Core, scale: Scale, taken: Blob): Promise<KeptPicture> => {
  const kept = await keepPhoto(core, scale, taken)
  await core.exclusively(() => show(core))
  return kept
}

const removePhoto = async (core: Core, id: string): Promise<void> => {
  await dropPhoto(core, id)
  await show(core)
}

const closeHelp = async (core: Core): Promise<void> => {
  await closeEmergency(core)
  await show(core)
}

const writeMessage = async (core: Core, text: string, answerTo?: number): Promise<void> => {
  await keepMessage(core, text, answerTo ?? null)
  if (answerTo !== undefined) openThread(core, answerTo)
  await show(core)
}

const readThread = async (core: Core, id?: number): Promise<void> => {
  openThread(core, id)
  await show(core)
}

const confirmOutcomes = async (core: Core): Promise<void> => {
  const tx = core.db.transaction('outcomes', 'readwrite')
  const own = (await tx.store.getAll()).filter(({ driver_id }) => driver_id === core.session?.driver.id)
  await Promise.all([...own.map(({ id }) => tx.store.delete(id)), tx.done])
  await show(core)
}
