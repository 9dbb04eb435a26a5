import { api, type WaitlistEntryInput } from '@ambit/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { permissionsOf } from '../access/roles.ts'
import { eraseTraveler } from '../erasures/erase.ts'
import { watchExceptions } from '../exceptions/watch/watch.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown, type SearchWords } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { serveWaiting } from './serve.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.deps
  await db
    .updateTable('waitlist_entries')
    .set({ state: 'withdrawn', ended_at: new Date(0) })
    .execute()
  await db.deleteFrom('exceptions').execute()
  town = await buildSmallTown(server)
})

type Input = z.input<typeof WaitlistEntryInput>
const at = (time: string): string => `2026-11-23T${time}:00+10:00`
const clock = (time: string): void => server.deps.clock.set(at(time))
const look = () => runJob(server.deps, serveWaiting())

/** Refused, as no vehicle takes it. */
const refused = async (name: string, words: Partial<SearchWords> = {}) => {
  const who = words.who ?? (await town.passenger(name))
  const search = await town.search({ who, from: 'Market', to: 'Station', at: '10:00', ...words })
  expect(search.status).toBe('no_offerings')
  return search
}
const put = async (service_availability_search_id: number, change: Partial<Input> = {}) =>
  (
    await town.dispatcher.call(api.waitlistEntries.create, {
      body: {
        service_availability_search_id,
        earliest_at: at('09:00'),
        latest_at: at('11:00'),
        payment_method: 'cash',
        ...change,
      },
    })
  ).data
const wait = async (name: string, change: Partial<Input> = {}, words: Partial<SearchWords> = {}) =>
  put((await refused(name, words)).id, change)
const entry = async (id: number) => (await town.dispatcher.call(api.waitlistEntries.show, { params: { id } })).data
const booking = async (id: number | null) =>
  (await town.dispatcher.call(api.serviceRequests.show, { params: { id: id ?? 0 } })).data
const calls = async () => {
  const { data } = await town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [town.zone_id] } } })
  return data.filter(({ kind }) => kind === 'passenger_call')
}
/** In service around ten o'clock, with so many seats. */
const van = (seats: number, from = '09:50', until = '10:30') => town.vehicle('Van 1', { seats, from, until })

