import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, createClient } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const olivia = () => server.client('operations_manager')
const app = (name: string) => ({ name, slug: name.toLowerCase() })
const refusedAt = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}

// covers: RIDE-08
test('an operations manager makes and changes an app that passengers book with, and each change is an event', async () => {
  const input = {
    ...app('Coast'),
    brand_name: 'Coast Bus',
    brand_color: '#0A7E7E',
    host_names: ['Ride.Coast.example'],
    sign_up: 'approval',
    locales: ['de', 'en'],
    phone_number: '07 3000 0000',
  } as const
  const { data: made } = await olivia().call(api.consumerApps.create, {
    body: { ...input, host_names: [...input.host_names], locales: [...input.locales] },
  })
  const shown = { ...input, brand_color: '#0a7e7e', host_names: ['ride.coast.example'], default: false, version: 1 }
  expect(made).toMatchObject(shown)
  const { data: changed } = await olivia().call(api.consumerApps.update, {
    params: { id: made.id },
    body: { sign_up: 'closed' },
    version: 1,
  })
  expect(changed).toMatchObject({ ...shown, sign_up: 'closed', version: 2 })
  expect((await olivia().call(api.consumerApps.show, { params: { id: made.id } })).data).toEqual(changed)
  const events = await server.deps.db
    .selectFrom('audit_events')
    .select(['operation', 'record_name'])
    .where('record_kind', '=', 'consumer_apps')
    .where('record_id', '=', String(made.id))
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { operation: 'created', record_name: 'Coast' },
    { operation: 'changed', record_name: 'Coast' },
  ])
  const response = await fetch(`${server.url}/api/v2/ride/config?app=coast`)
  expect(await response.json()).toMatchObject({
    data: {
      app: { slug: 'coast', brand_name: 'Coast Bus', brand_color: '#0a7e7e', sign_up: 'closed' },
      languages: ['de', 'en'],
    },
  })
})

// covers: RIDE-08
test('one app is the default, and none shares its name, short name or host with another', async () => {
  const defaults = async () =>
    (await olivia().call(api.consumerApps.list)).data.filter((one) => one.default).map(({ name }) => name)
  expect(await defaults()).toEqual(['Passenger App'])
  const { data: hills } = await olivia().call(api.consumerApps.create, {
    body: { ...app('Hills'), host_names: ['hills.example'], default: true },
  })
  expect(await defaults()).toEqual(['Hills'])
  const update = (body: object) => olivia().call(api.consumerApps.update, { params: { id: hills.id }, body })
  expect(await refusedAt(update({ default: false }))).toEqual([422, '/default', 'Make another app the default instead'])
  await update({ host_names: ['hills.example', 'www.hills.example'] })
  const create = (body: object) => olivia().call(api.consumerApps.create, { body: { ...app('Bay'), ...body } })
  expect((await refusedAt(create({ name: 'hills' }))).slice(0, 2)).toEqual([422, '/name'])
  expect((await refusedAt(create({ slug: 'hills' }))).slice(0, 2)).toEqual([422, '/slug'])
  expect(await refusedAt(create({ host_names: ['bay.example', 'WWW.hills.example'] }))).toEqual([
    422,
    '/host_names',
    'www.hills.example opens Hills',
  ])
  for (const [field, value] of Object.entries({
    slug: 'Hills Bus',
    brand_color: 'red',
    locales: [],
    host_names: ['https://bay.example/'],
  }))
    expect((await refusedAt(create({ [field]: value })))[1]).toMatch(new RegExp(`^/${field}`))
})

const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

// covers: RIDE-08
test('an app has a logo that was handed over, which is a drawing or a square of 512 px', async () => {
  const hand = async (content: string) => (await olivia().call(api.consumerApps.addLogo, { body: { content } })).data
  const { digest: logo } = await hand(png(512, 512))
  const { data: made } = await olivia().call(api.consumerApps.create, { body: { ...app('Dunes'), logo } })
  expect(made.logo).toBe(logo)
  expect((await server.publicClient().call(api.ride.config, { query: { app: 'dunes' } })).data.app.logo).toBe(logo)
  const set = (to: string | null) =>
    olivia().call(api.consumerApps.update, { params: { id: made.id }, body: { logo: to } })
  const words = 'Please choose an SVG, or a square PNG of at least 512 px'
  for (const [width, height] of [
    [511, 511],
    [512, 600],
  ] as const)
    expect(await refusedAt(set((await hand(png(width, height))).digest))).toEqual([422, '/logo', words])
  expect(await refusedAt(set('0'.repeat(64)))).toEqual([422, '/logo', 'There is no such logo'])
  const drawn = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  const { digest } = await hand(drawn)
  expect((await set(digest)).data.logo).toBe(digest)
  expect((await set(null)).data.logo).toBeNull()
})

// covers: RIDE-08
test('only who may change apps of all regions does so', async () => {
  const body = app('Lake')
  for (const role of ['dispatcher', 'customer_service', 'fleet_manager', 'analyst'] as const)
    expect((await refusal(server.client(role).call(api.consumerApps.create, { body }))).status).toBe(403)
  const { data: known } = await olivia().call(api.consumerApps.list)
  const change = { params: { id: known[0]?.id ?? 0 }, body: { sign_up: 'closed' as const } }
  for (const role of ['dispatcher', 'customer_service', 'fleet_manager', 'analyst'] as const)
    expect((await refusal(server.client(role).call(api.consumerApps.update, change))).status).toBe(403)
  const permissions = ['ZoneManagement:zone:canRead', 'ZoneManagement:consumerApp:canCreate'] as const
  const maker = await server.token({ permissions: [...permissions], region_ids: null })
  const makes = createClient({ origin: server.url, token: () => maker })
  expect((await makes.call(api.consumerApps.create, { body: app('Ford') })).data.slug).toBe('ford')
  expect((await refusal(makes.call(api.consumerApps.update, change))).status).toBe(403)
  for (const role of ['administrator', 'operations_manager'] as const) {
    const own = { name: `Lake ${role}`, slug: `lake-${role.slice(0, 4)}` }
    expect((await server.client(role).call(api.consumerApps.create, { body: own })).data.slug).toBe(own.slug)
  }
  const token = await server.token({
    permissions: ['ZoneManagement:zone:canRead', 'ZoneManagement:consumerApp:canCreate'],
    region_ids: [1],
  })
  const limited = createClient({ origin: server.url, token: () => token })
  expect((await refusal(limited.call(api.consumerApps.create, { body }))).status).toBe(403)
})
