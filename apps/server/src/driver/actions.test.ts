import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, createClient } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { bookRide, createDevice, type Device, driveRide, resultsOf, type Ride } from '../testing/device.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let device: Device
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  device = createDevice(van.client, van.trip_id)
})
afterEach(() => nothingBroken(server))

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const trip = async (crew = van) => (await crew.client.call(api.driver.trip, { params: { id: crew.trip_id } })).data
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const cancel = (id: number) =>
  town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: { reason: null } })
const list = async () => (await town.dispatcher.call(api.trips.driverActions, { params: { id: van.trip_id } })).data

const ride = (who?: string, time?: string): Promise<Ride> => bookRide(town, van, who, time)

describe('what a driver did without signal', () => {
  // covers: DAPP-104
  test('a whole ride that is sent hours later stands with the times at which it was driven', async () => {
    const maria = await ride()
    device.did('08:40:00', { kind: 'sign_on' })
    device.did('08:41:00', { kind: 'manual_navigation', enabled: true })
    driveRide(device, maria)
    device.did('09:30:00', { kind: 'complete' })
    at('11:00:00')
    const before = (
      await server.deps.db
        .selectFrom('zone_plans')
        .select('version')
        .where('zone_id', '=', town.zone_id)
        .executeTakeFirstOrThrow()
    ).version
    const answers = await device.send('11:00:00')
    const after = (
      await server.deps.db
        .selectFrom('zone_plans')
        .select('version')
        .where('zone_id', '=', town.zone_id)
        .executeTakeFirstOrThrow()
    ).version
    expect(resultsOf(answers)).toEqual([
      'sign_on applied',
      'manual_navigation applied',
      'arrive applied',
      'board applied',
      'depart applied',
      'arrive applied',
      'drop_off applied',
      'depart applied',
      'complete applied',
    ])
    expect(after).toBe(before + 1)
    const done = await trip()
    expect([done.current_state, clockOf(done.signed_on_at), clockOf(done.completed_at)]).toEqual([
      'completed',
      '08:40',
      '09:30',
    ])
    expect(done.trip_stops.map((stop) => [clockOf(stop.arrived_at), clockOf(stop.departed_at)])).toEqual([
      ['09:00', '09:02'],
      ['09:05', '09:07'],
    ])
    const { pickup, dropoff } = await booking(maria.booked.id)
    expect([clockOf(pickup.actual), clockOf(dropoff.actual)]).toEqual(['09:01', '09:06'])
    const { data } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: maria.booked.id } })
    expect(data.find(({ status }) => status === 'on_board')?.reasons[0]?.text).toBe(
      'Boarded at 9:01 am, sent later by the device',
    )
  })

  // covers: DAPP-129
  test('the same actions sent again, by another device or a day later, get their first answers and do nothing', async () => {
    const maria = await ride()
    device.did('08:40:00', { kind: 'sign_on' })
    driveRide(device, maria)
    device.did('17:00:00', { kind: 'complete' })
    const sent = [...device.queue]
    at('17:30:00')
    const [first, second] = await Promise.all([
      device.send('17:30:00'),
      createDevice(van.client, van.trip_id).send('17:30:00', sent),
    ])
    expect(second).toEqual(first)
    server.deps.clock.set('2026-11-25T08:00:00+10:00')
    const token = await server.driverToken(van.driver_id)
    const other = createClient({ origin: server.url, token: () => token })
    expect(await createDevice(other, van.trip_id).send('17:30:00', sent)).toEqual(first)
    const { db } = server.deps
    const stored = await db.selectFrom('driver_actions').select('id').where('trip_id', '=', van.trip_id).execute()
    expect(stored).toHaveLength(sent.length)
    const late = await refusal(createDevice(other, van.trip_id).send('17:30:00', [{ ...sent[0]!, id: randomUUID() }]))
    expect([late.status, late.errors[0]?.source?.pointer]).toEqual([404, '/actions/0'])
  })

  test('what another device has told already is known, whatever its number', async () => {
    const maria = await ride()
    device.did('08:40:00', { kind: 'sign_on' })
    driveRide(device, maria)
    device.did('09:30:00', { kind: 'complete' })
    const again = createDevice(van.client, van.trip_id)
    again.queue.push(...device.queue.map((action) => ({ ...action, id: randomUUID() })))
    const last = device.queue.pop()
    at('09:30:00')
    await device.send('09:30:00')
    const known = again.queue.splice(0)
    expect((await again.send('09:31:00', known.slice(0, -1))).map(({ result }) => result)).toEqual(
      Array.from({ length: 7 }, () => 'already_done'),
    )
    await device.send('09:31:00', last === undefined ? [] : [last])
    expect(resultsOf(await again.send('09:32:00', known.slice(-1)))).toEqual(['complete already_done'])
  })

  // covers: DAPP-102
  test('each of 1 to 200 actions is answered by what became of it, with a sentence', async () => {
    const maria = await ride()
    const tom = await ride('Tom Baker', '09:10')
    at('08:45:00')
    await cancel(maria.booked.id)
    device.did('08:40:00', { kind: 'sign_on' })
    device.did('08:40:01', { kind: 'sign_on' })
    device.did('08:50:00', { kind: 'no_show', service_request_id: maria.booked.id })
    device.did('08:55:00', { kind: 'drop_off', service_request_id: tom.booked.id })
    device.did('23:00:00', { kind: 'arrive', trip_stop_id: tom.pickup })
    while (device.queue.length < 200) device.did('23:00:00', { kind: 'manual_navigation', enabled: true })
    at('09:10:00')
    const answers = await device.send('09:10:00')
    expect(answers.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
    expect(answers.slice(0, 5).map(({ result }) => result)).toEqual([
      'applied',
      'already_done',
      'superseded',
      'needs_dispatcher',
      'adjusted',
    ])
    expect(answers.every(({ detail }) => /^[A-Z1-9].{10,}$/.test(detail))).toBe(true)
    expect((await refusal(device.send('09:10:00', []))).status).toBe(422)
    expect(
      (
        await refusal(
          device.send(
            '09:10:00',
            Array.from({ length: 201 }, () => answers[0] as never),
          ),
        )
      ).status,
    ).toBe(422)
  })

  // covers: DAPP-106
  test('a time in the future or before what came before it is moved to the nearest possible one, and told', async () => {
    const maria = await ride()
    device.did('08:40:00', { kind: 'sign_on' })
    device.did('09:00:00', { kind: 'arrive', trip_stop_id: maria.pickup })
    device.did('08:50:00', { kind: 'board', service_request_id: maria.booked.id })
    device.did('12:00:00', { kind: 'depart', trip_stop_id: maria.pickup })
    at('09:10:00')
    const answers = await device.send('09:10:00')
    expect(resultsOf(answers)).toEqual(['sign_on applied', 'arrive applied', 'board adjusted', 'depart adjusted'])
    expect(answers.map(({ done_at }) => clockOf(done_at))).toEqual(['08:40', '09:00', '09:00', '09:10'])
    expect(answers[2]?.detail).toContain('It counts as done at 9:00 am')
    expect(clockOf((await booking(maria.booked.id)).pickup.actual)).toBe('09:00')
  })

  test('a device whose clock is twenty minutes slow is corrected by what it says that it is when it sends', async () => {
    const maria = await ride()
    device.did('08:20:00', { kind: 'sign_on' })
    device.did('08:40:00', { kind: 'arrive', trip_stop_id: maria.pickup })
    at('09:30:00')
    const answers = await device.send('09:10:00')
    expect(answers.map(({ result, done_at }) => [result, clockOf(done_at)])).toEqual([
      ['applied', '08:40'],
      ['applied', '09:00'],
    ])
  })

  test('an action that cannot be is kept for a dispatcher and holds none of the others up', async () => {
    const maria = await ride()
    device.did('08:40:00', { kind: 'sign_on' })
    device.did('08:50:00', { kind: 'drop_off', service_request_id: maria.booked.id })
    driveRide(device, maria)
    at('09:10:00')
    const answers = await device.send('09:10:00')
    expect(answers[1]).toMatchObject({
      result: 'needs_dispatcher',
      detail: 'Only a passenger on board can be set down',
    })
    expect(answers.filter(({ result }) => result === 'applied')).toHaveLength(7)
  })

  test('an action is taken back, also one that had changed nothing', async () => {
    const maria = await ride()
    device.did('08:40:00', { kind: 'sign_on' })
    device.did('09:00:00', { kind: 'arrive', trip_stop_id: maria.pickup })
    const { id } = device.did('09:01:00', { kind: 'board', service_request_id: maria.booked.id })
    device.did('09:01:10', { kind: 'undo', action_id: id })
    const wrong = device.did('09:02:00', { kind: 'drop_off', service_request_id: maria.booked.id })
    device.did('09:02:10', { kind: 'undo', action_id: wrong.id })
    at('09:10:00')
    expect(resultsOf(await device.send('09:10:00')).slice(2)).toEqual([
      'board applied',
      'undo applied',
      'drop_off needs_dispatcher',
      'undo applied',
    ])
    expect((await booking(maria.booked.id)).status).toBe('secured')
    expect((await list()).find(({ result }) => result === 'needs_dispatcher')?.settlement).toBe('set_aside')
  })
})