describe('an entry that is to be booked', () => {
  // covers: JRN-59, JRN-60, JRN-63
  test('is booked with a promise once there is a vehicle, tells the passenger, and the search stays refused', async () => {
    const search = await refused('Ann Berg')
    const { id } = await put(search.id)
    await look()
    expect(await entry(id)).toMatchObject({ state: 'waiting', traveler_name: 'Ann Berg', mode: 'book' })
    await van(4)
    await look()
    const { state, service_request_id } = await entry(id)
    expect(state).toBe('booked')
    const made = await booking(service_request_id)
    expect(made).toMatchObject({ status: 'assigned', traveler_name: 'Ann Berg', payment_method: 'cash' })
    expect(new Date(made.pickup.lower_bound).getTime()).toBeGreaterThanOrEqual(Date.parse(at('09:50')))
    const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: made.id } })
    expect(history.flatMap(({ reasons }) => reasons.map(({ code }) => code))).toContain('from_waiting_list')
    const told = await server.deps.db
      .selectFrom('messages')
      .where('service_request_id', '=', made.id)
      .select('event')
      .execute()
    expect(told).toEqual([{ event: 'booking_confirmed' }])
    expect((await town.dispatcher.call(api.searches.show, { params: { id: search.id } })).data.status).toBe(
      'no_offerings',
    )
    const { data: report } = await server.client('operations_manager').call(api.bookingReports.summary, {
      query: { filter: { zone: [town.zone_id], from: '2026-11-23', to: '2026-11-23' } },
    })
    expect(report.totals).toMatchObject({ refused: 1, open: 1 })
  })

  // covers: JRN-61, JRN-62
  test('takes the place that a cancellation frees, the first that fits before those after it', async () => {
    // For one journey from Market to Station and no other.
    await van(4, '09:57', '10:12')
    const full = await town.book({
      who: await town.passenger('Full Party'),
      from: 'Market',
      to: 'Station',
      at: '10:00',
      people: 4,
    })
    const party = await wait('Large Party', {}, { people: 5 })
    const first = await wait('First Come', {}, { people: 3 })
    const second = await wait('Second Come', {}, { people: 3 })
    await look()
    expect([(await entry(first.id)).state, (await entry(second.id)).state]).toEqual(['waiting', 'waiting'])
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: full.id }, body: {} })
    await look()
    // Five do not fit, so those behind them are served, in their order.
    const states = await Promise.all([party, first, second].map(async ({ id }) => (await entry(id)).state))
    expect(states).toEqual(['waiting', 'booked', 'waiting'])
  })

  // covers: JRN-61
  test('is looked at 20 seconds after a change of the plan, and otherwise every five minutes', async () => {
    const who = await town.passenger('Ann Berg')
    const { id } = await wait('Ann Berg', {}, { who })
    const job = serveWaiting()
    const state = async (time: string) => {
      server.deps.clock.set(`2026-11-23T${time}+10:00`)
      await runJob(server.deps, job)
      return (await entry(id)).state
    }
    const block = (status: 'active' | 'blocked') =>
      server.deps.db.updateTable('travelers').set({ status }).where('id', '=', who).execute()
    expect(await state('08:10:00')).toBe('waiting')
    await block('blocked')
    await van(4)
    expect(await state('08:10:19')).toBe('waiting')
    // Looked at, and refused as a blocked passenger is.
    expect(await state('08:10:20')).toBe('waiting')
    await block('active')
    expect(await state('08:15:19')).toBe('waiting')
    expect(await state('08:15:20')).toBe('booked')
  })

  // covers: JRN-63
  test('may be cancelled for half an hour without counting as a miss', async () => {
    const { id } = await wait('Ann Berg')
    const other = await wait('Bob Cole', {}, { from: 'School', to: 'Hospital' })
    await van(4)
    clock('09:20')
    await look()
    const cancel = async (entryId: number) => {
      const { service_request_id } = await entry(entryId)
      await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: service_request_id ?? 0 }, body: {} })
      return service_request_id ?? 0
    }
    clock('09:49')
    const early = await cancel(id)
    clock('09:51')
    const late = await cancel(other.id)
    const misses = await server.deps.db
      .selectFrom('misses')
      .where('service_request_id', 'in', [early, late])
      .select('service_request_id')
      .execute()
    expect(misses).toEqual([{ service_request_id: late }])
  })

  test('ends once the same ride is booked for as many in another way', async () => {
    const who = await town.passenger('Ann Berg')
    const { id } = await wait('Ann Berg', {}, { who, people: 2 })
    await van(4)
    const ride = { who, from: 'Market', to: 'Station', at: '10:10' } as const
    const alone = await town.book(ride)
    await look()
    expect((await entry(id)).state).toBe('waiting')
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: alone.id }, body: {} })
    const made = await town.book({ ...ride, people: 2 })
    await look()
    expect(await entry(id)).toMatchObject({ state: 'booked', service_request_id: made.id })
  })

  test('is left alone while the passenger has another ride at that time', async () => {
    const who = await town.passenger('Ann Berg')
    const { id } = await wait('Ann Berg', {}, { who })
    await van(4)
    await town.book({ who, from: 'School', to: 'Harbour', at: '10:00' })
    await look()
    expect((await entry(id)).state).not.toBe('booked')
  })
})

