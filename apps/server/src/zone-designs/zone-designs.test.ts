import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, StrategyConfiguration, ZoneDesign, type ZoneDesignChange } from '@ambit/contract'
import { decodeFlexiblePolyline } from '@ambit/geo'
import { pruneAccess } from '../access/prune.ts'
import {
  type Designer,
  openDesigner,
  pointers,
  square,
  stop,
  through,
  twoStops,
  versionOf,
} from '../testing/designer.ts'
import { runJob } from '../testing/run-job.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let designer: Designer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  designer = await openDesigner(server)
})
afterAll(() => server.close())

const dana = () => server.client('operations_manager')
const priya = () => server.client('administrator')

describe('saving a zone’s design', () => {
  // covers: ZONE-97, ZONE-98
  test('new areas, stops and a route that name each other are saved together', async () => {
    const id = await designer.newZone()
    const before = await planVersion(id)
    const design = await designer.save(id, {
      service_areas: {
        added: [
          { id: '$a', name: 'Shore', coordinates: square(0, 0), travel_rule: { connected_location_ids: ['$b'] } },
          { id: '$b', name: 'Hill', coordinates: square(0, 1000), travel_rule: { connected_location_ids: ['$a'] } },
        ],
      },
      zone_stops: {
        added: [
          { ...stop('$pier', 'Pier', 0), hub_stop: true, medically_exempt: true, note: 'By the kiosk' },
          stop('$mill', 'Mill', 1000),
          stop('$school', 'School', 3000),
        ],
      },
      service_routes: {
        added: [{ id: '$line', name: 'Shoreline', stops: through('$pier', '$mill', '$school') }],
      },
    })
    const [shore, hill] = design.service_areas
    expect(shore).toMatchObject({ name: 'Shore', travel_rule: { connected_location_ids: [hill?.id] } })
    expect(hill).toMatchObject({ name: 'Hill', travel_rule: { connected_location_ids: [shore?.id] } })
    expect(design.zone.boundaries).toHaveLength(2)
    const [pier, mill, school] = design.zone_stops
    expect(pier).toMatchObject({ hub_stop: true, medically_exempt: true, note: 'By the kiosk', passenger: true })
    const [route] = design.service_routes
    expect(route?.stops).toEqual(through(pier!.id, mill!.id, school!.id))
    // 1 km and 2 km at 10 m/s, and 40 s at the one stop between.
    expect(route?.line).toMatchObject({ driving_s: 300, running_time_s: 340 })
    expect(route?.line?.legs.map((leg) => [leg.from, leg.to, leg.duration_s])).toEqual([
      [0, 1, 100],
      [1, 2, 200],
    ])
    expect(decodeFlexiblePolyline(route?.line?.legs[0]?.polyline ?? '').polyline).toHaveLength(2)
    expect(await designer.show(id)).toEqual(design)
    expect(await planVersion(id)).toBeGreaterThan(before)
    const nameless = pointers(designer.save(id, { zone_stops: { added: [{ ...stop('$x', ' ', 0) }] } }))
    expect((await nameless).errors).toEqual([['/zone_stops/added/0/name', 'Please enter a zone stop name']])
  })

  test('a save leaves parts that it does not name, and a moved stop gets a new location', async () => {
    const { id, pier, strategy } = await designer.withRoute()
    const first = await designer.save(id, {
      zone_stops: { updated: [{ ...versionOf(pier), staging: true, hub_stop: true }] },
    })
    const changed = first.zone_stops[0]!
    expect(changed).toMatchObject({ name: 'Pier', staging: true, hub_stop: true, location_id: pier.location_id })
    const second = await designer.save(id, {
      zone_stops: { updated: [{ ...versionOf(changed), name: 'Old Pier', point: at(20) }] },
      service_strategies: { updated: [{ ...versionOf(strategy), configuration: { max_walk_m: 300 } }] },
    })
    const moved = second.zone_stops[0]!
    expect(moved).toMatchObject({ name: 'Old Pier', staging: true, hub_stop: true, passenger: true, point: at(20) })
    expect(moved.location_id).not.toBe(pier.location_id)
    const third = await designer.save(id, {
      service_strategies: {
        updated: [
          { ...versionOf(second.service_strategies[0]!), color: '#0A7E7E', configuration: { secure_minutes: 30 } },
        ],
      },
    })
    expect(third.service_strategies[0]).toMatchObject({
      name: 'DRT [coverage]',
      color: '#0A7E7E',
      default: true,
      configuration: { ...StrategyConfiguration.parse({}), max_walk_m: 300, secure_minutes: 30 },
    })
  })

  test('a save publishes each record once, and a refused save publishes none', async () => {
    const id = await designer.newZone()
    const newest = async () =>
      (await server.deps.db.selectFrom('live_events').select('payload').orderBy('id').execute()).map(
        ({ payload }) => payload,
      )
    const before = (await newest()).length
    await refusal(
      designer.save(id, {
        zone_stops: twoStops,
        service_areas: { added: [{ id: '$a', name: 'A', coordinates: [[at(0), at(1), at(0)]] }] },
      }),
    )
    expect(await newest()).toHaveLength(before)
    const design = await designer.save(id, {
      zone_stops: twoStops,
      service_areas: { added: [{ id: '$a', name: 'A', coordinates: square(0, 0) }] },
    })
    const events = (await newest()).slice(before)
    expect(events).toEqual(
      [
        { table: 'service_areas', record_id: design.service_areas[0]!.id },
        ...design.zone_stops.map((one) => ({ table: 'zone_stops', record_id: one.id })),
        { table: 'zones', record_id: id },
      ].map((event) => ({ kind: 'record', ...event })),
    )
  })
})

