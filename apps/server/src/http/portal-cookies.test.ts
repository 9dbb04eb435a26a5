import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, createClient, NO_SESSION, Session, SESSION_HEADER, urlOf } from '@ambit/contract'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { openStream } from '../testing/stream.ts'

let server: TestServer
let proxied: TestServer
beforeAll(async () => {
  server = await startTestServer()
  proxied = await startTestServer({ config: { publicUrl: 'https://ops.example.org', trustProxy: 1 } })
  for (const { token } of [server, proxied]) await token('dispatcher')
})
afterAll(() => Promise.all([server.close(), proxied.close()]))

type Headers = Record<string, string>
const CURRENT = urlOf(api.sessions.current, {})
/** Asks as nothing but these headers say, which `fetch` would add to. */
const ask = async (of: TestServer, method: 'GET' | 'POST' | 'DELETE', url: string, headers: Headers, body?: object) => {
  const {
    statusCode,
    headers: answered,
    payload,
  } = await of.app.inject({ method, url, headers, ...(body && { body }) })
  const cookies = [answered['set-cookie'] ?? []].flat()
  return { status: statusCode, cookies, body: payload === '' ? null : (JSON.parse(payload) as { data: unknown }) } // the API answers JSON
}

const signIn = async (of: TestServer, headers: Headers = {}) => {
  const body = { email: 'dispatcher', password: TEST_PASSWORD }
  const answer = await ask(of, 'POST', '/api/v2/ops/sessions', { [SESSION_HEADER]: NO_SESSION, ...headers }, body)
  const { token, user } = Session.parse(answer.body?.data)
  const [cookie, mark] = answer.cookies.map((line) => line.split(';')[0] ?? '')
  return { ...answer, token, user, held: { cookie: `${cookie}; ${mark}` }, mark: mark?.split('=')[1] ?? '' }
}
const statusOf = async (of: TestServer, headers: Headers) => (await ask(of, 'GET', CURRENT, headers)).status