describe('an entry whose passenger is asked first', () => {
  // covers: JRN-64, EXC-33
  test('raises a call with the time that works and the number to call, holds nothing, and takes it back where the room is gone', async () => {
    const who = await town.passenger('Ann Berg')
    await server.deps.db.updateTable('travelers').set({ phone_number: '+61412345678' }).where('id', '=', who).execute()
    const { id } = await wait('Ann Berg', { mode: 'ask' }, { who })
    const crew = await van(4)
    await look()
    expect(await entry(id)).toMatchObject({ state: 'waiting', service_request_id: null })
    expect(await calls()).toMatchObject([
      {
        severity: 'soon',
        facts: { waitlist_entry_id: id },
        waiting: { traveler_name: 'Ann B.', phone_number: '+61412345678' },
      },
    ])
    await look()
    expect(await calls()).toHaveLength(1)
    await server.deps.db
      .updateTable('trips')
      .set({ current_state: 'cancelled' })
      .where('id', '=', crew.trip_id)
      .execute()
    await server.deps.db
      .updateTable('zone_plans')
      .set((e) => ({ version: e('version', '+', 1) }))
      .execute()
    await look()
    expect(await calls()).toEqual([])
    expect((await entry(id)).fits_at).toBeNull()
  })

  test('is called about once, also while the time that works goes on with the clock', async () => {
    await wait('Ann Berg', { mode: 'ask', latest_at: at('12:00') })
    await town.vehicle('Van 1', { seats: 4, from: '09:50', until: '12:00' })
    clock('10:00')
    await look()
    const [call] = await calls()
    await town.dispatcher.call(api.exceptions.acknowledge, { params: { id: call?.id ?? 0 } })
    for (const time of ['10:01', '10:15']) {
      clock(time)
      await look()
    }
    const [later] = await calls()
    expect(later).toMatchObject({ id: call?.id, state: 'acknowledged' })
    expect(Date.parse(later?.waiting?.fits_at ?? '')).toBe(Date.parse(at('10:15')))
  })

  // covers: JRN-64
  test('is also that of a passenger without a smartphone, whatever was chosen', async () => {
    const who = await town.passenger('Ann Berg')
    await server.deps.db.updateTable('travelers').set({ low_tech: true }).where('id', '=', who).execute()
    const { id } = await wait('Ann Berg', {}, { who })
    await van(4)
    await look()
    expect((await entry(id)).state).toBe('waiting')
    expect(await calls()).toMatchObject([{ facts: { waitlist_entry_id: id } }])
  })
})

// covers: EXC-18
test('an entry for which nothing is found is watched, soon in its last hour, and given up with a call', async () => {
  const { id, give_up_at } = await wait('Ann Berg')
  expect(give_up_at).toBe(new Date(at('10:00')).toISOString())
  const waiting = async () => {
    await runJob(server.deps, watchExceptions())
    const { data } = await town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [town.zone_id] } } })
    return data
      .filter(({ kind, state }) => kind === 'booking_waiting' && state === 'open')
      .map(({ severity }) => severity)
  }
  expect(await waiting()).toEqual(['watch'])
  clock('09:00')
  expect(await waiting()).toEqual(['soon'])
  clock('09:59')
  await look()
  expect((await entry(id)).state).toBe('waiting')
  clock('10:00')
  await look()
  expect(await entry(id)).toMatchObject({ state: 'given_up', service_request_id: null })
  expect(await calls()).toMatchObject([
    { severity: 'soon', facts: { waitlist_entry_id: id }, waiting: { ended: true } },
  ])
})

test('an entry that fails keeps no other waiting, and the job says so', async () => {
  const [first, second] = [await wait('Ann Berg'), await wait('Bob Cole', {}, { from: 'School', to: 'Hospital' })]
  await van(4)
  // What nothing can be made of: an aid that is no list.
  await sql`update service_availability_searches set aids = '{"broken": true}'
    where id = ${first.service_availability_search_id}`.execute(server.deps.db)
  await expect(look()).rejects.toThrow('could not be dealt with')
  await sql`update service_availability_searches set aids = '[]'
    where id = ${first.service_availability_search_id}`.execute(server.deps.db)
  expect([(await entry(first.id)).state, (await entry(second.id)).state]).toEqual(['waiting', 'booked'])
})

test('entries of a passenger who is erased end, and nobody is called about them', async () => {
  const who = await town.passenger('Ann Berg')
  const { id } = await wait('Ann Berg', { mode: 'ask' }, { who })
  await van(4)
  await look()
  expect(await calls()).toHaveLength(1)
  await server.deps.db.transaction().execute((tx) => eraseTraveler(tx, who, 'Asked for it', server.deps.clock.now()))
  expect((await entry(id)).state).toBe('withdrawn')
  expect(await calls()).toEqual([])
})

