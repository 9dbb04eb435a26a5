import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, createClient, type LiveEvent } from '@ambit/contract'
import { createResetLink } from '../access/password-reset.ts'
import { hangUpEarly } from '../testing/hang-up.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { openStream } from '../testing/stream.ts'
import { publish } from './publish.ts'
import { pruneEvents } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const happen = (...events: LiveEvent[]): Promise<void> =>
  server.deps.db.transaction().execute((tx) => publish(tx, events))
const trip = (trip_id: number, region_id = 1, zone_id = 1): LiveEvent => ({ kind: 'trip', trip_id, zone_id, region_id })
const booking = (id: number, region_id = 1): LiveEvent => ({
  kind: 'service_request',
  service_request_id: id,
  trip_id: null,
  zone_id: 1,
  region_id,
})
const follow = async (as: Parameters<TestServer['token']>[0], options: { lastEventId?: string; query?: string } = {}) =>
  openStream(`${server.url}/api/v2/ops/live${options.query ?? ''}`, await server.token(as), options.lastEventId)

describe('the live stream', () => {
  test('delivers committed changes and never rolled-back ones', async () => {
    const mina = await follow('dispatcher')
    await mina.next('ready')
    await server.deps.db
      .transaction()
      .execute(async (tx) => {
        await publish(tx, [trip(666)])
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    await happen(trip(1))
    expect((await mina.next()).data).toEqual(trip(1))
    mina.close()
  })

  test('delivers missed changes once and in order after a break in the connection', async () => {
    const before = await follow('dispatcher')
    await before.next('ready')
    await happen(trip(2))
    const last = await before.next()
    before.close()
    await happen(trip(3), trip(4))
    await happen(booking(5))
    const after = await follow('dispatcher', { lastEventId: last.id })
    // On a PostgreSQL server some of what was heard comes again, with the id of the last of it.
    const missed = async (): Promise<unknown> => {
      const { id, data } = await after.next()
      return id === last.id ? missed() : data
    }
    expect([await missed(), await missed(), await missed()]).toEqual([trip(3), trip(4), booking(5)])
    await happen(trip(6))
    expect((await after.next()).data).toEqual(trip(6))
    after.close()
  })

  test('sends a gap event to a client whose missed events are deleted', async () => {
    await happen(trip(7))
    await pruneEvents(server.deps.db, 1)
    const mina = await follow('dispatcher', { lastEventId: '1' })
    expect((await mina.next()).event).toBe('gap')
    await happen(trip(8))
    expect((await mina.next()).data).toEqual(trip(8))
    mina.close()
  })

  test('can be limited to one zone', async () => {
    const mina = await follow('dispatcher', { query: '?filter[zone]=9' })
    await mina.next('ready')
    await happen(trip(10, 1, 1), trip(11, 1, 9))
    expect((await mina.next()).data).toEqual(trip(11, 1, 9))
    mina.close()
  })

  test('is refused without a token', async () => {
    const refused = await fetch(`${server.url}/api/v2/ops/live`)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ errors: [{ code: 'unauthenticated' }] })
  })
})

test('shows users only their regions and the kinds they may read', async () => {
  const limited = await follow({ permissions: ['TripManagement:trip:canRead'], region_ids: [2] })
  const drivers = await follow({ permissions: ['DriverManagement:driver:canRead'] })
  await limited.next('ready')
  await drivers.next('ready')
  await happen(trip(20, 1), booking(21, 2), trip(22, 2))
  const { data: oscar } = await server.client('fleet_manager').call(api.drivers.create, {
    body: { first_name: 'Oscar', last_name: 'Lindqvist', username: 'oscar', email: 'oscar@example.org' },
  })
  expect((await limited.next()).data).toEqual(trip(22, 2))
  expect((await drivers.next()).data).toEqual({ kind: 'record', table: 'drivers', record_id: oscar.id })
  limited.close()
  drivers.close()
})

test('ends the streams of a session that signs out, and those of no other session', async () => {
  const url = `${server.url}/api/v2/ops/live`
  const [leaving, staying] = [await server.token('analyst'), await server.token('analyst')]
  const [left, right, stays] = [
    await openStream(url, leaving),
    await openStream(url, leaving),
    await openStream(url, staying),
  ]
  for (const stream of [left, right, stays]) await stream.next('ready')
  await createClient({ origin: server.url, token: () => leaving }).call(api.sessions.destroy)
  await Promise.all([left.ended, right.ended])
  await server.client('superadmin').call(api.settings.update, { body: { app: { appName: 'Ambit' } } })
  expect((await stays.next()).data).toMatchObject({ table: 'settings' })
  stays.close()
})

