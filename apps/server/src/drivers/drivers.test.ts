import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('Grace takes on Oscar as a driver and finds him again', async () => {
  const grace = server.client('fleet_manager')
  const { data: oscar } = await grace.call(api.drivers.create, {
    body: {
      first_name: 'Oscar',
      last_name: 'Lindqvist',
      username: 'oscar',
      email: 'oscar@example.org',
      status: 'approved',
    },
  })
  expect(oscar).toMatchObject({ full_name: 'Oscar Lindqvist', version: 1, phone_number: null })
  const found = await grace.call(api.drivers.list, { query: { search: 'lindq osc' } })
  expect(found).toEqual({ data: [oscar], meta: { total: 1, total_count: 1 } })
})
