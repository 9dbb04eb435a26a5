import { expect, test } from 'vitest'
import { newDraft } from '../booking-draft.ts'
import { firstMoments, onFirstDate, seriesAsked } from './series-request.ts'

const BRISBANE = 'Australia/Brisbane'
const begun = newDraft('one', { id: 7, handicapped: false }, null, new Date('2026-11-20T03:00:00Z'))
const [home, school] = [
  { name: 'Home', point: [153.1, -27.5] as [number, number] },
  { name: 'School', point: [153.2, -27.5] as [number, number] },
]
const draft = {
  ...begun,
  bookingData: {
    ...begun.bookingData,
    origin: home,
    destination: school,
    leaveNow: false,
    // eight in the morning of a Wednesday
    traveling_at: '2026-11-24T22:00:00.000Z',
  },
  repeat: {
    ...begun.repeat,
    form: { ...begun.repeat.form, choice: 'weekly' as const, weekdays: ['MO' as const] },
    left_out: ['2026-12-07'],
  },
}
const back = { ...draft.back, choice: 'timed' as const, traveling_at: '2026-11-25T05:00:00.000Z' }

test('a draft that repeats asks for its pattern, the travel date and a clock time for each way', () => {
  expect(seriesAsked({ ...draft, back }, back, BRISBANE)).toMatchObject({
    traveler_id: 7,
    pattern: { repeat: 'weekly', every: 1, weekdays: ['MO'] },
    starts_on: '2026-11-25',
    ends_on: null,
    ride_count: null,
    left_out: ['2026-12-07'],
    legs: [
      { time: '08:00', departing: true, origin: home, destination: school },
      { time: '15:00', departing: true, origin: school, destination: home },
    ],
  })
  expect(seriesAsked(begun, begun.back, BRISBANE)).toBeNull()
})

test('trips are looked for on the date of the first ride, each way at its clock time', () => {
  const asked = seriesAsked({ ...draft, back }, back, BRISBANE)
  if (asked === null) throw new Error('nothing is asked')
  expect(firstMoments(asked, '2026-11-25', BRISBANE)).toBeNull()
  const first = firstMoments(asked, '2026-11-30', BRISBANE)
  const sought = onFirstDate({ ...draft, back, repeat: { ...draft.repeat, first } })
  expect(sought.bookingData.traveling_at).toBe('2026-11-29T22:00:00.000Z')
  expect(sought.back.traveling_at).toBe('2026-11-30T05:00:00.000Z')
  const once = { ...draft.repeat, first, form: { ...draft.repeat.form, choice: 'none' as const } }
  expect(onFirstDate({ ...draft, repeat: once }).bookingData).toBe(draft.bookingData)
})
