import { describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../url/plain-search.ts'
import { dateAndTime, hoursAndMinutes } from './dates.ts'
import { momentsOf, rangeInAddress, todayIn } from './date-range.ts'
import { isFiltered, tripsFilter, tripsState } from './list-filters.ts'
import { isModuleEnabled } from './module-enabled.ts'
import { tripStateOptions, tripStatuses } from '../records/trips.ts'
import { lateBadge, lateBar, stopMarker } from './stop-times.ts'
import { sharedCrew, tripBody, TripForm } from './trip-form.ts'

const BRISBANE = 'Australia/Brisbane'
const morning = new Date('2026-11-22T20:30:00Z')
const opened = tripsState.read({})

// covers: TRIP-20
test('the list of trips opens on the current day in the zone, from six in the morning to the last second', () => {
  expect(todayIn(BRISBANE, morning)).toEqual({ from: '2026-11-23 06:00', to: '2026-11-23 23:59' })
  expect(tripsFilter(opened, BRISBANE, morning)).toEqual({
    date_range: ['2026-11-22T20:00:00.000Z', '2026-11-23T13:59:59.000Z'],
  })
  expect(isFiltered(opened)).toBe(false)
})

test('a date range is kept in the address, and an invalid one means today', () => {
  const range = { from: '2026-11-20 05:15', to: '2026-11-21 00:30' }
  expect(rangeInAddress.read(rangeInAddress.write(range))).toEqual(range)
  expect(rangeInAddress.read(rangeInAddress.write('any'))).toBe('any')
  for (const junk of [
    undefined,
    '',
    'tomorrow',
    '2026-11-20 05:15',
    '2026-11-21 05:15,2026-11-20 05:15',
    '2026-02-30 05:15,2026-11-20 05:15',
    '2026-11-20 24:00,2026-11-21 05:15',
  ])
    expect(rangeInAddress.read(junk)).toBeNull()
  expect(momentsOf(range, 'Europe/Vaduz')).toEqual(['2026-11-20T04:15:00.000Z', '2026-11-20T23:30:59.000Z'])
})

test('filters are kept in the address and requested, and chosen zones replace the region', () => {
  const text =
    '?region=3&filter.id=12&filter.name=trip_1&filter.date_range=any&filter.driver=4&filter.vehicle=5&filter.status=in_transit,live'
  const state = tripsState.read(parseSearch(text))
  expect(stringifySearch(tripsState.write(state))).toBe(text)
  expect(tripsFilter(state, BRISBANE, morning)).toEqual({
    region: [3],
    id: [12],
    name: 'trip_1',
    driver: [4],
    vehicle: [5],
    status: ['in_transit', 'live'],
  })
  expect(tripsFilter({ ...state, zone: [8, 9] }, BRISBANE, morning)).toMatchObject({ zone: [8, 9] })
  expect(tripsFilter({ ...state, zone: [8, 9] }, BRISBANE, morning)).not.toHaveProperty('region')
  expect(tripsState.read(parseSearch('?filter.status=parked,live&filter.id=x'))).toMatchObject({
    'filter.id': null,
    'filter.status': ['live'],
  })
})

// covers: TRIP-24..26, TRIP-52
test('a trip’s state is shown with spaces, and a trip without one is inactive', () => {
  expect(tripStatuses.in_transit.text).toBe('in transit')
  expect(tripStatuses.staged.text).toBe('staged')
  expect(tripStatuses.none).toEqual({ tone: 'neutral', text: 'inactive' })
  expect(tripStateOptions.map(({ label }) => label)).toEqual(['Completed', 'Staged', 'Live', 'In Transit', 'Cancelled'])
})

// covers: TRIP-34, TRIP-35, TRIP-46
test('trip times are shown with the day first and 24 hours, and a missing one as N/A', () => {
  expect(dateAndTime('2026-11-23T04:05:00Z', BRISBANE)).toBe('23/11/2026 14:05')
  expect(dateAndTime('2026-11-22T14:00:00Z', BRISBANE)).toBe('23/11/2026 00:00')
  expect(hoursAndMinutes('2026-11-23T04:05:00Z', BRISBANE)).toBe('14:05')
  expect([dateAndTime(null, BRISBANE), hoursAndMinutes(null, BRISBANE)]).toEqual(['N/A', 'N/A'])
})

describe('a stop', () => {
  const at = (seconds: number) => new Date(Date.parse('2026-11-23T00:00:00Z') + seconds * 1000).toISOString()
  const stop = (eta: number | null, arrived: number | null = null) => ({
    id: 7,
    scheduled_at: at(0),
    eta: eta === null ? null : at(eta),
    arrived_at: arrived === null ? null : at(arrived),
  })

  // covers: TRIP-71..76
  test('is early or late beyond two minutes, by its arrival where it has one', () => {
    expect(lateBadge(stop(-121))).toEqual({ status: 'early', text: 'Will arrive early' })
    expect(lateBadge(stop(-120))?.text).toBe('Will arrive on time')
    expect(lateBadge(stop(120))?.text).toBe('Will arrive on time')
    expect(lateBadge(stop(121))?.text).toBe('Will arrive late')
    expect(lateBadge(stop(600, -130))).toEqual({ status: 'early', text: 'Arrived early' })
    expect(lateBadge(stop(null))).toBeNull()
  })

  // covers: TRIP-43..45
  test('has a bar of whole minutes with a label', () => {
    expect(lateBar(stop(300))).toEqual({ minutes: 5, text: '5 Minutes late' })
    expect(lateBar(stop(-240))).toEqual({ minutes: -4, text: '4 Minutes early' })
    expect(lateBar(stop(30))).toEqual({ minutes: 0, text: 'On Time' })
    expect(Object.is(lateBar(stop(-30)).minutes, 0)).toBe(true)
    expect(lateBar(stop(900, 60))).toEqual({ minutes: 1, text: '1 Minutes late' })
    expect(lateBar(stop(null))).toEqual({ minutes: null, text: 'No ETA' })
  })

  // covers: TRIP-79..81
  test('is past after arrival, next if the trip says so, and otherwise in the future', () => {
    expect(stopMarker(stop(0, 10), { id: 7, location_name: '', eta: null })).toBe('past')
    expect(stopMarker(stop(0), { id: 7, location_name: '', eta: null })).toBe('next')
    expect(stopMarker(stop(0), { id: 8, location_name: '', eta: null })).toBe('future')
    expect(stopMarker(stop(0), null)).toBe('future')
  })
})

test('the trip form requires driver and vehicle and sends their ids as numbers', () => {
  const problems = TripForm.safeParse({ driver_id: '', vehicle_id: '', name: 'trip_1' }).error?.issues
  expect(problems?.map(({ message }) => message)).toEqual(['Please select a Driver', 'Please select a Vehicle'])
  const values = { driver_id: '3', vehicle_id: '4', name: 'trip_1' }
  expect(tripBody(values)).toEqual({ driver_id: 3, vehicle_id: 4 })
  const [one, other] = [
    { driver_id: 3, vehicle_id: 4 },
    { driver_id: 3, vehicle_id: null },
  ]
  expect(sharedCrew([one, one])).toEqual({ driver_id: '3', vehicle_id: '4' })
  expect(sharedCrew([one, other])).toEqual({ driver_id: '3', vehicle_id: '' })
})

// covers: TRIP-31, TRIP-32
test('a trip links to a record only if its module is in use and may be read', () => {
  const item = (enabled: boolean) => ({
    name: 'VehicleManagement',
    menuName: 'Vehicles',
    shippedName: 'Vehicles',
    path: '/VehicleManagement',
    icon: 'bus',
    enabled,
    mainMenu: true,
    globalSearchEnabled: false,
    brand: null,
    permission: 'VehicleManagement:vehicle:canRead',
  })
  const menu = (enabled: boolean) => [{ groupName: 'Resources', items: [item(enabled)] }]
  expect(isModuleEnabled(menu(true), 'VehicleManagement', () => true)).toBe(true)
  expect(isModuleEnabled(menu(false), 'VehicleManagement', () => true)).toBe(false)
  expect(isModuleEnabled(menu(true), 'VehicleManagement', () => false)).toBe(false)
  expect(isModuleEnabled(menu(true), 'DriverManagement', () => true)).toBe(false)
})
