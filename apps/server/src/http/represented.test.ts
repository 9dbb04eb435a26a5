import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type Endpoint, permissionKeys, urlOf } from '@ambit/contract'
import { defaultFlags } from '@ambit/domain'
import { endpoints } from '../testing/ask-endpoint.ts'
import { furtherAsks } from '../testing/further-asks.ts'
import { leastBodies } from '../testing/least-bodies.ts'
import { consentOf, organisationIn } from '../testing/organisations.ts'
import { THEIR_PHOTO } from '../testing/photographed.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { buildTwoRegions, idsOfTheirs, MARK } from '../testing/two-regions.ts'

// Everything that names the passenger of another organisation holds the mark. The representative holds every permission, so
// that nothing but representing stands between.

let server: TestServer
let world: Awaited<ReturnType<typeof buildTwoRegions>>
let token: string
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  const { db } = server.deps
  const flags = Object.fromEntries(Object.keys(defaultFlags()).map((key) => [key, { enabled: true, disabled_in: [] }]))
  await db
    .insertInto('settings')
    .values({ key: 'feature_flags', value: JSON.stringify(flags) })
    .execute()
  world = await buildTwoRegions(server)
  const home = await organisationIn(server, world.ours.region, 'Sunrise Home')
  await consentOf(server, home, world.ours.passenger)
  token = await server.token({ permissions: permissionKeys })
  await sql`update users set organisation_id = ${home} where username like 'custom%' and region_ids is null`.execute(db)
})
afterAll(() => server.close())

type Asking = { id?: number | string; query?: string; body?: unknown }

const ask = async (endpoint: Endpoint, { id = 1, query = '', body }: Asking = {}) => {
  server.deps.clock.advance(1000)
  const response = await fetch(
    server.url + urlOf(endpoint, { id, payment_method_id: 'pm_theirs', photo: THEIR_PHOTO }) + query,
    {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body ?? leastBodies[endpoint.name] ?? {}) }),
    },
  )
  const text = await response.text()
  return { status: response.status, text }
}

const ofStaff = endpoints.filter(({ access }) => access !== 'public')
const listed = ofStaff.filter(({ represented }) => represented)
const passengers = listed.filter(({ ownAccount, name }) => !ownAccount && !/^(geo|statusIncidents)\./.test(name))

// covers: JRN-93
test('refuses representatives wherever the contract does not say that a call answers them', async () => {
  const answered: unknown[] = []
  for (const endpoint of ofStaff.filter(({ represented }) => !represented)) {
    const { status, text } = await ask(endpoint, { body: { not: 'what it wants' } })
    if (status !== 403) answered.push([endpoint.name, status, text.slice(0, 100)])
  }
  expect(answered).toEqual([])
})

// covers: JRN-93
test('answers a representative 404 for every record of a passenger of others', async () => {
  const { theirs } = world
  const ids = idsOfTheirs(theirs, 1)
  const told: unknown[] = []
  let asked = 0
  for (const endpoint of passengers.filter(({ path }) => path.includes(':id')))
    for (const id of ids[endpoint.name.split('.')[0] ?? ''] ?? []) {
      asked += 1
      const { status, text } = await ask(endpoint, { id })
      if (status !== 404 || text.includes(MARK)) told.push([endpoint.name, id, status, text.slice(0, 100)])
    }
  expect(told).toEqual([])
  expect(asked).toBeGreaterThan(10)
})

// covers: JRN-93
test('leaves passengers of others out of every list and search of a representative', async () => {
  const { theirs } = world
  const told: unknown[] = []
  for (const endpoint of passengers.filter(({ method, path }) => method === 'GET' && !path.includes(':id'))) {
    const filters = ['', `?search=${MARK}`, `?filter[traveler]=${theirs.passenger}`, `?filter[id]=${theirs.passenger}`]
    for (const query of [...filters, `?filter[organisation]=${theirs.organisation}`]) {
      const { status, text } = await ask(endpoint, { query })
      if (status >= 500 || text.includes(MARK)) told.push([endpoint.name, query, status, text.slice(0, 200)])
    }
  }
  expect(told).toEqual([])
})

// covers: JRN-93
test('refuses what a representative sends that names a passenger of others, or what is theirs', async () => {
  const { theirs } = world
  const way = {
    traveler_id: theirs.passenger,
    passengers: [{ fare_type: 'adult' }],
    origin: { name: 'A', point: at(0) },
    destination: { name: 'B', point: at(1000) },
    traveling_at: '2026-11-23T12:00:00+10:00',
    departing: true,
  }
  const own = { ...way, traveler_id: world.ours.passenger }
  const bodies: Record<string, object[]> = {
    'searches.create': [way, { ...own, service_request_id: theirs.standing }, { ...own, open_return_id: theirs.open }],
    'searches.otherTimes': [way],
    'journeys.suggestReturn': [way],
    'journeys.create': [furtherAsks(theirs).naming['journeys.create'].body],
    'serviceRequests.create': [
      { service_offering_id: theirs.offering, traveler_id: theirs.passenger, payment_method: 'cash' },
      { service_offering_id: theirs.offering, traveler_id: world.ours.passenger, payment_method: 'cash' },
    ],
  }
  const creating = passengers.filter(({ method, path }) => method !== 'GET' && !path.includes(':id'))
  expect(creating.map(({ name }) => name).toSorted()).toEqual(Object.keys(bodies).toSorted())
  for (const endpoint of creating)
    for (const body of bodies[endpoint.name] ?? []) {
      const { status, text } = await ask(endpoint, { body })
      expect([endpoint.name, status]).toEqual([endpoint.name, 422])
      expect(text).not.toContain(MARK)
    }
})

// covers: JRN-93
test('shows a representative of no organisation nobody', async () => {
  const nobody = server.client('representative')
  expect((await nobody.call(api.travelers.list)).data).toEqual([])
  expect((await nobody.call(api.serviceRequests.list)).data).toEqual([])
  expect((await nobody.call(api.organisations.list)).data).toEqual([])
})
