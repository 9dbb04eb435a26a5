import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

const alex = () => server.client('administrator')
const shown = async () => (await server.publicClient().call(api.settings.show)).data

test('an administrator renames the brand and switches on a panel, with immediate effect and no other change', async () => {
  await alex().call(api.settings.update, { body: { app: { brandName: 'Coastlink', currency: 'NZD' } } })
  const { data } = await alex().call(api.settings.update, {
    body: {
      app: { mapCenter: { lat: -36.85, lng: 174.76 } },
      modules: { TravellerManagement: { menuName: 'Riders' } },
      featureFlags: { 'Dashboard:statistics': { enabled: true }, 'TripManagement:lateByTime': { enabled: false } },
    },
  })
  expect(data.app).toMatchObject({
    appName: 'Ambit',
    brandName: 'Coastlink',
    currency: 'NZD',
    mapCenter: { lat: -36.85 },
  })
  expect(data.featureFlags['Dashboard:statistics']).toEqual({ enabled: true, disabled_in: [] })
  // Switched off by itself, it keeps the list of environments that it shipped with.
  expect(data.featureFlags['TripManagement:lateByTime']).toEqual({ enabled: false, disabled_in: ['staging', 'prod'] })
  expect(await shown()).toMatchObject({ app: data.app, featureFlags: data.featureFlags, modules: data.modules })
  await alex().call(api.settings.update, { body: { modules: { TravellerManagement: { mainMenu: false } } } })
  const passengers = (await shown()).modules[0]!.items.find(({ name }) => name === 'TravellerManagement')
  expect(passengers).toMatchObject({ menuName: 'Riders', mainMenu: false, enabled: true })
})

test('every open portal is notified of changed settings', async () => {
  await alex().call(api.settings.update, { body: { app: { brandName: 'Harbourline' } } })
  const event = await server.deps.db
    .selectFrom('live_events')
    .select('payload')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(event.payload).toEqual({ kind: 'record', table: 'settings', record_id: 1 })
})

test('a dispatcher changes no settings; lists of environments need the right to change environments', async () => {
  const named = { body: { app: { brandName: 'Mine' } } }
  expect((await refusal(server.client('dispatcher').call(api.settings.update, named))).status).toBe(403)
  const lists = { body: { featureFlags: { 'TripManagement:lateByTime': { disabled_in: ['prod' as const] } } } }
  const refused = await refusal(alex().call(api.settings.update, lists))
  expect([refused.status, refused.errors[0]!.detail]).toEqual([
    403,
    'You need the permission Settings:environment:canUpdate',
  ])
  const { data } = await server.client('superadmin').call(api.settings.update, lists)
  expect(data.featureFlags['TripManagement:lateByTime']?.disabled_in).toEqual(['prod'])
})

test('a setting that does not exist, or could not be reversed, is refused beside its name', async () => {
  const before = await shown()
  const error = await refusal(
    alex().call(api.settings.update, {
      body: {
        app: { brandName: 'Half done' },
        modules: { NoModule: { enabled: true } },
        featureFlags: { 'No:feature': { enabled: true }, 'Settings:settings': { enabled: false } },
      },
    }),
  )
  expect(error.errors.map(({ source, detail }) => [source?.pointer, detail])).toEqual([
    ['/modules/NoModule', 'There is no such module'],
    ['/featureFlags/No:feature', 'There is no such feature'],
    ['/featureFlags/Settings:settings', 'It could not be switched on again'],
  ])
  for (const app of [
    { locale: 'nonsense!' },
    { currency: 'aud' },
    { trackingPortalUrl: 'javascript:alert(1)' },
    { brandName: ' ' },
  ])
    expect((await refusal(alex().call(api.settings.update, { body: { app } }))).status).toBe(422)
  expect((await shown()).app).toEqual(before.app)
})

const moduleNamed = async (name: string) =>
  (await shown()).modules.flatMap(({ items }) => items).find((one) => one.name === name)

