import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client, createClient } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let crew: Crew
let mia: number
let booking: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  crew = await town.vehicle('Van')
  mia = await town.passenger('Mia Moreau')
  booking = (await town.book({ who: mia, from: 'Harbour', to: 'Hospital', at: '09:00' })).id
  // They sign in before anything is watched.
  for (const role of ['superadmin', 'administrator', 'dispatcher'] as const)
    await server.client(role).call(api.sessions.current, {})
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const dana = () => server.client('dispatcher')
const listed = async (filter: object = {}, who: Client = sam()) =>
  (await who.call(api.accessEvents.list, { query: { filter, per_page: 100 } })).data

beforeEach(async () => {
  await server.deps.looks.write()
  await sql`delete from access_events`.execute(server.deps.db)
})

describe('looking at a passenger', () => {
  // covers: AUD-35
  test('is an event, from whichever call shows one, and says who, whom, when and from where', async () => {
    const show: Record<string, () => Promise<unknown>> = {
      'travelers.show': () => dana().call(api.travelers.show, { params: { id: mia } }),
      'travelers.serviceRequests': () => dana().call(api.travelers.serviceRequests, { params: { id: mia } }),
      'travelers.frequentLocations': () => dana().call(api.travelers.frequentLocations, { params: { id: mia } }),
      'paymentMethods.list': () => dana().call(api.paymentMethods.list, { params: { id: mia } }),
      'serviceRequests.show': () => dana().call(api.serviceRequests.show, { params: { id: booking } }),
      'trips.show': () => dana().call(api.trips.show, { params: { id: crew.trip_id } }),
      'driver.trip': () => crew.client.call(api.driver.trip, { params: { id: crew.trip_id } }),
      'recordVersions.list': () =>
        dana().call(api.recordVersions.list, { query: { record_kind: 'travelers', record_id: String(mia) } }),
    }
    for (const [call, look] of Object.entries(show)) {
      await sql`delete from access_events`.execute(server.deps.db)
      await look()
      const seen = await listed({ traveler: [mia] })
      expect([call, seen.map(({ calls, looks, traveler_name }) => [calls, looks, traveler_name])]).toEqual([
        call,
        [[[call], 1, 'Mia Moreau']],
      ])
    }
    await dana().call(api.travelers.show, { params: { id: mia }, reason: 'She called' })
    expect((await listed({ call: ['travelers.show'] }))[0]).toMatchObject({
      actor_kind: 'user',
      actor_name: 'Test dispatcher',
      traveler_id: mia,
      via: 'api',
      address: '127.0.0.1',
      reason: 'She called',
    })
  })

  // covers: AUD-35
  test('in a manifest and in lists is one too, with how many there were', async () => {
    const trip = { params: { id: crew.trip_id } }
    await dana().call(api.tripItineraries.show, trip)
    await dana().call(api.serviceRequests.list, {})
    await dana().call(api.search.find, { query: { query: 'moreau' } })
    const seen = (await listed()).map(({ calls, passengers, filter }) => ({ calls, passengers, filter }))
    expect(seen.map(({ calls, passengers }) => [calls[0], passengers]).toSorted()).toEqual([
      ['search.find', expect.any(Number)],
      ['serviceRequests.list', 1],
      // The only passenger of the trip is the one who is looked at.
      ['tripItineraries.show', null],
    ])
    expect(seen.find(({ calls }) => calls[0] === 'search.find')?.filter).toMatchObject({ query: 'moreau' })
  })

  // covers: AUD-35
  test('in a file with names is one too', async () => {
    await (await dana().fetch(api.serviceRequests.export, { query: { search: 'Moreau' } })).text()
    expect(await listed()).toMatchObject([{ calls: ['serviceRequests.export'], passengers: null, traveler_id: null }])
    await sql`delete from access_events`.execute(server.deps.db)
    await (await dana().fetch(api.bookingSeries.export, { query: {} })).text()
    await (
      await sam().fetch(api.bookingReports.export, { query: { filter: { from: '2026-11-23', to: '2026-11-23' } } })
    ).text()
    expect((await listed()).map(({ calls }) => calls)).toEqual([['bookingSeries.export']])
  })

  // covers: AUD-36
  test('again within five minutes is counted, and a list is one event with its filter', async () => {
    const look = () => dana().call(api.travelers.show, { params: { id: mia } })
    await look()
    await look()
    await server.deps.looks.write()
    server.deps.clock.advance(4 * 60_000)
    await look()
    await dana().call(api.travelers.serviceRequests, { params: { id: mia } })
    expect((await listed()).map(({ looks, calls }) => [looks, calls])).toEqual([
      [4, ['travelers.serviceRequests', 'travelers.show']],
    ])
    server.deps.clock.advance(2 * 60_000)
    await look()
    expect((await listed()).map(({ looks }) => looks)).toEqual([1, 4])
    await town.passenger('Tom Baker')
    for (let count = 0; count < 2; count += 1) await dana().call(api.travelers.list, { query: { search: 'o' } })
    await dana().call(api.travelers.list, { query: { search: 'mo' } })
    const lists = (await listed({ call: ['travelers.list'] })).map(({ looks, passengers, filter }) => ({
      looks,
      passengers,
      search: (filter as { search: string }).search, // what was asked
    }))
    expect(lists.toSorted((a, b) => a.looks - b.looks)).toEqual([
      { looks: 1, passengers: 1, search: 'mo' },
      { looks: 2, passengers: 2, search: 'o' },
    ])
  })

  // covers: AUD-73
  test('is read by those who hold the key, but their own only by a superadmin', async () => {
    await server.client('administrator').call(api.travelers.show, { params: { id: mia } })
    expect(await listed({ traveler: [mia] }, server.client('administrator'))).toEqual([])
    expect(await listed({ traveler: [mia] })).toHaveLength(1)
    await sam().call(api.travelers.show, { params: { id: mia } })
    expect(await listed({ traveler: [mia] })).toHaveLength(2)
    expect((await refusal(listed({}, dana()))).status).toBe(403)
    const nameless = server.client({ permissions: ['AuditManagement:access:canRead'] })
    expect((await listed({ traveler: [mia] }, nameless)).map(({ traveler_name }) => traveler_name)).toEqual([
      null,
      null,
    ])
  })
})

describe('writing who looked', () => {
  // covers: AUD-40
  test('holds up no answer, and is tried again while the database refuses it', async () => {
    const { db } = server.deps
    await sql`alter table access_events rename to access_events_away`.execute(db)
    try {
      const { data } = await dana().call(api.travelers.show, { params: { id: mia } })
      expect(data.id).toBe(mia)
      await server.deps.looks.write()
      expect(server.logged.map(({ message }) => message)).toContain(
        'who looked at passengers could not be written, and is tried again',
      )
    } finally {
      await sql`alter table access_events_away rename to access_events`.execute(db)
    }
    const written = () => sql<{ looks: number }>`select looks from access_events`.execute(db)
    await expect.poll(async () => (await written()).rows).toEqual([{ looks: 1 }])
  })

  // covers: AUD-40
  test('is done when the server ends in order', async () => {
    const ending = await startTestServer({ database: { ...server.database, close: async () => {} } })
    const token = await server.token('superadmin')
    const as = createClient({ origin: ending.url, token: () => token })
    const { id } = (await as.call(api.travelers.list, {})).data[0]!
    await as.call(api.travelers.show, { params: { id } })
    await ending.close()
    const { rows } = await sql<{ calls: string[] }>`
      select calls from access_events where traveler_id = ${id}`.execute(server.deps.db)
    expect(rows).toEqual([{ calls: ['travelers.show'] }])
  })
})
