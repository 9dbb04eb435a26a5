import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type PermissionKey } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, type Crew, type SmallTown } from '../testing/small-town.ts'
import { openStream } from '../testing/stream.ts'
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

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const moment = (time: string): string => `2026-11-23T${time}+10:00`
const help = async (id: string, time: string, change: { sent?: string; on_board?: number[]; crew?: Crew } = {}) => {
  const { sent = time, on_board = [], crew = van } = change
  const position = { lat: -27.47, lon: 153.02, accuracy_m: 8 }
  const body = { id, happened_at: moment(time), sent_at: moment(sent), position, on_board }
  return (await crew.client.call(api.driver.emergency, { params: { id: van.trip_id }, body })).data
}
const standing = async () =>
  (await town.dispatcher.call(api.exceptions.list, { query: { filter: { region: [town.region_id] } } })).data
const take = (id: number, who = town.dispatcher) => who.call(api.exceptions.acknowledge, { params: { id } })
const resolve = (id: number, note: string, who = town.dispatcher) =>
  who.call(api.exceptions.resolve, { params: { id }, body: { outcome: 'fixed', note } })

describe('an emergency', () => {
  // covers: EXC-10
  test('is urgent at once, says who is where with how many on board, and stays until a person resolves it', async () => {
    const booking = await town.book({
      who: await town.passenger('Maria Silva'),
      from: 'Market',
      to: 'School',
      at: '09:00',
      people: 2,
    })
    at('09:05:00')
    expect(await help(randomUUID(), '09:05:00', { on_board: [booking.id] })).toMatchObject({
      state: 'open',
      seen_by: null,
    })
    const [emergency, ...others] = await standing()
    expect(others).toEqual([])
    expect(emergency).toMatchObject({
      kind: 'emergency',
      severity: 'urgent',
      state: 'open',
      trip_id: van.trip_id,
      vehicle_number: 'Van 1',
      driver_name: 'Driver Van 1',
      facts: { people: 2, position: { lat: -27.47, lon: 153.02, accuracy_m: 8 } },
      owner: null,
    })
    at('10:05:00')
    expect(await standing()).toHaveLength(1)
    await resolve(emergency!.id, 'The police are there')
    expect(await standing()).toEqual([])
  })

  // covers: DAPP-86
  test('that is sent again is one, and its driver is answered who has seen it', async () => {
    at('09:05:00')
    const id = randomUUID()
    await Promise.all([help(id, '09:05:00'), help(id, '09:05:00')])
    const [emergency, ...others] = await standing()
    expect(others).toEqual([])
    at('09:06:00')
    await take(emergency!.id)
    const seen = await help(id, '09:05:00', { sent: '09:06:00' })
    expect(seen).toMatchObject({ id, state: 'acknowledged' })
    expect(seen.seen_by).toBe((await standing())[0]?.owner)
    expect(clockOf(seen.seen_at!)).toBe('09:06')
    await resolve(emergency!.id, 'Spoke to the driver')
    expect(await help(id, '09:05:00', { sent: '09:06:00' })).toMatchObject({ state: 'resolved' })
    expect(await standing()).toEqual([])
  })

  test('that a driver calls once more interrupts again, as the same one', async () => {
    at('09:05:00')
    await help(randomUUID(), '09:05:00')
    const [first] = await standing()
    await take(first!.id)
    at('09:10:00')
    await help(randomUUID(), '09:10:00')
    expect((await standing()).map(({ id, state, owner }) => ({ id, state, owner }))).toEqual([
      { id: first!.id, state: 'open', owner: null },
    ])
  })

  test('without signal is raised when it comes, with the time at which the driver called', async () => {
    at('09:40:00')
    await help(randomUUID(), '09:05:00', { sent: '09:40:00' })
    expect((await standing()).map(({ opened_at }) => clockOf(opened_at))).toEqual(['09:05'])
  })

  test('is refused for another driver’s trip and long after its trip, and for nothing that it says of passengers', async () => {
    const other = await town.vehicle('Van 2')
    at('09:05:00')
    expect(await refusal(help(randomUUID(), '09:05:00', { crew: other }))).toMatchObject({ status: 404 })
    await help(randomUUID(), '09:05:00', { on_board: [2_000_000_000] })
    expect((await standing()).map(({ facts }) => facts.people)).toEqual([0])
    const ended = { start_datetime: new Date('2026-11-21T08:00:00Z'), end_datetime: new Date('2026-11-21T12:00:00Z') }
    await server.deps.db.updateTable('trips').set(ended).where('id', '=', van.trip_id).execute()
    expect(await refusal(help(randomUUID(), '09:05:00'))).toMatchObject({ status: 404 })
  })

  // covers: EXC-76
  test('reaches open pages of its region, and is in the audit of its trip with who answered how', async () => {
    const follow = async (key: PermissionKey) => {
      const permissions = [key]
      const stream = await openStream(`${server.url}/api/v2/ops/live`, await server.token({ permissions } as never))
      await stream.next('ready')
      return stream
    }
    const page = await follow('ExceptionManagement:exception:canRead')
    const other = await follow('TripManagement:trip:canRead')
    at('09:05:00')
    await help(randomUUID(), '09:05:00')
    const { id } = (await standing())[0]!
    const { zone_id, region_id } = town
    expect((await page.next('exception')).data).toEqual({ kind: 'exception', exception_id: id, zone_id, region_id })
    await expect(other.next('exception')).rejects.toThrow('no event')
    page.close()
    other.close()
    await take(id)
    await resolve(id, 'All is well')
    const { data } = await server
      .client('administrator')
      .call(api.auditEvents.list, { query: { filter: { record_kind: ['trips'], record_id: [String(van.trip_id)] } } })
    const told = data
      .filter(({ changes }) => 'exception' in changes)
      .map(({ changes, actor_name }) => [changes, actor_name])
    expect(told).toHaveLength(3)
    expect(JSON.stringify(told)).toContain('All is well')
  })
})

