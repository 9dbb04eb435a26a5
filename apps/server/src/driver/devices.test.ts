import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, createClient, OLDEST_DRIVER_APP_VERSION } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
})

const params = () => ({ id: van.trip_id })
const nowText = () => server.deps.clock.now().toISOString()
const batch = (...kinds: ('sign_on' | 'complete')[]) => ({
  sent_at: nowText(),
  actions: kinds.map((kind, sequence) => ({ id: randomUUID(), sequence, kind, happened_at: nowText() })),
})
const signOn = async () =>
  (await van.client.call(api.driver.actions, { params: params(), body: batch('sign_on') })).data
const withToken = (token: string | null) => createClient({ origin: server.url, token: () => token })
const position = () => ({
  positions: [{ longitude: 153.02, latitude: -27.47, bearing: 0, speed: 0, recorded_at: nowText() }],
})

describe('an upload token', () => {
  // covers: DAPP-18
  test('comes with signing on, and sends the actions and positions of that trip after the driver has signed out', async () => {
    const { upload_token } = await signOn()
    await van.client.call(api.driver.signOut)
    const rest = withToken(upload_token)
    await rest.call(api.driver.positions, { params: params(), body: position() })
    const { data } = await rest.call(api.driver.actions, { params: params(), body: batch('complete') })
    expect(data).toMatchObject({ actions: [{ kind: 'complete', result: 'applied' }], upload_token: null })
  })

  // covers: DAPP-129
  test('is refused outside of its trip, and for all else of it', async () => {
    const rest = withToken((await signOn()).upload_token)
    const other = { id: (await town.vehicle('Van 2')).trip_id }
    expect(await refusal(rest.call(api.driver.actions, { params: other, body: batch('complete') }))).toMatchObject({
      status: 403,
    })
    expect(await refusal(rest.call(api.driver.trips))).toMatchObject({ status: 403 })
    expect(await refusal(rest.call(api.driver.manifest, { params: params() }))).toMatchObject({ status: 403 })
    expect(await refusal(rest.call(api.driver.signOut))).toMatchObject({ status: 403 })
    expect(await refusal(rest.call(api.drivers.list))).toMatchObject({ status: 403 })
  })

  // covers: DAPP-129
  test('ends after 7 days, and with its driver being blocked', async () => {
    const rest = withToken((await signOn()).upload_token)
    const send = () => rest.call(api.driver.positions, { params: params(), body: position() })
    server.deps.clock.advance(7 * 24 * 3_600_000 - 60_000)
    await send()
    const blocked = (status: 'blocked' | 'approved') =>
      server.deps.db.updateTable('drivers').set({ status }).where('id', '=', van.driver_id).execute()
    await blocked('blocked')
    expect(await refusal(send())).toMatchObject({ status: 401 })
    await blocked('approved')
    server.deps.clock.advance(60_000)
    expect(await refusal(send())).toMatchObject({ status: 401 })
  })
})

describe('a trip', () => {
  test('is open on one device of its driver, until another takes it over', async () => {
    const [phone, tablet] = [randomUUID(), randomUUID()]
    const open = async (device: string, take_over = false) =>
      (await van.client.call(api.driver.device, { params: params(), body: { device, take_over } })).data.device
    const told = async () => (await van.client.call(api.driver.manifest, { params: params() })).data.device
    expect(await told()).toBeNull()
    expect(await open(phone)).toBe(phone)
    expect(await open(tablet)).toBe(phone)
    expect(await told()).toBe(phone)
    expect(await open(tablet, true)).toBe(tablet)
    expect(await told()).toBe(tablet)
    const other = await town.vehicle('Van 2')
    const body = { device: phone, take_over: true }
    expect(await refusal(other.client.call(api.driver.device, { params: params(), body }))).toMatchObject({
      status: 404,
    })
  })
})

// covers: DAPP-11
test('the PIN of a driver appears in no line that the server logs, whether it is right or wrong', async () => {
  const lines: string[] = []
  const write = (fields: object, message = ''): void => void lines.push(JSON.stringify([message, fields]))
  const chatty = await startTestServer({ log: { debug: write, info: write, warn: write, error: write } })
  try {
    const { db, clock } = chatty.deps
    const now = { created_at: clock.now(), updated_at: clock.now() }
    const names = { first_name: 'Dana', last_name: 'Reed', username: 'dana', email: 'dana@drivers.example' }
    const driver = { ...names, phone_number: null, status: 'approved' as const, pin_hash: null, ...now }
    const { id } = await db.insertInto('drivers').values(driver).returning('id').executeTakeFirstOrThrow()
    const body = { password: '246813', password_confirmation: '246813' }
    await chatty.client('administrator').call(api.drivers.resetPin, { params: { id }, body })
    const signIn = (pin: string) => chatty.publicClient().call(api.driver.signIn, { body: { username: 'dana', pin } })
    await signIn('246813')
    expect(await refusal(signIn('975310'))).toMatchObject({ status: 401 })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toMatch(/246813|975310/)
  } finally {
    await chatty.close()
  }
})

describe('a driver’s session', () => {
  test('lasts 16 hours', async () => {
    const { db, clock } = server.deps
    await van.client.call(api.driver.trips)
    const session = await db
      .selectFrom('sessions')
      .where('driver_id', '=', van.driver_id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(session.expires_at.getTime() - session.created_at.getTime()).toBe(16 * 3_600_000)
    expect(session.expires_at.getTime()).toBeGreaterThan(clock.wall().getTime())
  })

  // covers: DAPP-14, DAPP-83
  test('tells what the driver’s region lets drivers dial, open and write, and which apps are too old', async () => {
    const { db } = server.deps
    await db.updateTable('drivers').set({ region_id: null }).where('id', '=', van.driver_id).execute()
    const told = async () => (await van.client.call(api.driver.session)).data
    expect(await told()).toMatchObject({
      driver: { id: van.driver_id, full_name: 'Driver Van 1' },
      dispatch_phone: null,
      emergency_number: '112',
      quick_replies: {},
      units: 'km',
      languages: ['en', 'de', 'es'],
      oldest_app_version: OLDEST_DRIVER_APP_VERSION,
    })
    await db.updateTable('drivers').set({ region_id: town.region_id }).where('id', '=', van.driver_id).execute()
    const staff = server.client('administrator')
    const params = { id: town.region_id }
    const change = async (body: object) => {
      const { name, time_zone, version } = (await staff.call(api.regions.show, { params })).data
      return staff.call(api.regions.update, { params, body: { name, time_zone, ...body }, version })
    }
    const long = 'x'.repeat(61)
    for (const quick_replies of [{ en: [long] }, { de: Array.from({ length: 13 }, (_, n) => `Text ${n}`) }])
      expect(await refusal(change({ quick_replies }))).toMatchObject({ status: 422 })
    expect(await refusal(change({ emergency_number: 'call us' }))).toMatchObject({ status: 422 })
    await change({ emergency_number: '000', quick_replies: { en: ['Flat tyre'] }, navigation_apps: ['waze'] })
    expect(await told()).toMatchObject({
      emergency_number: '000',
      quick_replies: { en: ['Flat tyre'] },
      navigation_apps: ['waze'],
    })
  })
})
