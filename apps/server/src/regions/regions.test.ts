import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const HOUR = 3600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const newRegion = async (name: string) =>
  (await sam().call(api.regions.create, { body: { name, time_zone: 'Australia/Brisbane' } })).data
const newZone = async (region_id: number, name: string) => {
  const body = { name, abbreviation: name.slice(0, 3), region_id, time_zone: 'Australia/Brisbane' }
  return (await sam().call(api.zones.create, { body })).data
}
const newVehicle = async (vehicle_number: string) => {
  const body = { vehicle_number, license_plate: vehicle_number, capacity: 8, mobility_capacity: 1 }
  return (await sam().call(api.vehicles.create, { body })).data.id
}
const at = (hours: number): string => new Date(server.deps.clock.now().getTime() + hours * HOUR).toISOString()
const plan = (zone_id: number, vehicle_id: number | null, from: number, to: number) =>
  sam().call(api.servicePlans.create, { body: { zone_id, vehicle_id, start_time: at(from), end_time: at(to) } })

describe('regions', () => {
  // covers: REG-09, REG-15
  test('a superadmin creates a region, reads it in the list and by id, and changes it', async () => {
    const north = await newRegion('North')
    expect(north).toMatchObject({ id: north.id, name: 'North', status: 'active', zone_count: 0 })
    const body = { status: 'blocked' as const, contact_email: 'north@example.org' }
    const { data: changed } = await sam().call(api.regions.update, { params: { id: north.id }, body, version: 1 })
    expect(changed).toMatchObject({ ...body, name: 'North', version: 2 })
    expect((await sam().call(api.regions.show, { params: { id: north.id } })).data).toEqual(changed)
    const listed = await sam().call(api.regions.list, { query: { search: 'nor', filter: { status: ['blocked'] } } })
    expect(listed).toEqual({ data: [changed], meta: { total: 1, total_count: 1 } })
    expect((await sam().call(api.regions.list, { query: { filter: { status: ['active'] } } })).data).not.toContainEqual(
      changed,
    )
  })

  test('a region says how many zones, schedules and vehicles belong to it', async () => {
    const east = await newRegion('East')
    const [hill, dale] = [await newZone(east.id, 'Hill'), await newZone(east.id, 'Dale')]
    const elsewhere = await newZone((await newRegion('Elsewhere')).id, 'Far')
    const [bus, van] = [await newVehicle('Bus 1'), await newVehicle('Van 2')]
    await plan(hill.id, bus, 1, 3)
    await plan(dale.id, bus, 4, 6)
    await plan(dale.id, null, 4, 6)
    await plan(elsewhere.id, van, 1, 3)
    const counts = async () => (await sam().call(api.regions.show, { params: { id: east.id } })).data
    expect(await counts()).toMatchObject({ zone_count: 2, service_plan_count: 3, vehicle_count: 1 })
    server.deps.clock.advance(7 * HOUR)
    expect(await counts()).toMatchObject({ zone_count: 2, service_plan_count: 0, vehicle_count: 0 })
  })

  // covers: REG-14
  test('refuses a region with a taken name or an unknown time zone', async () => {
    await newRegion('West')
    const refused = async (body: { name: string; time_zone: string; contact_email?: string }) =>
      (await refusal(sam().call(api.regions.create, { body }))).errors.map(({ detail, source }) => [
        source?.pointer,
        detail,
      ])
    const time_zone = 'Australia/Brisbane'
    expect(await refused({ name: ' ', time_zone })).toEqual([['/name', 'Please enter a region name']])
    expect(await refused({ name: 'x'.repeat(256), time_zone })).toEqual([
      ['/name', 'Please enter at most 255 characters'],
    ])
    expect(await refused({ name: 'WEST', time_zone })).toEqual([['/name', 'This name is already taken']])
    expect(await refused({ name: 'Nowhere', time_zone: 'Nowhere/Land' })).toEqual([
      ['/time_zone', 'Please select a timezone'],
    ])
    expect(await refused({ name: 'Mail', time_zone, contact_email: 'nobody' })).toEqual([
      ['/contact_email', 'Please enter a valid email address'],
    ])
  })

  test('deletes an empty region and refuses to delete one with zones', async () => {
    const empty = await newRegion('Empty')
    await sam().call(api.regions.destroy, { params: { id: empty.id }, version: empty.version })
    expect((await refusal(sam().call(api.regions.show, { params: { id: empty.id } }))).status).toBe(404)
    const full = await newRegion('Full')
    await newZone(full.id, 'Only')
    const refused = await refusal(sam().call(api.regions.destroy, { params: { id: full.id } }))
    expect(refused).toMatchObject({ status: 409, errors: [{ code: 'in_use', detail: 'Full has 1 zone' }] })
  })

  test('refuses a save over a newer version and answers the newer region', async () => {
    const south = await newRegion('South')
    const change = (name: string) =>
      sam().call(api.regions.update, { params: { id: south.id }, body: { name }, version: 1 })
    await change('Deep South')
    const stale = await refusal(change('Old South'))
    expect(stale).toMatchObject({
      status: 409,
      errors: [{ code: 'stale_record' }],
      meta: { current: { name: 'Deep South', version: 2, vehicle_count: 0 } },
    })
  })
})

// covers: REG-17
test('refuses to list, show or delete regions without the key for it', async () => {
  const nora = server.client({ permissions: ['DriverManagement:driver:canRead'] })
  const region = await newRegion('Hidden')
  expect((await refusal(nora.call(api.regions.list))).status).toBe(403)
  expect((await refusal(nora.call(api.regions.show, { params: { id: region.id } }))).status).toBe(403)
  const reader = server.client({ permissions: ['RegionManagement:region:canRead'] })
  expect((await reader.call(api.regions.show, { params: { id: region.id } })).data.name).toBe('Hidden')
  expect((await refusal(reader.call(api.regions.destroy, { params: { id: region.id } }))).status).toBe(403)
})
