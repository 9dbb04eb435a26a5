import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, paymentMethods, StrategyConfiguration } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { makeSeriesOf } from '../testing/series.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { putOnList } from '../testing/waitlist.ts'

const HOUR = 3600_000

let server: TestServer
let coast: number
let hills: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  const time_zone = 'Australia/Brisbane'
  coast = (await sam().call(api.regions.create, { body: { name: 'Coast', time_zone } })).data.id
  hills = (await sam().call(api.regions.create, { body: { name: 'Hills', time_zone } })).data.id
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const zoneBody = (name: string, region_id = coast) => ({
  name,
  abbreviation: name.slice(0, 3),
  region_id,
  time_zone: 'Australia/Brisbane',
})
const newZone = async (name: string, region_id = coast) =>
  (await sam().call(api.zones.create, { body: zoneBody(name, region_id) })).data
const corners: [number, number][] = [
  [153, -27.5],
  [153.1, -27.5],
  [153.1, -27.4],
]

describe('a zone’s record', () => {
  // covers: ZONE-34, ZONE-35, ZONE-39, ZONE-41..44, ZONE-47..49, ZONE-59
  test('a zone has all its fields, in its own answer and in the list', async () => {
    const apps = (await sam().call(api.consumerApps.list)).data.map(({ id }) => id)
    expect(apps.length).toBeGreaterThan(1)
    const chosen = {
      point: { lat: -27.45, lng: 153.05 },
      payment_methods: [...paymentMethods],
      allowed_apps: apps,
      status: 'blocked' as const,
    }
    const { data: zone } = await sam().call(api.zones.create, { body: { ...zoneBody('Bayside'), ...chosen } })
    expect(zone).toMatchObject({ ...zoneBody('Bayside'), ...chosen, default_price: 3.5, zoneId: zone.id })
    expect(zone.payment_methods).toEqual(expect.arrayContaining(['opalcard', 'metrocard', 'cash']))
    await sam().call(api.serviceAreas.create, { body: { zone_id: zone.id, name: 'All', coordinates: [corners] } })
    await sam().call(api.zoneStops.create, { body: { zone_id: zone.id, name: 'Pier', point: [153.05, -27.45] } })
    const { data: shown } = await sam().call(api.zones.show, { params: { id: zone.id } })
    expect(shown.boundaries[0]?.slice(0, 3)).toEqual(corners.map(([lng, lat]) => ({ lat, lng })))
    expect(shown.stop_count).toBe(1)
    const { data: listed } = await sam().call(api.zones.list, { query: { search: 'bayside' } })
    expect(listed).toEqual([shown])
    const body = { payment_methods: [], allowed_apps: apps.slice(0, 1), status: 'active' as const }
    const { data: changed } = await sam().call(api.zones.update, { params: { id: zone.id }, body })
    expect(changed).toMatchObject(body)
  })

  // covers: ZONE-53..56
  test('refuses a zone with invalid fields, with an error beside each', async () => {
    const body = { name: '', abbreviation: ' ', time_zone: '' }
    const refused = await refusal(sam().call(api.zones.create, { body: body as never })) // the contract refuses it too
    expect(refused.errors.map(({ detail, source }) => [source?.pointer, detail])).toEqual([
      ['/name', 'Please enter a zone name'],
      ['/abbreviation', 'Please enter a short abbreviation'],
      ['/region_id', 'Please select a region'],
      ['/time_zone', 'Please select a timezone'],
    ])
    const unknown = await refusal(sam().call(api.zones.create, { body: { ...zoneBody('Odd'), allowed_apps: [4711] } }))
    expect(unknown.errors[0]).toMatchObject({ source: { pointer: '/allowed_apps' } })
    const status = { ...zoneBody('Odd'), status: 'closed' as 'blocked' } // as another client might send it
    expect((await refusal(sam().call(api.zones.create, { body: status }))).errors[0]?.source?.pointer).toBe('/status')
  })

  // covers: ZONE-58
  test('zones are filtered by region and status and sorted as requested', async () => {
    const names = ['Alp', 'Brook', 'Cliff']
    for (const name of names) await newZone(name, hills)
    const list = async (query: object) => (await sam().call(api.zones.list, { query })).data.map(({ name }) => name)
    expect(await list({ filter: { region: [hills] }, sort: 'name' })).toEqual(names)
    expect(await list({ filter: { region: [hills] }, sort: '-abbreviation' })).toEqual(names.toReversed())
    expect(await list({ filter: { region: [hills], status: ['blocked'] } })).toEqual([])
    for (const sort of ['region_name', 'default_price', 'stop_count', 'time_zone'])
      expect((await list({ sort })).length).toBeGreaterThanOrEqual(3)
  })

  // covers: ZONE-61..68
  test('a new zone’s strategy has every field that the specification gives it', async () => {
    const zone = await newZone('Strategic')
    const stored = await server.deps.db
      .selectFrom('service_strategies')
      .selectAll()
      .where('zone_id', '=', zone.id)
      .execute()
    const fields = { name: 'DRT [coverage]', color: '#E5EAED', type: 'demand_responsive', default: true }
    expect(stored).toEqual([expect.objectContaining({ ...fields, zone_id: zone.id, configuration: {} })])
    const query = { filter: { zone: [zone.id] } }
    const { data } = await sam().call(api.serviceStrategies.list, { query })
    expect(data).toEqual([
      expect.objectContaining({ ...fields, zone_id: zone.id, configuration: StrategyConfiguration.parse({}) }),
    ])
  })

  test('a zone that was never used is deleted with everything that belongs to it', async () => {
    const zone = await newZone('Mistake')
    await sam().call(api.serviceAreas.create, { body: { zone_id: zone.id, name: 'All', coordinates: [corners] } })
    await sam().call(api.zoneStops.create, { body: { zone_id: zone.id, name: 'Pier', point: [153.05, -27.45] } })
    await sam().call(api.zones.destroy, { params: { id: zone.id } })
    expect((await refusal(sam().call(api.zones.show, { params: { id: zone.id } }))).status).toBe(404)
    expect((await sam().call(api.zoneStops.list, { query: { filter: { zone: [zone.id] } } })).data).toEqual([])
  })

  test('refuses to delete a zone whose passengers wait or travel there by a recurring journey', async () => {
    const town = await buildSmallTown(server)
    const [ida, kim] = [await town.passenger('Ida Holm'), await town.passenger('Kim Berg')]
    await makeSeriesOf(sam(), ida)
    await putOnList(server, town, kim)
    const { errors } = await refusal(sam().call(api.zones.destroy, { params: { id: town.zone_id } }))
    expect(errors[0]?.detail).toMatch(/ has 1 recurring journey and 1 waiting passenger\. Block it instead$/)
  })

  test('refuses to delete a zone with schedules and says what depends on it', async () => {
    const zone = await newZone('Busy')
    const now = server.deps.clock.now().getTime()
    const window = { start_time: new Date(now + HOUR).toISOString(), end_time: new Date(now + 2 * HOUR).toISOString() }
    await sam().call(api.servicePlans.create, { body: { zone_id: zone.id, ...window } })
    const refused = await refusal(sam().call(api.zones.destroy, { params: { id: zone.id } }))
    expect(refused).toMatchObject({
      status: 409,
      errors: [{ code: 'in_use', detail: 'Busy has 1 schedule. Block it instead' }],
    })
  })
})

