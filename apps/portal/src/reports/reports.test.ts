import { describe, expect, test } from 'vitest'
import { firstShown, itineraryDate, itineraryMoment, itineraryName, itineraryTime, passengerText } from './itinerary.ts'
import { dateValue } from '../url/day-range.ts'
import { narrowing, wholeRange } from './range.ts'
import { reportStrings } from './strings.ts'

const brisbane = 'Australia/Brisbane'

describe('an itinerary on paper', () => {
  // covers: RPT-31, RPT-32
  test('the trip under way or next is shown first, and the first one of a day that is over', () => {
    const trips = ['06:00', '09:00', '14:00'].map((end) => ({ end_datetime: `2026-11-23T${end}:00+10:00` }))
    expect(firstShown(trips, new Date('2026-11-23T08:00:00+10:00'))).toBe(trips[1])
    expect(firstShown(trips, new Date('2026-11-24T08:00:00+10:00'))).toBe(trips[0])
    expect(firstShown([], new Date())).toBeUndefined()
  })

  test('shows times as h:mma and the export time as DD/MM/YYYY h:mma, in the zone’s local time', () => {
    expect(itineraryTime(brisbane, '2026-11-22T20:05:00Z')).toBe('6:05am')
    expect(itineraryTime(brisbane, '2026-11-23T02:00:00Z')).toBe('12:00pm')
    expect(itineraryTime(brisbane, '2026-11-22T14:30:00Z')).toBe('12:30am')
    expect(itineraryDate(brisbane, '2026-11-22T20:05:00Z')).toBe('23/11/2026')
    expect(itineraryMoment(brisbane, '2026-11-22T05:09:00Z')).toBe('22/11/2026 3:09pm')
  })

  // covers: RPT-33
  test('is named after its day, times and vehicle', () => {
    const trip = {
      time_zone: brisbane,
      start_datetime: '2026-11-22T20:05:00Z',
      end_datetime: '2026-11-23T04:00:00Z',
      vehicle_number: 'V-07 / B',
    }
    expect(itineraryName(trip)).toBe('20261123-0605-1400-V-07-B-trip-itinerary')
    expect(itineraryName({ ...trip, vehicle_number: null })).toBe('20261123-0605-1400-trip-itinerary')
  })

  // covers: RPT-30
  test('an itinerary shows how many passengers travel and how many use wheelchairs', () => {
    const text = (passengersCount: number, mobility_support: number) =>
      passengerText({ traveler_id: 1, name: 'Maria S', passengersCount, mobility_support }, reportStrings.itinerary)
    expect(text(1, 0)).toBe('Maria S')
    expect(text(2, 1)).toBe('Maria S (2 passengers, 1 wheelchair)')
    expect(text(1, 1)).toBe('Maria S (1 wheelchair)')
  })
})

describe('the days of a report', () => {
  test('skip invalid days in the address and request only chosen days', () => {
    expect(['2026-11-22', '22/11/2026', '2026-13-45', undefined].map((text) => dateValue.read(text))).toEqual([
      '2026-11-22',
      null,
      null,
      null,
    ])
    expect(narrowing({ region: null, zone: [] }, { 'filter.from': null, 'filter.to': null })).toEqual({})
    expect(narrowing({ region: 1, zone: [2, 3] }, { 'filter.from': '2026-11-01', 'filter.to': null })).toEqual({
      region: [1],
      zone: [2, 3],
      from: '2026-11-01',
    })
  })

  test('default to thirty days where a start and an end are required', () => {
    const days = (from: string | null, to: string | null) =>
      Object.values(wholeRange({ 'filter.from': from, 'filter.to': to }, '2026-11-22'))
    expect(days(null, null)).toEqual(['2026-10-24', '2026-11-22'])
    expect(days(null, '2026-03-01')).toEqual(['2026-01-31', '2026-03-01'])
    expect(days('2026-11-01', null)).toEqual(['2026-11-01', '2026-11-22'])
    expect(days('2026-12-05', null)).toEqual(['2026-12-05', '2026-12-05'])
  })
})
