import type { PushServer } from '@ambit/phone-push'
import type {
  Deed,
  DriverActionAnswer,
  DriverActionKind,
  DriverSession,
  IncidentKind,
  QuickReplies,
  Trip,
  TripManifest,
  WalkOnFit,
} from '@ambit/contract'
import type { DeedRefusal, WalkOn } from '@ambit/domain'
import type { Fix } from './fix.ts'
import type { StopTask } from './task.ts'
import type { Along } from './way.ts'

/** What the device holds. Each change makes a new object; parts that did not change stay the same. */
export type DeviceState = {
  /** `reading`: what is kept is being read. `pin`: the session has ended in a running trip, the PIN alone is asked */
  step: 'reading' | 'signed_out' | 'pin' | 'signed_in'
  /** nobody has signed in on this device, as far as is kept */
  is_new: boolean
  /** the username of the last sign-in, unless the device is shared */
  username: string
  driver: DriverSession['driver'] | null
  dispatch_phone: string | null
  /** that is dialled while there is no signal for data */
  emergency_number: string
  /** what the region's drivers write with one tap, by language; without: the product's */
  quick_replies: QuickReplies
  /** the app is too old to sign on to a trip */
  outdated: boolean
  /** the driver's own trips as last read; null: never */
  trips: { list: Trip[]; read_at: number } | null
  /** the trip that is open on this device */
  open: OpenTrip | null
  sending: Sending
  /** help that the driver has called for, until that is closed */
  emergency: ShownEmergency | null
  /** where the vehicle is while it drives the trip that is open; null: that is not known */
  place: Place | null
  /** the device is not allowed to tell where it is */
  place_refused: boolean
  /** when nobody saw where the vehicle was, ms, until the driver confirms it; null: never, or confirmed */
  unseen: { from: number; to: number } | null
  /** the battery is below a fifth, and does not charge */
  battery_low: boolean
  /** by how much the device's clock is behind the server's, ms; as the app tells the time everywhere */
  clock_offset_ms: number
}

/** `along`: on the way to the stop ahead; null: none is known. `bearing`: the last that was known. */
export type Place = Fix & { along: Along | null }

export type ShownEmergency = {
  /** when the driver called, ms */
  at: number
  standing: 'not_sent' | 'sent' | 'seen' | 'resolved'
  /** who has seen it; null: that is not known */
  seen_by: string | null
}

export type OpenTrip = {
  /** as the server told it last, with the driver's actions since then applied */
  manifest: TripManifest
  /** when the server told it, ms */
  read_at: number
  /** what can be taken back, newest first */
  takeBacks: TakeBack[]
  /** what came out otherwise than it was done, until the driver confirms it */
  outcomes: DriverActionAnswer[]
  /** notes that were changed, by booking and end, until the driver confirms each */
  new_notes: string[]
  /** what dispatch or planning changed ahead, until the driver confirms it */
  changes: PlanChange[]
  /** what the driver and dispatch said, in order; before the first signal only what is not sent */
  thread: ThreadLine[]
  /** another device of the driver has it: it is only shown here */
  elsewhere: boolean
  /** how far the vehicle came with this device, metres; null: the device never knew where it was */
  driven_m: number | null
}

/** Who did not book, and where they get off. */
export type WalkOnParty = Omit<WalkOn, 'kind'>

/** One message of the thread. */
export type ThreadLine = {
  uuid: string
  /** as the server numbers it; null: it is not sent */
  id: number | null
  from: 'driver' | 'dispatch'
  text: string
  /** answers that are offered, with one tap each */
  buttons: string[]
  /** ms */
  written_at: number
  standing: 'not_sent' | 'sent' | 'delivered' | 'read'
}

/** A photo as it is kept and sent, or why it is not. */
export type KeptPicture = { id: string; picture: Blob } | { refused: 'unreadable' | 'no_room' | 'failed' }

export type TakeBack = { id: string; kind: DriverActionKind; at: number; about: string }

