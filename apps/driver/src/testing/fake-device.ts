import type { Deed, IncidentKind, WalkOnFit } from '@ambit/contract'
import { afterDeed, doneBy, refuseDeed } from '@ambit/domain'
import type {
  Device,
  DeviceState,
  KeptPicture,
  OpenTrip,
  SignInRefusal,
  TakeBack,
  ThreadLine,
} from '../device/device.ts'
import { NOON, sampleTrip } from './sample-trip.ts'

export type FakeDevice = Device & {
  /** what was done, oldest first */
  deeds: Deed[]
  /** what sign-ins asked for, without the PIN */
  signIns: { username: string; shared: boolean }[]
  /** what was reported */
  reported: { kind: IncidentKind; note: string; photos?: readonly string[] }[]
  /** what becomes of the next photo; null: it is kept */
  photoRefused: 'unreadable' | 'no_room' | 'failed' | null
  /** what was written to dispatch */
  written: { text: string; answerTo: number | null }[]
  /** what the server says to walk-on passengers; null: there is no signal */
  fit: WalkOnFit | null
  set: (change: Partial<DeviceState>) => void
  setOpen: (change: Partial<OpenTrip>) => void
  refuseSignIn: (refusal: SignInRefusal | null) => void
  /** the app's time, ms */
  setNow: (now: number) => void
}

const signedOut: DeviceState = {
  step: 'signed_out',
  is_new: false,
  username: '',
  driver: null,
  dispatch_phone: null,
  emergency_number: '000',
  quick_replies: {},
  outdated: false,
  trips: null,
  open: null,
  sending: { unsent: 0, unsent_since: null, silent_since: null, answered_at: NOON },
  emergency: null,
  place: null,
  place_refused: false,
  unseen: null,
  battery_low: false,
  clock_offset_ms: 0,
}

/** On the road with this trip. */
export const openOf = (manifest: OpenTrip['manifest']): OpenTrip => ({
  manifest,
  read_at: NOON,
  takeBacks: [],
  outcomes: [],
  changes: [],
  new_notes: [],
  thread: [],
  elsewhere: false,
  driven_m: null,
})

/** A device that keeps nothing and has no server: what is done is applied by the rules that the real one has. */
export const createFakeDevice = (initial: Partial<DeviceState> = {}): FakeDevice => {
  let state: DeviceState = { ...signedOut, clock_offset_ms: NOON - Date.now(), ...initial }
  let refusal: SignInRefusal | null = null
  const listeners = new Set<() => void>()
  const set = (change: Partial<DeviceState>): true => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
    return true
  }
  const setOpen = (change: Partial<OpenTrip>): void => {
    if (state.open !== null) set({ open: { ...state.open, ...change } })
  }
  const done: ReturnType<typeof doneBy>[] = []
  const device: FakeDevice = {
    deeds: [],
    signIns: [],
    reported: [],
    written: [],
    fit: null,
    set,
    setOpen,
    setNow: (now) => set({ clock_offset_ms: now - Date.now() }),
    refuseSignIn: (why) => void (refusal = why),
    state: () => state,
    now: () => Date.now() + state.clock_offset_ms,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    signIn: async ({ username, shared }) => {
      device.signIns.push({ username, shared })
      if (refusal === null) set({ step: 'signed_in', driver: { id: 1, full_name: 'Priya Raman' } })
      return refusal
    },
    confirmPin: async () => {
      if (refusal === null) set({ step: 'signed_in' })
      return refusal
    },
    readTrips: async () => set({ trips: state.trips ?? oneTrip() }),
    openTrip: async () => state.open !== null,
    did: async (...deeds) => {
      for (const deed of deeds) {
        const { open } = state
        if (open === null) throw new Error('There is no trip')
        const { trip, rules } = open.manifest
        const now = device.now()
        const newest = done.at(-1) ?? null
        const refused = refuseDeed(trip, rules, deed, now, newest)
        if (refused !== null) return refused
        device.deeds.push(deed)
        const kept = doneBy(trip, deed, `action-${device.deeds.length}`)
        if (deed.kind === 'undo') done.pop()
        else if (kept !== null) done.push(kept)
        const after = afterDeed(trip, deed, now, newest)
        setOpen({ manifest: { ...open.manifest, trip: after }, takeBacks: takeBacksAfter(open, deed, kept?.id, now) })
      }
      return null
    },
    confirmOutcomes: async () => setOpen({ outcomes: [] }),
    confirmChanges: async () => setOpen({ changes: [] }),
    ...messagesOf(() => device, setOpen),
    ...safetyOf(() => device, set, setOpen),
    ...noServer,
  }
  return device
}

