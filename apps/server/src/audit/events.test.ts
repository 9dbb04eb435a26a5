import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, auditKinds, NO_SESSION, SESSION_HEADER } from '@ambit/contract'
import { planningJobs } from '../planning/jobs.ts'
import { registerJobs, runDueJobs } from '../jobs/runner.ts'
import { eventsSince, lastEvent, readRecords, replay } from '../testing/audited.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { unaudited } from './unaudited.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  await server.token('administrator')
})
afterAll(() => server.close())

let start = 0
beforeEach(async () => {
  start = await lastEvent(server.deps.db)
})
const events = () => eventsSince(server.deps.db, start)
const staff = () => server.client('administrator')

let drivers = 0
const addDriver = async () => {
  drivers += 1
  const body = {
    first_name: 'Oscar',
    last_name: `Lindqvist ${drivers}`,
    username: `oscar${drivers}`,
    email: `oscar${drivers}@example.org`,
    status: 'approved' as const,
  }
  return (await staff().call(api.drivers.create, { body })).data
}

describe('an event of a change', () => {
  // covers: AUD-02, AUD-03
  test('says who did what to which record, with the values before and after', async () => {
    const driver = await addDriver()
    const params = { id: driver.id }
    await staff().call(api.drivers.update, { params, body: { phone_number: '+61 7 5550 0100', first_name: 'Oscar' } })
    await staff().call(api.drivers.destroy, { params })
    const [created, changed, deleted] = (await events()).filter(({ kind }) => kind === 'change')
    expect(changed).toMatchObject({
      actor_kind: 'user',
      actor_name: 'Test administrator',
      action: 'drivers.update',
      record_kind: 'drivers',
      record_id: String(driver.id),
      record_name: driver.full_name,
      operation: 'changed',
      address: '127.0.0.1',
    })
    expect(changed?.changes).toEqual({ phone_number: { before: null, after: '+61 7 5550 0100' } })
    expect(created?.changes['email']).toEqual({ after: driver.email })
    expect(deleted?.changes).toMatchObject({ email: { before: driver.email }, status: { before: 'approved' } })
    expect(Object.keys(deleted?.changes ?? {})).toEqual(Object.keys(created?.changes ?? {}))
    expect(created?.at.toISOString().slice(0, 19)).toBe(server.deps.clock.now().toISOString().slice(0, 19))
  })

  // covers: AUD-08
  test('is not written where a record stays as it was', async () => {
    const { id, first_name } = await addDriver()
    start = await lastEvent(server.deps.db)
    await staff().call(api.drivers.update, { params: { id }, body: { first_name } })
    expect(await events()).toEqual([])
  })

  // covers: AUD-01
  test('goes back together with its change', async () => {
    const driver = await addDriver()
    start = await lastEvent(server.deps.db)
    const undone = server.deps.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('drivers').where('id', '=', driver.id).execute()
      expect(await eventsSince(tx, start)).toHaveLength(1)
      throw new Error('not after all')
    })
    await expect(undone).rejects.toThrow('not after all')
    expect(await events()).toEqual([])
  })

  // covers: AUD-06
  test('shows no secret, but that it changed', async () => {
    const { id } = await addDriver()
    const pin = { password: '482916', password_confirmation: '482916' }
    await staff().call(api.drivers.resetPin, { params: { id }, body: pin })
    await staff().call(api.drivers.resetPin, { params: { id }, body: pin })
    const [, first, second] = await events()
    expect(first?.changes).toEqual({ pin_hash: { before: null, after: 'changed' } })
    expect(second?.changes).toEqual({ pin_hash: { before: 'changed', after: 'changed' } })
    await server.deps.db
      .updateTable('settings')
      .set({ value: '"another secret"' })
      .where('key', '=', 'signing_secret')
      .execute()
    expect(JSON.stringify(await eventsSince(server.deps.db, 0))).not.toMatch(/argon2|another secret/)
  })

  // covers: AUD-05
  test('names the one key of the settings that changed', async () => {
    await staff().call(api.settings.update, { body: { app: { currency: 'EUR' } } })
    await staff().call(api.settings.update, { body: { app: { currency: 'AUD' } } })
    const all = await events()
    expect(all.at(-1)).toMatchObject({ record_kind: 'settings', record_id: 'app', action: 'settings.update' })
    expect(all.at(-1)?.changes).toEqual({ currency: { before: 'EUR', after: 'AUD' } })
  })

  test('lies in the region and zone of its record, and of the zone that went with it', async () => {
    const town = await buildSmallTown(server)
    const { data: zone } = await staff().call(api.zones.create, {
      body: { region_id: town.region_id, name: 'Old Mill', abbreviation: 'MIL', time_zone: 'Australia/Brisbane' },
    })
    const coordinates = [
      [
        [153.1, -27.1],
        [153.2, -27.1],
        [153.2, -27.2],
      ],
    ] as [number, number][][]
    await staff().call(api.serviceAreas.create, { body: { zone_id: zone.id, name: 'Mill', coordinates } })
    start = await lastEvent(server.deps.db)
    await staff().call(api.zones.destroy, { params: { id: zone.id } })
    const gone = await events()
    expect(gone.map(({ record_kind }) => record_kind)).toEqual(expect.arrayContaining(['zones', 'service_areas']))
    expect(new Set(gone.map(({ region_id, zone_id }) => `${region_id} ${zone_id}`))).toEqual(
      new Set([`${town.region_id} ${zone.id}`]),
    )
  })

  test('of a stop holds its name and place, which lie in another table', async () => {
    const town = await buildSmallTown(server)
    const stop = await server.deps.db
      .selectFrom('zone_stops')
      .select('id')
      .where('location_id', '=', town.stops.Harbour)
      .executeTakeFirstOrThrow()
    start = await lastEvent(server.deps.db)
    await staff().call(api.zoneStops.update, { params: { id: stop.id }, body: { name: 'New Harbour' } })
    const [renamed] = await events()
    expect(renamed).toMatchObject({ record_kind: 'zone_stops', record_id: String(stop.id), zone_id: town.zone_id })
    expect(renamed?.changes).toEqual({ name: { before: 'Harbour', after: 'New Harbour' } })
  })
})

