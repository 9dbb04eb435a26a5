import { flatDistance } from '@ambit/geo'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMasks } from '../../auth/masks.ts'
import { placeRecords } from '../../records/places.ts'
import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { hasStops, legsOf } from './legs.ts'
import { placeNotesQuery } from './queries.ts'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.notes

/** `from`: where it was taken from; null: it was typed, or there is none. */
export type StopNote = { text: string; from: string | null }
export type NotesOfWay = { pickup: StopNote; dropoff: StopNote }

/** Addresses that were found apart are one place so near to each other. Metres */
const SAME_PLACE_M = 30

type End = BookingData['origin']
const NOTHING: StopNote = { text: '', from: null }

/** What is known of a place: by the passenger, else by the place book. */
const useKnown = (draft: BookingDraft, ends: readonly End[]): ((end: End) => StopNote) => {
  const masks = useMasks()
  const seen = !masks.has('place') && !masks.has('care')
  const ids = [...new Set(ends.flatMap((end) => end?.place_id ?? []))]
  const places = useQueries({
    queries: ids.map((id) => ({ ...placeRecords.one(id), enabled: !masks.has('place') })),
  }).flatMap(({ data }) => data ?? [])
  const own = useQuery({ ...placeNotesQuery(draft.travelerId), enabled: seen }).data ?? []
  return (end) => {
    if (end === null) return NOTHING
    const kept = own.find(({ point }) => flatDistance(point, end.point) <= SAME_PLACE_M)
    if (kept !== undefined) return { text: kept.note, from: words.fromPassenger(kept.name) }
    const place = places.find(({ id }) => id === end.place_id)
    return place === undefined || place.note === '' ? NOTHING : { text: place.note, from: words.fromBook(place.name) }
  }
}

const typed = (text: string | null): StopNote | null => (text === null ? null : { text, from: null })

/** The notes of all legs: as typed, else as at that place on an earlier leg, else as known of the place. */
export const useStopNotes = (draft: BookingDraft): { there: NotesOfWay; further: NotesOfWay[] } => {
  const [first, ...further] = legsOf(draft)
  const ends = [first, ...further].flatMap(({ data }) => [data.origin, data.destination])
  const known = useKnown(draft, ends)
  const there = {
    pickup: typed(first.pickup_note) ?? known(first.data.origin),
    dropoff: typed(first.dropoff_note) ?? known(first.data.destination),
  }
  const earlier = [
    { end: first.data.origin, note: there.pickup },
    { end: first.data.destination, note: there.dropoff },
  ]
  const fromThere = hasStops(draft) ? words.fromEarlier : words.fromThere
  const noteAt = (end: End, own: string | null): StopNote => {
    const same = earlier.find((one) => one.note.text !== '' && one.end?.point.join() === end?.point.join())
    const note = typed(own) ?? (same && { text: same.note.text, from: same.note.from ?? fromThere }) ?? known(end)
    earlier.push({ end, note })
    return note
  }
  return {
    there,
    further: further.map(({ data, pickup_note, dropoff_note }) => ({
      pickup: noteAt(data.origin, pickup_note),
      dropoff: noteAt(data.destination, dropoff_note),
    })),
  }
}

/** As they are sent. */
export const notesBody = ({ pickup, dropoff }: NotesOfWay) => ({
  pickup_note: pickup.text.trim() || null,
  dropoff_note: dropoff.text.trim() || null,
})