test('a module takes the product’s own name again, and an earlier version of it comes back whole', async () => {
  const change = (fields: object) =>
    alex().call(api.settings.update, { body: { modules: { DriverManagement: fields } } })
  await change({ menuName: 'Chauffeurs' })
  await change({ menuName: null, globalSearchEnabled: false, mainMenu: false })
  expect(await moduleNamed('DriverManagement')).toMatchObject({ menuName: 'Drivers', globalSearchEnabled: false })
  const record = { record_kind: 'settings', record_id: 'modules' } as const
  const [, before] = (await alex().call(api.recordVersions.list, { query: { ...record, per_page: 50 } })).data
  const version = { ...record, event: before!.id }
  const { data: preview } = await alex().call(api.recordVersions.previewRestore, { body: version })
  await alex().call(api.recordVersions.restore, {
    body: { ...version, fields: ['DriverManagement'], seen: preview.seen },
    reason: 'Drivers were taken out of the menu by mistake',
  })
  expect(await moduleNamed('DriverManagement')).toMatchObject({
    menuName: 'Chauffeurs',
    shippedName: 'Drivers',
    globalSearchEnabled: true,
    mainMenu: true,
  })
})

// covers: OPS-43
test('the page Settings is neither switched off nor taken out of the menu, and the refusal says what to do first', async () => {
  const modules = { Installation: { enabled: false, mainMenu: false, brand: 'b' as const } }
  const { status, errors } = await refusal(alex().call(api.settings.update, { body: { modules } }))
  expect([status, ...errors.map(({ source }) => source?.pointer)]).toEqual([
    422,
    '/modules/Installation/enabled',
    '/modules/Installation/mainMenu',
    '/modules/Installation/brand',
  ])
  expect(errors[0]?.detail).toMatch(/first take Settings:settings:canRead from their roles$/)
  await alex().call(api.settings.update, { body: { modules: { Installation: { menuName: 'Set-up' } } } })
  expect(await moduleNamed('Installation')).toMatchObject({ menuName: 'Set-up', enabled: true, mainMenu: true })
})

// covers: OPS-42
test('what was changed of the settings is in the audit field by field, and an earlier version comes back', async () => {
  await alex().call(api.settings.update, { body: { app: { clockHours: '24', paper: 'Letter' } } })
  await alex().call(api.settings.update, { body: { app: { clockHours: '12' } } })
  const record = { record_kind: 'settings', record_id: 'app' } as const
  const [last, before] = (await alex().call(api.recordVersions.list, { query: { ...record, per_page: 50 } })).data
  expect(last?.changes).toEqual({ clockHours: { before: '24', after: '12' } })
  const version = { ...record, event: before!.id }
  const { data: preview } = await alex().call(api.recordVersions.previewRestore, { body: version })
  expect(preview.fields).toEqual([{ field: 'clockHours', now: '12', restored: '24' }])
  await alex().call(api.recordVersions.restore, {
    body: { ...version, fields: ['clockHours'], seen: preview.seen },
    reason: 'The clock was changed by mistake',
  })
  expect((await shown()).app.clockHours).toBe('24')
})

// covers: OPS-37
test('another currency is asked about once there are fares, which keep theirs', async () => {
  const town = await buildSmallTown(server)
  await town.vehicle('Bus 7')
  const who = await town.passenger('Maria Silva')
  await alex().call(api.settings.update, { body: { app: { currency: 'AUD' } } })
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  const refused = await refusal(alex().call(api.settings.update, { body: { app: { currency: 'EUR' } } }))
  expect([refused.errors[0]!.source?.pointer, refused.errors[0]!.detail]).toEqual([
    '/confirm_currency',
    'There is one fare on record. It stays in the currency that it was made in, and new ones are in EUR',
  ])
  await alex().call(api.settings.update, { body: { app: { currency: 'EUR' }, confirm_currency: true } })
  const { id: second } = await town.book({ who, from: 'Hospital', to: 'Market', at: '11:00' })
  const currencyOf = async (one: number) =>
    (await alex().call(api.serviceRequests.show, { params: { id: one } })).data.currency
  expect([await currencyOf(id), await currencyOf(second)]).toEqual(['AUD', 'EUR'])
})
