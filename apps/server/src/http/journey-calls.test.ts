import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, ErrorEnvelope, permissionKeys, urlOf } from '@ambit/contract'
import { askEndpoint, endpoints } from '../testing/ask-endpoint.ts'
import { leastBodies } from '../testing/least-bodies.ts'
import { seriesOf } from '../testing/series.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { buildTwoRegions, idsOfTheirs } from '../testing/two-regions.ts'

// The calls about journeys: where they stand, and what they say of what does not go.

let server: TestServer
let world: Awaited<ReturnType<typeof buildTwoRegions>>
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  world = await buildTwoRegions(server)
})
afterAll(() => server.close())

const NOBODY = 4_711_000

type Asking = { id?: number | string; query?: string; body?: object }

const ask = async (token: string, endpoint: Endpoint, { id = NOBODY, query = '', body }: Asking = {}) => {
  server.deps.clock.advance(1000)
  const sends = endpoint.method !== 'GET'
  const response = await fetch(server.url + urlOf(endpoint, { id }) + query, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, ...(sends ? { 'content-type': 'application/json' } : {}) },
    ...(sends ? { body: JSON.stringify(body ?? leastBodies[endpoint.name] ?? {}) } : {}),
  })
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}
const errorIn = (answer: unknown) => ErrorEnvelope.parse(answer).errors[0]

const groupOf = ({ name }: Endpoint): string => name.split('.')[0] ?? ''
const idOf = (endpoint: Endpoint) => idsOfTheirs(world.theirs, 1)[groupOf(endpoint)]?.[0] ?? NOBODY
const endpointAt = (method: string, path: string): Endpoint => {
  const found = endpoints.find((one) => one.audience === 'ops' && one.method === method && one.path === path)
  if (found === undefined) throw new Error(`There is no ${method} ${path}`)
  return found
}

/** What can be done at an address, and with one of its records. */
const RESOURCES: Readonly<Record<string, string>> = {
  '/journeys': 'POST, GET :id',
  '/booking_series': 'GET, POST, GET :id',
  '/booking_series/preview': 'POST',
  '/booking_series/groups': 'POST',
  '/booking_series/:id/pauses': 'POST',
  '/booking_series/:id/occurrences': 'GET',
  '/open_returns': 'GET, POST, GET :id',
  '/open_returns/:id/activate': 'POST',
  '/booking_groups': 'GET, POST, GET :id, PATCH :id',
  '/waitlist_entries': 'GET, POST, GET :id, PATCH :id',
  '/organisations': 'GET, POST, GET :id, PATCH :id, DELETE :id',
  '/places': 'GET, POST, GET :id, PATCH :id, DELETE :id',
  '/mobility_aids': 'GET, POST, PATCH :id, DELETE :id',
  '/travelers/:id/merge': 'GET, POST',
  '/travelers/:id/conduct': 'GET',
  '/suspensions': 'GET, GET :id',
  '/suspensions/:id/objections': 'POST',
  '/zones/:id/booking_rules': 'GET, POST',
  '/booking_rules': 'PATCH :id, DELETE :id',
  '/zones/:id/special_days': 'GET, POST',
  '/special_days': 'PATCH :id, DELETE :id',
}
const calls = Object.entries(RESOURCES).flatMap(([path, methods]) =>
  methods.split(', ').map((call): [method: string, path: string] => {
    const [method = '', one] = call.split(' ')
    return [method, one === undefined ? path : `${path}/${one}`]
  }),
)
/** What answers with one thing rather than with a list, though its address does not end with an id. */
const ofOne = ['travelerMerges.preview', 'conduct.show']
/** Lists that are answered whole, as a zone has few of them. */
const whole = ['bookingRules.list', 'specialDays.list']
const queryOf = ({ name }: Endpoint): string =>
  name === 'travelerMerges.preview' ? `?with=${world.ours.passenger}` : ''

// covers: JRN-124
test.each(calls)('%s %s is a call in the style of all resources', async (method, path) => {
  const endpoint = endpointAt(method, path)
  const token = await server.token('superadmin')
  const query = queryOf(endpoint)
  if (path.includes(':id')) {
    const { status, answer } = await ask(token, endpoint, { query })
    expect([status, errorIn(answer)?.code]).toEqual([404, 'not_found'])
  }
  if (method === 'POST' && !path.includes(':id')) {
    const { status, answer } = await ask(token, endpoint)
    expect([status, errorIn(answer)?.source?.pointer]).toEqual([422, expect.stringMatching(/^\/[a-z_]+/)])
    if (!path.endsWith('/preview')) expect(endpoint.status).toBe(201)
  }
  if (method !== 'GET') return
  const { status, answer } = await ask(token, endpoint, { id: idOf(endpoint), query })
  const { data, meta } = answer as { data: unknown; meta?: { total: number } } // checked by the server against its schema
  const isList = !path.endsWith('/:id') && !ofOne.includes(endpoint.name)
  expect([status, Array.isArray(data), typeof meta?.total]).toEqual([
    200,
    isList,
    isList && !whole.includes(endpoint.name) ? 'number' : 'undefined',
  ])
})

