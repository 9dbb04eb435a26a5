import type { ManifestBooking, TripManifest, TripStop } from '@ambit/contract'

const ends = ['pickup_note', 'dropoff_note'] as const
export type NoteEnd = (typeof ends)[number]

/** What of the notes the driver can have read, by booking and end; empty: that there was none. */
export type SeenNotes = Readonly<Record<string, string>>

export const noteKey = (bookingId: number, end: NoteEnd): string => `${bookingId} ${end}`

type Rider = TripStop['boardings'][number]

/** From when a booking is secured until its stop is done, the server tells its note, or that there is none. */
const isTold = ({ status }: Rider, end: NoteEnd): boolean =>
  status === 'secured' || (status === 'on_board' && end === 'dropoff_note')

/** Those of a manifest besides what was seen before; a note that differs from what was seen stays unseen. */
export const seenWith = ({ trip, bookings }: TripManifest, seen: SeenNotes): SeenNotes => {
  const riders = new Map(
    trip.trip_stops.flatMap(({ boardings, alightings }) => [...boardings, ...alightings]).map((one) => [one.id, one]),
  )
  const next: Record<string, string> = { ...seen }
  for (const booking of bookings) {
    const rider = riders.get(booking.id)
    if (rider === undefined) continue
    for (const end of ends) {
      const key = noteKey(booking.id, end)
      if (isTold(rider, end) && (next[key] === undefined || booking[end] === undefined)) next[key] = booking[end] ?? ''
    }
  }
  return next
}

/** Notes that were changed after the driver can have read them, by their keys. */
export const newNotes = ({ bookings }: TripManifest, seen: SeenNotes): string[] =>
  bookings.flatMap((booking) =>
    ends
      .filter((end) => booking[end] !== undefined)
      .map((end) => ({ key: noteKey(booking.id, end), text: booking[end] }))
      .filter(({ key, text }) => seen[key] !== undefined && seen[key] !== text)
      .map(({ key }) => key),
  )

export const noteOf = ({ bookings }: TripManifest, key: string): string | undefined =>
  bookings
    .flatMap((booking) => ends.map((end) => ({ key: noteKey(booking.id, end), text: booking[end] })))
    .find((note) => note.key === key)?.text

export const withoutNotes = (booking: ManifestBooking): ManifestBooking => {
  const { pickup_note: _, dropoff_note: __, ...rest } = booking
  return rest
}
