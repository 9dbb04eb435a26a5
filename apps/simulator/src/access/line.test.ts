import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@ambit/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGate, createSession, type Line } from './line.ts'
import { sentence } from './trouble.ts'

type Reply = { status: number; body: unknown } | 'hang up'
let script: Reply[] = []
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.headers.authorization ?? '-'}`)
  const reply = script.shift() ?? { status: 500, body: {} }
  if (reply === 'hang up') return void request.socket.destroy()
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

const naps: number[] = []
const lineTo = (whenLost: Line['whenLost']): Line => ({
  origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port, not on a pipe
  whenLost,
  nap: async (milliseconds) => void naps.push(milliseconds),
  enter: createGate(2),
  log: () => {},
})
const refusal = (status: number, code: string, detail: string): Reply => ({
  status,
  body: { errors: [{ status: String(status), code, title: code, detail }] },
})
const zones: Reply = { status: 200, body: { data: [], meta: { total: 0, total_count: 0 } } }

const play = (replies: Reply[]): void => {
  script = replies
  asked.length = 0
  naps.length = 0
}

test('a session signs in once, and again when its token has run out', async () => {
  let signIns = 0
  const session = createSession(lineTo('wait'), async () => `t${++signIns}`)
  play([zones, refusal(401, 'token_expired', 'Your session has ended'), zones])
  await session.call(api.zones.list)
  await session.call(api.zones.list)
  expect(asked).toEqual(['GET Bearer t1', 'GET Bearer t1', 'GET Bearer t2'])
})

test('a lost connection is tried again, after a longer wait each time', async () => {
  const session = createSession(lineTo('wait'), async () => 't')
  play(['hang up', 'hang up', refusal(503, 'not_ready', 'Starting'), zones])
  expect((await session.call(api.zones.list)).data).toEqual([])
  expect(naps).toEqual([500, 1000, 2000])
})

test('on a rough day a lost call is made again at once, and a server that serves nobody is left to the caller', async () => {
  const session = createSession(lineTo('again'), async () => 't')
  play(['hang up', 'hang up', zones])
  expect((await session.call(api.zones.list)).data).toEqual([])
  play([refusal(503, 'not_ready', 'The disk is full')])
  await expect(session.call(api.zones.list)).rejects.toThrow('The disk is full')
  expect(naps).toEqual([])
})

test('in a simulated day a lost connection ends the run, and a refusal goes to the caller', async () => {
  const session = createSession(lineTo('fail'), async () => 't')
  play(['hang up'])
  await expect(session.call(api.zones.list)).rejects.toThrow('The server cannot be reached')
  play([refusal(403, 'forbidden', 'You are not allowed to do this')])
  const error: unknown = await session.call(api.zones.list).catch((refused: unknown) => refused)
  expect(sentence(error)).toBe('/api/v2/ops/zones answered 403: You are not allowed to do this')
})
