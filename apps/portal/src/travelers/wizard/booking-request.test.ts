import { expect, test } from 'vitest'
import { newDraft } from '../booking-draft.ts'
import { missingFields, searchBody, withChange } from './booking-request.ts'

const now = new Date('2026-11-20T03:02:30Z')
const empty = newDraft('one', { id: 7, handicapped: true }, null, now)
const harbour = { name: '12 Harbour Street', point: [153.01, -27.47] as [number, number] }
const station = { name: 'Central Station', point: [153.03, -27.46] as [number, number] }
const filled = { ...empty, bookingData: { ...empty.bookingData, origin: harbour, destination: station } }

// covers: WIZ-83, WIZ-84, WIZ-87..89
test('the booking form reports each missing field', () => {
  const later = { ...empty.bookingData, leaveNow: false, passengers: null, mobility_support: null }
  expect(missingFields(later)).toEqual({
    origin: 'Please choose Pick Up location',
    destination: 'Please choose Drop Off location',
    traveling_at: 'Please select a travelling time',
    passengers: 'Please select the number of passengers on this trip',
    mobility_support: 'Please select the number of passengers on this trip',
  })
  expect(missingFields(filled.bookingData)).toEqual({})
  expect(searchBody(empty, now)).toBeNull()
})

// covers: WIZ-64..71
test('a search to leave now sends the current time, a list of passengers, and the wheelchairs', () => {
  const two = { ...filled, bookingData: { ...filled.bookingData, passengers: 2, departing: false } }
  expect(searchBody(two, now)).toEqual({
    traveler_id: 7,
    passengers: [{ fare_type: 'adult' }, { fare_type: 'adult' }],
    origin: harbour,
    destination: station,
    traveling_at: now.toISOString(),
    departing: true,
    mobility_support: 1,
    test_trips: false,
  })
})

test('a search to arrive by half past four sends that time in the zone’s time zone', () => {
  const at = '2026-11-20T06:30:00.000Z'
  const later = {
    ...filled,
    tripZoneId: 3,
    bookingData: { ...filled.bookingData, leaveNow: false, departing: false, traveling_at: at },
  }
  expect(searchBody(later, now)).toMatchObject({ traveling_at: at, departing: false, zone_id: 3 })
})

test('a suggested change is filled into the form where it has a field for it', () => {
  const later = { code: 'later', text: 'A pick-up at 2:25 pm works', figures: { traveling_at: '2026-11-20T04:25:00Z' } }
  expect(withChange(filled.bookingData, later)).toMatchObject({ leaveNow: false, traveling_at: '2026-11-20T04:25:00Z' })
  const fewer = { code: 'fewer_passengers', text: 'One can travel', figures: { passengers: 1, wheelchairs: 0 } }
  expect(withChange(filled.bookingData, fewer)).toMatchObject({ passengers: 1, mobility_support: 0 })
  expect(withChange(filled.bookingData, { code: 'walk_further', text: 'Walk', figures: { walk_m: 700 } })).toBeNull()
})