describe('the list', () => {
  const said = async (search: number, change: Partial<Input> = {}) => {
    const { status, errors } = await refusal(put(search, change))
    return [status, errors[0]?.source?.pointer, errors[0]?.detail]
  }

  // covers: JRN-66, JRN-67
  test('says how many wait for the hour, is closed when it is full, and takes no passenger twice for a time', async () => {
    const zone = { params: { id: town.zone_id } }
    const manager = server.client('operations_manager')
    const { data } = await manager.call(api.zones.show, zone)
    await manager.call(api.zones.update, { ...zone, body: { waitlist_max: 2 }, version: data.version })
    const outlook = async (id: number) =>
      (await town.dispatcher.call(api.waitlistEntries.outlook, { query: { service_availability_search_id: id } })).data
    const first = await refused('Ann Berg')
    expect(await outlook(first.id)).toMatchObject({ open: true, waiting: 0, payment_methods: ['cash', 'card'] })
    const { id } = await put(first.id)
    const again = await refused('', { who: first.traveler_id, at: '10:30' })
    expect(await said(again.id)).toEqual([
      422,
      '/service_availability_search_id',
      `This passenger waits for that time already, with entry ${id}`,
    ])
    await wait('Bob Cole', { earliest_at: at('12:00'), latest_at: at('14:00') }, { at: '13:00' })
    const third = await refused('Cleo Dunn', { at: '10:50' })
    const full = 'The waiting list for Mon 23 Nov is full'
    expect(await outlook(third.id)).toMatchObject({ open: false, waiting: 1, refused: full })
    expect(await said(third.id)).toEqual([422, '/service_availability_search_id', full])
    const withdrawn = await town.dispatcher.call(api.waitlistEntries.withdraw, { params: { id } })
    expect(withdrawn.data.state).toBe('withdrawn')
    // What was taken off by mistake may wait again.
    const { id: waitsAgain } = await put(first.id)
    await town.dispatcher.call(api.waitlistEntries.withdraw, { params: { id: waitsAgain } })
    await put(third.id)
    const twice = await refusal(town.dispatcher.call(api.waitlistEntries.withdraw, { params: { id } }))
    expect([twice.status, twice.message]).toEqual([409, 'This journey is no longer on the waiting list'])
  })

  // covers: JRN-58
  test('is kept where the zone has one', async () => {
    await server.deps.db.updateTable('zones').set({ waitlist: false }).where('id', '=', town.zone_id).execute()
    expect(await said((await refused('Ann Berg')).id)).toEqual([
      422,
      '/service_availability_search_id',
      'Bayside keeps no waiting list',
    ])
  })

  test('takes refused searches alone, with a frame around the wish that is not over', async () => {
    const search = await refused('Ann Berg')
    expect((await said(search.id, { earliest_at: at('10:01') })).slice(0, 2)).toEqual([422, '/earliest_at'])
    expect((await said(search.id, { latest_at: at('09:59') })).slice(0, 2)).toEqual([422, '/latest_at'])
    expect((await said(search.id, { earliest_at: at('05:59') })).slice(0, 2)).toEqual([422, '/earliest_at'])
    expect((await said(search.id, { payment_method: 'opalcard' })).slice(0, 2)).toEqual([422, '/payment_method'])
    expect((await said(search.id, { payment_method: 'card' })).slice(0, 2)).toEqual([422, '/payment_method'])
    clock('10:00')
    expect((await said(search.id)).slice(0, 2)).toEqual([422, '/latest_at'])
    clock('08:00')
    await van(4)
    const served = await town.search({
      who: await town.passenger('Bob Cole'),
      from: 'Market',
      to: 'Station',
      at: '10:00',
    })
    expect((await said(served.id)).slice(1)).toEqual([
      '/service_availability_search_id',
      'Only a search without an offering can wait',
    ])
    expect((await said(999_999))[0]).toBe(422)
  })

  // covers: JRN-123
  test('is for customer service, dispatchers and those above them', async () => {
    const keys = ['canRead', 'canCreate', 'canUpdate', 'canDestroy'].map(
      (action) => `TravellerManagement:waitlist:${action}`,
    )
    for (const role of ['customer_service', 'dispatcher', 'operations_manager', 'administrator'] as const) {
      const held: Record<string, boolean> = permissionsOf(role)
      expect([role, keys.filter((key) => held[key] !== true)]).toEqual([role, []])
    }
    expect((await refusal(server.client('fleet_manager').call(api.waitlistEntries.list))).status).toBe(403)
  })
})