const hour = (time: string): string => `2026-11-23T${time}:00+10:00`
const journey = () => ({
  traveler_id: world.theirs.passenger,
  passengers: [{ fare_type: 'adult' }],
  origin: { name: 'A', point: at(0) },
  destination: { name: 'B', point: at(1000) },
  traveling_at: hour('12:00'),
  departing: true,
})
const member = () => {
  const { traveling_at: _at, departing: _departing, ...rest } = journey()
  return rest
}
const series = (more: object) => seriesOf(world.theirs.passenger, more)
const entry = { service_availability_search_id: 1, payment_method: 'cash' }
const aid = { name: 'A', kind: 'walker', seats: 1, wheelchair_spaces: 0, load_s: 1, unload_s: 1 }

/** A field outside of its limits, with where and what is said of it. */
const outside: readonly [call: string, body: () => object, pointer: string, detail: string | RegExp][] = [
  ['POST /journeys', () => ({ traveler_id: world.theirs.passenger, legs: [] }), '/legs', /^Please .+/],
  [
    'POST /booking_series',
    () => series({ pattern: { repeat: 'weekly', every: 0, weekdays: ['MO'] } }),
    '/pattern/every',
    /weeks/,
  ],
  ['POST /booking_series', () => series({ ride_count: 367 }), '/ride_count', 'Please enter 1 to 366 rides'],
  [
    'POST /booking_series/preview',
    () => series({ ends_on: '2026-11-01' }),
    '/ends_on',
    'The last date comes after the first',
  ],
  [
    'POST /booking_series/:id/pauses',
    () => ({ from: '2026-12-02', to: '2026-12-01' }),
    '/to',
    'The last date comes after the first',
  ],
  ['POST /open_returns', () => ({ service_request_id: 1, not_before: 'soon' }), '/not_before', /.{8,}/],
  [
    'POST /booking_groups',
    () => ({ name: '', seating: 'together', all_or_none: true, members: [] }),
    '/name',
    'Please enter a name',
  ],
  [
    'POST /booking_groups/search',
    () => ({
      seating: 'together',
      all_or_none: true,
      members: [member()],
      traveling_at: hour('12:00'),
      departing: true,
    }),
    '/members',
    'A group has 2 members at least',
  ],
  [
    'POST /waitlist_entries',
    () => ({ ...entry, earliest_at: hour('12:00'), latest_at: hour('11:00') }),
    '/latest_at',
    'The latest time comes after the earliest',
  ],
  ['POST /organisations', () => ({ region_id: world.theirs.region, name: 'x'.repeat(101) }), '/name', /100/],
  [
    'POST /places',
    () => ({ region_id: world.theirs.region, name: '', address: 'B', point: at(0) }),
    '/name',
    /^Please/,
  ],
  ['POST /mobility_aids', () => ({ ...aid, region_id: world.theirs.region, load_s: 901 }), '/load_s', /900/],
  [
    'POST /suspensions/:id/objections',
    () => ({ ...leastBodies['suspensions.object'], words: '' }),
    '/words',
    /^Please/,
  ],
  ['POST /zones/:id/booking_rules', () => ({ holds_from: '2027-01-01', max_companions: 9 }), '/max_companions', /8/],
  ['POST /zones/:id/special_days', () => ({ date: '2027-01-01', name: '' }), '/name', /^Please/],
  ['POST /service_availability_searches', () => ({ ...journey(), passengers: [] }), '/passengers', /^Please/],
]

// covers: JRN-126
test('a field outside of its limits is refused with 422, its pointer and a sentence, by every call about journeys', async () => {
  const token = await server.token('superadmin')
  for (const [call, body, pointer, detail] of outside) {
    const [method = '', path = ''] = call.split(' ')
    const endpoint = endpointAt(method, path)
    const { status, answer } = await ask(token, endpoint, { id: idOf(endpoint), body: body() })
    const said = ErrorEnvelope.parse(answer).errors.find((one) => one.source?.pointer === pointer)
    expect([call, status, said?.detail]).toEqual([
      call,
      422,
      typeof detail === 'string' ? detail : expect.stringMatching(detail),
    ])
  }
})

// covers: JRN-126
test('a passenger, place, zone or journey of another region answers 404 to who may do everything in one region', async () => {
  const token = await world.token()
  for (const [method, path] of calls.filter(([, one]) => one.includes(':id'))) {
    const endpoint = endpointAt(method, path)
    const { status, answer } = await ask(token, endpoint, { id: idOf(endpoint), query: queryOf(endpoint) })
    expect([method, path, status, errorIn(answer)?.code]).toEqual([method, path, 404, 'not_found'])
  }
})

const RESOURCE_KEYS = [
  ...['series', 'openReturn', 'group', 'waitlist', 'organisation', 'place', 'suspension'].map(
    (resource) => `TravellerManagement:${resource}`,
  ),
  'ZoneManagement:bookingRules',
].flatMap((resource) => ['canRead', 'canCreate', 'canUpdate', 'canDestroy'].map((action) => `${resource}:${action}`))

// covers: JRN-122
test.each(RESOURCE_KEYS)('%s is needed for its calls, whatever other keys one has', async (key) => {
  const opened = endpoints.filter(({ access, audience }) => access === key && audience === 'ops')
  expect(opened.map(({ name }) => name)).not.toEqual([])
  const all = permissionKeys.filter((one) => one !== key)
  const [without, withIt] = [
    await server.token({ permissions: all }),
    await server.token({ permissions: permissionKeys }),
  ]
  for (const endpoint of opened) {
    expect([endpoint.name, (await askEndpoint(server.url, endpoint, without)).status]).toEqual([endpoint.name, 403])
    expect([endpoint.name, (await askEndpoint(server.url, endpoint, withIt)).status]).not.toEqual([endpoint.name, 403])
  }
})
