import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

// covers: PERM-60
test('Grace buys a van, notes its wheelchair space, and cannot register the same plate twice', async () => {
  const grace = server.client('fleet_manager')
  const van = {
    license_plate: 'ABC 123',
    vehicle_number: 'V-07',
    capacity: 10,
    mobility_capacity: 1,
    seats_per_wheelchair: 2,
    body_type: 'van',
    transmission: 'electric/hydrogen',
    doors: 4,
    extra_attributes: { allocation: { functional_area: 'North' } },
  } as const
  const { data } = await grace.call(api.vehicles.create, { body: van })
  expect(data).toMatchObject({ ...van, make: null, status: 'active', version: 1 })
  const { data: changed } = await grace.call(api.vehicles.update, {
    params: { id: data.id },
    body: { mobility_capacity: 2, make: 'Fiat' },
    version: 1,
  })
  expect(changed).toMatchObject({ ...van, mobility_capacity: 2, make: 'Fiat', version: 2 })
  expect((await grace.call(api.vehicles.show, { params: { id: data.id } })).data).toEqual(changed)
  const again = await refusal(
    grace.call(api.vehicles.create, { body: { ...van, license_plate: 'abc 123', vehicle_number: 'v-07' } }),
  )
  expect(again.errors.map(({ source }) => source?.pointer)).toEqual(['/license_plate', '/vehicle_number'])
  const wrong = await refusal(grace.call(api.vehicles.create, { body: { ...van, doors: 11, capacity: -1 } }))
  expect(wrong.errors.map(({ source, detail }) => [source?.pointer, detail])).toEqual([
    ['/capacity', 'Please enter a capacity'],
    ['/doors', 'Doors are from 0 to 10'],
  ])
  expect((await refusal(server.client('dispatcher').call(api.vehicles.create, { body: van }))).status).toBe(403)
})
