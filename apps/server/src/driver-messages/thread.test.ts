import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, createClient } from '@ambit/contract'
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
const params = () => ({ id: van.trip_id })
const write = (text: string, buttons: string[] = []) =>
  town.dispatcher.call(api.driverMessages.create, { params: params(), body: { text, buttons } })
const thread = async () => (await town.dispatcher.call(api.driverMessages.ofTrip, { params: params() })).data
const report = async (
  sent: string,
  told: {
    messages?: { id: string; text: string; answer_to?: number; written_at: string }[]
    delivered?: number[]
    read?: number[]
  },
  crew = van,
) =>
  (
    await crew.client.call(api.driver.reportMessages, {
      params: params(),
      body: { sent_at: `2026-11-23T${sent}+10:00`, ...told },
    })
  ).data
const said = (time: string, text: string, answer_to?: number) => ({
  id: randomUUID(),
  text,
  written_at: `2026-11-23T${time}+10:00`,
  ...(answer_to === undefined ? {} : { answer_to }),
})
const times = ({ delivered_at, read_at }: { delivered_at: string | null; read_at: string | null }) =>
  [delivered_at, read_at].map((time) => time && clockOf(time))

describe('the thread of a trip', () => {
  // covers: MSG-77
  test('what dispatch writes is sent, then delivered when it is on the device, then read when it was opened or answered', async () => {
    at('09:00:00')
    const { data: first } = await write('Please wait at the station', ['OK', 'Cannot'])
    expect(first).toMatchObject({ from: 'dispatch', driver_name: 'Driver Van 1', buttons: ['OK', 'Cannot'] })
    expect(times(first)).toEqual([null, null])
    await write('And call me')
    const onDevice = (await van.client.call(api.driver.messages, { params: params() })).data
    expect(onDevice.map(({ text }) => text)).toEqual(['Please wait at the station', 'And call me'])
    at('09:01:00')
    await report('09:01:00', { delivered: onDevice.map(({ id }) => id) })
    at('09:02:00')
    await report('09:02:00', { read: [onDevice[1]!.id] })
    at('09:03:00')
    const after = await report('09:03:00', { messages: [said('09:03:00', 'OK', first.id)] })
    expect(after.map(times)).toEqual([
      ['09:01', '09:03'],
      ['09:01', '09:02'],
      ['09:03', null],
    ])
    at('09:04:00')
    await town.dispatcher.call(api.driverMessages.read, { params: params() })
    expect((await thread()).map(times).at(-1)).toEqual(['09:03', '09:04'])
  })

  // covers: MSG-80
  test('what a driver wrote without signal arrives once, in order and with the times at which it was written', async () => {
    const messages = [said('08:50:00', 'Road is flooded'), said('08:52:00', 'Going round by the school')]
    at('09:30:00')
    await write('Where are you?')
    await report('09:30:00', { messages })
    await report('09:31:00', { messages })
    const kept = await thread()
    expect(kept.map(({ text, written_at }) => [text, clockOf(written_at)])).toEqual([
      ['Road is flooded', '08:50'],
      ['Going round by the school', '08:52'],
      ['Where are you?', '09:30'],
    ])
  })

  test('a device whose clock is wrong changes no time of the thread', async () => {
    at('09:30:00')
    await report('10:30:00', { messages: [said('10:25:00', 'Late')] })
    expect((await thread()).map(({ written_at }) => clockOf(written_at))).toEqual(['09:25'])
  })

  test('a trip’s next driver does not read what was said with the driver before, who can still send the rest', async () => {
    await write('Your mother called')
    const other = await town.vehicle('Van 2', { from: '20:00', until: '22:00' })
    await town.dispatcher.call(api.trips.update, {
      params: params(),
      body: { driver_id: other.driver_id, vehicle_id: van.vehicle_id },
      version: (await town.dispatcher.call(api.trips.show, { params: params() })).data.version,
    })
    expect((await other.client.call(api.driver.messages, { params: params() })).data).toEqual([])
    at('09:00:00')
    const rest = await report('09:00:00', { messages: [said('08:59:00', 'Thank you')] })
    expect(rest.map(({ text }) => text)).toEqual(['Your mother called', 'Thank you'])
    expect((await thread()).length).toBe(2)
  })

  // covers: MSG-75
  test('a text has 1 to 500 characters, and at most 4 buttons ask for an answer', async () => {
    const fails = async (work: Promise<unknown>) => (await refusal(work)).errors.map((one) => one.source?.pointer)
    expect(await fails(write('  '))).toEqual(['/text'])
    expect(await fails(write('x'.repeat(501)))).toEqual(['/text'])
    expect(await fails(write('Which way?', ['a', 'b', 'c', 'd', 'e']))).toEqual(['/buttons'])
    expect(await fails(report('09:00:00', { messages: [said('09:00:00', '')] }))).toEqual(['/messages/0/text'])
    expect(await fails(report('09:00:00', { messages: [said('09:00:00', 'OK', 999_999)] }))).toEqual([
      '/messages/0/answer_to',
    ])
    expect((await write('y'.repeat(500), ['a', 'b', 'c', 'd'])).data.buttons).toHaveLength(4)
    expect(await thread()).toHaveLength(1)
  })

  // covers: MSG-74
  test('reading and writing each need their key, and a driver reaches the threads of own trips alone', async () => {
    const reader = server.client({ permissions: ['Messaging:driverThread:canRead'] })
    const writer = server.client({ permissions: ['Messaging:driverThread:canCreate'] })
    const body = { text: 'Hello' }
    expect((await refusal(reader.call(api.driverMessages.create, { params: params(), body }))).status).toBe(403)
    expect((await reader.call(api.driverMessages.ofTrip, { params: params() })).data).toEqual([])
    expect((await refusal(writer.call(api.driverMessages.ofTrip, { params: params() }))).status).toBe(403)
    expect((await writer.call(api.driverMessages.create, { params: params(), body })).data.text).toBe('Hello')
    const other = await town.vehicle('Van 2')
    expect((await refusal(other.client.call(api.driver.messages, { params: params() }))).status).toBe(404)
    expect((await refusal(report('09:00:00', { messages: [said('09:00:00', 'Hi')] }, other))).status).toBe(404)
  })

  // covers: MSG-81
  test('threads are found by text, driver and day', async () => {
    at('09:00:00')
    await write('The lift is broken')
    const other = await town.vehicle('Van 2')
    await town.dispatcher.call(api.driverMessages.create, {
      params: { id: other.trip_id },
      body: { text: 'The road is closed' },
    })
    const find = async (query: { search?: string; filter?: object }) =>
      (
        await town.dispatcher.call(api.driverMessages.list, {
          query: { ...query, filter: { region: [town.region_id], ...query.filter } },
        })
      ).data.map(({ text }) => text)
    expect(await find({ search: 'lift' })).toEqual(['The lift is broken'])
    expect(await find({ search: 'Van 2' })).toEqual(['The road is closed'])
    expect(await find({ filter: { driver: [van.driver_id] } })).toEqual(['The lift is broken'])
    const day = (from: string, to: string) => ({ filter: { date_range: [from, to] } })
    expect(await find(day('2026-11-22T14:00:00Z', '2026-11-23T14:00:00Z'))).toHaveLength(2)
    expect(await find(day('2026-11-23T14:00:00Z', '2026-11-24T14:00:00Z'))).toEqual([])
  })

  test('a new message is announced to those who may read it, and to no others', async () => {
    const follow = async (permissions: string[]) =>
      openStream(`${server.url}/api/v2/ops/live`, await server.token({ permissions } as never))
    const mina = await follow(['Messaging:driverThread:canRead'])
    const other = await follow(['Messaging:message:canRead', 'TripManagement:trip:canRead'])
    await mina.next('ready')
    await other.next('ready')
    await report('09:00:00', { messages: [said('09:00:00', 'Hello')] })
    await town.vehicle('Van 3')
    expect((await mina.next()).data).toMatchObject({ kind: 'driver_message', trip_id: van.trip_id, from: 'driver' })
    expect((await other.next()).data).not.toMatchObject({ kind: 'driver_message' })
    mina.close()
    other.close()
  })

  test('a driver whose signal is lost while a message is sent sends it again, and it is there once', async () => {
    const one = said('09:00:00', 'Hello')
    at('09:00:05')
    const [first, second] = await Promise.all([
      report('09:00:05', { messages: [one] }),
      report('09:00:05', { messages: [one] }),
    ])
    expect([first.length, second.length]).toEqual([1, 1])
    const client = createClient({ origin: server.url, token: () => null })
    expect((await refusal(client.call(api.driver.messages, { params: params() }))).status).toBe(401)
  })
})
