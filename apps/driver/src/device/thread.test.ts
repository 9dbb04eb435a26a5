import { api } from '@ambit/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Device } from './device.ts'
import { allSent, buildRoad, openTrip, type Road, signedOn, until } from '../testing/road.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let road: Road
let device: Device
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
  device = await signedOn(road)
  await allSent(device)
})
afterEach(() => device.stop())

const params = () => ({ id: road.crew.trip_id })
const write = async (text: string, buttons: string[] = []) =>
  (await road.town.dispatcher.call(api.driverMessages.create, { params: params(), body: { text, buttons } })).data
const atServer = async () => (await road.town.dispatcher.call(api.driverMessages.ofTrip, { params: params() })).data
const lines = (of = device) => openTrip(of).thread.map(({ text, standing }) => [text, standing])

test('what dispatch writes is on the device with the next signal, which says so, and is read when the driver opens it', async () => {
  await write('Please wait at the station')
  await device.wake()
  await until(device, ({ open }) => open?.thread[0]?.standing === 'delivered')
  expect((await atServer())[0]).toMatchObject({ delivered_at: expect.any(String), read_at: null })
  await device.readThread()
  await device.wake()
  expect(lines()).toEqual([['Please wait at the station', 'read']])
  expect((await atServer())[0]?.read_at).toEqual(expect.any(String))
})

// covers: MSG-80
test('messages without signal survive the end of the app, and arrive once, in order, with the times at which they were written', async () => {
  road.network = 'off'
  road.pass(5)
  await device.writeMessage('Road is flooded')
  road.pass(2)
  await device.writeMessage('Going round by the school')
  expect(lines()).toEqual([
    ['Road is flooded', 'not_sent'],
    ['Going round by the school', 'not_sent'],
  ])
  expect(device.state().sending.unsent).toBe(2)
  const written = openTrip(device).thread.map(({ written_at }) => written_at)
  road.kill()
  road.pass(30)
  await write('Where are you?')
  road.network = 'lost answers'
  device = road.open()
  await device.wake()
  road.network = 'on'
  await device.wake()
  await allSent(device)
  const kept = await atServer()
  expect(kept.map(({ text }) => text)).toEqual(['Road is flooded', 'Going round by the school', 'Where are you?'])
  expect(kept.slice(0, 2).map(({ written_at }) => Date.parse(written_at))).toEqual(written)
  expect(lines().map(([text]) => text)).toEqual(kept.map(({ text }) => text))
})

test('an answer by a button names the message, which is then read', async () => {
  const asked = await write('Which way?', ['North', 'South'])
  await device.wake()
  await until(device, ({ open }) => (open?.thread[0]?.buttons.length ?? 0) === 2)
  await device.writeMessage('South', asked.id)
  await device.wake()
  await allSent(device)
  expect((await atServer()).at(-1)).toMatchObject({ text: 'South', answer_to: asked.id })
  expect(lines()[0]).toEqual(['Which way?', 'read'])
})

test('a message that was confirmed or answered is read, and those that came before it and were not shown are not', async () => {
  await write('Wait for the school bus')
  const asked = await write('Which way?', ['North', 'South'])
  const last = await write('Drive on')
  await device.wake()
  await until(device, ({ open }) => open?.thread.length === 3)
  await device.readThread(last.id)
  await device.writeMessage('South', asked.id)
  expect(lines().slice(1, 3)).toEqual([
    ['Which way?', 'read'],
    ['Drive on', 'read'],
  ])
  await device.wake()
  await allSent(device)
  expect((await atServer()).slice(0, 3).map(({ read_at }) => read_at !== null)).toEqual([false, true, true])
})

test('what dispatch wrote of passengers is kept in memory alone', async () => {
  await write('Maria waits at the back door')
  await device.wake()
  await until(device, ({ open }) => open?.thread.length === 1)
  road.network = 'off'
  road.kill()
  device = road.open()
  await until(device, ({ open }) => open !== null)
  expect(lines()).toEqual([])
})
