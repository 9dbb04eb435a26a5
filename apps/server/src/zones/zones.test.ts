import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, BrokenPlaces, StrategyConfiguration } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

type Ring = [number, number][]
const square: Ring = [
  [153.0, -27.5],
  [153.1, -27.5],
  [153.1, -27.4],
  [153.0, -27.4],
]

let server: TestServer
let coast: number
let hills: number
beforeAll(async () => {
  server = await startTestServer()
  coast = (await sam().call(api.regions.create, { body: { name: 'Coast', time_zone: 'Australia/Brisbane' } })).data.id
  hills = (await sam().call(api.regions.create, { body: { name: 'Hills', time_zone: 'Australia/Brisbane' } })).data.id
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
const planVersion = async (zoneId: number): Promise<number> =>
  (
    await server.deps.db
      .selectFrom('zone_plans')
      .select('version')
      .where('zone_id', '=', zoneId)
      .executeTakeFirstOrThrow()
  ).version

describe('zones', () => {
  // covers: ZONE-62
  test('a new zone has a plan and a first strategy', async () => {
    const zone = await newZone('Bayside')
    expect(zone).toMatchObject({
      region_name: 'Coast',
      default_price: 3.5,
      status: 'active',
      point: null,
      boundaries: [],
    })
    const { data } = await sam().call(api.serviceStrategies.list, { query: { filter: { zone: [zone.id] } } })
    expect(data).toEqual([
      expect.objectContaining({
        name: 'DRT [coverage]',
        color: '#E5EAED',
        type: 'demand_responsive',
        default: true,
        configuration: StrategyConfiguration.parse({}),
      }),
    ])
    expect(await planVersion(zone.id)).toBeGreaterThan(0)
  })

  test('refuses a zone name that its region has already, an unknown region and an unknown time zone', async () => {
    await newZone('Twice')
    expect((await refusal(newZone('TWICE'))).errors[0]?.source?.pointer).toBe('/name')
    expect((await newZone('Twice', hills)).region_id).toBe(hills)
    expect((await refusal(newZone('Nowhere', 4711))).errors[0]?.source?.pointer).toBe('/region_id')
    const body = { ...zoneBody('Timeless'), time_zone: 'Australia/Nowhere' }
    expect((await refusal(sam().call(api.zones.create, { body }))).errors[0]?.source?.pointer).toBe('/time_zone')
  })

  test('every change that planning depends on raises the plan’s version', async () => {
    const zone = await newZone('Versions')
    let before = await planVersion(zone.id)
    const raised = async (): Promise<boolean> => {
      const version = await planVersion(zone.id)
      const higher = version > before
      before = version
      return higher
    }
    await sam().call(api.zones.update, {
      params: { id: zone.id },
      body: { point: { lat: -27.4, lng: 153 }, default_price: 2.8 },
    })
    expect(await raised()).toBe(true)
    const { data: stop } = await sam().call(api.zoneStops.create, {
      body: { zone_id: zone.id, name: 'Pier', point: [153.05, -27.45] },
    })
    expect(await raised()).toBe(true)
    await sam().call(api.zoneStops.update, { params: { id: stop.id }, body: { not_accessible: true } })
    expect(await raised()).toBe(true)
    const { data: area } = await sam().call(api.serviceAreas.create, {
      body: { zone_id: zone.id, name: 'All', coordinates: [square] },
    })
    expect(await raised()).toBe(true)
    await sam().call(api.serviceAreas.destroy, { params: { id: area.id } })
    expect(await raised()).toBe(true)
    await sam().call(api.regions.update, { params: { id: coast }, body: { contact_phone: '+61 7 0000 0000' } })
    expect(await raised()).toBe(false)
    const { data: shown } = await sam().call(api.zones.show, { params: { id: zone.id } })
    expect(shown).toMatchObject({ point: { lat: -27.4, lng: 153 }, default_price: 2.8 })
  })

  test('a change of one figure of a strategy leaves the others', async () => {
    const zone = await newZone('Figures')
    const [strategy] = (await sam().call(api.serviceStrategies.list, { query: { filter: { zone: [zone.id] } } })).data
    const id = strategy?.id ?? 0
    const change = (body: object) => sam().call(api.serviceStrategies.update, { params: { id }, body })
    await change({ configuration: { max_walk_m: 300 } })
    const { data: changed } = await change({ configuration: { secure_minutes: 30 } })
    expect(changed.configuration).toEqual({ ...StrategyConfiguration.parse({}), max_walk_m: 300, secure_minutes: 30 })
    expect((await refusal(change({ default: false }))).errors[0]?.source?.pointer).toBe('/default')
    const other = await newZone('Elsewhere')
    expect((await refusal(change({ zone_id: other.id }))).errors[0]?.source?.pointer).toBe('/zone_id')
  })
})

describe('service areas', () => {
  const draw = (zone_id: number, coordinates: Ring[], connected_location_ids?: number[]) =>
    sam().call(api.serviceAreas.create, {
      body: {
        zone_id,
        name: 'Area',
        coordinates,
        ...(connected_location_ids === undefined ? {} : { travel_rule: { connected_location_ids } }),
      },
    })

  test('a service area’s ring is closed and becomes the zone’s outline', async () => {
    const zone = await newZone('Drawn')
    const hole: Ring = [
      [153.04, -27.46],
      [153.06, -27.46],
      [153.05, -27.44],
    ]
    const { data: area } = await draw(zone.id, [square, hole])
    expect(area.coordinates.map((ring) => ring.length)).toEqual([5, 4])
    expect(area.coordinates[0]?.[4]).toEqual(square[0])
    const { data } = await sam().call(api.zones.show, { params: { id: zone.id } })
    expect(data.boundaries[0]?.[0]).toEqual({ lat: -27.5, lng: 153 })
    expect(data.boundaries.map((ring) => ring.length)).toEqual([5])
  })

  const [a, b, c, d] = square as [Ring[number], Ring[number], Ring[number], Ring[number]] // a square has four corners
  test.each<[string, Ring[], string]>([
    ['lines that cross', [[a, c, b, [153, -27.35]]], 'The lines of this area cross each other'],
    ['a spike there and back', [[a, b, c, [153.2, -27.4], c, d]], 'The lines of this area cross each other'],
    ['a line only', [[a, b, [153.2, -27.5]]], 'The lines of this area cross each other'],
    ['less than a square metre', [[a, [153.000001, -27.5], [153, -27.499999]]], 'These corners enclose no area'],
    ['two corners', [[a, b, a, b]], 'An area needs at least three different corners'],
    [
      'a hole outside',
      [
        square,
        [
          [154, -27],
          [154.1, -27],
          [154.1, -26.9],
        ],
      ],
      'This hole lies outside of the area',
    ],
  ])('%s is no area', async (_name, rings, words) => {
    const zone = await newZone(`No area ${words}${_name}`)
    const refused = await refusal(draw(zone.id, rings))
    expect(refused.errors).toEqual([
      expect.objectContaining({ detail: words, source: { pointer: `/coordinates/${rings.length - 1}` } }),
    ])
  })

  test('an area may touch another of its zone and overlap those of other zones', async () => {
    const [zone, over] = [await newZone('Neighbours'), await newZone('All over')]
    const east: Ring = square.map(([lng, lat]) => [lng + 0.1, lat])
    const between: Ring = square.map(([lng, lat]) => [lng + 0.05, lat])
    await draw(zone.id, [square])
    const { data: second } = await draw(zone.id, [east])
    await draw(over.id, [between])
    const refused = await refusal(draw(zone.id, [between]))
    expect(refused.errors.map(({ detail }) => detail)).toEqual([
      'This area overlaps Area. Two areas of a zone may touch, but not overlap',
      'This area overlaps Area. Two areas of a zone may touch, but not overlap',
    ])
    const places = BrokenPlaces.parse(refused.meta?.['places'])
    expect(places.map(({ pointer }) => pointer)).toEqual(['/coordinates', '/coordinates'])
    // Once for the overlap with each neighbour.
    expect(places.map(({ point: [lng] }) => (lng < 153.1 ? 'first' : 'second'))).toEqual(['first', 'second'])
    for (const { point } of places) expect([point[0] >= 153.05, point[0] <= 153.15]).toEqual([true, true])
    const moving = sam().call(api.serviceAreas.update, { params: { id: second.id }, body: { coordinates: [between] } })
    expect((await refusal(moving)).status).toBe(422)
    // Its own old outline does not count as an overlap.
    await sam().call(api.serviceAreas.update, { params: { id: second.id }, body: { coordinates: [east] } })
  })

  test('refuses an area whose lines cross and marks the crossings', async () => {
    const zone = await newZone('Bow tie')
    const refused = await refusal(draw(zone.id, [[a, c, d, b]]))
    expect(refused.meta?.['places']).toEqual([
      { pointer: '/coordinates/0', point: [expect.closeTo(153.05, 6), expect.closeTo(-27.45, 6)] },
    ])
  })

  test('a removed area leaves the travel rules that name it', async () => {
    const zone = await newZone('Forgetful')
    const west: Ring = square.map(([lng, lat]) => [lng - 0.1, lat])
    const { data: going } = await draw(zone.id, [west])
    const { data: staying } = await draw(zone.id, [square], [going.id])
    await sam().call(api.serviceAreas.destroy, { params: { id: going.id } })
    const { data } = await sam().call(api.serviceAreas.list, { query: { filter: { zone: [zone.id] } } })
    expect(data).toMatchObject([{ id: staying.id, travel_rule: { connected_location_ids: [] } }])
  })

  test('refuses a travel rule that names an area of another zone', async () => {
    const [here, there] = [await newZone('Here'), await newZone('There')]
    const north: Ring = square.map(([lng, lat]) => [lng, lat + 0.1])
    const { data: own } = await draw(here.id, [north])
    const { data: foreign } = await draw(there.id, [square])
    expect((await draw(here.id, [square], [own.id])).data.travel_rule).toEqual({ connected_location_ids: [own.id] })
    const south: Ring = square.map(([lng, lat]) => [lng, lat - 0.1])
    const refused = await refusal(draw(here.id, [south], [own.id, foreign.id]))
    expect(refused.errors[0]).toMatchObject({ source: { pointer: '/travel_rule/connected_location_ids' } })
  })
})

describe('stops', () => {
  // covers: API-26
  test('a moved stop gets a new location, and what was promised keeps the old one', async () => {
    const zone = await newZone('Stops')
    const { data: pier } = await sam().call(api.zoneStops.create, {
      body: {
        zone_id: zone.id,
        name: 'Pier',
        point: [153.05, -27.45],
        street_address: '1 Ocean Street',
        staging: true,
      },
    })
    expect(pier).toMatchObject({ point: [153.05, -27.45], stop_type: 'staging', passenger: true, hub_stop: false })
    const { data: renamed } = await sam().call(api.zoneStops.update, {
      params: { id: pier.id },
      body: { name: 'Old Pier' },
      version: 1,
    })
    expect(renamed).toMatchObject({
      name: 'Old Pier',
      location_id: pier.location_id,
      street_address: '1 Ocean Street',
      staging: true,
    })
    const { data: moved } = await sam().call(api.zoneStops.update, {
      params: { id: pier.id },
      body: { point: [153.06, -27.45] },
    })
    expect(moved.location_id).not.toBe(pier.location_id)
    expect(moved).toMatchObject({ name: 'Old Pier', point: [153.06, -27.45], version: 3 })
    const old = await server.deps.db
      .selectFrom('locations')
      .selectAll()
      .where('id', '=', pier.location_id)
      .executeTakeFirstOrThrow()
    expect(old.longitude).toBe(153.05)
  })
})

describe('a user who is limited to one region', () => {
  const kai = () =>
    server.client({
      permissions: [
        ...['zone', 'zoneStop', 'zoneDesigner'].flatMap((resource) =>
          ['canRead', 'canCreate', 'canUpdate'].map((action) => `ZoneManagement:${resource}:${action}`),
        ),
        'RegionManagement:region:canRead',
        'RegionManagement:region:canCreate',
        'RegionManagement:region:canUpdate',
        'ServicePlans:servicePlan:canRead',
      ],
      region_ids: [hills],
    })

  test('a user who is limited to one region finds nothing of another through any endpoint', async () => {
    const beach = await newZone('Beach')
    const { data: stop } = await sam().call(api.zoneStops.create, {
      body: { zone_id: beach.id, name: 'Surf Club', point: [153.05, -27.45] },
    })
    const { data: area } = await sam().call(api.serviceAreas.create, {
      body: { zone_id: beach.id, name: 'All', coordinates: [square] },
    })
    const ridge = (await kai().call(api.zones.create, { body: zoneBody('Ridge', hills) })).data
    expect((await kai().call(api.regions.list)).data.map(({ id }) => id)).toEqual([hills])
    const seen = (await kai().call(api.zones.list, { query: { per_page: 1000 } })).data
    expect(new Set(seen.map(({ region_id }) => region_id))).toEqual(new Set([hills]))
    expect(seen.map(({ id }) => id)).toContain(ridge.id)
    expect((await kai().call(api.zoneStops.list)).data).toEqual([])
    const hidden = [
      () => kai().call(api.zones.show, { params: { id: beach.id } }),
      () => kai().call(api.zones.update, { params: { id: beach.id }, body: { name: 'Mine' } }),
      () => kai().call(api.regions.show, { params: { id: coast } }),
      () => kai().call(api.zoneStops.update, { params: { id: stop.id }, body: { name: 'Mine' } }),
      () => kai().call(api.serviceAreas.destroy, { params: { id: area.id } }),
    ]
    for (const call of hidden) expect((await refusal(call())).status).toBe(404)
    const misplaced = [
      () => kai().call(api.zones.create, { body: zoneBody('Cove', coast) }),
      () => kai().call(api.zones.update, { params: { id: ridge.id }, body: { region_id: coast } }),
      () => kai().call(api.zoneStops.create, { body: { zone_id: beach.id, name: 'Mine', point: [153, -27] } }),
    ]
    for (const call of misplaced) expect((await refusal(call())).status).toBe(422)
    const founding = kai().call(api.regions.create, { body: { name: 'Kailand', time_zone: 'UTC' } })
    expect((await refusal(founding)).status).toBe(403)
  })
})
