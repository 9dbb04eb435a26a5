import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Deed } from '@ambit/contract'
import { eraseTraveler } from '../erasures/erase.ts'
import { bookRide, createDevice, type Device, resultsOf, type Ride } from '../testing/device.ts'
import { watchExceptions } from '../exceptions/watch/watch.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let device: Device
let ride: Ride
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  device = createDevice(van.client, van.trip_id)
  ride = await bookRide(town, van)
  device.did('08:40:00', { kind: 'sign_on' })
})
afterEach(() => nothingBroken(server))

type NoShow = Omit<Extract<Deed, { kind: 'no_show' }>, 'kind' | 'service_request_id'>
const declare = async (
  arrived: string,
  declared: string,
  told: NoShow,
  position: { lat: number; lon: number } | null = null,
): Promise<void> => {
  device.did(arrived, { kind: 'arrive', trip_stop_id: ride.pickup })
  Object.assign(device.did(declared, { kind: 'no_show', service_request_id: ride.booked.id, ...told }), { position })
  server.deps.clock.set(`2026-11-23T${declared}+10:00`)
  expect(resultsOf(await device.send(declared)).at(-1)).toBe('no_show applied')
}
const booking = async () =>
  (await town.dispatcher.call(api.serviceRequests.show, { params: { id: ride.booked.id } })).data
const faultOf = async () => {
  const { status, no_show_reason, no_show_fault } = await booking()
  return { status, no_show_reason, no_show_fault }
}

const contested = async () => {
  const { data } = await town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [town.zone_id] } } })
  return data.filter(({ kind }) => kind === 'no_show_contested')
}
const watch = () => runJob(server.deps, watchExceptions())

const away = (metres: number) => {
  const [lng, lat] = stopPoint('Market')
  return { lat: lat + metres / 111_195, lon: lng }
}

describe('a no-show that staff look into', () => {
  // @test-tag long
  test.each([
    [195, []],
    [205, [{ severity: 'soon', facts: { miss: 'no_show', metres: 205 } }]],
  ])('is one that was declared more than 200 m from its stop: at %d m', async (metres, expected) => {
    await declare('09:00:00', '09:05:00', { reason: 'not_at_stop' }, away(metres))
    expect(await contested()).toMatchObject(expected)
  })

  // covers: EXC-23
  test('is less urgent after a quarter of an hour, and none any more when it is taken back', async () => {
    await declare('09:00:00', '09:05:00', { reason: 'not_at_stop' }, away(900))
    expect(await contested()).toMatchObject([
      { severity: 'soon', facts: { service_request_id: ride.booked.id, miss: 'no_show', metres: 900 } },
    ])
    server.deps.clock.set('2026-11-23T09:19:50+10:00')
    await watch()
    expect((await contested()).map(({ severity }) => severity)).toEqual(['soon'])
    server.deps.clock.set('2026-11-23T09:20:10+10:00')
    await watch()
    expect((await contested()).map(({ severity }) => severity)).toEqual(['watch'])
    device.did('09:21:00', { kind: 'undo' })
    server.deps.clock.set('2026-11-23T09:21:00+10:00')
    await device.send('09:21:00')
    expect(await contested()).toEqual([])
  })

  test('is not stored before they have decided where it was declared before the wait was over', async () => {
    device.did('09:00:00', { kind: 'arrive', trip_stop_id: ride.pickup })
    device.did('09:01:00', { kind: 'no_show', service_request_id: ride.booked.id, reason: 'not_at_stop' })
    server.deps.clock.set('2026-11-23T09:01:00+10:00')
    expect(resultsOf(await device.send('09:01:00')).at(-1)).toBe('no_show needs_dispatcher')
    expect((await booking()).status).not.toBe('no_show')
  })
})

describe('why a passenger did not ride', () => {
  // @test-tag long
  test.each([
    ['not_at_stop', 'passenger'],
    ['does_not_want_to_travel', 'passenger'],
    ['at_another_place', 'none'],
    ['cannot_be_carried_safely', 'none'],
  ] as const)('a no-show because of %s is by the fault of: %s', async (reason, no_show_fault) => {
    await declare('09:00:00', '09:05:00', { reason })
    expect(await faultOf()).toEqual({ status: 'no_show', no_show_reason: reason, no_show_fault })
  })

  // covers: DAPP-57
  test('a passenger whose vehicle came after the promised window is not at fault, whatever the driver says', async () => {
    await declare('09:40:00', '09:45:00', { reason: 'not_at_stop' })
    expect(await faultOf()).toEqual({ status: 'no_show', no_show_reason: 'not_at_stop', no_show_fault: 'service' })
  })

  test('a no-show that is taken back has no reason any more', async () => {
    await declare('09:00:00', '09:05:00', { reason: 'at_another_place' })
    device.did('09:06:00', { kind: 'undo' })
    server.deps.clock.set('2026-11-23T09:06:00+10:00')
    await device.send('09:06:00')
    expect(await faultOf()).toEqual({ status: 'secured', no_show_reason: null, no_show_fault: null })
  })

  test('what the driver wrote stands in the history, and goes when the passenger is erased', async () => {
    await declare('09:00:00', '09:05:00', { reason: 'other', reason_text: 'Went with Ann Lee' })
    const { data } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: ride.booked.id } })
    expect(data.flatMap(({ reasons }) => reasons.map(({ text }) => text))).toContain(
      'Did not show up within 3 minutes of waiting. Other: Went with Ann Lee',
    )
    const { traveler_id } = await booking()
    await server.deps.db
      .transaction()
      .execute((tx) => eraseTraveler(tx, traveler_id, 'Asked for it', server.deps.clock.now()))
    const kept = await server.deps.db
      .selectFrom('driver_actions')
      .where('kind', '=', 'no_show')
      .select('input')
      .execute()
    const histories = await server.deps.db.selectFrom('service_request_histories').select('reasons').execute()
    expect(JSON.stringify([kept, histories])).not.toContain('Ann Lee')
    expect((await booking()).no_show_fault).toBe('none')
  })

  test('a driver of an older app gives no reason, and the passenger is not blamed', async () => {
    await declare('09:00:00', '09:05:00', {})
    expect(await faultOf()).toEqual({ status: 'no_show', no_show_reason: null, no_show_fault: null })
  })
})