describe('how and why', () => {
  const post = async (headers: Record<string, string>) => {
    const { id } = await addDriver()
    start = await lastEvent(server.deps.db)
    const response = await fetch(`${server.url}/api/v2/ops/drivers/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${await server.token('administrator')}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: '{"phone_number": "+61 7 5550 0101"}',
    })
    return { status: response.status, events: (await events()).filter(({ action }) => action === 'drivers.update') }
  }

  // covers: AUD-04
  test('a change is by the portal, the API, an import, the drivers’ app or an undo, and one request has one id', async () => {
    expect((await post({ [SESSION_HEADER]: NO_SESSION, 'x-request-id': 'request-of-mine' })).events[0]).toMatchObject({
      via: 'portal',
      request_id: 'request-of-mine',
    })
    expect((await post({})).events[0]?.via).toBe('api')
    const van = { license_plate: 'IMP 1', vehicle_number: 'I-1', capacity: 8, mobility_capacity: 0 }
    await staff().call(api.vehicles.bulkImport, {
      body: [van, { ...van, license_plate: 'IMP 2', vehicle_number: 'I-2' }],
    })
    const imported = (await events()).filter(({ action }) => action === 'vehicles.bulkImport')
    expect(imported.map(({ via }) => via)).toEqual(['import', 'import'])
    expect(new Set(imported.map(({ request_id }) => request_id)).size).toBe(1)
    const town = await buildSmallTown(server)
    const crew = await town.vehicle('A')
    const params = { id: crew.trip_id }
    await crew.client.call(api.driver.signOn, { params })
    const own = (await events()).filter(({ action }) => action === 'driver.signOn')
    expect(new Set(own.map(({ via, actor_kind, request_id }) => `${via} ${actor_kind} ${request_id}`)).size).toBe(1)
    expect(own[0]).toMatchObject({ via: 'driver app', actor_kind: 'driver', actor_id: crew.driver_id })
  })

  test('a reason given with a change is kept, whatever its letters', async () => {
    const reason = 'Café moved to the “old” pier'
    expect((await post({ 'x-reason': encodeURIComponent(reason) })).events[0]?.reason).toBe(reason)
  })

  test('a reason that is too short, too long or not encoded is refused', async () => {
    for (const reason of ['no', encodeURIComponent('x'.repeat(251)), '%E9%E', encodeURIComponent('a\u0000bcdef')])
      expect(await post({ 'x-reason': reason })).toEqual({ status: 422, events: [] })
  })
})

describe('sign-ins, refusals and downloads', () => {
  // covers: AUD-05
  test('a sign-in, a failed one, a sign-out and ended sessions are events of the account', async () => {
    const { data: user } = await staff().call(api.users.list, { query: { search: 'administrator' } })
    const id = user[0]?.id ?? 0
    const signIn = { email: 'administrator', password: TEST_PASSWORD }
    await refusal(server.publicClient().call(api.sessions.create, { body: { ...signIn, password: 'wrong' } }))
    await refusal(server.publicClient().call(api.sessions.create, { body: { ...signIn, email: 'nobody-here' } }))
    const { data: session } = await server.publicClient().call(api.sessions.create, { body: signIn })
    await fetch(`${server.url}/api/v2/ops/sessions/current`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${session.token}` },
    })
    const told = (await events()).filter(({ kind }) => kind === 'sign_in')
    expect(told.map(({ changes, record_id, actor_id }) => [changes['outcome']?.after, record_id, actor_id])).toEqual([
      ['refused', String(id), null],
      ['refused: no such account', null, null],
      ['signed in', String(id), id],
      ['signed out', String(id), id],
    ])
    expect(told[2]?.changes).toMatchObject({ method: { after: 'password' }, factor: { after: 'none' } })
    expect(JSON.stringify(told)).not.toMatch(/nobody-here|wrong"/)
  })

  // covers: AUD-05
  test('a link for a new password, the new password and the sessions that end are events of its owner', async () => {
    const { data: made } = await staff().call(api.travelers.create, {
      body: { first_name: 'Mia', last_name: 'Moreau', username: 'mia', email: 'mia@example.org' },
    })
    await server.publicClient().call(api.passwords.forgot, { body: { email: 'mia@example.org', kind: 'traveller' } })
    await expect
      .poll(async () => (await events()).map(({ changes }) => changes['outcome']?.after))
      .toContain('link for a new password')
    const mail = await server.deps.db
      .selectFrom('outbox_mails')
      .select('text')
      .where('traveler_id', '=', made.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const token = /ResetPassword\/([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
    const body = { reset_password_token: token, password: 'a new horse battery', kind: 'traveller' as const }
    await server.publicClient().call(api.passwords.reset, {
      body: { ...body, password_confirmation: body.password },
    } as never)
    expect((await events()).at(-1)).toMatchObject({
      actor_kind: 'passenger',
      actor_id: made.id,
      actor_name: 'Mia Moreau',
      action: 'passwords.reset',
      changes: { password_hash: { before: null, after: 'changed' } },
    })
  })

  // covers: AUD-05
  test('a refused permission and an export are events', async () => {
    await refusal(server.client('analyst').call(api.drivers.create, { body: {} as never }))
    await (await staff().fetch(api.serviceRequests.export, { query: { search: 'Moreau' } })).text()
    const told = (await events()).filter(({ kind }) => kind === 'access')
    expect(told.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['drivers.create', 'Test analyst'],
      ['serviceRequests.export', 'Test administrator'],
    ])
    expect(told[0]?.changes['refused']?.after).toBe('You need the permission DriverManagement:driver:canCreate')
    expect(told[1]?.changes['exported']?.after).toMatchObject({ search: 'Moreau' })
  })
})