test('ends the streams of a user whose password was set by a link', async () => {
  const { db, clock, config, random } = server.deps
  const token = await server.token('fleet_manager')
  const { data: user } = await createClient({ origin: server.url, token: () => token }).call(api.sessions.current)
  const stream = await openStream(`${server.url}/api/v2/ops/live`, token)
  await stream.next('ready')
  const { link } = await db
    .transaction()
    .execute((tx) => createResetLink({ clock, config, random }, tx, { kind: 'admin', id: user.id }, 5))
  const password = { password: 'a long password', password_confirmation: 'a long password' }
  await server
    .publicClient()
    .call(api.passwords.reset, { body: { reset_password_token: link.split('/').at(-1) ?? '', ...password } })
  await stream.ended
})

test('refuses a ninth stream of one session until one of the others ends', async () => {
  const url = `${server.url}/api/v2/ops/live`
  const token = await server.token('dispatcher')
  const streams = []
  for (let count = 0; count < 8; count += 1) streams.push(await openStream(url, token))
  const ask = () => fetch(url, { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status).toBe(429)
  expect((await openStream(url, await server.token('dispatcher'))).close()).toBeUndefined()
  streams.pop()?.close()
  await expect.poll(async () => (await openStream(url, token).catch(() => null)) !== null).toBe(true)
  for (const stream of streams) stream.close()
})

test('counts no stream whose client hung up before it was opened', async () => {
  const url = `${server.url}/api/v2/ops/live`
  const token = await server.token('dispatcher')
  await hangUpEarly(server, url, token, 8)
  await server.client('dispatcher').call(api.sessions.current)
  ;(await openStream(url, token)).close()
})

test('disconnects those for whom a feature is switched on or off, to reconnect with what they may now', async () => {
  const admin = server.client('superadmin')
  const turn = (enabled: boolean) =>
    admin.call(api.settings.update, { body: { featureFlags: { 'TripManagement:trip': { enabled } } } })
  const trips = await follow({ permissions: ['TripManagement:trip:canRead'] })
  const drivers = await follow({ permissions: ['DriverManagement:driver:canRead'] })
  await trips.next('ready')
  await drivers.next('ready')
  await turn(false)
  await trips.ended
  const without = await follow({ permissions: ['TripManagement:trip:canRead'] })
  await without.next('ready')
  await happen(trip(40))
  await turn(true)
  const { id } = await without.next()
  await without.ended
  const again = await follow({ permissions: ['TripManagement:trip:canRead'] }, { lastEventId: id })
  await happen(trip(41))
  await expect.poll(async () => (await again.next()).data).toEqual(trip(41))
  // Twice the settings, and no end.
  expect([(await drivers.next()).data, (await drivers.next()).data]).toMatchObject([
    { table: 'settings' },
    { table: 'settings' },
  ])
  await admin.call(api.drivers.create, {
    body: { first_name: 'Nora', last_name: 'Lindqvist', username: 'nora', email: 'nora@example.org' },
  })
  expect((await drivers.next()).data).toMatchObject({ table: 'drivers' })
  again.close()
  drivers.close()
})

test('disconnects only the user whose permissions change, to reconnect with the new ones', async () => {
  const rights = { permissions: ['TripManagement:trip:canRead', 'RegionManagement:region:canRead'] }
  const mina = await follow(rights)
  const dana = await follow('dispatcher')
  await mina.next('ready')
  await dana.next('ready')
  const roles = server.client('superadmin')
  const { data: user } = await server.client(rights).call(api.sessions.current)
  const { data: found } = await roles.call(api.userRoles.list, { query: { search: user.roles[0] ?? '' } })
  const role = found.find(({ name }) => name === user.roles[0])
  if (role === undefined) throw new Error('Her role is not in the list')
  const save = (version: number, permissions: Record<string, boolean>) =>
    roles.call(api.userRoles.update, {
      params: { id: role.id },
      version,
      body: { permissions },
      reason: 'The board decided so',
    })
  await save(role.version, role.permissions)
  await happen(trip(30))
  expect((await mina.next()).data).toEqual(trip(30))
  await save(role.version + 1, { ...role.permissions, 'RegionManagement:region:canRead': false })
  await mina.ended
  await happen(trip(31))
  expect((await dana.next()).data).toEqual(trip(30))
  expect((await dana.next()).data).toEqual(trip(31))
  dana.close()
})
