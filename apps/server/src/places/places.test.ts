import { api, MOST_PLACES, type PlaceInput } from '@ambit/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
beforeEach(async () => {
  await server.deps.db.deleteFrom('places').execute()
  town = await buildSmallTown(server)
})
afterAll(() => server.close())

const clerk = () => server.client('customer_service')
const dialysis = (more: Partial<z.input<typeof PlaceInput>> = {}) => ({
  region_id: town.region_id,
  name: 'Harbour Dialysis Centre',
  other_names: ['The Kidney Clinic'],
  address: '12 Quay Street',
  point: stopPoint('Harbour'),
  note: 'Ring at the side door',
  category: 'health' as const,
  ...more,
})
const create = async (more: Partial<z.input<typeof PlaceInput>> = {}) =>
  (await clerk().call(api.places.create, { body: dialysis(more) })).data
const refusedAt = async (call: Promise<unknown>) =>
  (await refusal(call)).errors.map(({ source, detail }) => [source?.pointer, detail])
const list = async (query: z.input<typeof api.places.list.query> = {}) =>
  (await clerk().call(api.places.list, { query: { filter: { region: [town.region_id] }, ...query } })).data
const suggested = async (q: string, as = clerk()) =>
  (await as.call(api.geo.autosuggest, { query: { q } })).items.filter(({ place }) => place !== undefined)

describe('the place book of a region', () => {
  // covers: JRN-81
  test('keeps names, address, point, note, hours and category, and where vehicles stop for a place', async () => {
    const open = [{ from: 480, until: 1020 }]
    const hours = [open, open, open, open, open, [], []]
    const made = await create({ hours, entrance: at(120) })
    expect(made).toMatchObject({ ...dialysis(), hours, entrance: at(120), target: at(120), version: 1 })
    const { location_id } = await server.deps.db
      .selectFrom('zone_stops')
      .where('zone_id', '=', town.zone_id)
      .select('location_id')
      .executeTakeFirstOrThrow()
    const params = { id: made.id }
    const { data: moved } = await clerk().call(api.places.update, { params, body: { location_id }, version: 1 })
    expect(moved).toMatchObject({ location_id, entrance: null, location_name: expect.any(String) })
    expect(moved.target).not.toEqual(at(120))
    const { data: back } = await clerk().call(api.places.update, { params, body: { entrance: at(90) }, version: 2 })
    expect(back).toMatchObject({
      location_id: null,
      location_name: null,
      target: at(90),
      note: 'Ring at the side door',
    })
    expect(await list({ search: 'kidney' })).toMatchObject([{ id: made.id }])
    expect(await list({ search: 'quay' })).toMatchObject([{ id: made.id }])
    expect(await list({ filter: { category: ['shopping'] } })).toEqual([])
    await clerk().call(api.places.destroy, { params, version: 3 })
    expect(await list()).toEqual([])
  })

  // covers: JRN-81
  // @test-tag long
  test('refuses at its field a name that it has, a stop of another region, two targets, and a place too many', async () => {
    await create()
    const twice = clerk().call(api.places.create, {
      body: dialysis({ name: 'harbour dialysis centre', location_id: 999_999 }),
    })
    expect(await refusedAt(twice)).toEqual([
      ['/name', 'The place book has a place of that name already'],
      ['/location_id', 'There is no such stop in this region'],
    ])
    const both = clerk().call(api.places.create, { body: dialysis({ name: 'Two', location_id: 1, entrance: at(1) }) })
    expect(await refusedAt(both)).toEqual([['/entrance', 'Please choose a stop or a point, not both']])
    const long = clerk().call(api.places.create, { body: dialysis({ name: 'Long', note: 'n'.repeat(251) }) })
    expect(await refusedAt(long)).toEqual([['/note', 'Please enter at most 250 characters']])
    await sql`insert into places (region_id, name, address, longitude, latitude, category, created_at, updated_at)
      select ${town.region_id}, 'Place ' || i, 'Street', 153, -27, 'other', now(), now()
      from generate_series(2, ${sql.lit(MOST_PLACES)}) i`.execute(server.deps.db)
    expect(await refusedAt(clerk().call(api.places.create, { body: dialysis({ name: 'One more' }) }))).toEqual([
      ['/region_id', 'A place book has at most 5000 places'],
    ])
  })

  // @test-tag long
  test('is read by those who see places, and written with keys of its own', async () => {
    const { id } = await create()
    const reader = server.client({ permissions: ['TravellerManagement:place:canRead'] })
    expect((await reader.call(api.places.show, { params: { id } })).data.name).toBe('Harbour Dialysis Centre')
    expect((await refusal(reader.call(api.places.create, { body: dialysis({ name: 'B' }) }))).status).toBe(403)
    expect((await refusal(reader.call(api.places.update, { params: { id }, body: {}, version: 1 }))).status).toBe(403)
    expect((await refusal(reader.call(api.places.destroy, { params: { id }, version: 1 }))).status).toBe(403)
    expect((await refusal(server.client('analyst').call(api.places.list))).status).toBe(403)
  })
})

