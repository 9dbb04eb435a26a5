import { flatDistance } from '@ambit/geo'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMasks } from '../../auth/masks.ts'
import { placeRecords } from '../../records/places.ts'
import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { placeNotesQuery } from './queries.ts'
import { wizardStrings } from './strings.ts'
import { backData } from './way-back.ts'

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

/** The notes of both ways: as typed, else as known of the place; the way back has those of the way there at the other end. */
export const useStopNotes = (draft: BookingDraft): { there: NotesOfWay; back: NotesOfWay } => {
  const { bookingData, back } = draft
  const { origin, destination } = bookingData
  const home = backData(bookingData, back)
  const known = useKnown(draft, [origin, destination, home.origin, home.destination])
  const there = {
    pickup: typed(draft.pickup_note) ?? known(origin),
    dropoff: typed(draft.dropoff_note) ?? known(destination),
  }
  const other = (end: End, of: End, note: StopNote): StopNote =>
    end?.point.join() === of?.point.join() && note.text !== ''
      ? { text: note.text, from: note.from ?? words.fromThere }
      : known(end)
  return {
    there,
    back: {
      pickup: typed(back.pickup_note) ?? other(home.origin, destination, there.dropoff),
      dropoff: typed(back.dropoff_note) ?? other(home.destination, origin, there.pickup),
    },
  }
}

/** As they are sent. */
export const notesBody = ({ pickup, dropoff }: NotesOfWay) => ({
  pickup_note: pickup.text.trim() || null,
  dropoff_note: dropoff.text.trim() || null,
})
