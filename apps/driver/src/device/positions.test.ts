import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { openDatabase } from './database.ts'
import type { Device } from './device.ts'
import type { Fix } from './fix.ts'
import { keep } from './positions.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { allSent, bookRide, buildRoad, did, givePin, nextDeed, type Road, signedOn, tripOf } from '../testing/road.ts'

let server: TestServer
let road: Road
let device: Device
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
  await bookRide(road, 'Maria Silva', '09:00')
})
afterEach(() => device.stop())

const fix = (lon: number, more: Partial<Fix> = {}): Fix => ({
  lat: -27.47,
  lon,
  accuracy_m: 8,
  bearing: 90,
  speed: 10,
  ...more,
})
const seconds = (count: number): void => road.pass(count / 60)
const send = async (): Promise<void> => {
  road.timers.find(({ every }) => every === 8000)?.work()
  await device.wake()
}
const stored = () =>
  server.deps.db
    .selectFrom('positions')
    .where('trip_id', '=', road.crew.trip_id)
    .select(['longitude', 'recorded_at'])
    .orderBy('recorded_at')
    .execute()
const kept = async (): Promise<number[]> => {
  const db = await openDatabase(road.phone)
  const all = await db.getAll('positions')
  db.close()
  return all.map((one) => one.fix.lon)
}

// @test-tag long
test('a vehicle that drives is kept every 4 seconds and one that stands every 30, from sign-on to the end of the trip', async () => {
  device = road.open()
  await device.wake()
  expect(road.drives).toBeNull()
  await device.stop()
  device = await signedOn(road)
  for (let second = 0; second < 12; second += 1) {
    road.drives?.(fix(153 + second / 1000))
    seconds(1)
  }
  for (let second = 0; second < 62; second += 1) {
    road.drives?.(fix(153.5 + second / 1000, { speed: 0 }))
    seconds(1)
  }
  road.drives?.(fix(154, { accuracy_m: 101 }))
  await expect.poll(kept).toEqual([153, 153.004, 153.008, 153.526, 153.556, 154])
  road.pass(60)
  while (tripOf(device).current_state !== 'completed') await did(device, nextDeed(device))
  expect(road.drives).toBeNull()
})

// @test-tag long
test('without signal positions wait with their times, go before the end of the trip is told, and are there once', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  const times: string[] = []
  for (let count = 0; count < 5; count += 1) {
    seconds(10)
    times.push(server.deps.clock.now().toISOString())
    road.drives?.(fix(153 + count / 100))
  }
  await expect.poll(async () => (await kept()).length).toBe(5)
  road.pass(60)
  const arrival = nextDeed(device)
  await did(device, arrival)
  while (tripOf(device).current_state !== 'completed') await did(device, nextDeed(device))
  road.network = 'lost answers'
  await send()
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect((await stored()).map(({ recorded_at }) => recorded_at.toISOString())).toEqual(times)
  expect(await kept()).toEqual([])
})

test('where there are too many, every second one of the older half goes', async () => {
  device = await signedOn(road)
  const db = await openDatabase(road.phone)
  const reading = { wall: 0, steady: 0, run: 'first' }
  for (let count = 1; count <= 9; count += 1)
    await keep(db, { trip_id: 1, driver_id: 1, fix: fix(count), reading, recorded: null }, 8)
  db.close()
  expect(await kept()).toEqual([1, 3, 5, 6, 7, 8, 9])
})

test('an action tells where the vehicle was', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.pass(60)
  road.drives?.(fix(153.03))
  await did(device, nextDeed(device))
  await allSent(device)
  const actions = await server.deps.db.selectFrom('driver_actions').select('position').orderBy('id', 'desc').execute()
  expect(actions[0]?.position).toEqual({ lat: -27.47, lon: 153.03, accuracy_m: 8 })
})

/** Where the map has the vehicle. */
const shown = async () =>
  (
    await server.deps.db
      .selectFrom('trip_monitors')
      .where('trip_id', '=', road.crew.trip_id)
      .select('longitude')
      .executeTakeFirst()
  )?.longitude ?? null

