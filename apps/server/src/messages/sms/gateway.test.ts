import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SmsConfig } from '../../config.ts'
import { gatewayOf, PATIENCE_MS } from './gateway.ts'

type Taken = { method: string; headers: IncomingMessage['headers']; url: string; body: string }
const taken: Taken[] = []
let answer: { status: number; body: object }
let gateway: Server
let sms: Extract<SmsConfig, { kind: 'http' }>

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      taken.push({ method: request.method ?? '', headers: request.headers, url: request.url ?? '', body })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((done) => void gateway.listen(0, '127.0.0.1', done))
  const { port } = gateway.address() as AddressInfo // it listens on a port, not on a pipe
  sms = {
    kind: 'http',
    url: `http://127.0.0.1:${port}/send`,
    method: 'POST',
    headers: { 'x-key': 'secret' },
    body: '{"to":"{to}","text":"{text}","ref":"{id}"}',
    idPath: 'messages.0.id',
    from: 'Sunline',
    hookSecret: null,
  }
})
afterAll(() => new Promise((done) => gateway.close(done)))
beforeEach(() => {
  taken.length = 0
  answer = { status: 200, body: { messages: [{ id: 'g-1' }] } }
})

// covers: MSG-26
test('Twilio is told number, sender and text as a form, with basic authentication', async () => {
  answer = { status: 201, body: { sid: 'SM1' } }
  const url = sms.url.replace('/send', '')
  const twilio = gatewayOf({
    sms: { kind: 'twilio', url, accountSid: 'AC1', authToken: 'token', from: 'MG9' },
    publicUrl: 'https://ambit.example.org',
  })
  expect(await twilio?.send({ id: 'x', to: '+61412345678', text: 'Bus & co' })).toEqual({
    kind: 'accepted',
    provider_id: 'SM1',
  })
  expect(taken[0]).toMatchObject({
    url: '/2010-04-01/Accounts/AC1/Messages.json',
    headers: { authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}` },
    body: 'To=%2B61412345678&MessagingServiceSid=MG9&Body=Bus+%26+co&StatusCallback=https%3A%2F%2Fambit.example.org%2Fhooks%2Fsms%2Ftwilio',
  })
  const numbered = { kind: 'twilio' as const, url, accountSid: 'AC1', authToken: 'token', from: '+61400' }
  await gatewayOf({ sms: numbered, publicUrl: null })?.send({ id: 'x', to: '+61412345678', text: 'Bus' })
  expect(taken[1]?.body).toBe('To=%2B61412345678&From=%2B61400&Body=Bus')
})

// covers: MSG-25
test('a value in a form or in JSON stays a value, whatever it holds', async () => {
  const odd = { id: 'x', to: '+1', text: 'a"}&b={to}' }
  await gatewayOf({ sms, publicUrl: null })?.send(odd)
  expect(JSON.parse(taken[0]?.body ?? '')).toEqual({ to: '+1', text: odd.text, ref: 'x' })
  expect(taken[0]?.method).toBe('POST')
  const form = { ...sms, method: 'PUT' as const, body: 'n={to}&m={text}&s={from}&i={id}' }
  expect(await gatewayOf({ sms: form, publicUrl: null })?.send(odd)).toEqual({ kind: 'accepted', provider_id: 'g-1' })
  expect(taken[1]).toMatchObject({ method: 'PUT', url: '/send', headers: { 'x-key': 'secret' } })
  expect([...new URLSearchParams(taken[1]?.body)]).toEqual([
    ['n', '+1'],
    ['m', odd.text],
    ['s', 'Sunline'],
    ['i', 'x'],
  ])
})

// covers: MSG-27
test('a gateway is given ten seconds; what is busy or broken is tried again, and what it refuses is not, in its own words', async () => {
  expect(PATIENCE_MS).toBe(10_000)
  const one = { id: 'x', to: '+1', text: 'Bus' }
  const said = async (status: number) => {
    answer = { status, body: { message: 'Not today' } }
    return gatewayOf({ sms, publicUrl: null })?.send(one)
  }
  for (const status of [429, 500, 503]) expect(await said(status)).toEqual({ kind: 'later', reason: 'Not today' })
  for (const status of [400, 403, 404]) expect(await said(status)).toEqual({ kind: 'refused', reason: 'Not today' })
  const silent = createServer(() => undefined)
  await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo // it listens on a port, not on a pipe
  const hanging = gatewayOf({ sms: { ...sms, url: `http://127.0.0.1:${port}/` }, publicUrl: null }, 50)
  expect(await hanging?.send(one)).toEqual({ kind: 'unknown', reason: 'The gateway did not answer' })
  silent.closeAllConnections()
  await new Promise((done) => silent.close(done))
})