const messagesOf = (device: () => FakeDevice, setOpen: FakeDevice['setOpen']) => {
  const thread = () => device().state().open?.thread ?? []
  const readThread = async (id?: number) => setOpen({ thread: thread().map((line) => opened(line, id)) })
  const writeMessage = async (text: string, answerTo?: number) => {
    const { written } = device()
    written.push({ text, answerTo: answerTo ?? null })
    if (answerTo !== undefined) await readThread(answerTo)
    setOpen({ thread: [...thread(), unsentLine(`written-${written.length}`, text)] })
  }
  return { readThread, writeMessage }
}

const safetyOf = (device: () => FakeDevice, set: FakeDevice['set'], setOpen: FakeDevice['setOpen']) => ({
  asksWalkOn: async () => device().fit,
  confirmUnseen: () => {
    set({ unseen: null })
  },
  signOut: async () => set({ step: 'signed_out', open: null }),
  closeTrip: async () => set({ open: null }),
  takeOver: async () => {
    setOpen({ elsewhere: false })
    return true
  },
  callForHelp: async () => set({ emergency: { at: device().now(), standing: 'not_sent', seen_by: null } }),
  ...photosOf(device),
  report: async (kind: IncidentKind, note: string, photos: readonly string[]) =>
    void device().reported.push({ kind, note, ...(photos.length === 0 ? {} : { photos }) }),
  closeEmergency: async () => set({ emergency: null }),
  confirmNote: async (key: string) =>
    setOpen({ new_notes: (device().state().open?.new_notes ?? []).filter((one) => one !== key) }),
})

const photosOf = (device: () => FakeDevice) => {
  let taken = 0
  return {
    photoRefused: null,
    keepPhoto: async (picture: Blob): Promise<KeptPicture> => {
      const { photoRefused: refused } = device()
      if (refused !== null) return { refused }
      taken += 1
      return { id: `photo-${taken}`, picture }
    },
    dropPhoto: async () => {},
  }
}

const noServer = {
  demoDrivers: async () => [],
  wake: async () => {},
  stop: async () => {},
  pushes: { key: async () => 'BPushKey', save: async () => true },
}

const oneTrip = () => ({ list: [sampleTrip({ current_state: 'staged' })], read_at: NOON })

const unsentLine = (uuid: string, text: string): ThreadLine => ({
  uuid,
  id: null,
  from: 'driver',
  text,
  buttons: [],
  written_at: NOON,
  standing: 'not_sent',
})

const opened = (line: ThreadLine, id?: number): ThreadLine =>
  line.from === 'dispatch' && (id === undefined || line.id === id) ? { ...line, standing: 'read' } : line

const takeBacksAfter = ({ takeBacks, manifest }: OpenTrip, deed: Deed, id: string | null | undefined, now: number) => {
  if (deed.kind === 'undo') return takeBacks.slice(1)
  if (id == null) return takeBacks
  const about =
    'service_request_id' in deed
      ? (manifest.bookings.find((one) => one.id === deed.service_request_id)?.name ?? '')
      : ''
  return [{ id, kind: deed.kind, at: now, about } satisfies TakeBack, ...takeBacks]
}
