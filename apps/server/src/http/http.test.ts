import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, ErrorEnvelope, kinds } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.token('superadmin')
})
afterAll(() => server.close())

const ask = (path: string, options: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(server.url + path, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } })
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const envelope = async (response: Response) => ErrorEnvelope.parse(await response.json())
const driver = (name: string) => ({
  first_name: name,
  last_name: 'Driver',
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.org`,
})

describe('refused requests all have one format with a request id', () => {
  test.each<[string, number, string, () => Promise<Response>]>([
    ['an address where nothing is', 404, 'not_found', () => ask('/api/v2/ops/nothing')],
    ['an address outside of the API', 404, 'not_found', () => ask('/wp-login.php')],
    ['a record that is not there', 404, 'not_found', () => ask('/api/v2/ops/drivers/4711')],
    ['an id that is no number', 404, 'not_found', () => ask('/api/v2/ops/drivers/abc')],
    ['an id beyond all records', 404, 'not_found', () => ask('/api/v2/ops/drivers/99999999999999')],
    ['a method that the address has not', 405, 'not_found', () => ask('/api/v2/ops/drivers', { method: 'PUT' })],
    ['JSON that is cut off', 400, 'unreadable', () => post('/api/v2/ops/drivers', '{"first_name": "Os')],
    [
      'JSON that reaches for the prototype',
      400,
      'unreadable',
      () => post('/api/v2/ops/drivers', '{"__proto__": {"a": 1}}'),
    ],
    [
      'a form instead of JSON',
      415,
      'unsupported_type',
      () => post('/api/v2/ops/drivers', 'a=b', { 'content-type': 'text/plain' }),
    ],
    [
      'three megabytes',
      413,
      'too_large',
      () => post('/api/v2/ops/drivers', JSON.stringify({ a: 'x'.repeat(3_000_000) })),
    ],
    ['an address that cannot be decoded', 400, 'unreadable', () => ask('/api/v2/ops/drivers/%E0%A4%A')],
    [
      'more than 256 kB for one record',
      413,
      'too_large',
      () => post('/api/v2/ops/drivers', JSON.stringify({ a: 'x'.repeat(300_000) })),
    ],
    ['a path parameter of 501 characters', 404, 'not_found', () => ask(`/api/v2/ops/drivers/${'7'.repeat(501)}`)],
    ['a character in the address that no record holds', 404, 'not_found', () => ask('/api/v2/ops/drivers/%00')],
    [
      'JSON that is nested 20,000 deep',
      400,
      'unreadable',
      () => post('/api/v2/ops/drivers', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    ],
    [
      'a compressed body',
      415,
      'unsupported_type',
      () => post('/api/v2/ops/drivers', '{}', { 'content-encoding': 'gzip' }),
    ],
    ['the year zero', 422, 'invalid', () => ask('/api/v2/ops/booking_outcome_reports?filter[from]=0000-01-01')],
    ['a list instead of a record', 422, 'invalid', () => post('/api/v2/ops/drivers', '[]')],
    ['no body at all', 422, 'invalid', () => ask('/api/v2/ops/drivers', { method: 'POST' })],
    ['map services without streets', 503, 'not_ready', () => ask('/geo/v1/autosuggest?q=Ocean')],
  ])('%s: %i %s', async (_name, status, code, send) => {
    const response = await send()
    expect(response.status).toBe(status)
    const { errors, request_id } = await envelope(response)
    expect(errors[0]).toMatchObject({ status: String(status), code })
    expect(request_id).toBe(response.headers.get('x-request-id'))
  })

  test('an unknown method is answered with the allowed methods', async () => {
    expect((await ask('/api/v2/ops/drivers', { method: 'PUT' })).headers.get('allow')).toBe('GET, POST')
  })

  test('an unexpected error is logged and its details are not sent to the caller', async () => {
    const { db } = server.deps
    await db.schema.alterTable('vehicles').renameTo('vehicles_elsewhere').execute()
    const response = await ask('/api/v2/ops/vehicles')
    await db.schema.alterTable('vehicles_elsewhere').renameTo('vehicles').execute()
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toMatch(/vehicles|relation|at .*\.ts/)
    expect(server.logged.at(-1)).toMatchObject({
      level: 'error',
      fields: { request_id: response.headers.get('x-request-id') },
    })
  })

  test('a valid request id from the caller is kept', async () => {
    expect((await ask('/healthz', { headers: { 'x-request-id': 'trace-12345678' } })).headers.get('x-request-id')).toBe(
      'trace-12345678',
    )
    expect(
      (await ask('/healthz', { headers: { 'x-request-id': 'no good <b>' } })).headers.get('x-request-id'),
    ).not.toBe('no good <b>')
  })
})

describe('invalid fields', () => {
  // covers: API-43, API-44
  test('each invalid field is listed once with a pointer, a title and the specification’s words', async () => {
    const { errors } = await envelope(
      await post(
        '/api/v2/ops/drivers',
        JSON.stringify({ first_name: ' ', email: 'nobody', username: 'x'.repeat(300) }),
      ),
    )
    expect(errors.map(({ source, detail }) => [source?.pointer, detail])).toEqual([
      ['/first_name', 'Please enter first name'],
      ['/last_name', 'Please enter last name'],
      ['/username', 'Please enter at most 255 characters'],
      ['/email', 'Please enter a valid email address'],
    ])
    expect(errors[0]?.title).toBe('First name')
  })

  test('two values that are already taken are both listed', async () => {
    await post('/api/v2/ops/drivers', JSON.stringify(driver('Ines')))
    const { errors } = await envelope(
      await post(
        '/api/v2/ops/drivers',
        JSON.stringify({ ...driver('Other'), username: 'INES', email: 'Ines@Example.org' }),
      ),
    )
    expect(errors.map(({ source }) => source?.pointer)).toEqual(['/username', '/email'])
  })

  test.each(['a\u0000b', '\ud800'])('a character that the database cannot store is refused: %j', async (last_name) => {
    const { errors } = await envelope(
      await post('/api/v2/ops/drivers', JSON.stringify({ ...driver('Nul'), last_name })),
    )
    expect(errors[0]).toMatchObject({ code: 'invalid', source: { pointer: '/last_name' } })
  })

  test('PATCH changes only the fields it names, not fields with defaults', async () => {
    const call = server.client('superadmin').call
    const { data: region } = await call(api.regions.create, {
      body: { name: 'North', time_zone: 'Australia/Brisbane', status: 'blocked' },
    })
    const { data: changed } = await call(api.regions.update, { params: { id: region.id }, body: { name: 'Far North' } })
    expect(changed).toMatchObject({ name: 'Far North', status: 'blocked', version: 2 })
  })
})

describe('two users change the same driver', () => {
  test('the second save is refused and answered with the current record', async () => {
    const call = server.client('superadmin').call
    const { data } = await call(api.drivers.create, { body: driver('Noor') })
    const path = `/api/v2/ops/drivers/${data.id}`
    const shown = await ask(path)
    expect(shown.headers.get('etag')).toBe('"1"')
    const patch = (body: object, match: string) =>
      ask(path, {
        method: 'PATCH',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'if-match': match },
      })
    const first = await patch({ last_name: 'Haddad' }, '"1"')
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"'])
    const second = await patch({ last_name: 'Hadid' }, '"1"')
    expect(second.status).toBe(409)
    expect(await envelope(second)).toMatchObject({
      errors: [{ code: 'stale_record' }],
      meta: { current: { id: data.id, last_name: 'Haddad', version: 2 } },
    })
    expect((await ask(path, { method: 'DELETE', headers: { 'if-match': 'W/"1"' } })).status).toBe(409)
    expect((await patch({ last_name: 'Hadid' }, '"2"')).status).toBe(200)
    expect((await ask(path, { method: 'DELETE', headers: { 'if-match': '"3"' } })).status).toBe(204)
  })

  test('of two saves at the same moment, exactly one succeeds', async () => {
    const call = server.client('superadmin').call
    const { data } = await call(api.drivers.create, { body: driver('Race') })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        call(api.drivers.update, { params: { id: data.id }, version: 1, body: { last_name: `No ${n}` } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('lists', () => {
  const list = (query: string) => ask(`/api/v2/ops/vehicles?${query}`)
  const numbers = async (query: string): Promise<string[]> => {
    const { data } = api.vehicles.list.answer.parse(await (await list(query)).json())
    return data.map(({ vehicle_number }) => vehicle_number)
  }
  beforeAll(async () => {
    const call = server.client('superadmin').call
    for (const [n, make] of ['Toyota', 'mercedes', 'Toyota', 'Ford 100%'].entries()) {
      await call(api.vehicles.create, {
        body: {
          license_plate: `P${n}`,
          vehicle_number: `V${n}`,
          make,
          capacity: 4 + n,
          mobility_capacity: 1,
          status: n === 3 ? 'inactive' : 'active',
        },
      })
    }
  })

  // covers: API-06, API-17, API-18, API-19
  test('are paged, sorted, searched and filtered in the same way', async () => {
    expect(await (await list('page=1&per_page=3')).json()).toMatchObject({ meta: { total: 4, total_count: 4 } })
    expect(await numbers('page=1&per_page=3')).toEqual(['V3', 'V2', 'V1'])
    expect(await numbers('page=2&per_page=3')).toEqual(['V0'])
    expect(await numbers('page=9')).toEqual([])
    expect(await numbers('sort=capacity&per_page=1000')).toEqual(['V0', 'V1', 'V2', 'V3'])
    expect(await numbers('sort=-make')).toEqual(['V2', 'V0', 'V1', 'V3'])
    expect(await numbers('search=TOYOTA%20v2')).toEqual(['V2'])
    expect(await numbers('search=100%25')).toEqual(['V3'])
    expect(await numbers('search=%25')).toEqual(['V3'])
    expect(await numbers('search=9999999999999999999999')).toEqual([])
    expect(await numbers('filter[status]=inactive')).toEqual(['V3'])
    expect(await numbers('filter[vehicle_attributes]=')).toHaveLength(4)
    expect(await numbers('filter%5Bstatus%5D=active,inactive&sort=vehicle_number')).toEqual(['V0', 'V1', 'V2', 'V3'])
  })

  test.each([
    'per_page=1001',
    'per_page=0',
    'page=0',
    'page=x',
    'sort=password_hash',
    'filter[nonsense]=1',
    'filter[id]=abc',
    'search=' + 'x'.repeat(201),
  ])('%s is refused with a pointer into the query', async (query) => {
    const response = await list(query)
    expect(response.status).toBe(422)
    expect((await envelope(response)).errors[0]?.source?.pointer).toMatch(/^\/query\//)
  })
})

describe('the public interface', () => {
  test('sends headers that isolate a page', async () => {
    const { headers } = await ask('/api/v2/ops/settings')
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-src 'none';")
    expect(headers.get('content-security-policy')).toContain("connect-src 'self';")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  // covers: VERCHK-40
  test('ignores a slash at the end of an address', async () => {
    const { call } = server.client('superadmin')
    const body = { license_plate: 'SLASH', vehicle_number: 'Slash 1', capacity: 8, mobility_capacity: 0 }
    const { id } = (await call(api.vehicles.create, { body })).data
    const address = `/api/v2/ops/vehicles/${id}/`
    expect((await ask(address)).status).toBe(200)
    expect((await ask(address, { method: 'DELETE' })).status).toBe(204)
    expect((await ask(address)).status).toBe(404)
  })

  test('answers health, readiness and metrics', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready', streets: false })
    const figures = await (await fetch(`${server.url}/metrics`)).text()
    expect(figures).toContain('http_request_duration_seconds_count{method="GET",route="/healthz"} ')
    expect(figures).toContain('http_answers_total{method="GET",route="/healthz",status="2xx"} ')
  })

  // @test-tag long
  test.each(['br', 'gzip', 'identity'])(
    'serves its documentation as a text that was compressed once: %s',
    async (form) => {
      const page = await fetch(`${server.url}/api/docs`, { headers: { 'accept-encoding': form } })
      expect(page.headers.get('content-encoding')).toBe(form === 'identity' ? null : form)
      expect(await page.text()).toContain('/api/v2/ops/drivers/:id')
    },
  )

  // @test-tag long
  test('serves its documentation without a script', async () => {
    const page = await fetch(`${server.url}/api/docs`)
    expect(page.headers.get('content-type')).toContain('text/html')
    const html = await page.text()
    expect(html).toContain('/api/v2/ops/drivers/:id')
    expect(html).not.toMatch(/<script|style="|https?:/)
    expect(await (await fetch(`${server.url}/api/docs/openapi.json`)).json()).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/v2/ops/drivers/{id}': { patch: { operationId: 'drivers.update', security: [{ token: [] }] } },
        '/api/v2/ops/drivers': {
          post: {
            requestBody: {
              content: {
                'application/json': { schema: { required: ['first_name', 'last_name', 'username', 'email'] } },
              },
            },
          },
        },
      },
    })
  })

  // covers: API-21
  test('uses every registered kind in an endpoint', async () => {
    const document = JSON.parse(await (await fetch(`${server.url}/api/docs/openapi.json`)).text())
    const { schemas } = document.components
    const namedIn = (part: unknown): string[] =>
      [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!) // the group is in every match
    const answered = new Set<string>()
    const follow = (part: unknown): void => {
      for (const name of namedIn(part)) {
        if (answered.has(name)) continue
        answered.add(name)
        follow(schemas[name])
      }
    }
    follow(
      Object.values(document.paths).flatMap((path) => Object.values(path as object).map(({ responses }) => responses)),
    )
    const registered =
      'Block, BookingOutcomeReport, BookingReport, ConsumerApp, Discount, Driver, Feedback, FixedRouteLeg, Location, ' +
      'PaymentMethod, Permission, PlanStrategy, Region, Role, Schema, ServiceArea, ServiceAvailabilitySearch, ' +
      'ServicePlan, ServiceRequest, ServiceRequestHistory, ServiceRoute, ServiceRouteStop, ServiceStrategy, Survey, ' +
      'Traveler, TravelerComment, TravelerConcession, TravelerSet, Trip, TripStop, User, UserGroup, UserRole, Vehicle, ' +
      'VehicleNote, Version, Zone, ZoneSolution, ZoneStop'
    expect(registered.split(', ').filter((kind) => !answered.has(kind))).toEqual([])
  })

  test('keeps what the API answers out of caches, refusals too', async () => {
    for (const path of [
      '/api/v2/ops/drivers',
      '/api/v2/ops/nothing',
      '/api/v2/ops/drivers/%E0%A4%A',
      '/geo/v1/revgeocode',
    ])
      expect([path, (await ask(path)).headers.get('cache-control')]).toEqual([path, 'no-store'])
  })

  test('serves the version file publicly and uncached', async () => {
    const answer = await fetch(`${server.url}/version.json?v=1795336000`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ version: server.deps.config.version })
  })

  test('lists every kind of record in the OpenAPI document, and resolves every reference in it', async () => {
    const document = JSON.stringify(await (await fetch(`${server.url}/api/docs/openapi.json`)).json())
    const { schemas } = JSON.parse(document).components
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(Object.keys(kinds)))
    const references = [...document.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference)
    expect(references.length).toBeGreaterThan(100)
    expect(new Set(references)).toEqual(new Set(Object.keys(schemas).map((name) => `#/components/schemas/${name}`)))
  })

  test('compresses long answers', async () => {
    const encoding = await new Promise((resolve, reject) => {
      request(`${server.url}/api/v2/ops/settings`, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
        response.resume()
        resolve(response.headers['content-encoding'])
      })
        .on('error', reject)
        .end()
    })
    expect(encoding).toBe('gzip')
  })
})
