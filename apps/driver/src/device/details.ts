import type { TripManifest, TripStop } from '@ambit/contract'
import type { Details, DeviceDatabase, Sealed } from './database.ts'
import { withoutNotes } from './notes.ts'

/** A trip's key lasts no longer after the sign-in. ms */
export const KEYS_LAST_MS = 16 * 3_600_000

const ALGORITHM = 'AES-GCM'

const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])

/** Encrypts details of a trip with its key, which is made where there is none. */
export const seal = async (db: DeviceDatabase, tripId: number, details: Details): Promise<Sealed> => {
  const key = (await db.get('keys', tripId)) ?? (await keepKey(db, tripId, await newKey()))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(details))
  return { iv, data: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, plain) }
}

/** Of two apps that are open at once the first one's key counts. */
const keepKey = async (db: DeviceDatabase, tripId: number, made: CryptoKey): Promise<CryptoKey> => {
  const tx = db.transaction('keys', 'readwrite')
  const key = (await tx.store.get(tripId)) ?? made
  if (key === made) await tx.store.put(made, tripId)
  await tx.done
  return key
}

/** null: the key is destroyed, or it is another one by now. */
export const unseal = async (db: DeviceDatabase, tripId: number, { iv, data }: Sealed): Promise<Details | null> => {
  const key = await db.get('keys', tripId)
  if (key === undefined) return null
  const plain = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, data).catch(() => null)
  return plain === null ? null : (JSON.parse(new TextDecoder().decode(plain)) as Details) // written by `seal` alone
}

/** About a kilometre, so that a place tells no door. */
const roughly = (degrees: number): number => Math.round(degrees * 100) / 100

const bareStop = (stop: TripStop): TripStop => {
  const unnamed = (riders: TripStop['boardings']): TripStop['boardings'] =>
    riders.map((rider) => ({ ...rider, traveler_name: '' }))
  return {
    ...stop,
    location_name: '',
    point: [roughly(stop.point[0]), roughly(stop.point[1])],
    boardings: unnamed(stop.boardings),
    alightings: unnamed(stop.alightings),
    leg: null,
  }
}

/** A trip without what tells who its passengers are and where they live. */
export const withoutDetails = ({ trip, bookings, ...manifest }: TripManifest): TripManifest => ({
  ...manifest,
  trip: {
    ...trip,
    next_trip_stop: trip.next_trip_stop === null ? null : { ...trip.next_trip_stop, location_name: '' },
    latest_trip_monitor: null,
    path: [],
    trip_stops: trip.trip_stops.map(bareStop),
  },
  bookings: bookings.map((booking) => ({
    ...withoutNotes(booking),
    name: '',
    phone_number: null,
    concession: null,
  })),
})