/** One line of the card of what changed in the next stops, by their names. */
export type PlanChange =
  /** `task`: what an older app kept has none */
  | { kind: 'added' | 'removed' | 'moved'; stop: string; before: string | null; task?: StopTask }
  | { kind: 'later' | 'earlier'; stop: string; minutes: number }
  | { kind: 'given_away' }

export type Sending = {
  /** actions and messages that the server does not have yet */
  unsent: number
  /** when the oldest of them was done, ms */
  unsent_since: number | null
  /** since when the server has not answered, ms; null: it answered last time */
  silent_since: number | null
  /** the last answer of the server, ms */
  answered_at: number | null
}

/** `offline`: signing in needs a signal. `throttled`: not before so many seconds */
export type SignInRefusal =
  | { reason: 'wrong' }
  | { reason: 'offline' }
  | { reason: 'throttled'; seconds: number }
  | { reason: 'failed'; detail: string }

/**
 * A driver's phone or tablet. What is done is stored before a promise resolves, and sent when there is a signal: killing
 * the app at any moment loses nothing.
 */
export type Device = {
  state: () => DeviceState
  /** the server's time as the device knows it, also after its clock was set, ms */
  now: () => number
  /** Calls the listener after each change; answers with what ends that. */
  subscribe: (listener: () => void) => () => void
  /** In a demo on its user's own machine, who may be tried; none elsewhere. */
  demoDrivers: () => Promise<{ username: string; pin: string }[]>
  /** null: signed in */
  signIn: (input: { username: string; pin: string; shared: boolean }) => Promise<SignInRefusal | null>
  /** The PIN alone, after the session ended in a running trip. */
  confirmPin: (pin: string) => Promise<SignInRefusal | null>
  /** Where pushes to this browser are asked for. */
  pushes: PushServer
  /** Deletes passengers' details; what is not sent stays, and is sent after the next sign-in. */
  signOut: () => Promise<void>
  /** Reads the driver's trips. False: there is no signal, the kept ones stand. */
  readTrips: () => Promise<boolean>
  /** Takes a trip along. False: there is no signal, and the device does not hold it. */
  openTrip: (id: number) => Promise<boolean>
  /** Takes the open trip over from another device. False: there is no signal. */
  takeOver: () => Promise<boolean>
  /** Back to the list; only before sign-on, after the end, and where another device has it. */
  closeTrip: () => Promise<void>
  /** Writes down what was done and shows it. A refusal, by the rules that the server has as well, stores nothing. */
  did: (...deeds: Deed[]) => Promise<DeedRefusal | null>
  /** Whether passengers who did not book fit into the open trip; null: there is no signal to ask. */
  asksWalkOn: (party: WalkOnParty) => Promise<WalkOnFit | null>
  /** The driver has read when nobody saw the vehicle. */
  confirmUnseen: () => void
  confirmOutcomes: () => Promise<void>
  confirmChanges: () => Promise<void>
  /** The driver has read a note that was changed, by its key in `new_notes`. */
  confirmNote: (key: string) => Promise<void>
  /** Writes to dispatch, also as an answer to one of its messages. */
  writeMessage: (text: string, answerTo?: number) => Promise<void>
  /** The driver has read this message of dispatch, or all of them. */
  readThread: (id?: number) => Promise<void>
  /** Calls dispatch for help, ahead of everything else that is not sent. */
  callForHelp: () => Promise<void>
  /** Keeps a picture, which an answer or a report may name. */
  keepPhoto: (taken: Blob) => Promise<KeptPicture>
  /** The driver does not want it after all. */
  dropPhoto: (id: string) => Promise<void>
  /** Reports an incident, with photos that are kept. */
  report: (kind: IncidentKind, note: string, photos: readonly string[]) => Promise<void>
  /** Takes the emergency off the screen, once the server has it. */
  closeEmergency: () => Promise<void>
  /** Tries to send and read at once; resolves when it is through, whether it came through or not. */
  wake: () => Promise<void>
  /** Ends timers and closes the database. */
  stop: () => Promise<void>
}
