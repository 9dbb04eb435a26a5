import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import * as contract from '@ambit/contract'
import { type Endpoint, ErrorEnvelope, urlOf } from '@ambit/contract'
import { signInDefaults } from '../sessions/sign-in-settings.ts'
import { revokeSession } from '../sessions/tokens.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const endpoints: Endpoint[] = Object.values(contract.api).flatMap((group): Endpoint[] => Object.values(group))
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
})
const guarded = endpoints.filter(({ access }) => access !== 'public')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Asks with a body that no endpoint would take: a refusal then came before anything was read. */
const ask = async (endpoint: Endpoint, token: string | null, base?: string) => {
  const path = urlOf(endpoint, { id: 4711 })
  const response = await fetch(server.url + (base === undefined ? path : path.replace('/api/v2/ops', base)), {
    method: endpoint.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(endpoint.method === 'GET' ? {} : { body: '{"not": "what it wants"}' }),
  })
  const body: unknown = response.headers.get('content-type')?.includes('json') === true ? await response.json() : null
  await response.body?.cancel().catch(() => undefined)
  return { name: endpoint.name, status: response.status, code: ErrorEnvelope.safeParse(body).data?.errors[0]?.code }
}
const refused = (status: number, code: string) => guarded.map(({ name }) => ({ name, status, code }))
const askAll = (token: string | null, of: readonly Endpoint[] = guarded, base?: string) =>
  Promise.all(of.map((endpoint) => ask(endpoint, token, base)))

test('every endpoint of the contract is served', async () => {
  expect(endpoints.length).toBeGreaterThan(60)
  const document = Document.parse(await (await fetch(`${server.url}/api/docs/openapi.json`)).json())
  const served = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(served.map(({ operationId }) => operationId).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
})

// covers: API-01, API-02
test('a request without a token is refused everywhere', async () => {
  expect(await askAll(null)).toEqual(refused(401, 'unauthenticated'))
})

test('a revoked token is refused everywhere', async () => {
  const token = await server.token('superadmin')
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  await server.deps.db.transaction().execute((tx) => revokeSession(tx, jti))
  expect(await askAll(token)).toEqual(refused(401, 'unauthenticated'))
})

test('an expired token is refused everywhere', async () => {
  const token = await server.token('superadmin')
  server.deps.clock.advance(signInDefaults.session_minutes * 60_000)
  expect(await askAll(token)).toEqual(refused(401, 'token_expired'))
})

test('a user without permissions can call only endpoints for all staff', async () => {
  const token = await server.token({ permissions: [] })
  const keyed = guarded.filter(({ access }) => access !== 'signed_in')
  expect(await askAll(token, keyed)).toEqual(keyed.map(({ name }) => ({ name, status: 403, code: 'forbidden' })))
})

test('an endpoint is refused to a user with every permission except the one it requires', async () => {
  for (const endpoint of guarded.filter(({ access }) => access.includes(':'))) {
    const permissions = contract.permissionKeys.filter((key) => key !== endpoint.access && !key.endsWith(':Module'))
    const token = await server.token({ permissions })
    expect(await ask(endpoint, token)).toEqual({ name: endpoint.name, status: 403, code: 'forbidden' })
  }
})

test('drivers can call only drivers’ endpoints, and staff cannot call them', async () => {
  const { data: driver } = await server.client('superadmin').call(contract.api.drivers.create, {
    body: {
      first_name: 'Oscar',
      last_name: 'Lindqvist',
      username: 'oscar',
      email: 'oscar@example.org',
      status: 'approved',
    },
  })
  const staff = guarded.filter(({ access }) => access !== 'driver')
  const drivers = guarded.filter(({ access }) => access === 'driver')
  const token = await server.driverToken(driver.id)
  expect(new Set((await askAll(token, staff)).map(({ status }) => status))).toEqual(new Set([403]))
  expect(new Set((await askAll(await server.token('superadmin'), drivers)).map(({ status }) => status))).toEqual(
    new Set([403]),
  )
})

// covers: API-03, API-04, VERCHK-33, VERCHK-34
test('the other base path serves the same endpoints under the same rules', async () => {
  const ops = guarded.filter(({ audience }) => audience === 'ops')
  expect(new Set((await askAll(null, ops, '/api/v2/cronos')).map(({ status }) => status))).toEqual(new Set([401]))
  const token = await server.token('superadmin')
  const response = await fetch(`${server.url}/api/v2/cronos/drivers?per_page=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await response.json()).toMatchObject({ meta: { total: 1 } })
})
