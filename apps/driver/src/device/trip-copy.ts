import type { ManifestBooking, TripManifest } from '@ambit/contract'
import { riderOf } from '@ambit/domain'
import type { DeviceDatabase, Details, KeptAction, KeptTrip } from './database.ts'
import { seal, unseal, withoutDetails } from './details.ts'
import type { OpenTrip, TakeBack } from './device.ts'
import { newNotes } from './notes.ts'
import { type Pending, type Rebased, rebased } from './rebase.ts'

/** As many actions are offered to take back. */
const MOST_TAKE_BACKS = 10

/** A trip that the device holds. `details`: null once their key is destroyed. */
export type Held = { kept: KeptTrip; details: Details | null }

export const readHeld = async (db: DeviceDatabase, id: number): Promise<Held | null> => {
  const kept = await db.get('trips', id)
  if (kept === undefined) return null
  return { kept, details: kept.details === null ? null : await unseal(db, id, kept.details) }
}

/** What is not known to be in the server's trip yet, in the order in which it was done. */
export const pendingOf = async (db: DeviceDatabase, tripId: number): Promise<KeptAction[]> =>
  (await db.getAll('actions')).filter(({ trip_id }) => trip_id === tripId)

export const asPending = (actions: readonly KeptAction[]): Pending[] =>
  actions.map(({ id, deed, happened }) => ({ id, deed, at: happened }))

/** The trip as it is with what was done since it was told. */
export const shownOf = ({ kept, details }: Held, pending: readonly Pending[]): Rebased => {
  const { trip, rules, walk_ons } = details?.manifest ?? kept.bare
  const base = { trip, rules, done: kept.done, copy: details?.copy ?? null, walk_ons }
  // Sent by two apps at once, an action may be among both.
  const answered = new Set(kept.answered.map(({ id }) => id))
  return rebased(base, [...kept.answered, ...pending.filter(({ id }) => !answered.has(id))])
}

export const isRunning = ({ trip }: Pick<Rebased, 'trip'>): boolean =>
  trip.current_state === 'live' || trip.current_state === 'in_transit'

export const isOver = ({ trip }: Pick<Rebased, 'trip'>): boolean =>
  trip.current_state === 'completed' || trip.current_state === 'cancelled'

/** Encrypts the details, unless they are to be forgotten. */
export const sealed = async (
  db: DeviceDatabase,
  kept: Omit<KeptTrip, 'bare' | 'details'>,
  details: Details,
  withDetails: boolean,
): Promise<Held> => {
  const bare = withoutDetails(details.manifest)
  if (!withDetails) return { kept: { ...kept, bare, details: null }, details: null }
  return { kept: { ...kept, bare, details: await seal(db, kept.id, details) }, details }
}

/** The open trip as screens see it. */
export const openTripOf = (
  held: Held,
  shown: Rebased,
  outcomes: OpenTrip['outcomes'],
): Omit<OpenTrip, 'thread' | 'elsewhere' | 'driven_m'> => {
  const manifest = held.details?.manifest ?? held.kept.bare
  return {
    manifest: { ...manifest, trip: shown.trip, bookings: [...manifest.bookings, ...walkOnsOf(manifest, shown)] },
    read_at: held.kept.read_at,
    takeBacks: takeBacksOf(shown),
    outcomes,
    new_notes: held.details === null ? [] : newNotes(manifest, held.details.notes_seen ?? {}),
    changes: held.kept.given_away ? [{ kind: 'given_away' }] : (held.details?.changes ?? []),
  }
}

/** What is known of walk-on passengers whom the server does not know yet. */
const walkOnsOf = ({ walk_on }: TripManifest, { trip }: Rebased): ManifestBooking[] => {
  const riders = trip.trip_stops.flatMap(({ boardings }) => boardings.filter(({ id }) => id < 0))
  if (walk_on == null) return []
  const { price, method, currency } = walk_on
  return riders.map(({ id, passenger_count }) => {
    const amount = Math.round(price * passenger_count * 100) / 100
    return {
      id,
      name: '',
      phone_number: null,
      adults: passenger_count,
      children: 0,
      concessions: 0,
      concession: null,
      due: {
        kind: amount === 0 ? 'free' : method === 'cash' ? method : 'transport_card',
        method,
        amount,
        currency,
      },
    }
  })
}

const takeBacksOf = ({ trip, done }: Rebased): TakeBack[] =>
  done
    .slice(-MOST_TAKE_BACKS)
    .toReversed()
    .map(({ id, kind, at, trip_stop_id, service_request_id }) => ({
      id: id ?? '',
      kind,
      at,
      about:
        service_request_id === null
          ? (trip.trip_stops.find((stop) => stop.id === trip_stop_id)?.location_name ?? '')
          : nameIn(trip, service_request_id),
    }))

const nameIn = (trip: TripManifest['trip'], bookingId: number): string => riderOf(trip, bookingId)?.traveler_name ?? ''
