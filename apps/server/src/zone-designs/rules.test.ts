import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Designer, openDesigner, pointers, square, stop, through, versionOf } from '../testing/designer.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let designer: Designer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  designer = await openDesigner(server)
})
afterAll(() => server.close())

const schedule = async (zone_id: number, service_route_id: number | null, hours: [number, number]) => {
  const now = server.deps.clock.now()
  const hour = (count: number) => new Date(now.getTime() + count * 3600_000)
  await server.deps.db
    .insertInto('service_plans')
    .values({
      zone_id,
      service_route_id,
      start_time: hour(hours[0]),
      end_time: hour(hours[1]),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

test('a design with several faults is refused with all of them at once, each at its place', async () => {
  const { id, pier, mill, strategy } = await designer.withRoute()
  const refused = await pointers(
    designer.save(id, {
      service_areas: {
        added: [
          { id: '$a', name: 'A', coordinates: square(0, 0), travel_rule: { connected_location_ids: ['$nowhere'] } },
        ],
      },
      service_routes: {
        added: [{ id: '$r', name: 'R', stops: through(pier.id, pier.id, '$gone'), service_strategy_id: 4711 }],
      },
      zone_stops: { removed: [versionOf(mill)] },
      service_strategies: { updated: [{ ...versionOf(strategy), default: false }] },
    }),
  )
  expect(refused).toEqual({
    status: 422,
    errors: [
      ['/service_areas/added/0/travel_rule/connected_location_ids/0', 'The zone no longer has this area'],
      ['/service_routes/added/0/service_strategy_id', 'The zone no longer has this strategy'],
      ['/service_routes/added/0/stops/1/zone_stop_id', 'The route already stops here: a stop cannot follow itself'],
      ['/service_routes/added/0/stops/2/zone_stop_id', 'The zone no longer has this stop'],
      ['/zone_stops/removed/0', 'Mill is still used by route Shoreline'],
      ['/service_strategies/updated/0/default', 'Make another strategy the default instead'],
    ],
  })
})

test('areas that cross themselves or overlap are refused with the places on the map', async () => {
  const id = await designer.newZone()
  const crossed = [[at(0), at(1000, 1000), at(1000), at(0, 1000)]] as [number, number][][]
  const refused = await refusal(
    designer.save(id, { service_areas: { added: [{ id: '$a', name: 'A', coordinates: crossed }] } }),
  )
  const [lng, lat] = at(500, 500)
  expect(refused.errors[0]?.detail).toBe('The lines of this area cross each other')
  expect(refused.meta?.['places']).toEqual([
    { pointer: '/service_areas/added/0/coordinates/0', point: [expect.closeTo(lng, 4), expect.closeTo(lat, 4)] },
  ])
  const { service_areas } = await designer.save(id, {
    service_areas: { added: [{ id: '$a', name: 'Shore', coordinates: square(0, 0) }] },
  })
  const over = designer.save(id, {
    service_areas: {
      added: [{ id: '$b', name: 'Hill', coordinates: square(0, 990) }],
      updated: [{ ...versionOf(service_areas[0]!), name: 'Strand' }],
    },
  })
  expect((await pointers(over)).errors).toEqual([
    ['/service_areas/added/0/coordinates', 'This area overlaps Strand. Two areas of a zone may touch, but not overlap'],
  ])
  // Redrawn in one save the two areas may swap.
  const swapped = await designer.save(id, {
    service_areas: {
      added: [{ id: '$b', name: 'Hill', coordinates: square(0, 0) }],
      updated: [{ ...versionOf(service_areas[0]!), coordinates: square(0, 1000) }],
    },
  })
  expect(swapped.service_areas.map(({ name }) => name)).toEqual(['Shore', 'Hill'])
  const gone = await designer.save(id, {
    service_areas: {
      updated: [
        {
          ...versionOf(swapped.service_areas[1]!),
          travel_rule: { connected_location_ids: [swapped.service_areas[0]!.id] },
        },
      ],
      removed: [versionOf(swapped.service_areas[0]!)],
    },
  })
  expect(gone.service_areas).toMatchObject([{ name: 'Hill', travel_rule: { connected_location_ids: [] } }])
})

test('a zone keeps one default strategy, and routes and strategies with schedules cannot be removed', async () => {
  const { id, route, strategy } = await designer.withRoute()
  const second = await server.deps.db
    .insertInto('service_strategies')
    .values({
      zone_id: id,
      name: 'Loop',
      color: '#0A7E7E',
      type: 'fixed_route',
      created_at: server.deps.clock.now(),
      updated_at: server.deps.clock.now(),
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  expect(await pointers(designer.save(id, { service_strategies: { removed: [versionOf(strategy)] } }))).toEqual({
    status: 422,
    errors: [
      ['/service_strategies/removed/0', 'DRT [coverage] is the default. Make another strategy the default first'],
    ],
  })
  await schedule(id, route.id, [-3, -2])
  await schedule(id, route.id, [0, 1])
  await schedule(id, null, [0, 1])
  expect((await designer.show(id)).schedule_counts).toEqual({ [strategy.id]: 2, [second.id]: 0 })
  const swapped = await designer.save(id, {
    service_strategies: { updated: [{ ...versionOf(second), default: true }] },
    service_routes: { updated: [{ ...versionOf(route), service_strategy_id: strategy.id }] },
  })
  expect(swapped.service_strategies.map(({ default: is }) => is)).toEqual([false, true])
  expect(swapped.schedule_counts).toEqual({ [strategy.id]: 1, [second.id]: 1 })
  const going = {
    service_strategies: { removed: [versionOf(swapped.service_strategies[0]!)] },
    service_routes: { removed: [versionOf(swapped.service_routes[0]!)] },
  }
  expect((await pointers(designer.save(id, going))).errors).toEqual([
    ['/service_routes/removed/0', 'Shoreline still has 1 schedule'],
    ['/service_strategies/removed/0', 'DRT [coverage] still has 1 schedule'],
  ])
  // A run takes 100 s, 40 s at either end and 100 s back: the first ends after 100 s, the next ones 280 s each.
  expect(swapped.service_routes[0]?.blocks).toMatchObject([{ vehicle_id: null, runs: 13 }])
  server.deps.clock.advance(2 * 3600_000)
  expect((await pointers(designer.save(id, going))).errors).toEqual([
    ['/service_routes/removed/0', 'Shoreline has been driven: it stays with its schedules'],
  ])
  const { service_routes } = await designer.save(id, { service_strategies: going.service_strategies })
  expect(service_routes).toMatchObject([{ service_strategy_id: null, blocks: [] }])
})

test('refuses to remove a stop with open bookings and names them', async () => {
  const town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  const ann = await town.passenger('Ann Ferry')
  const booking = await town.book({ who: ann, from: 'School', to: 'Station' })
  const design = await designer.show(town.zone_id)
  const school = design.zone_stops.find(({ name }) => name === 'School')!
  const market = design.zone_stops.find(({ name }) => name === 'Market')!
  const removing = (one: typeof school) => designer.save(town.zone_id, { zone_stops: { removed: [versionOf(one)] } })
  expect((await pointers(removing(school))).errors).toEqual([
    ['/zone_stops/removed/0', `School is still used by booking ${booking.id}`],
  ])
  expect((await removing(market)).zone_stops).toHaveLength(4)
})

test('refuses a save that names a draft or a record twice', async () => {
  const { id, pier } = await designer.withRoute()
  const twice = designer.save(id, {
    zone_stops: {
      added: [stop('$x', 'X', 0), stop('$x', 'Y', 0)],
      updated: [versionOf(pier)],
      removed: [versionOf(pier)],
    },
  })
  expect((await pointers(twice)).errors).toEqual([
    ['/zone_stops/added/1/id', 'The same stop appears twice'],
    ['/zone_stops/removed/0', 'The same stop appears twice'],
  ])
})
