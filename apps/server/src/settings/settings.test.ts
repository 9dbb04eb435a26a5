import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const stored = {
    app: { brandName: 'Coastlink', trackingPortalUrl: 'https://track.example.org' },
    modules: { VehicleManagement: { enabled: true, menuName: 'Fleet' }, Nonsense: { enabled: true } },
    feature_flags: {
      'TripManagement:trip': { enabled: false, disabled_in: [] },
      'DriverManagement:driver': { enabled: true, disabled_in: ['staging'] },
    },
  }
  for (const [key, value] of Object.entries(stored)) {
    await server.deps.db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value) })
      .execute()
  }
})
afterAll(() => server.close())

describe('settings', () => {
  // covers: SHELL-11, SHELL-12, SHELL-13, SHELL-17, SHELL-18, SHELL-19, SHELL-20, SHELL-32, SHELL-33, SHELL-34, SHELL-35
  test('list product, brand and menu in the specification’s groups, and stored values override them', async () => {
    const { data } = await server.publicClient().call(api.settings.show)
    expect(data.app).toMatchObject({
      appName: 'Ambit',
      brandName: 'Coastlink',
      brand: 'a',
      brandColor: { h: 236, s: 100, l: 63 },
    })
    expect(data.modules.map(({ groupName, items }) => [groupName, ...items.map(({ menuName }) => menuName)])).toEqual([
      ['Resources & Passengers', 'Drivers', 'Fleet', 'Passengers'],
      ['Configuration', 'Regions', 'Zones', 'Concessions'],
      [
        'Daily Operations',
        'In-Service Schedules',
        'Service Monitoring',
        'Exceptions',
        'Dispatch Board',
        'Vehicle Trips',
        'Bookings',
        'Reports',
        'Zone Solutions',
        'Recurring Journeys',
        'Suspensions',
        'Places',
        'Organisations',
        'Booking Sheet',
        'Waiting List',
        'Lost Property',
        'Call List',
        'Driver Messages',
      ],
      [
        'System',
        'Users',
        'User Groups',
        'Discounts',
        'Audit',
        'Privacy',
        'Messages',
        'Packs',
        'Service Status',
        'Settings',
      ],
    ])
    expect(data.featureFlags['TripManagement:trip']).toEqual({ enabled: false, disabled_in: [] })
    expect(data.featureFlags['ZoneManagement:serviceStrategies']).toEqual({ enabled: true, disabled_in: ['*'] })
    expect(data).toMatchObject({ environment: 'dev', demo: false, setup_needed: true, streets: { available: false } })
  })

  // covers: SHELL-14, SHELL-15
  test('an option selects the other brand with its own colour', async () => {
    const harbour = await startTestServer({ config: { brand: 'b', environment: 'prod' } })
    const { data } = await harbour.publicClient().call(api.settings.show)
    expect(data.app).toMatchObject({ brandName: 'Harbour', brand: 'b', brandColor: { h: 168, s: 76, l: 36 } })
    expect(data.environment).toBe('prod')
    await harbour.close()
  })

  // covers: PERM-11, PERM-34, PERM-39
  test('a switch that is off denies its key to all users, and a list of environments by the server’s own name', async () => {
    const sam = server.client('superadmin')
    expect((await refusal(sam.call(api.trips.list))).status).toBe(403)
    await sam.call(api.drivers.list)
    const { config } = server.deps
    const known: string[] = []
    for (const name of ['portal', 'uat', 'staging']) {
      config.publicUrl = `https://${name}.example.org`
      known.push((await server.publicClient().call(api.settings.show)).data.environment)
    }
    expect(known).toEqual(['prod', 'uat', 'staging'])
    expect((await refusal(sam.call(api.drivers.list))).status).toBe(403)
    config.publicUrl = null
  })

  test('the name by which a request asks for the server changes no feature', async () => {
    const headers = { host: 'staging.example.org', authorization: `Bearer ${await server.token('superadmin')}` }
    const { data } = (await server.app.inject({ url: '/api/v2/ops/settings', headers })).json()
    expect(data.environment).toBe('dev')
    expect((await server.app.inject({ url: '/api/v2/ops/drivers', headers })).statusCode).toBe(200)
  })
})
