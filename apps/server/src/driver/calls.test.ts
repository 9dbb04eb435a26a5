import { afterAll, beforeAll, expect, test } from 'vitest'
import { bases } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

// covers: DAPP-131
test('a driver’s app finds each of its calls at its address, and a plan that has not changed is answered with 304', async () => {
  const { driver_id, trip_id } = await (await buildSmallTown(server)).vehicle('Van 1')
  const authorization = `Bearer ${await server.driverToken(driver_id)}`
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const hangUp = new AbortController()
    const { signal } = hangUp
    const sends = method === 'POST' ? { body: '{}' } : {}
    const kind: Record<string, string> = method === 'POST' ? { 'content-type': 'application/json' } : {}
    const url = server.url + bases.driver + path
    const answer = await fetch(url, { method, signal, headers: { authorization, ...kind, ...headers }, ...sends })
    const told = { status: answer.status, tag: answer.headers.get('etag') ?? '' }
    hangUp.abort()
    return told
  }
  const trip = `/trips/${trip_id}`
  for (const path of ['/session', '/live', `${trip}/messages`])
    expect([path, (await ask('GET', path)).status]).toEqual([path, 200])
  const changing = ['actions', 'vehicle_checks', 'walk_on_searches', 'walk_ons', 'emergency', 'messages']
  // An empty body is what none of them takes.
  for (const path of [...changing.map((name) => `${trip}/${name}`), '/photos', '/push_subscriptions'])
    expect([path, (await ask('POST', path)).status]).toEqual([path, 422])
  const { status, tag } = await ask('GET', `${trip}/manifest`)
  expect([status, tag]).toEqual([200, expect.stringMatching(/^"/)])
  expect((await ask('GET', `${trip}/manifest`, { 'if-none-match': tag })).status).toBe(304)
})
