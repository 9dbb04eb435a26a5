import { expect, test } from 'vitest'
import { monitoringPath, readPlace, writePlace } from './place.ts'

// covers: MON-05, MON-07, MON-09, MON-11, MON-15, MON-17, MON-19
test('the addresses of the list, a trip and a booking open their views', () => {
  expect(readPlace('region')).toEqual({ view: 'list', regionId: null })
  expect(readPlace('region/3')).toEqual({ view: 'list', regionId: 3 })
  expect(readPlace('region/3/trip/')).toEqual({ view: 'list', regionId: 3 })
  expect(readPlace('region/3/trip/44')).toEqual({ view: 'trip', regionId: 3, tripId: 44 })
  expect(readPlace('region/3/trip/44/service-requests/902')).toEqual({
    view: 'booking',
    regionId: 3,
    tripId: 44,
    serviceRequestId: 902,
  })
})

test('a view’s address is read back unchanged, including one for all regions', () => {
  for (const place of [
    { view: 'list', regionId: null },
    { view: 'list', regionId: 2 },
    { view: 'trip', regionId: null, tripId: 5 },
    { view: 'booking', regionId: 2, tripId: 5, serviceRequestId: 6 },
  ] as const)
    expect(readPlace(writePlace(place))).toEqual(place)
  expect(monitoringPath({ view: 'list', regionId: 2 })).toBe('/VehicleMonitoring/region/2')
})

// covers: MON-13
test('the root and unknown addresses of monitoring open the list', () => {
  for (const rest of ['', 'region/x', 'region/3/trip/x', 'trip/4', 'region/3/trip/4/passengers/5', 'region/x/trip/4'])
    expect(readPlace(rest)).toBeNull()
})
