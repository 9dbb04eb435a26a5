import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const taken: unknown[] = []
let status = 200
let gateway: Server
let server: TestServer
beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      taken.push(JSON.parse(body))
      response.writeHead(status).end('{"message":"No credit left"}')
    })
  })
  await new Promise<void>((done) => void gateway.listen(0, '127.0.0.1', done))
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  await new Promise((done) => gateway.close(done))
})

const send = async (to: string) =>
  (await server.client('administrator').call(api.mailSettings.testSms, { body: { to } })).data

// covers: OPS-39
test('a test of text messages goes to the number that was entered, and says what the gateway made of it', async () => {
  const { config, db } = server.deps
  expect(await send('0412 345 678')).toEqual({ outcome: 'no_gateway', to: '+61412345678', said: null })
  const { port } = gateway.address() as AddressInfo // it listens on a port, not on a pipe
  config.sms = {
    kind: 'http',
    url: `http://127.0.0.1:${port}/`,
    method: 'POST',
    headers: {},
    body: '{"to":"{to}","text":"{text}"}',
    idPath: null,
    from: 'Sunline',
    hookSecret: null,
  }
  expect(await send('0412 345 678')).toMatchObject({ outcome: 'sent', said: null })
  expect(taken).toEqual([{ to: '+61412345678', text: expect.stringContaining('A test of text messages from') }])
  status = 402
  expect(await send('+61 412 345 678')).toMatchObject({ outcome: 'refused', said: 'No credit left' })
  status = 503
  expect(await send('+61 412 345 678')).toMatchObject({ outcome: 'not_now', said: 'No credit left' })
  expect(await send('+1 212 555 0100')).toMatchObject({ outcome: 'not_allowed' })
  config.smsLimits = { ...config.smsLimits, parts: 0 }
  expect(await send('0412 345 678')).toMatchObject({ outcome: 'limit' })
  expect(taken).toHaveLength(3)
  expect((await refusal(send('call me'))).errors[0]?.source?.pointer).toBe('/to')
  const events = await db
    .selectFrom('audit_events')
    .select('changes')
    .where('action', '=', 'mailSettings.testSms')
    .orderBy('id')
    .execute()
  expect(events.map(({ changes }) => changes)).toContainEqual({ sms_test: { after: 'refused' } })
  expect(JSON.stringify(events)).not.toContain('412345678')
})
