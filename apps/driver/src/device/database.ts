import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type {
  Deed,
  DriverAction,
  DriverActionAnswer,
  DriverSession,
  Emergency,
  IncidentKind,
  QuickReplies,
  Trip,
  TripManifest,
} from '@ambit/contract'
import type { Done } from '@ambit/domain'
import type { Anchor, Reading } from './clock.ts'
import type { PlanChange } from './device.ts'
import type { Fix } from './fix.ts'
import type { SeenNotes } from './notes.ts'
import type { Pending } from './rebase.ts'

/** Who signed in last on this device. */
export type KeptSession = {
  username: string
  shared: boolean
  driver: DriverSession['driver']
  dispatch_phone: string | null
  emergency_number: string
  /** of the region; without: the product's */
  quick_replies: QuickReplies
  /** the server wants a newer app before it signs on */
  outdated: boolean
  /** null: the session has ended */
  token: string | null
  /** by the server's clock, ms */
  signed_in_at: number
  /** the trip that is open */
  open: number | null
}

/** An action that the server does not have yet. */
export type KeptAction = {
  /** given by the database, ascending */
  sequence: number
  id: string
  trip_id: number
  driver_id: number
  deed: Deed
  /** by the server's clock as it was known then, ms */
  happened: number
  /** what the device's clocks showed */
  reading: Reading
  /** the server has told its time since, and `happened` was corrected by it */
  settled: boolean
  position: DriverAction['position']
}

/** Where the vehicle was, which the server does not know yet. */
export type KeptPosition = {
  /** given by the database, ascending */
  number: number
  trip_id: number
  driver_id: number
  fix: Fix
  reading: Reading
  /** by the server's clock, ms; null: it was not sent yet */
  recorded: number | null
}

/** A trip that was taken along. */
export type KeptTrip = {
  id: number
  driver_id: number
  /** when the server told it, ms */
  read_at: number
  /** what the server's answer is known by; null: it has changed since */
  etag: string | null
  /** as the server told it last, without details of passengers */
  bare: TripManifest
  /** the same with details, encrypted; null: their key is destroyed */
  details: Sealed | null
  /** what the server has got since, and that is not in what it told */
  answered: Pending[]
  /** what was done before and can be taken back, oldest first */
  done: (Done & { at: number })[]
  /** the server knows it as another driver's */
  given_away: boolean
}

/** What is encrypted of a trip. `copy`: as it was shown before the server's last change of it, while actions were unsent. */
export type Details = {
  manifest: TripManifest
  copy: TripManifest['trip'] | null
  changes: PlanChange[]
  /** what an older app kept has none */
  notes_seen?: SeenNotes
}

export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** What came out otherwise than it was done. */
export type KeptOutcome = { id: string; driver_id: number; answer: DriverActionAnswer }

/** What the driver wrote to dispatch, and the server does not have yet. */
export type KeptMessage = {
  /** given by the database, ascending */
  sequence: number
  id: string
  trip_id: number
  driver_id: number
  text: string
  answer_to: number | null
  /** what the device's clocks showed when it was written */
  reading: Reading
}

/** The driver has called for help. */
export type KeptEmergency = {
  id: string
  trip_id: number
  driver_id: number
  position: DriverAction['position']
  /** bookings that were aboard */
  on_board: number[]
  reading: Reading
  /** as the server answered last; null: it does not have it yet */
  told: Emergency | null
}

/** What the driver reports, and the server does not have yet. */
export type KeptIncident = Pick<KeptEmergency, 'id' | 'trip_id' | 'driver_id' | 'position' | 'reading'> & {
  /** given by the database, ascending */
  sequence: number
  kind: IncidentKind
  note: string
  /** what an older app kept has none */
  photos?: readonly string[]
  /** that the trip had; what an older app kept has none */
  vehicle_id?: number | null
}

/** A photo that the server does not have yet; its picture is kept beside it, by the photo's id. */
export type KeptPhoto = Pick<KeptEmergency, 'id' | 'trip_id' | 'driver_id' | 'reading'> & {
  /** given by the database, ascending */
  sequence: number
}

/** What sends a trip's actions and positions after its driver has signed out here. */
export type KeptUpload = { trip_id: number; driver_id: number; token: string }

type Kept = DBSchema & {
  session: { key: 'last'; value: KeptSession }
  clock: { key: 'anchor'; value: Anchor }
  trips_read: { key: 'list'; value: { driver_id: number; list: Trip[]; read_at: number } }
  actions: { key: number; value: KeptAction }
  /** actions that the server cannot read, kept for those who look into it */
  aside: { key: string; value: KeptAction }
  positions: { key: number; value: KeptPosition }
  outcomes: { key: string; value: KeptOutcome }
  messages: { key: number; value: KeptMessage }
  emergency: { key: 'last'; value: KeptEmergency }
  incidents: { key: number; value: KeptIncident }
  photos: { key: number; value: KeptPhoto }
  /** JPEGs */
  pictures: { key: string; value: ArrayBuffer }
  uploads: { key: number; value: KeptUpload }
  /** by trip, how far the vehicle came, metres */
  driven: { key: number; value: number }
  /** what the server calls this device; the trip whose plan it knows as not confirmed, or whose phone as not allowed to tell its place */
  device: { key: 'id' | 'unconfirmed' | 'unseen'; value: string }
  trips: { key: number; value: KeptTrip }
  /** one for each trip; they cannot be read out */
  keys: { key: number; value: CryptoKey }
}
export type DeviceDatabase = IDBPDatabase<Kept>

/**
 * For what the driver is told is done. Browsers answer when the system has the data, which a crash of the app outlives and
 * a crash of the phone does not; with this they answer when it is on the disk, some milliseconds later. Whatever the server
 * can tell again, and positions, which come each second, do without.
 */
export const ON_DISK = { durability: 'strict' } as const satisfies IDBTransactionOptions

export const openDatabase = (name: string): Promise<DeviceDatabase> =>
  openDB<Kept>(name, 4, {
    upgrade: (db, before) => {
      if (before < 4) {
        db.createObjectStore('photos', { keyPath: 'sequence', autoIncrement: true })
        db.createObjectStore('pictures')
      }
      if (before < 3) db.createObjectStore('driven')
      if (before < 2) {
        db.createObjectStore('device')
        db.createObjectStore('uploads', { keyPath: 'trip_id' })
        db.createObjectStore('emergency')
        db.createObjectStore('incidents', { keyPath: 'sequence', autoIncrement: true })
      }
      if (before >= 1) return
      db.createObjectStore('session')
      db.createObjectStore('clock')
      db.createObjectStore('trips_read')
      db.createObjectStore('actions', { keyPath: 'sequence', autoIncrement: true })
      db.createObjectStore('positions', { keyPath: 'number', autoIncrement: true })
      db.createObjectStore('aside', { keyPath: 'id' })
      db.createObjectStore('outcomes', { keyPath: 'id' })
      db.createObjectStore('messages', { keyPath: 'sequence', autoIncrement: true })
      db.createObjectStore('trips', { keyPath: 'id' })
      db.createObjectStore('keys')
    },
  })