describe('a batch that cannot be read', () => {
  const sent = (actions: readonly unknown[]) =>
    van.client.call(api.driver.actions, {
      params: { id: van.trip_id },
      body: { sent_at: '2026-11-23T08:50:00+10:00', actions: actions as never }, // wrong on purpose
    })
  const on = (sequence: number, more: object = {}) => ({
    id: randomUUID(),
    sequence,
    kind: 'manual_navigation',
    enabled: true,
    happened_at: '2026-11-23T08:45:00+10:00',
    ...more,
  })

  // covers: DAPP-128
  // @test-tag long
  test('an unknown kind, a repeated number and a 201st action are named by their place, and what came before is stored', async () => {
    at('08:50:00')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const cases: [unknown[], string][] = [
      [[on(1), on(2, { kind: 'fly' }), on(3)], '/actions/1/kind'],
      [[on(4), on(4)], '/actions/1/sequence'],
      [[on(5), on(6, { happened_at: 'soon' })], '/actions/1/happened_at'],
      [Array.from({ length: 201 }, (_, index) => on(10 + index)), '/actions/200'],
    ]
    let stored = 1
    for (const [actions, pointer] of cases) {
      const error = await refusal(sent(actions))
      expect([error.status, error.errors[0]?.source?.pointer]).toEqual([422, pointer])
      stored += Number(pointer.split('/')[2])
      expect(await list()).toHaveLength(stored)
    }
  })

  // covers: DAPP-129
  test('trips, stops and bookings of others are not found', async () => {
    const other = await town.vehicle('Van 2')
    const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'School', to: 'Station', at: '09:00' })
    const theirs = tom.vehicle_number === 'Van 1' ? other : van
    const mine = theirs === van ? other : van
    at('08:50:00')
    const whose = createDevice(theirs.client, theirs.trip_id)
    const [stop] = (await trip(mine)).trip_stops
    whose.did('08:45:00', { kind: 'arrive', trip_stop_id: stop?.id ?? 0 })
    expect((await refusal(whose.send('08:50:00'))).status).toBe(404)
    whose.did('08:45:00', { kind: 'board', service_request_id: tom.id })
    expect((await refusal(whose.send('08:50:00'))).status).toBe(404)
    const strange = createDevice(theirs.client, mine.trip_id)
    strange.did('08:45:00', { kind: 'sign_on' })
    const { status, errors } = await refusal(strange.send('08:50:00'))
    expect([status, errors[0]?.source?.pointer]).toEqual([404, '/actions/0'])
  })
})
