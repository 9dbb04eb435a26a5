import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

// covers: RIDE-15
test('the app’s configuration is public, with brand, languages, hours, contacts, notices and what is switched on', async () => {
  const { db, clock } = server.deps
  const town = await buildSmallTown(server)
  await openToApps(town)
  await db
    .updateTable('consumer_apps')
    .set({ brand_name: 'Coast Rides', brand_color: '#005580', locales: ['en', 'es'], phone_number: '07 3000 0000' })
    .where('is_default', '=', true)
    .execute()
  const body = {
    region_id: town.region_id,
    zone_ids: [town.zone_id],
    valid_from: '2026-11-23T08:00:00+10:00',
    valid_until: '2026-11-23T18:00:00+10:00',
    delivery: 'show' as const,
    texts: { en: 'Mill Road is closed' },
  }
  await server.client('superadmin').call(api.notices.create, { body })
  clock.set('2026-11-23T09:00:00+10:00')
  const { data } = await server.publicClient().call(api.ride.config)
  expect(data).toMatchObject({
    app: { brand_name: 'Coast Rides', brand_color: '#005580', sign_up: 'open', phone_number: '07 3000 0000' },
    languages: ['en', 'es'],
    codes: { email: true, sms: true },
    service_hours: [{ name: 'Bayside', open_now: true, days: [{ date: '2026-11-23' }, { date: '2026-11-24' }] }],
    notices: [{ texts: { en: 'Mill Road is closed' }, zones: ['Bayside'] }],
    map: { tiles: null },
  })
  expect(data.push_key).toMatch(/^[\w-]{87}$/)
})
