import { expect, test } from 'vitest'
import { newDraft, readDrafts } from './booking-draft.ts'

const morning = new Date('2026-11-20T08:00:00Z')
const draft = newDraft('one', { id: 7, handicapped: true }, 3, morning)
const after = (seconds: number): Date => new Date(morning.getTime() + seconds * 1000)

// covers: WIZ-79, WIZ-114
test('a draft booking is kept for three hours and then deleted', () => {
  const stored = JSON.stringify([draft])
  expect(readDrafts(stored, after(10_800))).toEqual([draft])
  expect(readDrafts(stored, after(10_801))).toEqual([])
})

test('invalid draft bookings in the browser’s storage are deleted, and valid ones are kept', () => {
  expect(readDrafts(JSON.stringify([{ uuid: 'old' }, draft, null]), after(60))).toEqual([draft])
  expect(readDrafts('not json', after(60))).toEqual([])
  expect(readDrafts('{}', after(60))).toEqual([])
  expect(readDrafts(null, after(60))).toEqual([])
})

// covers: WIZ-96, WIZ-97
test('a new booking is for one passenger, with a wheelchair space if the passenger needs mobility support', () => {
  expect(draft.bookingData).toMatchObject({ passengers: 1, mobility_support: 1, leaveNow: true })
  expect(newDraft('two', { id: 8, handicapped: false }, null, morning).bookingData.mobility_support).toBe(0)
})
