import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import type { Device } from './device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import {
  actionsAtServer,
  allSent,
  bookRide,
  buildRoad,
  did,
  nextDeed,
  openTrip,
  type Road,
  signedOn,
  tripAtServer,
  tripOf,
  until,
} from '../testing/road.ts'

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
  device = await signedOn(road)
  await allSent(device)
  road.pass(60)
})
afterEach(() => device.stop())

const sent = (): number => road.asked.filter((call) => call.endsWith('/actions')).length

// covers: DAPP-112
test('what is not sent is tried at the opening, every 15 seconds, when the app comes to the front and when there is a signal', async () => {
  road.network = 'off'
  await did(device, nextDeed(device))
  await until(device, ({ sending }) => sending.silent_since !== null)
  const tries: [string, () => void][] = [
    ['every 15 s', () => road.timers[0]?.work()],
    ['a signal', () => road.signs.window.dispatchEvent(new Event('online'))],
    ['to the front', () => road.signs.document.dispatchEvent(new Event('visibilitychange'))],
  ]
  expect(road.timers.map(({ every }) => every)).toEqual([15_000, 1000, 5000, 8000])
  for (const [sign, happens] of tries) {
    await device.wake()
    const before = sent()
    happens()
    await expect.poll(() => [sign, sent() - before]).toEqual([sign, 1])
  }
  await device.wake()
  road.signs.document.visibilityState = 'hidden'
  const before = sent()
  road.signs.document.dispatchEvent(new Event('visibilitychange'))
  await device.wake()
  expect(sent()).toBe(before + 1)
  await device.stop()
  device = road.open()
  await until(device, ({ sending }) => sending.silent_since !== null)
  expect(road.asked.at(-1)).toBe('GET /api/v2/driver/session')
})

test('nothing is lost where the server refuses, cannot answer or is cut off, and the driver is shown since when', async () => {
  const entry = (status: number) => ({ status: String(status), code: 'internal', title: '', detail: 'No' })
  const answers = [404, 403, 429, 500, 503].map(
    (status) => () => Response.json({ errors: [entry(status)] }, { status }),
  )
  const since = server.deps.clock.now().getTime()
  road.network = 'off'
  await did(device, nextDeed(device))
  await device.wake()
  expect(device.state().sending).toMatchObject({ unsent: 1, unsent_since: since, silent_since: since })
  road.network = 'on'
  road.pass(1)
  for (const answer of answers) {
    road.instead = (path) => (path.endsWith('/actions') ? answer() : null)
    await device.wake()
    expect(device.state().sending).toMatchObject({ unsent: 1, unsent_since: since })
  }
  road.instead = null
  await device.wake()
  await allSent(device)
  expect((await tripAtServer(road)).trip_stops[0]?.arrived_at).toBe(new Date(since).toISOString())
})

test('the server is left alone as long as it asks for, and a call without an answer ends', async () => {
  road.instead = (path) =>
    path.endsWith('/actions') ? new Response('', { status: 429, headers: { 'retry-after': '120' } }) : null
  await did(device, nextDeed(device))
  await device.wake()
  road.instead = null
  const before = road.asked.length
  road.pass(1)
  await device.wake()
  expect(road.asked.length).toBe(before)
  road.pass(1)
  await device.wake()
  await allSent(device)
  await device.stop()
  road.network = 'hangs'
  road.deadline = 30
  device = road.open()
  await device.wake()
  expect(device.state().sending.silent_since).not.toBeNull()
})

// covers: DAPP-128
test('an action that the server cannot read is set aside and told, and those before and after it are sent', async () => {
  road.network = 'off'
  await did(device, nextDeed(device))
  await did(device, nextDeed(device))
  await did(device, nextDeed(device))
  // A newer app wrote it, or it was damaged.
  const db = await openDatabase(road.phone)
  const [, boarding] = await db.getAll('actions')
  await db.put('actions', { ...boarding!, deed: { ...boarding!.deed, kind: 'beam' } as never })
  db.close()
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect(await actionsAtServer(road)).toEqual(['sign_on applied', 'arrive applied', 'depart applied'])
  const [outcome, ...others] = openTrip(device).outcomes
  expect([outcome?.id, others]).toEqual([boarding?.id, []])
  expect(outcome?.detail).toMatch(/^This was not taken: /)
  await device.confirmOutcomes()
  expect(openTrip(device).outcomes).toEqual([])
})

test('an action whose answer was lost is in the trip that is read, and can still be taken back', async () => {
  await did(device, nextDeed(device))
  await allSent(device)
  road.deaf = ['/actions']
  await did(device, nextDeed(device))
  await device.wake()
  expect(tripOf(device)).toMatchObject({ on_board: 1 })
  expect(openTrip(device).takeBacks.map(({ kind }) => kind)).toEqual(['board', 'arrive'])
  road.deaf = []
  await did(device, { kind: 'undo' })
  await device.wake()
  await allSent(device)
  expect(tripOf(device)).toMatchObject({ on_board: 0 })
  expect(await actionsAtServer(road)).toEqual(['sign_on applied', 'arrive applied', 'board applied', 'undo applied'])
})

// @test-tag long
test('of many actions at most 200 are sent at once, in their order', async () => {
  road.network = 'off'
  const { id } = tripOf(device).trip_stops[0]!
  await did(device, { kind: 'arrive', trip_stop_id: id })
  for (let pair = 0; pair < 105; pair += 1)
    await did(device, { kind: 'manual_navigation', enabled: true }, { kind: 'manual_navigation', enabled: false })
  const sizes: number[] = []
  road.instead = (path, init) => {
    if (path.endsWith('/actions')) sizes.push((JSON.parse(String(init.body)) as { actions: unknown[] }).actions.length)
    return null
  }
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect(sizes).toEqual([200, 11])
  expect((await actionsAtServer(road)).length).toBe(212)
})

test('the newest action is taken back by its id, an older one is not, and what was sent is no different', async () => {
  await did(device, nextDeed(device))
  await allSent(device)
  road.network = 'off'
  await did(device, nextDeed(device))
  const [newest, older] = openTrip(device).takeBacks
  expect([newest?.kind, newest?.about, older?.kind, older?.about]).toEqual(['board', 'Maria S.', 'arrive', 'Market'])
  expect(await device.did({ kind: 'undo', action_id: older!.id })).toEqual({ code: 'not_the_newest' })
  await did(device, { kind: 'undo', action_id: newest!.id })
  await did(device, { kind: 'undo' })
  expect(openTrip(device).takeBacks).toEqual([])
  expect(tripOf(device).trip_stops[0]).toMatchObject({ arrived_at: null, boardings: [{ status: 'secured' }] })
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect((await tripAtServer(road)).trip_stops[0]).toMatchObject({
    arrived_at: null,
    boardings: [{ status: 'secured' }],
  })
})