describe('what needs attention', () => {
  // covers: EXC-40
  test('is there once for each kind and subject, also where it is raised at the same moment', async () => {
    at('09:05:00')
    await Promise.all([1, 2, 3].map(() => help(randomUUID(), '09:05:00')))
    expect(await standing()).toHaveLength(1)
    const { db } = server.deps
    const row = await db
      .selectFrom('exceptions')
      .selectAll()
      .where('trip_id', '=', van.trip_id)
      .executeTakeFirstOrThrow()
    const { id: _, ...same } = { ...row, facts: '{}', bookings: '[]', fix: null }
    await expect(db.insertInto('exceptions').values(same).execute()).rejects.toThrow(/exceptions_standing/)
  })

  // covers: EXC-61
  test('is acknowledged by one of two at the same moment, and the other learns by whom', async () => {
    at('09:05:00')
    await help(randomUUID(), '09:05:00')
    const { id } = (await standing())[0]!
    const both = await Promise.allSettled([take(id), take(id, server.client('administrator'))])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const owner = (await standing())[0]?.owner
    expect(await refusal(take(id))).toMatchObject({ status: 409, message: `${owner} has acknowledged this already` })
    await resolve(id, 'Done')
    expect(await refusal(resolve(id, 'Once more'))).toMatchObject({ status: 409 })
    expect(await refusal(take(4_711_000))).toMatchObject({ status: 404 })
  })

  // covers: EXC-66
  test('is resolved with an outcome, and with what was done where that is other, in 1 to 500 characters', async () => {
    at('09:05:00')
    await help(randomUUID(), '09:05:00')
    const { id } = (await standing())[0]!
    const params = { id }
    for (const note of ['  ', 'x'.repeat(501)])
      expect(
        await refusal(town.dispatcher.call(api.exceptions.resolve, { params, body: { outcome: 'other', note } })),
      ).toMatchObject({ status: 422, errors: [{ source: { pointer: '/note' } }] })
    const silent = refusal(town.dispatcher.call(api.exceptions.resolve, { params, body: { outcome: 'other' } }))
    expect((await silent).message).toBe('Please say what was done')
    expect((await standing())[0]?.state).toBe('open')
  })

  // covers: DAPP-110
  test('tells how many actions of a driver wait on a trip, until the last of them is settled', async () => {
    const params = { id: van.trip_id }
    await van.client.call(api.driver.signOn, { params })
    await town.dispatcher.call(api.trips.changeState, { params, body: { status: 'cancelled', force: true } })
    const now = server.deps.clock.now().toISOString()
    const actions = (['manual_navigation', 'complete'] as const).map((kind, sequence) => ({
      id: randomUUID(),
      sequence,
      happened_at: now,
      ...(kind === 'complete' ? { kind } : { kind, enabled: true }),
    }))
    await van.client.call(api.driver.actions, { params, body: { sent_at: now, actions } })
    const waiting = async () => (await standing()).map(({ kind, severity, facts }) => [kind, severity, facts.actions])
    expect(await waiting()).toEqual([['driver_action', 'soon', 2]])
    const { data } = await town.dispatcher.call(api.trips.driverActions, { params })
    const unsettled = data.filter(({ result }) => result === 'needs_dispatcher').map(({ id }) => id)
    const setAside = (id: number) =>
      town.dispatcher.call(api.driverActions.setAside, { params: { id }, body: { reason: 'Not needed' } })
    await setAside(unsettled[0]!)
    expect(await waiting()).toEqual([['driver_action', 'soon', 1]])
    await setAside(unsettled[1]!)
    expect(await waiting()).toEqual([])
  })

  // covers: EXC-34
  test('is raised by hand in a zone of the caller’s, with a sentence and what it is about', async () => {
    const body = { text: ' The bridge is up ', severity: 'watch' as const, zone_id: town.zone_id }
    const boss = server.client('operations_manager')
    const { data } = await boss.call(api.exceptions.create, { body: { ...body, trip_id: van.trip_id } })
    expect(data).toMatchObject({ kind: 'by_hand', severity: 'watch', text: 'The bridge is up', trip_id: van.trip_id })
    const maria = await town.passenger('Maria Silva')
    const ride = await town.book({ who: maria, from: 'Market', to: 'School', at: '15:00' })
    const linked = { ...body, text: 'x'.repeat(250), traveler_id: maria, service_request_id: ride.id }
    expect((await boss.call(api.exceptions.create, { body: linked })).data).toMatchObject({
      passenger: { traveler_id: maria, traveler_name: 'Maria S.' },
      bookings: [{ service_request_id: ride.id }],
    })
    const limited = server.client({
      permissions: ['ExceptionManagement:exception:canCreate'],
      region_ids: [town.region_id],
    })
    const nora = await town.passenger('Nora North')
    await server.deps.db.updateTable('travelers').set({ region_id: null }).where('id', '=', nora).execute()
    for (const who of [nora, 2_000_000_000])
      expect(await refusal(limited.call(api.exceptions.create, { body: { ...body, traveler_id: who } }))).toMatchObject(
        { status: 422, errors: [{ source: { pointer: '/traveler_id' } }] },
      )
    const { data: other } = await boss.call(api.exceptions.create, { body })
    expect(other.id).not.toBe(data.id)
    for (const [wrong, pointer] of [
      [{ ...body, text: ' ' }, '/text'],
      [{ ...body, text: 'x'.repeat(251) }, '/text'],
      [{ ...body, zone_id: 4_711_000 }, '/zone_id'],
      [{ ...body, trip_id: 4_711_000 }, '/trip_id'],
      [{ ...body, service_request_id: 4_711_000 }, '/service_request_id'],
    ] as const)
      expect(await refusal(boss.call(api.exceptions.create, { body: wrong }))).toMatchObject({
        status: 422,
        errors: [{ source: { pointer } }],
      })
    const reader = server.client({ permissions: ['ExceptionManagement:exception:canRead'] })
    expect((await refusal(reader.call(api.exceptions.create, { body }))).status).toBe(403)
  })
})

