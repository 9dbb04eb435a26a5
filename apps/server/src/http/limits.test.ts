import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorEnvelope } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.token('superadmin')
})
afterAll(() => server.close())

const ask = (path: string) => fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })

test('counts requests by what the contract names, not by what callers send', async () => {
  for (let at = 0; at < 40; at += 1) await ask(`/api/v2/ops/drivers/${at}?x=${at}`)
  for (const base of ['ops', 'cronos']) await ask(`/api/v2/${base}/drivers/4711`)
  await ask('/api/v2/ops/drivers/4711/and/nothing')
  const routes = (await (await fetch(`${server.url}/metrics`)).text()).matchAll(/answers_total\{.*?route="([^"]*)"/g)
  const named = [...routes].map(([, route]) => route).filter((route) => route?.includes('drivers'))
  expect(new Set(named)).toEqual(new Set(['/api/v2/ops/drivers/:id']))
})

test('gives its metrics to programs on its machine, or with a token to those who hold it', async () => {
  const figures = async (headers: object, remoteAddress = '127.0.0.1') =>
    (await server.app.inject({ url: '/metrics', headers: { host: 'localhost', ...headers }, remoteAddress })).statusCode
  expect(await figures({})).toBe(200)
  expect(await figures({}, '203.0.113.7')).toBe(403)
  expect(await figures({ 'x-forwarded-for': '203.0.113.7' })).toBe(403)
  server.deps.config.metricsToken = 'a token of metrics'
  expect(await figures({})).toBe(403)
  expect(await figures({ authorization: 'Bearer another' })).toBe(403)
  expect(await figures({ authorization: 'Bearer a token of metrics' }, '203.0.113.7')).toBe(200)
  server.deps.config.metricsToken = null
})

test('answers at most 200 entries about a body of wrong values', async () => {
  const permissions = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`key${at}`, true]))
  const response = await fetch(`${server.url}/api/v2/ops/user_roles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Large', permissions }),
  })
  expect(response.status).toBe(422)
  expect(ErrorEnvelope.parse(await response.json()).errors).toHaveLength(200)
})

test.each([
  ['headers', 'GET /api/v2/ops/drivers HTTP/1.1\r\nhost: localhost\r\n'],
  [
    'a body',
    'POST /api/v2/ops/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  ],
])('gives up a connection whose %s do not arrive', async (_part, beginning) => {
  const slow = await startTestServer()
  expect([slow.app.server.headersTimeout, slow.app.server.requestTimeout]).toEqual([10_000, 30_000])
  Object.assign(slow.app.server, { headersTimeout: 50, requestTimeout: 50 })
  const socket = connect(Number(new URL(slow.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk))).write(beginning)
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 408/)
  await slow.close()
})

describe('behind a proxy', () => {
  const statuses = async (limited: TestServer, remoteAddress: string, forwarded: readonly string[]) => {
    const answers: number[] = []
    for (const address of forwarded) {
      const headers = { 'x-forwarded-for': address }
      answers.push((await limited.app.inject({ url: '/api/v2/ops/settings', headers, remoteAddress })).statusCode)
    }
    return answers
  }
  const spoofed = ['203.0.113.1', '203.0.113.2', '203.0.113.3']

  test('callers are told apart by what a trusted proxy says, and cannot choose their own address', async () => {
    const limited = await startTestServer({ config: { requestsPerMinute: 2, trustProxy: ['10.0.0.0/8'] } })
    expect(await statuses(limited, '10.0.0.1', spoofed)).toEqual([200, 200, 200])
    expect(await statuses(limited, '198.51.100.9', spoofed)).toEqual([200, 200, 429])
    const behind = ['1.1.1.1, 192.0.2.5', '2.2.2.2, 192.0.2.5', '3.3.3.3, 192.0.2.5']
    expect(await statuses(limited, '10.0.0.1', behind)).toEqual([200, 200, 429])
    expect(limited.logged).toEqual([])
    await limited.close()
  })

  test('the address before as many proxies as stand in front is believed', async () => {
    const limited = await startTestServer({ config: { requestsPerMinute: 2, trustProxy: 1 } })
    expect(await statuses(limited, '10.0.0.1', spoofed)).toEqual([200, 200, 200])
    const chosen = ['1.1.1.1, 192.0.2.5', '2.2.2.2, 192.0.2.5', '3.3.3.3, 192.0.2.5']
    expect(await statuses(limited, '10.0.0.1', chosen)).toEqual([200, 200, 429])
    await limited.close()
  })

  test('the server says once in its log that the proxy has to be named', async () => {
    const limited = await startTestServer({ config: { requestsPerMinute: 2 } })
    expect(await statuses(limited, '10.0.0.1', spoofed)).toEqual([200, 200, 429])
    expect(limited.logged.map(({ message }) => message)).toEqual([
      'a proxy seems to stand in front: set AMBIT_TRUST_PROXY, or all callers share its address and its limits',
    ])
    await limited.close()
  })
})

test('limits the rate of one caller without affecting others', async () => {
  const busy = await startTestServer({ config: { requestsPerMinute: 5 } })
  const eager = await busy.token('analyst')
  const calm = await busy.token('dispatcher')
  const look = async (as: string) =>
    await fetch(`${busy.url}/api/v2/ops/sessions/current`, { headers: { authorization: `Bearer ${as}` } })
  const statuses: number[] = []
  for (let n = 0; n < 7; n += 1) statuses.push((await look(eager)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  const refused = await look(eager)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await look(calm)).status).toBe(200)
  const documents: number[] = []
  for (let n = 0; n < 6; n += 1) documents.push((await fetch(`${busy.url}/api/docs`)).status)
  expect(documents).toEqual([200, 200, 200, 200, 200, 429])
  expect((await fetch(`${busy.url}/metrics`)).status).toBe(429)
  busy.deps.clock.advance(60_000)
  expect((await look(eager)).status).toBe(200)
  for (let n = 0; n < 5; n += 1) await look(eager)
  expect((await look(eager)).status).toBe(429)
  // The clock was wrong and is set back.
  busy.deps.clock.advance(-3600_000)
  expect((await look(eager)).status).toBe(200)
  await busy.close()
})