// covers: ZONE-45, ZONE-46, API-32
test('consumer apps are listed by name for users who may read zones', async () => {
  const reader = server.client({ permissions: ['ZoneManagement:zone:canRead', 'ServicePlans:servicePlan:canRead'] })
  const { data, meta } = await reader.call(api.consumerApps.list, { query: { sort: 'name' } })
  expect(data.map(({ name }) => name)).toEqual(['Passenger App', 'Passenger Website'])
  expect(meta.total).toBe(2)
  const nora = server.client({ permissions: ['DriverManagement:driver:canRead'] })
  expect((await refusal(nora.call(api.consumerApps.list))).status).toBe(403)
})

describe('permissions on zones', () => {
  const planning = 'ServicePlans:servicePlan:canRead'

  // covers: ZONE-70, ZONE-71, ZONE-73
  test('each part of the module needs its own key and those of the module and of planning', async () => {
    const zone = await newZone('Guarded')
    const ask = async (permissions: string[]) => {
      const client = server.client({ permissions })
      const calls = [
        client.call(api.zones.list),
        client.call(api.zones.show, { params: { id: zone.id } }),
        client.call(api.zoneStops.list),
      ]
      return Promise.all(
        calls.map((call) =>
          call.then(
            () => 200,
            (error: { status: number }) => error.status,
          ),
        ),
      )
    }
    expect(await ask(['ZoneManagement:zone:canRead', planning])).toEqual([200, 200, 403])
    expect(await ask(['ZoneManagement:zoneStop:canRead', planning])).toEqual([403, 403, 200])
    expect(await ask(['ZoneManagement:zone:canRead'])).toEqual([403, 403, 403])
    // The same keys, with the module switched off in the role.
    const keys = ['ZoneManagement:zone:canRead', 'ZoneManagement:zone:canUpdate', planning]
    expect((await ask(keys))[0]).toBe(200)
    await sql`update user_roles set permissions = permissions || '{"ZoneManagement:Module": false}'
      where permissions ? 'ZoneManagement:zone:canUpdate' and not built_in`.execute(server.deps.db)
    expect(await ask(keys)).toEqual([403, 403, 403])
  })

  // covers: ZONE-74
  test('creating a strategy needs a key whose feature is off until the installation switches it on', async () => {
    const key = 'ZoneManagement:serviceStrategies:canRead'
    const others = ['ZoneManagement:zone:canRead', 'ZoneManagement:zone:canUpdate', planning]
    const create = async (on: TestServer, permissions: string[]) => {
      const region = { body: { name: `Strategies ${permissions.length}`, time_zone: 'Australia/Brisbane' } }
      const region_id = (await on.client('superadmin').call(api.regions.create, region)).data.id
      const body = zoneBody('Own strategies', region_id)
      const zone_id = (await on.client('superadmin').call(api.zones.create, { body })).data.id
      const strategy = { zone_id, name: 'Night', color: '#123456' }
      return on.client({ permissions }).call(api.serviceStrategies.create, { body: strategy })
    }
    expect((await refusal(create(server, [key, ...others]))).status).toBe(403)
    const open = await startTestServer()
    const flags = { 'ZoneManagement:serviceStrategies': { enabled: true, disabled_in: [] } }
    await open.deps.db
      .insertInto('settings')
      .values({ key: 'feature_flags', value: JSON.stringify(flags) })
      .execute()
    expect((await create(open, [key, ...others])).data.name).toBe('Night')
    expect((await refusal(create(open, others))).status).toBe(403)
    await open.close()
  })
})