describe('what is written', () => {
  test('every table is of the audit, or in the list of those that are not with a reason', async () => {
    const { rows } = await sql<{ name: string; audited: boolean }>`
      select relname as name, exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'audit') as audited
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(server.deps.db)
    const named = (audited: boolean) => rows.filter((one) => one.audited === audited).map(({ name }) => name)
    expect(named(true).filter((name) => name !== 'locations')).toEqual([...auditKinds].toSorted())
    expect(named(false).filter((name) => !Object.hasOwn(unaudited, name))).toEqual([])
    expect(Object.keys(unaudited).filter((name) => !named(false).includes(name) && name !== 'locations')).toEqual([])
  })

  // covers: AUD-10
  test('positions, heartbeats and estimates write no event', async () => {
    const town = await buildSmallTown(server)
    const crew = await town.vehicle('A')
    const params = { id: crew.trip_id }
    const who = await town.passenger('Mia Moreau')
    await town.book({ who, from: 'Harbour', to: 'Hospital', at: '09:00' })
    await crew.client.call(api.driver.signOn, { params })
    const drive = async () => {
      server.deps.clock.advance(10_000)
      const recorded_at = server.deps.clock.now().toISOString()
      const at = { longitude: 153.01, latitude: -27.01, bearing: 0, speed: 9, recorded_at }
      await crew.client.call(api.driver.positions, { params, body: { positions: [at] } })
    }
    // The first shows that the vehicle has set out, which is a change of the trip and of its bookings.
    await drive()
    start = await lastEvent(server.deps.db)
    for (let count = 0; count < 5; count += 1) await drive()
    await registerJobs(server.deps, planningJobs)
    await runDueJobs(
      server.deps,
      planningJobs.filter(({ name }) => name === 'dispatch.etas'),
    )
    expect(await events()).toEqual([])
  })

  // covers: AUD-04
  test('what a job and the engine do is theirs', async () => {
    const town = await buildSmallTown(server)
    await town.vehicle('A')
    const who = await town.passenger('Mia Moreau')
    const booking = await town.book({ who, from: 'Harbour', to: 'Hospital', at: '09:00' })
    start = await lastEvent(server.deps.db)
    server.deps.clock.set('2026-11-23T08:58:00+10:00')
    await registerJobs(server.deps, planningJobs)
    await runDueJobs(server.deps, planningJobs)
    const secured = (await events()).find(
      ({ record_id, changes }) => record_id === String(booking.id) && changes['status'],
    )
    expect(secured).toMatchObject({ actor_kind: 'engine', via: 'engine', action: 'dispatch.secure' })
    expect(secured?.changes['status']).toEqual({ before: 'assigned', after: 'secured' })
  })

  test('events replayed on the rows of before give the rows of now', async () => {
    const before = await readRecords(server.deps.db)
    start = await lastEvent(server.deps.db)
    const town = await buildSmallTown(server)
    const crew = await town.vehicle('A')
    const who = await town.passenger('Mia Moreau')
    const booking = await town.book({ who, from: 'Harbour', to: 'Hospital', at: '09:00' })
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: booking.id }, body: {} })
    await crew.client.call(api.driver.signOn, { params: { id: crew.trip_id } })
    expect(replay(before, await events())).toEqual(await readRecords(server.deps.db))
  })
})
