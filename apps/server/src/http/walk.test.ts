import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import * as contract from '@ambit/contract'
import type { Endpoint } from '@ambit/contract'
import { signInDefaults } from '../sessions/sign-in-settings.ts'
import { askEndpoint, endpoints, guarded } from '../testing/ask-endpoint.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ask = (endpoint: Endpoint, token: string | null, base?: string) =>
  askEndpoint(server.url, endpoint, token, { base })
const refused = (status: number, code: string) => guarded.map(({ name }) => ({ name, status, code }))
const askAll = (token: string | null, of: readonly Endpoint[] = guarded, base?: string) =>
  Promise.all(of.map((endpoint) => ask(endpoint, token, base)))

test('every endpoint of the contract is served', async () => {
  expect(endpoints.length).toBeGreaterThan(60)
  const document = Document.parse(await (await fetch(`${server.url}/api/docs/openapi.json`)).json())
  const served = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(served.map(({ operationId }) => operationId).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
})

test('an expired token is refused everywhere', async () => {
  const token = await server.token('superadmin')
  server.deps.clock.advance(signInDefaults.session_minutes * 60_000)
  expect(await askAll(token)).toEqual(refused(401, 'token_expired'))
})

test('a user without permissions can call only endpoints for all staff', async () => {
  const token = await server.token({ permissions: [] })
  const keyed = guarded.filter(({ access }) => access !== 'signed_in' && access !== 'staff_or_passenger')
  expect(await askAll(token, keyed)).toEqual(keyed.map(({ name }) => ({ name, status: 403, code: 'forbidden' })))
})

test('an endpoint is refused to a user with every permission except the one it requires', async () => {
  for (const endpoint of guarded.filter(({ access }) => access.includes(':'))) {
    const permissions = contract.permissionKeys.filter((key) => key !== endpoint.access && !key.endsWith(':Module'))
    const token = await server.token({ permissions })
    expect(await ask(endpoint, token)).toEqual({ name: endpoint.name, status: 403, code: 'forbidden' })
  }
})

// covers: API-03, API-04, VERCHK-33, VERCHK-34
test('the other base path serves the same endpoints under the same rules', async () => {
  const ops = guarded.filter(({ audience }) => audience === 'ops')
  expect(new Set((await askAll(null, ops, '/api/v2/cronos')).map(({ status }) => status))).toEqual(new Set([401]))
  const token = await server.token('superadmin')
  const response = await fetch(`${server.url}/api/v2/cronos/drivers?per_page=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await response.json()).toMatchObject({ data: [], meta: { total: 0 } })
})
