// @module-tag long
import { get, type IncomingMessage } from 'node:http'
import { createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { publish } from './publish.ts'

const CLIENTS = 500

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const happen = (trip_id: number) =>
  server.deps.db.transaction().execute((tx) => publish(tx, [{ kind: 'trip', trip_id, zone_id: 1, region_id: 1 }]))

/** In a session of its own. */
const open = async (): Promise<IncomingMessage> => {
  const token = await server.token('dispatcher')
  return new Promise((resolve, reject) => {
    get(`${server.url}/api/v2/ops/live`, { agent: false, headers: { authorization: `Bearer ${token}` } }, resolve).on(
      'error',
      reject,
    )
  })
}

/** Resolves with the milliseconds since `start` when the stream has reported the trip. */
const told = (stream: IncomingMessage, trip: number, start: () => number): Promise<number> =>
  new Promise((done) => {
    let tail = ''
    const read = (chunk: Buffer): void => {
      const text = tail + chunk.toString()
      tail = text.slice(-500)
      if (!text.includes(`"trip_id":${trip},`)) return
      stream.off('data', read)
      done(performance.now() - start())
    }
    stream.on('data', read)
  })

test('a change reaches five hundred live streams at once', { timeout: 120_000 }, async () => {
  const streams: IncomingMessage[] = []
  for (let count = 0; count < CLIENTS; count += 50) {
    streams.push(...(await Promise.all(Array.from({ length: 50 }, open))))
  }
  let start = 0
  const all = Promise.all(streams.map((stream) => told(stream, 77, () => start)))
  start = performance.now()
  await happen(77)
  const times = (await all).toSorted((a, b) => a - b)
  expect(times).toHaveLength(CLIENTS)
  // A second is what people are promised; ten leave room for a machine that does other things too.
  expect(times.at(-1)).toBeLessThan(10_000)
  for (const stream of streams) stream.destroy()
})

test(
  'a client that does not read is disconnected before it fills the memory, without delaying others',
  { timeout: 120_000 },
  async () => {
    const { port } = new URL(server.url)
    const token = await server.token('dispatcher')
    const deaf = createConnection({ host: '127.0.0.1', port: Number(port) })
    const ended = new Promise((done) => deaf.on('close', done).on('error', () => {}))
    deaf.write(`GET /api/v2/ops/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
    await new Promise((done) => void deaf.once('data', done))
    deaf.pause()
    const attentive = await open()
    const last = told(attentive, 99_999, () => 0)
    const many = Array.from({ length: 400 }, (_, n) => ({
      kind: 'record' as const,
      table: 'drivers',
      record_id: n + 1,
      // As much as a burst of positions weighs.
      filler: 'x'.repeat(2000),
    }))
    for (let round = 0; round < 20; round += 1) await server.deps.db.transaction().execute((tx) => publish(tx, many))
    await happen(99_999)
    await last
    deaf.resume()
    await ended
    // What is kept for it is far less than the sixteen megabytes that happened.
    expect(deaf.bytesRead).toBeLessThan(12_000_000)
    attentive.destroy()
  },
)
