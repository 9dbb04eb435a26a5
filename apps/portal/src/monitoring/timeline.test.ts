import { expect, test } from 'vitest'
import { silentMinutes } from '../records/positions.ts'
import { vehicleLabel } from '../records/trips.ts'
import { progressPercent, stopLateness, stopMarks, stopMatches, stopsOfBooking, stopStatus } from './timeline.ts'

const at = (clock: string): string => `2026-11-20T${clock}:00Z`
const ahead = { arrived_at: null, departed_at: null }
const standing = { arrived_at: at('08:12'), departed_at: null }
const left = { arrived_at: at('08:12'), departed_at: at('08:14') }

const rider = (id: number, traveler_name: string) => ({
  id,
  traveler_id: id,
  traveler_name,
  passenger_count: 1,
  boarded_count: null,
  mobility_support: 0,
  status: 'secured' as const,
  promised_lower_bound: '2026-11-23T08:00:00Z',
  promised_upper_bound: '2026-11-23T08:10:00Z',
  stranded: false,
  pinned: false,
})
const amelia = rider(90213, 'Amelia Nguyen')
const stop = (location_name: string, boardings: (typeof amelia)[] = [], alightings: (typeof amelia)[] = []) => ({
  location_name,
  boardings,
  alightings,
})

// covers: MON-69..73
test('each stop states where the vehicle is relative to it', () => {
  expect(stopStatus(standing, left, ahead)).toBe('stopped-at')
  expect(stopStatus(left, null, ahead)).toBe('coming-from')
  expect(stopStatus(ahead, left, ahead)).toBe('going-to')
  expect(stopStatus(left, null, left)).toBe('past')
  expect(stopStatus(left, left, null)).toBe('past')
  expect(stopStatus(ahead, ahead, null)).toBe('future')
  expect(stopStatus(ahead, null, ahead)).toBe('future')
})

// covers: MON-74..76
test('a passenger’s stops are marked only in the view of that booking', () => {
  expect(stopMarks(stop('Hospital', [amelia]), 90213)).toEqual(['is-service-request-view', 'is-pickup-stop'])
  expect(stopMarks(stop('Station', [], [amelia]), 90213)).toEqual(['is-service-request-view', 'is-dropoff-stop'])
  expect(stopMarks(stop('Hospital', [amelia]), 1)).toEqual(['is-service-request-view'])
  expect(stopMarks(stop('Hospital', [amelia]), null)).toEqual([])
})

// covers: MON-80
test('the vehicle is placed by the share of time to its expected arrival and never beyond the next stop', () => {
  const next = { scheduled_at: at('08:24'), eta: null }
  expect(progressPercent(at('08:14'), next, new Date(at('08:19')))).toBe(50)
  const late = { ...next, eta: at('08:34') }
  expect(progressPercent(at('08:14'), late, new Date(at('08:19')))).toBe(25)
  expect(progressPercent(at('08:14'), next, new Date(at('09:00')))).toBe(100)
  expect(progressPercent(at('08:30'), next, new Date(at('08:31')))).toBe(100)
  expect(progressPercent(at('08:14'), next, new Date(at('08:10')))).toBe(0)
  expect(progressPercent(null, next, new Date(at('08:19')))).toBe(0)
})

// covers: MON-53
test('a trip is on time up to two minutes late, slightly late up to ten, and its arrival counts before its estimate', () => {
  const scheduled_at = at('08:24')
  expect(stopLateness({ scheduled_at, eta: at('08:26'), arrived_at: null })).toEqual({ minutes: 2, status: 'on-time' })
  expect(stopLateness({ scheduled_at, eta: at('08:34'), arrived_at: null })?.status).toBe('slightly-late')
  expect(stopLateness({ scheduled_at, eta: at('08:24'), arrived_at: at('08:35') })?.status).toBe('very-late')
  expect(stopLateness({ scheduled_at, eta: at('08:20'), arrived_at: null })).toEqual({ minutes: -4, status: 'early' })
  expect(stopLateness({ scheduled_at, eta: null, arrived_at: null })).toBeNull()
})

// covers: MON-57..59
test('stops are found by their name and by the passengers who board or alight there', () => {
  expect(stopMatches(stop('Ipswich Hospital'), 'hospital')).toBe(true)
  expect(stopMatches(stop('Station', [], [amelia]), 'NGUYEN')).toBe(true)
  expect(stopMatches(stop('Station', [], [amelia]), 'patel')).toBe(false)
  expect(stopMatches(stop('Station'), '  ')).toBe(true)
})

// covers: MON-66
test('a booking’s view can show only the stops from pick-up to drop-off', () => {
  const trip = [stop('A'), stop('B', [amelia]), stop('C'), stop('D', [], [amelia]), stop('E')]
  expect(stopsOfBooking(trip, 90213).map(({ location_name }) => location_name)).toEqual(['B', 'C', 'D'])
  expect(stopsOfBooking(trip, 1)).toHaveLength(5)
})

// covers: MON-91, MON-92
test('the map labels vehicles with four characters, and shows trips without their prefix', () => {
  expect(vehicleLabel({ vehicle_number: 'BUS 1104', name: 'trip_7' })).toBe('1104')
  expect(vehicleLabel({ vehicle_number: null, name: 'trip_7' })).toBe('7')
})

test('time without a signal is counted in whole minutes, from the first minute', () => {
  expect(silentMinutes(at('08:00'), new Date('2026-11-20T08:00:30Z'))).toBe(1)
  expect(silentMinutes(at('08:00'), new Date(at('08:07')))).toBe(7)
  expect(silentMinutes(null, new Date(at('08:07')))).toBeNull()
})