describe('a place', () => {
  test('is found by name, other name and misspelling before addresses, where vehicles stop for it', async () => {
    await create({ entrance: at(120) })
    for (const text of ['harbour dial', 'kidney', 'harbor dialisis'])
      expect(await suggested(text)).toMatchObject([
        {
          title: 'Harbour Dialysis Centre',
          address: { label: 'Harbour Dialysis Centre, 12 Quay Street' },
          position: { lng: at(120)[0], lat: at(120)[1] },
          place: { note: 'Ring at the side door' },
        },
      ])
    const { items } = await clerk().call(api.geo.autosuggest, { query: { q: 'harbour' } })
    expect(items[0]?.place).toBeDefined()
  })

  test('is called by its address where that begins with its name, and takes the place of the landmark that it is', async () => {
    const point = stopPoint('Market')
    await create({ name: 'Town Hall', other_names: [], address: 'Town Hall, 1 Main Street', point })
    const landmark = (position: [number, number]) => ({
      id: 'poi',
      kind: 'poi' as const,
      title: 'town hall',
      label: 'Town Hall, Port',
      position,
    })
    const { addresses } = server.deps.streets.current()!
    vi.spyOn(addresses, 'suggest').mockReturnValue([landmark(point), landmark(at(9000))])
    const { items } = await clerk().call(api.geo.autosuggest, { query: { q: 'town hall' } })
    expect(items.map(({ address }) => address.label)).toEqual(['Town Hall, 1 Main Street', 'Town Hall, Port'])
    vi.restoreAllMocks()
  })

  test('that was changed or removed is found as it is now, and not by those who do not see places', async () => {
    const { id } = await create()
    expect(await suggested('dialysis')).toHaveLength(1)
    await clerk().call(api.places.update, { params: { id }, body: { name: 'Renal Unit' }, version: 1 })
    expect(await suggested('dialysis')).toEqual([])
    expect(await suggested('renal')).toHaveLength(1)
    expect(await suggested('renal', server.client('analyst'))).toEqual([])
    const elsewhere = { permissions: ['TravellerManagement:place:canRead' as const], region_ids: [town.region_id + 1] }
    expect(await suggested('renal', server.client(elsewhere))).toEqual([])
    await clerk().call(api.places.destroy, { params: { id }, version: 2 })
    expect(await suggested('renal')).toEqual([])
  })
})

