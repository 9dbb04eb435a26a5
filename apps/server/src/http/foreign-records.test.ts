import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Client, type Endpoint, ErrorEnvelope, permissionKeys, urlOf } from '@ambit/contract'
import { type Designer, openDesigner, square, through } from '../testing/designer.ts'
import { leastBodies } from '../testing/least-bodies.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at } from '../testing/small-town.ts'

const GONE = 4711
const HUGE = 2 ** 40

let server: TestServer
let designer: Designer
let theirs: Awaited<ReturnType<Designer['withRoute']>>
let area: number
let hills: number
let ownZone: number
let kai: Client
let vehicle: number
let driver: number
let theirPlan: number
let ownPlan: number
beforeAll(async () => {
  server = await startTestServer()
  const on = { enabled: true, disabled_in: [] }
  const value = {
    'ZoneManagement:serviceStrategies': on,
    'TravellerManagement:travelerFeatureSettings': on,
    'UserManagement:userRoles': on,
  }
  await server.deps.db
    .insertInto('settings')
    .values({ key: 'feature_flags', value: JSON.stringify(value) })
    .execute()
  designer = await openDesigner(server)
  theirs = await designer.withRoute()
  const sam = server.client('superadmin')
  const drawn = { name: 'Shore', coordinates: square(0, 0), zone_id: theirs.id }
  area = (await sam.call(api.serviceAreas.create, { body: drawn })).data.id
  const place = { name: 'Hills', time_zone: 'Australia/Brisbane' }
  hills = (await sam.call(api.regions.create, { body: place })).data.id
  ownZone = (await sam.call(api.zones.create, { body: { ...place, abbreviation: 'H', region_id: hills } })).data.id
  vehicle = (await sam.call(api.vehicles.create, { body: van })).data.id
  driver = (await sam.call(api.drivers.create, { body: oscar })).data.id
  theirPlan = (await sam.call(api.servicePlans.create, { body: { ...shift(), zone_id: theirs.id } })).data.id
  ownPlan = (await sam.call(api.servicePlans.create, { body: { ...shift(), zone_id: ownZone } })).data.id
  // May do everything, in the hills.
  kai = server.client({ permissions: permissionKeys, region_ids: [hills] })
})
afterAll(() => server.close())

/** Tomorrow, for four hours. */
const shift = () => {
  const start = server.deps.clock.now().getTime() + 24 * 3600_000
  return { start_time: new Date(start).toISOString(), end_time: new Date(start + 4 * 3600_000).toISOString() }
}
const van = { license_plate: 'ABC 123', vehicle_number: 'V-07', capacity: 10, mobility_capacity: 1 }
const oscar = {
  first_name: 'Oscar',
  last_name: 'Lindqvist',
  username: 'oscar',
  email: 'oscar@example.org',
  status: 'approved',
} as const
const nina = { first_name: 'Nina', last_name: 'Moreau', username: 'nina', email: 'nina@example.org' }
const zone = { name: 'Bay', abbreviation: 'B', time_zone: 'Australia/Brisbane' }
const stop = { name: 'Pier', point: at(0) }
const strategy = { name: 'Loop', color: '#0A7E7E' }
const note = { category: 'comment', details: 'A dent' } as const

const told = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, ...errors.flatMap(({ source, detail }) => [source?.pointer, detail])]
}

describe('refuses a missing record or one of another region beside its field', () => {
  test.each(['gone', 'of others'] as const)('%s', async (which) => {
    const region_id = which === 'gone' ? GONE : designer.region
    const zone_id = which === 'gone' ? GONE : theirs.id
    const noRegion = [422, '/region_id', 'There is no such region']
    const noZone = [422, '/zone_id', 'There is no such zone']
    expect(await told(kai.call(api.zones.create, { body: { ...zone, region_id } }))).toEqual(noRegion)
    const moved = kai.call(api.zones.update, { params: { id: ownZone }, body: { region_id } })
    expect(await told(moved)).toEqual(noRegion)
    const drawn = { name: 'Shore', coordinates: square(5000, 0), zone_id }
    expect(await told(kai.call(api.serviceAreas.create, { body: drawn }))).toEqual(noZone)
    expect(await told(kai.call(api.zoneStops.create, { body: { ...stop, zone_id } }))).toEqual(noZone)
    expect(await told(kai.call(api.serviceStrategies.create, { body: { ...strategy, zone_id } }))).toEqual(noZone)
    const planned = kai.call(api.servicePlans.create, { body: { ...shift(), zone_id } })
    expect(await told(planned)).toEqual([422, '/zone_id', 'Please select a zone'])
    const other = which === 'gone' ? GONE : area
    const ruled = { ...drawn, zone_id: ownZone, travel_rule: { connected_location_ids: [other] } }
    expect(await told(kai.call(api.serviceAreas.create, { body: ruled }))).toEqual([
      422,
      '/travel_rule/connected_location_ids',
      `Not a service area of this zone: ${other}`,
    ])
    const visited = which === 'gone' ? GONE : theirs.pier.id
    const route = { service_routes: { added: [{ id: '$r', name: 'R', stops: through(visited, visited) }] } }
    const [status, pointer] = await told(designer.save(ownZone, route, kai))
    expect([status, pointer]).toEqual([422, '/service_routes/added/0/stops/0/zone_stop_id'])
  })

  test('refuses a missing vehicle or one of another region for a note', async () => {
    expect(await told(kai.call(api.vehicleNotes.create, { body: { ...note, vehicle_id: GONE } }))).toEqual([
      422,
      '/vehicle_id',
      'There is no such vehicle',
    ])
  })
})

