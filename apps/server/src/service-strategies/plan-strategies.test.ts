import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, features } from '@ambit/contract'
import { can, defaultFlags } from '@ambit/domain'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

const strategiesOf = (zone: number) =>
  server.client('dispatcher').call(api.planStrategies.list, { query: { filter: { zone: [zone] } } })

// covers: SCHED-171..173
test('schedules and plan strategies have every action, and plan strategies are off in every environment', () => {
  const crud = ['canRead', 'canCreate', 'canUpdate', 'canDestroy']
  expect(features.ServicePlans.servicePlan.actions).toEqual(crud)
  expect(features.ResourceAvailability.planStrategies.actions).toEqual(crud)
  const all = { 'ResourceAvailability:Module': true, 'ResourceAvailability:planStrategies:canRead': true }
  for (const environment of ['prod', 'staging', 'uat', 'demo', 'dev'] as const)
    expect(
      can('ResourceAvailability:planStrategies:canRead', { permissions: all, flags: defaultFlags(), environment }),
    ).toBe(false)
})

// covers: SCHED-44, SCHED-52, SCHED-53, SCHED-63, SCHED-195
test('a dispatcher reads a zone’s service models once they are switched on', async () => {
  const town = await buildSmallTown(server)
  const van = await town.vehicle('Van 1')
  expect((await refusal(strategiesOf(town.zone_id))).status).toBe(403)
  await server.client('superadmin').call(api.settings.update, {
    body: { featureFlags: { 'ResourceAvailability:planStrategies': { enabled: true, disabled_in: [] } } },
  })
  const { data } = await strategiesOf(town.zone_id)
  const [drt] = data
  expect(data).toEqual([
    {
      id: expect.any(Number),
      zone_id: town.zone_id,
      name: 'DRT',
      metadata: { color: '#E5EAED' },
      valueList: { label: 'DRT' },
    },
  ])
  // A schedule is driven by the zone's own model, or by that of its route.
  const ride = await town.book({ who: await town.passenger('Tom'), from: 'Market', to: 'School', at: '10:00' })
  const route = await town.route('fixed_route', ['Harbour', 'School'])
  const bus = await town.vehicle('Bus 1', { route })
  const planOf = async (vehicle: number) =>
    (await town.dispatcher.call(api.servicePlans.list, { query: { filter: { vehicle: [vehicle] } } })).data[0]
  expect(await planOf(van.vehicle_id)).toMatchObject({
    id: expect.any(Number),
    zone_id: town.zone_id,
    vehicle_id: van.vehicle_id,
    driver_id: van.driver_id,
    start_time: expect.any(String),
    end_time: expect.any(String),
    metadata: { shift: null, shiftLabel: null },
    minimum_capacity: 20,
    PlanStrategies: [{ id: drt!.id }],
    service_requests: [{ id: ride.id }],
    booking_count: 1,
  })
  const onRoute = (await planOf(bus.vehicle_id))!.PlanStrategies
  expect(onRoute).toHaveLength(1)
  expect(onRoute[0]!.id).not.toBe(drt!.id)
  expect((await strategiesOf(town.zone_id)).data.map(({ id }) => id)).toContain(onRoute[0]!.id)
})