describe('a file of places', () => {
  const send = async (rows: Record<string, string>[]) =>
    (await clerk().call(api.places.import, { body: { region_id: town.region_id, rows } })).data

  // covers: JRN-83
  test('is imported row by row, each with its outcome, and comes out of the export as it went in', async () => {
    await create()
    const where = { Latitude: '-27.4705', Longitude: '153.026' }
    const outcomes = await send([
      {
        Name: 'Town Hall',
        'Other Names': 'City Hall; Rathaus',
        Address: '1 Main Street',
        Category: 'Public office',
        ...where,
      },
      { Name: 'Pool', address: '2 Main Street', ...where, Monday: '06:00-10:00; 16:00-21:00', Sunday: 'closed' },
      { Name: 'HARBOUR dialysis centre', Address: '12 Quay Street', ...where },
      { Name: 'pool', Address: '3 Main Street', ...where },
      { Name: '', Address: '', Category: 'castle', ...where, Tuesday: 'mornings' },
      { Name: 'Nowhere', Address: 'Zzyzx 999', Latitude: '', Longitude: '' },
      { Name: 'Half', Address: '4 Main Street', Latitude: '-27', Longitude: '' },
    ])
    expect(outcomes.map(({ row, id, problems }) => [row, id === null ? problems : 'added'])).toEqual([
      [0, 'added'],
      [1, 'added'],
      [2, ['Name: the place book has a place of that name already']],
      [3, ['Name: the place book has a place of that name already']],
      [
        4,
        [
          'Tuesday: please write times such as 08:00-12:00; 13:00-17:00, or closed',
          'Name: Please enter a name',
          'Address: Please choose an address',
          expect.stringMatching(/^Category: /),
        ],
      ],
      [5, ['Address: it was not found. Please enter latitude and longitude']],
      [6, ['Latitude and longitude: please enter degrees such as -27.4705 and 153.026']],
    ])
    const pool = (await list({ search: 'pool' }))[0]
    expect(pool?.hours?.[0]).toEqual([
      { from: 360, until: 600 },
      { from: 960, until: 1260 },
    ])
    expect(pool?.hours?.[6]).toEqual([])
    const hall = (await list({ search: 'rathaus' }))[0]
    expect(hall).toMatchObject({ name: 'Town Hall', other_names: ['City Hall', 'Rathaus'], category: 'public_office' })
    const answer = await clerk().fetch(api.places.export, { query: { filter: { region: [town.region_id] } } })
    expect((await answer.text()).split('\r\n')).toContainEqual(
      'Pool,,other,2 Main Street,-27.4705,153.026,,06:00-10:00; 16:00-21:00,closed,closed,closed,closed,closed,closed',
    )
  })
})

describe('addresses of many rides', () => {
  const rides = async (count: number, { to, passengers }: { to: string; passengers: number }) => {
    const people = []
    for (let n = 0; n < passengers; n += 1) people.push(await town.passenger(`Rider ${to} ${n}`))
    const one = await town.book({ who: people[0]!, from: 'Market', to: 'Station', at: '10:00' })
    const { db } = server.deps
    const columns = sql.raw(
      (
        await sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_name = 'service_requests' and is_generated = 'NEVER' and is_identity = 'NO'
            and column_name <> 'service_offering_id'`.execute(db)
      ).rows
        .map(({ name }) => `"${name}"`)
        .join(', '),
    )
    for (let n = 1; n < count; n += 1)
      await sql`insert into service_requests (${columns}) select ${columns} from service_requests where id = ${one.id}`.execute(
        db,
      )
    await sql`update service_requests set status = 'completed', destination_name = ${to}, origin_name = 'Home ' || id,
      traveler_id = (${people}::int[])[1 + id % ${passengers}::int], pickup_lower_bound = '2026-11-20T10:00:00+10:00'
      where destination_name = 'Station' or id = ${one.id}`.execute(db)
  }
  const asked = async () =>
    (await clerk().call(api.places.suggestions, { query: { region_id: String(town.region_id) } })).data

  // covers: JRN-83
  test('are suggested from 20 rides on, unless the book has them or few passengers ride there', async () => {
    await town.vehicle('Van 1')
    await rides(20, { to: 'Garden Centre', passengers: 5 })
    await rides(19, { to: 'Cinema', passengers: 5 })
    await rides(25, { to: '7 Home Street', passengers: 4 })
    expect(await asked()).toMatchObject([{ address: 'Garden Centre', rides: 20, passengers: 5 }])
    await create({ name: 'Garden Centre', point: at(5000) })
    expect(await asked()).toEqual([])
  })
})