describe('two users with the same zone open', () => {
  test('refuses the second save with the changed parts and the current design, and stores nothing', async () => {
    const { id, pier, mill, route } = await designer.withRoute()
    await designer.save(id, {
      zone_stops: { updated: [{ ...versionOf(mill), name: 'Old Mill' }] },
      service_routes: { removed: [versionOf(route)] },
    })
    const late = designer.save(
      id,
      {
        zone_stops: {
          updated: [
            { ...versionOf(pier), name: 'Jetty' },
            { ...versionOf(mill), name: 'Windmill' },
          ],
        },
        service_routes: { updated: [{ ...versionOf(route), name: 'Coastline' }] },
      },
      priya(),
    )
    const refused = await refusal(late)
    expect(refused.status).toBe(409)
    expect(refused.errors.map(({ code, source, detail }) => [code, source?.pointer, detail])).toEqual([
      ['stale_record', '/zone_stops/updated/1', 'Someone else changed this stop after you opened it'],
      ['stale_record', '/service_routes/updated/0', 'Someone else removed this route after you opened it'],
    ])
    const current = ZoneDesign.parse(refused.meta?.['current'])
    expect(current).toEqual(await designer.show(id))
    expect(current.zone_stops.map(({ name }) => name)).toEqual(['Pier', 'Old Mill'])
    // With the version of the refusal Priya can overwrite.
    const again = await designer.save(
      id,
      { zone_stops: { updated: [{ ...versionOf(current.zone_stops[1]!), name: 'Windmill' }] } },
      priya(),
    )
    expect(again.zone_stops.map(({ name }) => name)).toEqual(['Pier', 'Windmill'])
  })

  test('of two saves at the same moment one succeeds, and removing a part twice is no error', async () => {
    const { id, pier, mill, route } = await designer.withRoute()
    const both = await Promise.allSettled(
      [dana(), priya()].map((who, index) =>
        designer.save(id, { zone_stops: { updated: [{ ...versionOf(pier), name: `Pier ${index}` }] } }, who),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const bothGone = { service_routes: { removed: [versionOf(route)] }, zone_stops: { removed: [versionOf(mill)] } }
    await designer.save(id, bothGone)
    expect((await designer.save(id, bothGone, priya())).zone_stops).toHaveLength(1)
  })
})

describe('fixed routes', () => {
  test('fixed routes are listed with their lines, and a line is answered while it is drawn', async () => {
    const { id, route } = await designer.withRoute()
    const { data, meta } = await dana().call(api.serviceRoutes.list, {
      query: { filter: { zone: [id] }, search: 'shore' },
    })
    expect(meta.total).toBe(1)
    expect(data).toEqual([route])
    const asked = await dana().call(api.serviceRoutes.line, {
      body: { stops: [0, 500, 1500, 1500].map((east) => ({ point: at(east), dwell_seconds: 30 })) },
    })
    expect(asked.data).toMatchObject({ distance_m: 1500, driving_s: 150, running_time_s: 210 })
    expect(asked.data.legs.map(({ distance_m }) => distance_m)).toEqual([500, 1000, 0])
    const nothing = await dana().call(api.serviceRoutes.line, { body: { stops: [] } })
    expect(nothing.data).toEqual({ legs: [], distance_m: 0, driving_s: 0, running_time_s: 0 })
  })
})

describe('each part needs its own permission', () => {
  const someone = (...keys: string[]) =>
    server.client({
      permissions: ['zoneDesigner:canRead', ...keys]
        .map((key) => `ZoneManagement:${key}`)
        .concat('ServicePlans:servicePlan:canRead'),
    })

  // covers: ZONE-71, ZONE-74
  test('refuses a save without a part’s permission, and answers no stops without the right to read', async () => {
    const { id, pier, mill, route, strategy } = await designer.withRoute()
    const refused = async (body: ZoneDesignChange, ...keys: string[]) =>
      (await refusal(designer.save(id, body, someone(...keys)))).errors[0]?.detail
    const need = (key: string) => `You need the permission ZoneManagement:${key}`
    expect(await refused({ zone_stops: twoStops })).toBe(need('zoneStop:canCreate'))
    expect(await refused({ zone_stops: { updated: [versionOf(pier)] } }, 'zoneStop:canCreate')).toBe(
      need('zoneStop:canUpdate'),
    )
    expect(await refused({ zone_stops: { removed: [versionOf(pier)] } }, 'zoneStop:canUpdate')).toBe(
      need('zoneStop:canDestroy'),
    )
    expect(await refused({ service_routes: { removed: [versionOf(route)] } }, 'zoneStop:canUpdate')).toBe(
      need('zone:canUpdate'),
    )
    expect(await refused({ service_strategies: { updated: [versionOf(strategy)] } })).toBe(need('zone:canUpdate'))
    // The feature ships off, for every user.
    const fresh = { id: '$s', name: 'Loop', color: '#000000' }
    expect(
      await refused({ service_strategies: { added: [fresh] } }, 'serviceStrategies:canRead', 'zone:canUpdate'),
    ).toBe(need('serviceStrategies:canRead'))
    const kai = someone('zoneStop:canUpdate', 'zoneStop:canRead')
    const { zone_stops } = await designer.save(
      id,
      { zone_stops: { updated: [{ ...versionOf(mill), name: 'Windmill' }] } },
      kai,
    )
    expect(zone_stops.map(({ name }) => name)).toEqual(['Pier', 'Windmill'])
    const blind = (await someone().call(api.zoneDesigns.show, { params: { id } })).data
    expect(blind.zone_stops).toEqual([])
    expect((await refusal(someone().call(api.zoneStops.list))).status).toBe(403)
    expect(
      (
        await refusal(
          server
            .client({ permissions: ['ZoneManagement:zone:canRead'] })
            .call(api.zoneDesigns.show, { params: { id } }),
        )
      ).status,
    ).toBe(403)
  })

  // covers: ZONE-74
  // @test-tag long
  test('strategies can be created where the installation has switched the feature on', async () => {
    const own = await startTestServer()
    const value = { 'ZoneManagement:serviceStrategies': { enabled: true, disabled_in: [] } }
    await own.deps.db
      .insertInto('settings')
      .values({ key: 'feature_flags', value: JSON.stringify(value) })
      .execute()
    const olivia = own.client('operations_manager')
    const place = { name: 'Coast', time_zone: 'Australia/Brisbane' }
    const { data: coast } = await olivia.call(api.regions.create, { body: place })
    const { data: zone } = await olivia.call(api.zones.create, {
      body: { ...place, abbreviation: 'C', region_id: coast.id },
    })
    const { data } = await olivia.call(api.zoneDesigns.save, {
      params: { id: zone.id },
      body: {
        service_strategies: {
          added: [{ id: '$s', name: 'Loop', color: '#0A7E7E', type: 'fixed_route', default: true }],
        },
        zone_stops: twoStops,
        service_routes: {
          added: [{ id: '$r', name: 'R', service_strategy_id: '$s', stops: through('$pier', '$mill') }],
        },
      },
    })
    expect(data.service_strategies).toMatchObject([
      { name: 'DRT [coverage]', default: false },
      { name: 'Loop', default: true, type: 'fixed_route', configuration: StrategyConfiguration.parse({}) },
    ])
    // Without street data a route has no line, and asking for one says so.
    expect(data.service_routes).toMatchObject([{ service_strategy_id: data.service_strategies[1]?.id, line: null }])
    const line = olivia.call(api.serviceRoutes.line, { body: { stops: [] } })
    expect(await refusal(line)).toMatchObject({ status: 503, errors: [{ code: 'not_ready' }] })
    await own.close()
  })

  test('the design of a zone in another region is not found', async () => {
    const { id } = await designer.withRoute()
    const elsewhere = (
      await dana().call(api.regions.create, { body: { name: 'Hills', time_zone: 'Australia/Brisbane' } })
    ).data.id
    const kai = server.client({
      permissions: [
        'ZoneManagement:zoneDesigner:canRead',
        'ZoneManagement:zone:canUpdate',
        'ServicePlans:servicePlan:canRead',
      ],
      region_ids: [elsewhere],
    })
    expect((await refusal(kai.call(api.zoneDesigns.show, { params: { id } }))).status).toBe(404)
    expect((await refusal(designer.save(id, {}, kai))).status).toBe(404)
  })
})

test('a save that is sent again after a lost answer is stored once', async () => {
  const id = await designer.newZone()
  const send = (idempotencyKey: string, body: ZoneDesignChange = { zone_stops: twoStops }) =>
    priya().call(api.zoneDesigns.save, { params: { id }, body, idempotencyKey })
  const [first, again] = await Promise.all([send('lost'), send('lost')])
  expect(again).toEqual(first)
  expect((await send('lost')).data.zone_stops.map(({ name }) => name)).toEqual(['Pier', 'Mill'])
  expect((await designer.show(id)).zone_stops).toHaveLength(2)
  expect((await refusal(send('lost', {}))).status).toBe(422)
})

test('changed drafts of a save whose answer was lost are recognised when they are sent again', async () => {
  const id = await designer.newZone()
  const drawn: ZoneDesignChange = {
    zone_stops: twoStops,
    service_areas: { added: [{ id: '$pier', name: 'Shore', coordinates: square(0, 0) }] },
    service_routes: { added: [{ id: '$line', name: 'Shoreline', stops: through('$pier', '$mill') }] },
  }
  const first = await designer.save(id, drawn)
  const again = designer.save(id, {
    ...drawn,
    zone_stops: { added: [{ ...stop('$pier', 'Old Pier', 0) }, stop('$school', 'School', 3000)] },
  })
  const refused = await refusal(again)
  expect(refused.errors.map(({ code, source, detail }) => [code, source?.pointer, detail])).toEqual([
    ['stale_record', '/service_areas/added/0', 'This area was already saved'],
    ['stale_record', '/zone_stops/added/0', 'This stop was already saved'],
    ['stale_record', '/service_routes/added/0', 'This route was already saved'],
  ])
  const current = ZoneDesign.parse(refused.meta?.['current'])
  expect(current).toEqual(first)
  const [pier, mill] = current.zone_stops
  expect(current.saved_as).toEqual({
    service_areas: { $pier: current.service_areas[0]?.id },
    zone_stops: { $pier: pier?.id, $mill: mill?.id },
    service_routes: { $line: current.service_routes[0]?.id },
    service_strategies: {},
  })
  // A user who removed the part may add it again; another zone has its own drafts; after a day drafts are forgotten.
  await designer.save(id, {
    service_routes: { removed: [versionOf(current.service_routes[0]!)] },
    zone_stops: { removed: [versionOf(mill!)] },
  })
  const back = await designer.save(id, { zone_stops: { added: [stop('$mill', 'Mill', 1000)] } })
  expect(back.zone_stops).toHaveLength(2)
  expect(back.saved_as.zone_stops['$mill']).toBe(back.zone_stops[1]?.id)
  expect((await designer.save(await designer.newZone(), drawn)).zone_stops).toHaveLength(2)
  const { clock } = server.deps
  const now = () => new Date(clock.now().getTime() + 25 * 3600_000)
  await runJob({ ...server.deps, clock: { ...clock, now } }, pruneAccess)
  expect((await designer.show(id)).saved_as.zone_stops).toEqual({})
})

const planVersion = async (zoneId: number): Promise<number> =>
  (
    await server.deps.db
      .selectFrom('zone_plans')
      .select('settings_version')
      .where('zone_id', '=', zoneId)
      .executeTakeFirstOrThrow()
  ).settings_version
