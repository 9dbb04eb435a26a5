import { describe, expect, test } from 'vitest'
import {
  DriverInput,
  DriverPin,
  SearchInput,
  ServicePlanInput,
  ServiceRequest,
  SignedInUser,
  Zone,
  ZoneDesignChange,
  ZoneInput,
} from '../index.ts'

const messages = (result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

describe('what records accept', () => {
  // covers: DRV-17, DRV-22..26, DRV-29
  test('a driver without names is refused with the specification’s message for each field', () => {
    expect(messages(DriverInput.safeParse({ first_name: ' ', email: '' }))).toEqual({
      first_name: 'Please enter first name',
      last_name: 'Please enter last name',
      username: 'Please enter username',
      email: 'Please enter email address',
    })
    const amelia = { first_name: 'Amelia', last_name: 'Nguyen', username: 'anguyen', email: 'amelia@' }
    expect(messages(DriverInput.safeParse(amelia))).toEqual({ email: 'Please enter a valid email address' })
    for (const status of ['approved', 'blocked', null])
      expect(DriverInput.safeParse({ ...amelia, email: 'amelia@ambit.example', status }).success).toBe(true)
  })

  // covers: DRV-44..46
  test('a PIN is six digits, given twice', () => {
    const pin = (password: string, password_confirmation = password) =>
      DriverPin.safeParse({ password, password_confirmation }).success
    expect([pin('246810'), pin('24681'), pin('2468100'), pin('24681o'), pin('246810', '246811')]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  // covers: API-23..25, API-27
  test('relations are nullable numbers or lists that end in ids, and points are objects or pairs', () => {
    const { shape } = ServiceRequest
    expect(shape.trip_id.parse(null)).toBeNull()
    expect(shape.trip_id.parse(4471)).toBe(4471)
    expect(shape.zone_id.safeParse('7').success).toBe(false)
    expect(SignedInUser.shape.region_ids.parse([1, 2])).toEqual([1, 2])
    expect(Zone.shape.point.parse({ lat: -27.46844, lng: 153.02334 })).toEqual({ lat: -27.46844, lng: 153.02334 })
    expect(shape.origin.parse({ name: 'Hospital', point: [153.02334, -27.46844] }).point).toEqual([
      153.02334, -27.46844,
    ])
    expect(shape.origin.safeParse({ name: 'Turned round', point: [-27.46844, 153.02334] }).success).toBe(false)
  })

  test('a new zone has a fare of 3.50 and must name its region', () => {
    expect(messages(ZoneInput.safeParse({}))).toEqual({
      name: 'Please enter a zone name',
      abbreviation: 'Please enter a short abbreviation',
      region_id: 'Please select a region',
      time_zone: 'Please select a timezone',
    })
    expect(
      ZoneInput.parse({ name: 'Redland Bay', abbreviation: 'RB', region_id: 1, time_zone: 'Australia/Brisbane' })
        .default_price,
    ).toBe(3.5)
  })

  // covers: SCHED-155
  test('a schedule lasts at least fifteen minutes, and vehicle 0 is refused', () => {
    const plan = (end_time: string) =>
      ServicePlanInput.safeParse({ zone_id: 1, vehicle_id: 0, start_time: '2026-11-23T06:00:00+10:00', end_time })
    expect(messages(plan('2026-11-23T06:14:00+10:00')).end_time).toContain('at least 15 Minutes')
    expect(plan('2026-11-23T06:15:00+10:00').data?.vehicle_id).toBeNull()
  })

  test('more wheelchairs than passengers are refused', () => {
    const place = { name: 'Home', point: [153.02, -27.46] as [number, number] }
    const search = {
      traveler_id: 1,
      origin: place,
      destination: place,
      traveling_at: '2026-11-23T08:00:00+10:00',
      departing: true,
    }
    expect(messages(SearchInput.safeParse({ ...search, passengers: [{}], mobility_support: 2 })).mobility_support).toBe(
      'There cannot be more wheelchairs than passengers',
    )
    expect(SearchInput.parse({ ...search, passengers: [{}] }).passengers).toEqual([{ fare_type: 'adult' }])
  })

  test('a change of a zone’s design holds only the fields it names, and new parts get the defaults', () => {
    const { zone_stops, service_areas, service_strategies } = ZoneDesignChange.parse({
      zone_stops: {
        added: [{ id: '$pier', name: 'Pier', point: [153, -27] }],
        updated: [{ id: 4, version: 2, name: 'Jetty' }],
      },
      service_strategies: { updated: [{ id: 1, version: 1, configuration: { max_walk_m: 300 } }] },
    })
    expect(zone_stops.added[0]).toMatchObject({ passenger: true, staging: false })
    expect(zone_stops.updated).toEqual([{ id: 4, version: 2, name: 'Jetty' }])
    expect(service_strategies.updated).toEqual([{ id: 1, version: 1, configuration: { max_walk_m: 300 } }])
    expect(service_areas).toEqual({ added: [], updated: [], removed: [] })
  })
})

test('a search for test trips is refused, as there are none, and one that leaves them out is for real trips', () => {
  const place = { name: 'Market', point: [153.02, -27.47] }
  const search = {
    traveler_id: 1,
    passengers: [{ fare_type: 'adult' }],
    origin: place,
    destination: place,
    traveling_at: '2026-11-23T09:00:00+10:00',
    departing: true,
  }
  expect(SearchInput.parse(search)).toMatchObject({ test_trips: false })
  expect(SearchInput.safeParse({ ...search, test_trips: true }).error?.issues).toMatchObject([
    { path: ['test_trips'], message: 'There are no test trips: leave test_trips out, or false' },
  ])
})
