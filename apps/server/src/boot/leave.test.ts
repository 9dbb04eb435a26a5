import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEnding } from '../deps.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { leave } from './stop.ts'

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

// covers: OPS-84
// @test-tag long
test('a request that runs is answered, and a connection that comes after the pause is refused', async () => {
  const begun = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    begun.resolve()
    void answer.promise.then(() => response.end('in full'))
  })
  const port = await listening(server)
  const asked = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
  await begun.promise
  const ending = createEnding()
  const left = leave(server, ending, { drainMs: 20, requestsMs: 60_000 })
  expect(ending.announced.signal.aborted).toBe(true)
  // Until then others are still let in.
  expect([ending.begun.signal.aborted, server.listening]).toEqual([false, true])
  await once(ending.begun.signal, 'abort')
  await expect.poll(() => server.listening).toBe(false)
  const late = connect(port, '127.0.0.1')
  expect((await once(late, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' })
  answer.resolve()
  expect(await asked).toBe('in full')
  await left
})

test('requests that do not end are left after their time', async () => {
  const server = createServer(() => {})
  const port = await listening(server)
  const asked = fetch(`http://127.0.0.1:${port}/`).catch(() => 'cut')
  await once(server, 'request')
  await leave(server, createEnding(), { drainMs: 0, requestsMs: 20 })
  server.closeAllConnections()
  expect(await asked).toBe('cut')
})

describe('a server that goes down', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  // covers: OPS-84
  test('is not ready at once, asks for connections to be closed, and ends its streams with when to come back', async () => {
    const stream = await fetch(`${server.url}/api/v2/ops/live`, {
      headers: { authorization: `Bearer ${await server.token('dispatcher')}` },
    })
    const text = stream.text()
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    server.deps.ending.announced.abort()
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    expect(await ready.text()).toContain('This process is going down')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await Promise.race([text, setTimeout(50, 'open')])).toBe('open')
    server.deps.ending.begun.abort()
    expect(await text).toMatch(/retry: \d+\n\n$/)
  })
})
