import type { Place } from '@ambit/contract'
import type { StoredLeg, StoredNotes } from '../database/series-tables.ts'
import { canonical } from './canonical.ts'

export const NO_NOTES: StoredNotes = { pickup_note: null, dropoff_note: null }

/** What is stored of them. */
export const notesOf = (given: {
  pickup_note?: string | null | undefined
  dropoff_note?: string | null | undefined
}): StoredNotes => ({ pickup_note: given.pickup_note || null, dropoff_note: given.dropoff_note || null })

/** The notes of one way as it becomes: each goes with the place that it was written for. */
export const notesFor = (
  { legs, notes }: { legs: readonly StoredLeg[]; notes: readonly StoredNotes[] },
  way: StoredLeg,
  index: number,
): StoredNotes => {
  const { pickup_note, dropoff_note } = notes[index] ?? NO_NOTES
  const before = legs[index]
  const same = (one: Place | undefined, other: Place): boolean => canonical(one?.point) === canonical(other.point)
  return {
    pickup_note: same(before?.origin, way.origin) ? pickup_note : null,
    dropoff_note: same(before?.destination, way.destination) ? dropoff_note : null,
  }
}
