import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { api, AuditEvent, type Client, type Endpoint } from '@ambit/contract'
import { sealEvents } from '../audit/seal.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { enrol } from '../testing/enrol.ts'

let server: TestServer
let coast: number
let hills: number
let mia: number
beforeAll(async () => {
  server = await startTestServer()
  const region = async (name: string) =>
    (await sam().call(api.regions.create, { body: { name, time_zone: 'Australia/Brisbane' } })).data.id
  coast = await region('Coast')
  hills = await region('Hills')
  mia = (await enrol(server, 'Mia')).id
  await sam().call(api.travelers.update, { params: { id: mia }, body: { phone_number: '+61 7 5550 0100' } })
  await sam().call(api.travelers.update, { params: { id: mia }, body: { phone_number: '+61 7 5550 0200' } })
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const list = async (query: object = {}, who: Client = sam()) =>
  (await who.call(api.auditEvents.list, { query: { per_page: 200, ...query } })).data

describe('the list of events', () => {
  // covers: AUD-21
  test('is narrowed by every filter', async () => {
    const [newest] = await list({ filter: { record_kind: ['travelers'] } })
    expect(newest).toMatchObject({ action: 'travelers.update', record_name: 'Mia Rider', region_id: null })
    const of = async (filter: object) => (await list({ filter })).map(({ id }) => id)
    const id = newest!.id
    const matching = {
      kind: ['change'],
      date_range: ['2026-11-22T00:00:00Z', '2026-11-24T00:00:00Z'],
      actor: [newest!.actor_id!],
      actor_kind: ['user'],
      action: ['travelers.update'],
      operation: ['changed'],
      record_kind: ['travelers'],
      record_id: [String(mia)],
      via: ['api'],
      request: [newest!.request_id!],
      address: ['127.0.0.1'],
      field: ['phone_number', 'email'],
    }
    for (const [filter, value] of Object.entries(matching))
      expect([filter, await of({ [filter]: value })]).toEqual([filter, expect.arrayContaining([id])])
    const other = {
      kind: ['sign_in'],
      date_range: ['2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'],
      actor: [4711],
      actor_kind: ['job'],
      action: ['travelers.create'],
      operation: ['created'],
      record_kind: ['drivers'],
      record_id: ['4711'],
      region: [coast],
      zone: [1],
      via: ['portal'],
      request: ['another'],
      address: ['10.0.0.1'],
      field: ['email'],
    }
    for (const [filter, value] of Object.entries(other))
      expect([filter, await of({ [filter]: value })]).toEqual([filter, expect.not.arrayContaining([id])])
    expect((await of({ region: [coast], record_kind: ['regions'] })).length).toBe(1)
  })

  test('is searched by names, reasons and values', async () => {
    await sam().call(api.travelers.update, {
      params: { id: mia },
      body: { low_tech: true },
      reason: 'Asked by telephone',
    })
    expect((await list({ search: 'telephone' })).map(({ reason }) => reason)).toEqual(['Asked by telephone'])
    expect((await list({ search: '5550 0100' })).length).toBe(2)
    expect((await list({ search: 'Rider' })).length).toBe(4)
    expect(await list({ search: '%' })).toEqual([])
  })

  // covers: AUD-23
  test('shows users limited to regions what happened there, and what they did themselves where there is no region', async () => {
    const permissions = [
      'AuditManagement:audit:canRead',
      'DriverManagement:driver:canCreate',
      'RegionManagement:region:canRead',
      'UserManagement:user:canCreate',
    ]
    const kai = server.client({ permissions, region_ids: [hills] })
    const person = (name: string) => ({
      first_name: name,
      last_name: 'Berg',
      username: name,
      email: `${name}@example.org`,
    })
    await sam().call(api.drivers.create, { body: { ...person('for-all'), region_id: null } })
    await sam().call(api.drivers.create, { body: { ...person('of-the-coast'), region_id: coast } })
    await kai.call(api.drivers.create, { body: person('of-the-hills') })
    await kai.call(api.users.create, { body: { ...person('limited'), region_ids: [hills] } })
    const record_kind = ['users', 'drivers', 'regions']
    const seen = await list({ filter: { kind: ['change'], record_kind } }, kai)
    expect(seen.map(({ action, region_id }) => [action, region_id])).toEqual([
      ['users.create', null],
      ['drivers.create', hills],
      ['regions.create', hills],
    ])
  })

  // covers: AUD-24
  test('shows neither names nor values of passengers to those who may not read them, nor finds them by these', async () => {
    const kim = server.client({ permissions: ['AuditManagement:audit:canRead'] })
    const [event] = await list(
      { filter: { record_kind: ['travelers'], field: ['phone_number'], operation: ['changed'] } },
      kim,
    )
    expect(event).toMatchObject({ hidden: true, record_name: null, changes: { phone_number: {} } })
    expect(await list({ search: '5550 0100' }, kim)).toEqual([])
    expect(await list({ search: 'Rider' }, kim)).toEqual([])
  })

  test('finds no passenger by a name that its reader knows by number alone', async () => {
    const { db } = server.deps
    const event = {
      kind: 'access',
      actor_kind: 'passenger',
      actor_name: 'Zelda Quint',
      action: 'ride.cancel',
      operation: null,
    }
    const [made] = await list({ search: 'Mia' })
    expect(made).toBeDefined()
    await sql`insert into audit_events (at, kind, actor_kind, actor_id, actor_name, action, via)
      values (now(), 'access', ${event.actor_kind}, ${mia}, ${event.actor_name}, ${event.action}, 'passenger app')`.execute(
      db,
    )
    const keys = [
      'AuditManagement:audit:canRead',
      'AuditManagement:access:canRead',
      'TravellerManagement:traveller:canRead',
    ] as const
    const kit = server.client({ permissions: [...keys] })
    expect(await list({ search: 'Quint' }, kit)).toMatchObject([{ actor_name: 'Zelda Quint' }])
    await db.updateTable('user_roles').set({ pseudonymous: true }).where('name', 'like', 'custom%').execute()
    expect(await list({ search: 'Quint' }, kit)).toEqual([])
    await db.updateTable('user_roles').set({ pseudonymous: false }).where('name', 'like', 'custom%').execute()
  })

  test('shows refusals and exports only to those who may see who looked', async () => {
    await refusal(server.client('analyst').call(api.drivers.create, { body: {} as never }))
    expect((await list({ filter: { kind: ['access'] } })).length).toBeGreaterThan(0)
    expect(await list({ filter: { kind: ['access'] } }, server.client('operations_manager'))).toEqual([])
  })

  // covers: AUD-74
  test('is not for dispatchers, and an event is never changed through the API', async () => {
    expect((await refusal(server.client('dispatcher').call(api.auditEvents.list, {}))).status).toBe(403)
    const headers = { authorization: `Bearer ${await server.token('superadmin')}` }
    const [{ id } = { id: 0 }] = await list({})
    for (const address of ['audit_events', `audit_events/${id}`])
      for (const method of ['DELETE', 'PATCH', 'POST', 'PUT'])
        expect((await fetch(`${server.url}/api/v2/ops/${address}`, { method, headers })).status).toBe(405)
  })

  // covers: AUD-74
  test('and the rest of audit and privacy have the addresses of the specification, and an event has no other method', async () => {
    const addresses = Object.values(api)
      .flatMap((group): Endpoint[] => Object.values(group))
      .map(({ method, path }) => `${method} ${path}`)
    expect(addresses).toEqual(
      expect.arrayContaining([
        'GET /audit_events',
        'GET /audit_events/export',
        'GET /audit_seals',
        'GET /record_versions',
        'POST /record_versions/restore',
        'POST /record_versions/restore/preview',
        'GET /access_events',
        'GET /retention_rules',
        'GET /retention_rules/preview',
        'GET /privacy_requests',
        'POST /privacy_requests',
        'GET /travelers/:id/export',
        'POST /travelers/:id/erase',
        'GET /travelers/:id/erase/preview',
        'GET /holds',
        'POST /holds',
      ]),
    )
    const methods = addresses.filter((address) => /^\w+ \/audit_events\b/.test(address))
    expect(methods.filter((address) => !address.startsWith('GET '))).toEqual([])
  })
})

describe('an export', () => {
  // covers: AUD-25
  test('gives CSV or JSON lines with the filters and the seals, and is an event', async () => {
    await sealEvents(server.deps.db, new Date('2026-11-23T12:00:00Z'))
    const query = { filter: { record_kind: ['travelers' as const], operation: ['created' as const] } }
    const lines = await (await sam().fetch(api.auditEvents.export, { query: { ...query, format: 'jsonl' } })).text()
    const [event, ...rest] = lines.trim().split('\n')
    expect(rest).toEqual([])
    const { seal, ...told } = JSON.parse(event ?? '')
    expect(AuditEvent.parse(told)).toMatchObject({ record_kind: 'travelers', operation: 'created' })
    expect(seal).toBe(1)
    const csv = await (await sam().fetch(api.auditEvents.export, { query })).text()
    expect(csv.trim().split('\n')).toHaveLength(2)
    expect(csv).toContain('Mia Rider')
    const [exported] = await list({ filter: { action: ['auditEvents.export'] } })
    expect(exported?.changes['exported']?.after).toMatchObject({ format: 'csv' })
    const olivia = server.client('operations_manager')
    expect((await refusal(olivia.fetch(api.auditEvents.export, { query: {} }))).status).toBe(403)
  })
})

describe('the state of the audit', () => {
  test('says until when how many events are sealed', async () => {
    const { state, data } = await sam().call(api.auditSeals.list, { query: {} })
    expect(state).toMatchObject({ sealed_until: '2026-11-23T12:00:00.000Z', broken_since: null, problem: null })
    expect(state.sealed_events).toBe(data.reduce((sum, { events }) => sum + events, 0))
  })
})

describe('the history of a record', () => {
  const history = async (who: Client, kind: 'travelers' | 'drivers' = 'travelers', id = String(mia)) =>
    (await who.call(api.recordVersions.list, { query: { record_kind: kind, record_id: id, per_page: 50 } })).data

  test('holds what was done to it and to its parts, the newest first', async () => {
    await sam().call(api.travelerComments.create, { body: { traveler_id: mia, comment: 'Rings twice' } })
    const told = (await history(server.client('dispatcher'))).map(({ action }) => action)
    expect([told[0], told.at(-1)]).toEqual(['travelerComments.create', 'travelers.create'])
  })

  test('tells of changes alone: who signs in has changed nothing of themselves', async () => {
    const pin = '482913'
    const body = {
      first_name: 'Ona',
      last_name: 'Sol',
      username: 'ona',
      email: 'ona@example.org',
      status: 'approved' as const,
    }
    const { data } = await sam().call(api.drivers.create, { body })
    await sam().call(api.drivers.resetPin, {
      params: { id: data.id },
      body: { password: pin, password_confirmation: pin },
    })
    await server.publicClient().call(api.driver.signIn, { body: { username: 'ona', pin } })
    const told = await list({ filter: { record_kind: ['drivers'], record_id: [String(data.id)] } })
    expect(told.map(({ kind }) => kind)).toEqual(['sign_in', 'change', 'change'])
    expect((await history(sam(), 'drivers', String(data.id))).map(({ kind }) => kind)).toEqual(['change', 'change'])
  })

  test('is for those who may read the record and see histories', async () => {
    expect((await refusal(history(server.client('customer_service')))).status).toBe(403)
    expect((await refusal(history(server.client('fleet_manager')))).status).toBe(403)
    const { data: seen } = await server
      .client('operations_manager')
      .call(api.recordVersions.list, { query: { record_kind: 'travelers', record_id: String(mia) } })
    expect(seen.length).toBeGreaterThan(0)
  })

  // covers: AUD-27
  test('shows the whole record as it stood after any event, and before it was created', async () => {
    const [, ...events] = (await history(sam())).filter(({ record_kind }) => record_kind === 'travelers').toReversed()
    const at = async (event: number) =>
      (
        await sam().call(api.recordVersions.show, {
          query: { record_kind: 'travelers', record_id: String(mia), event },
        })
      ).data
    const phones = []
    for (const { id } of events) phones.push((await at(id)).fields?.['phone_number'])
    expect(phones).toEqual(['+61 7 5550 0100', '+61 7 5550 0200', '+61 7 5550 0200'])
    expect((await at(events[0]!.id)).fields).toMatchObject({ low_tech: false, first_name: 'Mia', password_hash: null })
    expect((await at(1)).fields).toBeNull()
  })

  test('with more or fewer parts in its id than its key has is no record', async () => {
    for (const query of [
      { record_kind: 'zones', record_id: '1:2' },
      { record_kind: 'settings', record_id: '9999-12-31T23:59:59' },
      { record_kind: 'user_group_members', record_id: '1' },
    ] as const)
      expect((await sam().call(api.recordVersions.show, { query })).data.fields).toBeNull()
  })

  test('shows a deleted record as it last was', async () => {
    const body = { first_name: 'Otto', last_name: 'Berg', username: 'otto', email: 'otto@example.org' }
    const { data } = await sam().call(api.drivers.create, { body })
    await sam().call(api.drivers.destroy, { params: { id: data.id } })
    const record = { record_kind: 'drivers' as const, record_id: String(data.id) }
    const [deleted, created] = await history(sam(), 'drivers', record.record_id)
    expect(deleted?.operation).toBe('deleted')
    const { data: now } = await sam().call(api.recordVersions.show, { query: record })
    expect(now).toMatchObject({ event_id: deleted?.id, fields: null })
    const { data: last } = await sam().call(api.recordVersions.show, { query: { ...record, event: created!.id } })
    expect(last.fields).toMatchObject({ username: 'otto' })
  })
})