describe('a portal that signs in', () => {
  // covers: AUTH-33, AUTH-35
  test('gets the token in a cookie that no script reads, until the token ends, and none in the answer', async () => {
    const { status, cookies, token, user } = await signIn(server)
    expect([status, token, user.email]).toEqual([201, null, 'dispatcher@example.org'])
    const payload = JSON.parse(Buffer.from(cookies[0]?.split('.')[1] ?? '', 'base64url').toString()) as { exp: number } // the server's own
    const expires = `Expires=${new Date(payload.exp * 1000).toUTCString()}`
    expect(cookies.map((line) => line.split('; ').slice(1))).toEqual([
      ['Path=/', expires, 'HttpOnly', 'SameSite=Strict'],
      ['Path=/', expires, 'SameSite=Strict'],
      // Of the browser, not of the session: signing out leaves it.
      ['Max-Age=7776000', 'Path=/', 'HttpOnly', 'SameSite=Strict'],
    ])
  })

  test.each([
    ['as the browser sees it', { origin: 'https://ops.example.org' }],
    ['behind a proxy that says so', { 'x-forwarded-proto': 'https' }],
  ])('over HTTPS has cookies that only this host can set, and only over HTTPS: %s', async (_, headers) => {
    const { cookies, held, mark } = await signIn(proxied, headers)
    for (const line of cookies) expect(line).toMatch(/^__Host-ambit_(token|session|device)=.+; Path=\/; .*Secure/)
    expect(cookies.some((line) => /domain/i.test(line))).toBe(false)
    expect(await statusOf(proxied, { ...held, [SESSION_HEADER]: mark })).toBe(200)
    // A neighbouring host could set the name without the prefix.
    const planted = `ambit_token=${(await signIn(proxied)).held.cookie.split(/[=;]/)[1]}; ${held.cookie}`
    expect(await statusOf(proxied, { cookie: planted, [SESSION_HEADER]: mark })).toBe(200)
  })

  test('ends the session that its cookies held before, with its live stream', async () => {
    const before = await signIn(server)
    const stream = await openStream(`${server.url}/api/v2/ops/live`, { ...before.held, [SESSION_HEADER]: before.mark })
    const after = await signIn(server, before.held)
    await stream.ended
    expect(await statusOf(server, { ...before.held, [SESSION_HEADER]: before.mark })).toBe(401)
    expect(await statusOf(server, { ...after.held, [SESSION_HEADER]: after.mark })).toBe(200)
  })

  // covers: AUTH-53, AUTH-54
  test('signs out: the session ends and both cookies are cleared', async () => {
    const { held, mark } = await signIn(server)
    const { status, cookies } = await ask(server, 'DELETE', CURRENT, { ...held, [SESSION_HEADER]: mark })
    expect(status).toBe(200)
    expect(cookies.map((line) => line.split('; ').filter((part) => !/^(SameSite|Max-Age)/.test(part)))).toEqual([
      ['ambit_token=', 'Path=/', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'HttpOnly'],
      ['ambit_session=', 'Path=/', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
    ])
    expect(await statusOf(server, { ...held, [SESSION_HEADER]: mark })).toBe(401)
  })

  test('has cookies that a browser keeps, however many roles and regions the user has', async () => {
    const region_ids = Array.from({ length: 500 }, (_, index) => 1_000_000 + index)
    const cookies = await server.cookies({ permissions: [], region_ids })
    expect(Math.max(...cookies.map(({ name, value }) => name.length + value.length))).toBeLessThan(4096)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect(await statusOf(server, { cookie, [SESSION_HEADER]: cookies[1]?.value ?? '' })).toBe(200)
  })
})

// @test-tag long
test('a portal under an https address demands HTTPS for a year, and no TRACE is answered', async () => {
  const { headers } = await proxied.app.inject({ url: '/api/docs' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  const { hostname, port } = new URL(server.url)
  const status = await new Promise((done) => {
    request({ hostname, port, method: 'TRACE', path: '/api/docs' }, ({ statusCode }) => done(statusCode)).end()
  })
  expect(status).toBe(404)
})

describe('a cookie', () => {
  test('counts only with the mark of its own session', async () => {
    const [one, other] = [await signIn(server), await signIn(server)]
    const id = one.mark.split('.')[0]
    expect(await statusOf(server, { ...one.held, [SESSION_HEADER]: one.mark })).toBe(200)
    for (const shown of [NO_SESSION, other.mark, `${id}.`, `${one.mark}x`, one.mark.replace(/^\d+/, '99')])
      expect([shown, await statusOf(server, { ...one.held, [SESSION_HEADER]: shown })]).toEqual([shown, 401])
    expect(await statusOf(server, one.held)).toBe(401)
    expect(await statusOf(server, { [SESSION_HEADER]: one.mark })).toBe(401)
    expect(await statusOf(server, { cookie: 'ambit_token=%E0%A4%A; =; x', [SESSION_HEADER]: one.mark })).toBe(401)
  })

  test('is not looked at where the request has a token of its own', async () => {
    const { held, mark } = await signIn(server)
    const driver = { ...held, [SESSION_HEADER]: mark, authorization: 'Bearer nonsense' }
    expect(await statusOf(server, driver)).toBe(401)
    const token = await server.token('analyst')
    const { body } = await ask(server, 'GET', CURRENT, { ...held, authorization: `Bearer ${token}` })
    expect(body?.data).toMatchObject({ roles: ['analyst'] })
  })

  test('of a driver’s token signs nobody in', async () => {
    const staff = server.client('superadmin')
    const { data: driver } = await staff.call(api.drivers.create, {
      body: { first_name: 'Oscar', last_name: 'Lind', username: 'oscar', email: 'o@example.org', status: 'approved' },
    })
    const cookie = `ambit_token=${await server.driverToken(driver.id)}`
    expect(await statusOf(server, { cookie, [SESSION_HEADER]: (await signIn(server)).mark })).toBe(401)
  })
})

describe('a call with the portal’s header', () => {
  test.each([
    ['same-origin', {}, 201],
    ['same-origin', { origin: 'https://behind.example' }, 201],
    ['same-site', {}, 403],
    ['cross-site', { origin: 'https://ops.example.org' }, 403],
    ['none', {}, 403],
  ])('that a browser calls %s %o is answered %i', async (site, more, status) => {
    const body = { email: 'dispatcher', password: TEST_PASSWORD }
    const headers = { [SESSION_HEADER]: NO_SESSION, 'sec-fetch-site': site, ...more }
    expect((await ask(proxied, 'POST', '/api/v2/ops/sessions', headers, body)).status).toBe(status)
  })

  test.each([
    ['http://depot.example:8080', 'depot.example:8080', 200],
    ['https://ops.example.org', '127.0.0.1:8080', 200],
    ['http://depot.example', 'depot.example:8080', 403],
    ['https://evil.example', 'depot.example:8080', 403],
    ['null', 'depot.example:8080', 403],
    ['nonsense', 'depot.example:8080', 403],
  ])('from the origin %s to the host %s is answered %i', async (origin, host, status) => {
    const { held, mark } = await signIn(proxied)
    expect(await statusOf(proxied, { ...held, [SESSION_HEADER]: mark, origin, host })).toBe(status)
  })

  test('is nothing that another site may ask a browser to send', async () => {
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/v2/ops/sessions',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': `content-type,${SESSION_HEADER}`,
      },
    })
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(preflight.statusCode).toBeGreaterThanOrEqual(400)
  })
})

test('a caller without the header is answered its token and no cookie, as devices and programs are', async () => {
  const client = createClient({ origin: server.url, token: () => null })
  const body = { email: 'dispatcher', password: TEST_PASSWORD }
  const answer = await client.fetch(api.sessions.create, { body })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(((await answer.json()) as { data: { token: string } }).data.token).toMatch(/^\S+\.\S+\.\S+$/) // the contract's session
})
