import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api, type Traveler } from '@ambit/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NoCode, openAppUsers } from './app-users.ts'
import { createGate, type Line, type Session } from './line.ts'

const challenge = '0b7ad34e-6a0e-4c3e-9d0a-6f0e5a1b2c3d'
const now = '2026-11-23T08:00:00Z'
type Asked = { what: string; cookie: string | undefined; origin: string | undefined; bearer: string | undefined }
const asked: Asked[] = []
let mails: { id: number; to: string; subject: string; text: string | null; sent_at: null; created_at: string }[] = []
let codes = 0
let tooMany = false

const answers: Record<string, (request: IncomingMessage) => [number, unknown]> = {
  'POST /api/v2/ride/sign_ins': () => {
    if (tooMany) return [429, { errors: [{ status: '429', code: 'too_many', title: 'Later', detail: 'Too many' }] }]
    codes += 1
    mails = [
      {
        id: codes,
        to: una.email ?? '',
        subject: 'Code',
        text: `Your code is 00000${codes}.`,
        sent_at: null,
        created_at: now,
      },
      ...mails,
    ]
    return [202, { data: { id: challenge, channel: 'email', ends_at: now, again_at: now } }]
  },
  [`POST /api/v2/ride/sign_ins/${challenge}`]: () => [200, { data: {} }],
  'GET /api/v2/ride/me/places': ({ headers }) =>
    headers.cookie === `ambit_ride=session-${codes}`
      ? [200, { data: [], meta: { total: 0, total_count: 0 } }]
      : [401, {}],
}
const server = createServer((request, response) => {
  const what = `${request.method} ${request.url}`
  const { cookie, origin, authorization: bearer } = request.headers
  asked.push({ what, cookie, origin, bearer })
  const [status, body] = answers[what]?.(request) ?? [404, {}]
  const kept = what.endsWith(challenge) ? { 'set-cookie': `ambit_ride=session-${codes}; Path=/; HttpOnly` } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...kept }).end(JSON.stringify(body))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())
beforeEach(() => {
  asked.length = 0
  mails = []
  codes = 0
  tooMany = false
})

const una = { id: 1, email: 'una@ambit.example', low_tech: false } as Traveler // all that is looked at
const open = () => {
  const line: Line = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port, not on a pipe
    whenLost: 'fail',
    nap: () => Promise.resolve(),
    enter: createGate(1),
    log: () => {},
  }
  const postroom = { call: () => Promise.resolve({ data: mails }) } as unknown as Session // asked for mail alone
  return openAppUsers(line, 7, postroom)
}
/** One who books in the app, by the seed. */
const withApp = (users: ReturnType<typeof open>): Session => {
  const found = Array.from({ length: 50 }, (_, id) => users.sessionOf({ ...una, id })).find((one) => one !== null)
  if (found === undefined) throw new Error('No passenger has the app')
  return found
}

test('a passenger signs in with one code and keeps the session, as a browser on the own site does', async () => {
  const session = withApp(open())
  await session.call(api.ride.places)
  await session.call(api.ride.places)
  expect(codes).toBe(1)
  expect(asked.at(-1)).toMatchObject({ cookie: 'ambit_ride=session-1', bearer: undefined })
  expect(new Set(asked.map(({ origin }) => origin?.replace(/\d+$/, '')))).toEqual(new Set(['http://127.0.0.1:']))
})

test('a session that has ended takes another code, not the one that was used', async () => {
  const session = withApp(open())
  await session.call(api.ride.places)
  codes = 5
  await session.call(api.ride.places)
  expect(mails.map(({ text }) => text)).toEqual(['Your code is 000006.', 'Your code is 000001.'])
})

test('where too many codes were asked for, or none comes, the passenger is to call instead', async () => {
  tooMany = true
  await expect(withApp(open()).call(api.ride.places)).rejects.toThrow(NoCode)
  tooMany = false
  const others = { ...una, email: 'others@ambit.example' }
  const users = open()
  const session = Array.from({ length: 50 }, (_, id) => users.sessionOf({ ...others, id })).find((one) => one !== null)
  await expect(session?.call(api.ride.places)).rejects.toThrow('No code came')
})

test('the same passengers have the app on every day of a seed, and none of those without a smartphone', () => {
  const whoHas = (low_tech: boolean) => {
    const users = open()
    return Array.from({ length: 400 }, (_, id) => id).filter((id) => users.sessionOf({ ...una, id, low_tech }) !== null)
  }
  expect(whoHas(false)).toEqual(whoHas(false))
  expect(whoHas(false).length / 400).toBeGreaterThan(0.35)
  expect(whoHas(true)).toEqual([])
})
