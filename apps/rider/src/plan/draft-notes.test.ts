import { expect, test } from 'vitest'
import { sampleRide } from '../testing/samples.ts'
import { changed, draftOfChange, emptyDraft, notesOf } from './draft.ts'

const [there, here] = [
  { name: '1 Quay', point: [153, -27] as [number, number] },
  { name: '2 Quay', point: [153.1, -27] as [number, number] },
]
const draft = { ...emptyDraft(null), origin: here, destination: there, pickup_note: 'Gate', dropoff_note: 'Ward 3' }

test('a note that was entered goes with its place, and stays while anything else changes', () => {
  expect(changed(draft, { wheelchairs: 1 })).toMatchObject({ pickup_note: 'Gate', dropoff_note: 'Ward 3' })
  expect(changed(draft, { destination: here })).toMatchObject({ pickup_note: 'Gate', dropoff_note: null })
  expect(changed(draft, { origin: null })).toMatchObject({ pickup_note: null, dropoff_note: 'Ward 3' })
})

test('a note that was emptied is not filled again from the saved place', () => {
  const places = [{ id: 1, name: 'Quay', kind: 'other' as const, address: there, note: 'Side door' }]
  expect(notesOf({ ...draft, dropoff_note: null }, places).dropoff_note).toBe('Side door')
  expect(notesOf({ ...draft, dropoff_note: '' }, places).dropoff_note).toBe('')
})

test('aids that were chosen go with the one who rides, and stay while anything else changes', () => {
  const chosen = { ...draft, traveler: { id: 21, name: 'Elsa Old' }, aids: [5] }
  expect(changed(chosen, { wheelchairs: 1 }).aids).toEqual([5])
  expect(changed(chosen, { traveler: null }).aids).toBeNull()
  expect(changed(chosen, { traveler: { id: 22, name: null } }).aids).toBeNull()
})

test('a change of a ride begins with its notes and with what comes along', () => {
  const notes = { pickup_note: 'Gate', dropoff_note: null, aids: [5] }
  expect(draftOfChange(sampleRide(12), notes, emptyDraft(null))).toMatchObject(notes)
})