const endpoints: Endpoint[] = [
  api.vehicles,
  api.vehicleNotes,
  api.vehicleChecklists,
  api.vehicleChecks,
  api.regions,
  api.zones,
  api.zoneDesigns,
  api.zoneStops,
  api.serviceAreas,
  api.serviceStrategies,
  api.serviceRoutes,
  api.schemas,
  api.drivers,
  api.users,
  api.userGroups,
  api.trips,
  api.discounts,
  api.servicePlans,
  api.travelers,
  api.travelerComments,
  api.travelerSets,
  api.travelerConcessions,
  api.paymentMethods,
].flatMap((group): Endpoint[] => Object.values(group))

const ask = async (token: string, endpoint: Endpoint, id: number, body: object) => {
  const response = await fetch(server.url + urlOf(endpoint, { id }), {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
  })
  const json: unknown = response.status === 204 ? null : await response.json()
  return { status: response.status, errors: ErrorEnvelope.safeParse(json).data?.errors ?? [] }
}

const ofOne = endpoints.filter(({ path }) => path.includes(':id'))
const everything = () => server.token({ permissions: permissionKeys, region_ids: [hills] })

test.each(ofOne.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s of a record that is not there, or lies in a region of others, is not found',
  async (name, endpoint) => {
    const ids: Record<string, number> = {
      regions: designer.region,
      zones: theirs.id,
      zoneDesigns: theirs.id,
      zoneStops: theirs.pier.id,
      serviceAreas: area,
      serviceStrategies: theirs.strategy.id,
      servicePlans: theirPlan,
    }
    const token = await (endpoint.allRegions ? server.token('superadmin') : everything())
    for (const id of [GONE, HUGE, ids[name.split('.')[0] ?? ''] ?? GONE]) {
      const { status, errors } = await ask(token, endpoint, id, leastBodies[name] ?? {})
      expect([status, errors[0]?.detail]).toEqual([404, 'There is no such record'])
    }
  },
)

test('lists leave out records of other regions', async () => {
  const lists = [api.zones.list, api.regions.list, api.zoneStops.list, api.serviceAreas.list] as const
  for (const list of lists) {
    const { data } = await kai.call(list)
    expect(data.filter((one) => ('zone_id' in one ? one.zone_id === theirs.id : one.name.startsWith('Zone')))).toEqual(
      [],
    )
  }
  expect((await kai.call(api.regions.list)).data.map(({ name }) => name)).toEqual(['Hills'])
  expect((await kai.call(api.serviceRoutes.list)).data).toEqual([])
})

const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body that is taken, to be spoilt field by field. */
const taken = (): [Endpoint, number, object][] => [
  [api.vehicles.update, vehicle, { ...van, make: 'Fiat', year: 2020, doors: 4, vin: 'V1', vendor: 'Ada' }],
  [api.drivers.update, driver, { ...oscar }],
  [api.vehicleNotes.create, 0, { ...note, vehicle_id: vehicle }],
  [api.regions.update, hills, { name: 'Hills', time_zone: 'Australia/Brisbane', contact_email: 'a@example.org' }],
  [api.zones.update, ownZone, { ...zone, region_id: hills, default_price: 3, allowed_apps: [], payment_methods: [] }],
  [api.zoneStops.create, 0, { ...stop, zone_id: ownZone, note: '', street_address: '', staging: true }],
  [api.serviceAreas.create, 0, { name: 'A', zone_id: ownZone, coordinates: square(0, 0), travel_rule: null }],
  [api.serviceStrategies.create, 0, { ...strategy, zone_id: ownZone, type: 'fixed_route', configuration: {} }],
  [api.zoneDesigns.save, 0, { service_areas: {}, zone_stops: {}, service_routes: {}, service_strategies: {} }],
  [api.servicePlans.create, 0, { ...shift(), zone_id: ownZone, vehicle_id: 0, driver_id: 0, minimum_capacity: 20 }],
  [api.servicePlans.update, ownPlan, { ...shift(), vehicle_id: 0, driver_id: 0, metadata: { shift: '1' } }],
  [api.users.create, 0, { ...nina, phone_number: '', status: 'active', groups: [], region_ids: [hills] }],
  [api.userGroups.create, 0, { name: 'Desk', roles: [], users: [] }],
  [api.schemas.create, 0, { entity: 'vehicle', stages: [] }],
]

test('refuses a value that is too long, too large or of the wrong type beside its field, and stores nothing', async () => {
  const limited = await everything()
  const unlimited = await server.token('superadmin')
  const wrong: unknown[] = ['x'.repeat(20_000), HUGE, -HUGE, { not: 'it' }, [{}], true, 'a\u0000b']
  const misplaced: unknown[] = []
  for (const [endpoint, of, body] of taken()) {
    const id = endpoint.name === 'zoneDesigns.save' ? ownZone : of
    const token = endpoint.allRegions ? unlimited : limited
    for (const field of Object.keys(body))
      for (const value of wrong) {
        const own: unknown = body[field as never]
        // A truth for another truth, or an object with more in it than is read, is no mistake.
        if (typeof own === typeof value && !Array.isArray(value) && (own === true || isPlain(own))) continue
        const { status, errors } = await ask(token, endpoint, id, { ...body, [field]: value })
        const beside = errors.length > 0 && errors.every(({ source }) => source?.pointer?.startsWith(`/${field}`))
        if (status !== 422 || !beside)
          misplaced.push([
            endpoint.name,
            field,
            JSON.stringify(value).slice(0, 30),
            status,
            errors[0]?.source?.pointer,
            errors[0]?.detail,
          ])
      }
  }
  expect(misplaced).toEqual([])
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([])
})