// covers: EXC-111
test('a user limited to one zone reads, counts and is told nothing of the exceptions of another', async () => {
  const theirs = await buildSmallTown(server)
  const keys = ['exception:canRead', 'exceptionRules:canRead', 'responseTimes:canRead', 'handover:canRead'] as const
  const user = {
    permissions: keys.map((key) => `ExceptionManagement:${key}` as const),
    region_ids: [town.region_id],
  }
  const limited = server.client(user)
  const stream = await openStream(`${server.url}/api/v2/ops/live`, await server.token(user as never))
  await stream.next('ready')
  const raised = async (zone_id: number, text: string) => {
    const body = { text, severity: 'urgent' as const, zone_id }
    return (await server.client('administrator').call(api.exceptions.create, { body })).data.id
  }
  at('09:05:00')
  const [foreign, ended, own, done] = [
    await raised(theirs.zone_id, 'Theirs'),
    await raised(theirs.zone_id, 'Theirs, ended'),
    await raised(town.zone_id, 'Ours'),
    await raised(town.zone_id, 'Ours, ended'),
  ]
  expect((await stream.next('exception')).data).toMatchObject({ exception_id: own, zone_id: town.zone_id })
  for (const id of [ended, done])
    await server.client('administrator').call(api.exceptions.resolve, {
      params: { id },
      body: { outcome: 'no_action_needed' },
    })
  for (const _ of ['opened', 'resolved'])
    expect((await stream.next('exception')).data).toMatchObject({ exception_id: done })
  stream.close()
  expect((await limited.call(api.exceptions.list)).data.map(({ id }) => id)).toEqual([own])
  expect((await limited.call(api.exceptions.list)).meta.total).toBe(1)
  const filter = { region: [theirs.region_id], zone: [theirs.zone_id] }
  expect((await limited.call(api.exceptions.list, { query: { filter } })).data).toEqual([])
  const { data, meta } = await limited.call(api.exceptions.ended)
  expect([data.map(({ id }) => id), meta.total_count]).toEqual([[done], 1])
  expect((await limited.call(api.exceptions.responseTimes)).data.total.count).toBe(1)
  const { data: causes } = await limited.call(api.exceptionRules.causes)
  expect(causes.causes.map(({ zone_id, count }) => [zone_id, count])).toEqual([[town.zone_id, 2]])
  await server.deps.db.updateTable('zones').set({ status: 'active' }).execute()
  const { data: rules } = await limited.call(api.exceptionRules.list)
  expect(new Set(rules.map(({ zone_id }) => zone_id))).toEqual(new Set([town.zone_id]))
  for (const endpoint of [api.exceptions.show, api.exceptions.history])
    expect((await refusal(limited.call(endpoint, { params: { id: foreign } }))).status).toBe(404)
  const { meta: watched } = await limited.call(api.watches.list)
  expect(watched.zones.map(({ id }) => id)).not.toContain(theirs.zone_id)
})