// covers: DAPP-91, DAPP-93
test('a position goes with its accuracy; one worse than 100 m is stored, and moves the vehicle on no map', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.drives?.(fix(153.02, { accuracy_m: 12 }))
  await expect.poll(kept).toEqual([153.02])
  await send()
  await expect.poll(shown).toBe(153.02)
  seconds(5)
  road.drives?.(fix(153.09, { accuracy_m: 140 }))
  expect(device.state().place?.lon).toBe(153.02)
  await expect.poll(kept).toEqual([153.09])
  await send()
  await expect.poll(kept).toEqual([])
  const rows = await server.deps.db
    .selectFrom('positions')
    .where('trip_id', '=', road.crew.trip_id)
    .select(['longitude', 'accuracy_m'])
    .orderBy('recorded_at')
    .execute()
  expect(rows).toEqual([
    { longitude: 153.02, accuracy_m: 12 },
    { longitude: 153.09, accuracy_m: 140 },
  ])
  expect(await shown()).toBe(153.02)
})

// covers: DAPP-94
test.each([false, true])(
  'on a break a vehicle is followed only where its region wants it: %s',
  async (track_breaks) => {
    const rest = { minutes: 30, from: '08:10', until: '11:00' }
    road.crew = await road.town.vehicle('Van 2', { rest })
    road.username = await givePin(server, road.crew.driver_id)
    await server.deps.db.updateTable('regions').set({ track_breaks }).where('id', '=', road.town.region_id).execute()
    device = await signedOn(road)
    road.pass(15)
    const planned = tripOf(device).trip_stops.find(({ kind }) => kind === 'break')!
    await did(device, { kind: 'arrive', trip_stop_id: planned.id })
    road.drives?.(fix(153.05))
    await allSent(device)
    await device.wake()
    expect(await kept()).toEqual(track_breaks ? [153.05] : [])
  },
)

// covers: DAPP-114
test('who comes back to the app is told from when to when nobody saw the vehicle, and one position goes at once', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.drives?.(fix(153.02, { speed: 0 }))
  await expect.poll(kept).toEqual([153.02])
  await send()
  const look = (state: string): void => {
    road.signs.document.visibilityState = state
    road.signs.document.dispatchEvent(new Event('visibilitychange'))
  }
  const from = server.deps.clock.now().getTime()
  look('hidden')
  seconds(30)
  look('visible')
  expect(device.state().unseen).toBeNull()
  look('hidden')
  road.pass(5)
  look('visible')
  expect(device.state().unseen).toEqual({ from: from + 30_000, to: from + 330_000 })
  road.drives?.(fix(153.04, { speed: 0 }))
  await expect.poll(shown).toBe(153.04)
  device.confirmUnseen()
  expect(device.state().unseen).toBeNull()
})

// covers: DAPP-120
test('with a battery that runs low positions are kept and sent every 30 seconds', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.power(true)
  expect(device.state().battery_low).toBe(true)
  const sent = (): number => road.asked.filter((call) => call.endsWith('/positions')).length
  const before = sent()
  for (let second = 0; second < 64; second += 1) {
    road.drives?.(fix(153 + second / 1000))
    if (second % 8 === 0) road.timers.find(({ every }) => every === 8000)?.work()
    await new Promise((resolve) => setTimeout(resolve, 2))
    seconds(1)
  }
  await expect.poll(async () => (await stored()).length + (await kept()).length).toBe(3)
  expect(sent() - before).toBeLessThanOrEqual(3)
  road.power(false)
  expect(device.state().battery_low).toBe(false)
})

test('a phone that may not tell its place lets its driver work, and dispatch is told as long as that is so', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.refuses()
  expect(device.state().place_refused).toBe(true)
  const look = (): void => road.timers.find(({ every }) => every === 5000)?.work()
  const open = async () =>
    (
      await road.town.dispatcher.call(api.exceptions.list, { query: { filter: { region: [road.town.region_id] } } })
    ).data.map(({ kind, severity, facts }) => [kind, severity, facts.no_permission])
  look()
  await expect.poll(open).toEqual([['no_signal', 'soon', true]])
  look()
  road.drives?.(fix(153.02))
  expect(device.state().place_refused).toBe(false)
  await expect
    .poll(async () => {
      look()
      return open()
    })
    .toEqual([])
})
