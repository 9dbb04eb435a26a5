// Long: every endpoint of the contract with the largest requests that it takes, on the whole product with the demo's
// town. No request may keep the server from others for a tenth of a second.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, bases, bearerOf, type Client, createClient, type Endpoint, urlOf } from '@ambit/contract'
import { makeDemoTown, type RunningServer, startServer } from '../../e2e/server.ts'
import { closings, designs, type Errand, roles, schemas, vehicles } from './largest-records.ts'
import { allWrong, type Known, largestBody, largestQuery, manyWrong } from '../../apps/server/src/testing/largest.ts'

const long = process.env['AMBIT_LONG'] === '1'
const MOST_MS = 100
/** One that took longer is asked again: a collection of garbage may fall into any request. */
const TRIES = 3
const DEMO_PIN = '246810'

const endpoints: Endpoint[] = Object.values(api).flatMap((group): Endpoint[] => Object.values(group))

let server: RunningServer
let folder: string
let longest: () => Promise<number>
let office: Client
let centre: [number, number]
let known: Known
/** first ids by the first word of a path */
const firsts = new Map<string, number>()
const tokens = { staff: '', driver: '' }

const signIn = async (): Promise<void> => {
  const anonymous = createClient({ origin: server.url, token: () => null })
  const body = { email: 'sam', password: server.signIns.find(({ username }) => username === 'sam')?.password ?? '' }
  tokens.staff = bearerOf((await anonymous.call(api.sessions.create, { body })).data)
  const { data: trips } = await office.call(api.trips.list, { query: { per_page: 100 } })
  const driver_id = trips.find((trip) => trip.driver_id !== null)?.driver_id ?? 1
  const { username } = (await office.call(api.drivers.show, { params: { id: driver_id } })).data
  tokens.driver = (await anonymous.call(api.driver.signIn, { body: { username, pin: DEMO_PIN } })).data.token
}

beforeAll(async () => {
  if (!long) return
  folder = mkdtempSync(join(tmpdir(), 'ambit-stalls-'))
  const file = join(folder, 'port')
  const town = await makeDemoTown()
  const measure = `--import=${join(import.meta.dirname, 'measure.mjs')}`
  const env = { NODE_OPTIONS: measure, AMBIT_STALLS_FILE: file, AMBIT_CHECK_ANSWERS: '' }
  server = await startServer({ copyOf: town.folder, env })
  town.remove()
  longest = async () => Number(await (await fetch(`http://127.0.0.1:${readFileSync(file, 'utf8')}`)).text())
  office = createClient({ origin: server.url, token: () => tokens.staff })
  await signIn()
  const { data: settings } = await office.call(api.settings.show)
  const on = Object.fromEntries(
    Object.keys(settings.featureFlags).map((key) => [key, { enabled: true, disabled_in: [] }]),
  )
  await office.call(api.settings.update, { body: { featureFlags: on } })
  const [west = 0, south = 0, east = 0, north = 0] = settings.streets.bbox ?? []
  centre = [(west + east) / 2, (south + north) / 2]
  for (const { path } of endpoints.filter(({ name }) => name.endsWith('.list'))) {
    const answer = await fetch(`${server.url}${bases.ops}${path}?per_page=5`, {
      headers: { authorization: `Bearer ${tokens.staff}` },
    })
    if (!answer.ok) continue
    const { data } = (await answer.json()) as { data: { id?: number; username?: string }[] } // a list of the contract
    // Neither who asks nor the first role and group, which are theirs.
    firsts.set(path.slice(1), data.findLast(({ username }) => username !== 'sam')?.id ?? 1)
  }
  const at = (path: string): number => firsts.get(path) ?? 1
  known = {
    region_id: at('regions'),
    zone_id: at('zones'),
    driver_id: at('drivers'),
    vehicle_id: at('vehicles'),
    traveler_id: at('travelers'),
    trip_id: at('trips'),
    service_plan_id: at('service_plans'),
    service_request_id: at('service_requests'),
    zone_stop_id: at('zone_stops'),
    longitude: centre[0],
    latitude: centre[1],
    reach_m: 2000,
    walk_m: 2000,
    per_page: 1000,
    page: 1,
  }
}, 600_000)
afterAll(async () => {
  if (!long) return
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

/** names of what is made are never the same twice */
let drawn = 0

type Sent = { query: string; body: string | null }

/** What is sent to an endpoint: everything at its cap, the same with everything wrong, and nothing but wrong items. */
const variantsOf = (endpoint: Endpoint): Sent[] => {
  if (endpoint.method === 'GET') {
    const full = largestQuery(endpoint, known)
    return full === ''
      ? [{ query: '', body: null }]
      : [
          { query: '?per_page=1000', body: null },
          { query: full, body: null },
        ]
  }
  const body = largestBody(endpoint, centre, known, (drawn += 1000))
  if (['', 'null', '{}'].includes(body)) return [{ query: '', body: null }]
  const value: unknown = JSON.parse(body)
  return [body, JSON.stringify(allWrong(value)), manyWrong(value, endpoint.bodyLimit)]
    .filter((text) => text !== null)
    .map((text) => ({ query: '', body: text }))
}

const ask = async (endpoint: Endpoint, { query, body }: Sent): Promise<{ status: number; bytes: number }> => {
  const id = firsts.get(endpoint.path.split('/')[1] ?? '') ?? 1
  const params = new Proxy(
    {},
    { get: (_, name) => (name === 'id' ? id : name === 'payment_method_id' ? 'pm_none' : id) },
  )
  const token = endpoint.access === 'driver' ? tokens.driver : tokens.staff
  const leaving = new AbortController()
  const response = await fetch(server.url + urlOf(endpoint, params) + query, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body }),
    signal: leaving.signal,
  })
  // A live stream has no end.
  if (endpoint.raw === 'text/event-stream') {
    leaving.abort()
    return { status: response.status, bytes: 0 }
  }
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}

type Measured = { name: string; ms: number; status: number; sent: number; bytes: number }

const MOST_STORED = 20
const LARGE = 50_000

/** What was stored at its largest is stored again and again, for the lists that answer all of it. */
const fillUp = async (all: readonly Measured[]): Promise<void> => {
  const names = new Set(all.filter(({ status, sent }) => status === 201 && sent > LARGE).map(({ name }) => name))
  for (const endpoint of endpoints.filter(({ name }) => names.has(name)))
    for (let times = 0; times < MOST_STORED; times += 1) {
      const [largest] = variantsOf(endpoint)
      await new Promise((heard) => setTimeout(heard, 50))
      if (largest !== undefined) await ask(endpoint, largest)
    }
}

const line = ({ name, ms, status, sent, bytes }: Measured): string =>
  `${name}: ${ms} ms, sent ${sent} B, answered ${status} with ${bytes} B`

const measured = async (endpoint: Endpoint, sent: Sent): Promise<Measured> => {
  let least = Infinity
  let answer = { status: 0, bytes: 0 }
  for (let turn = 0; turn < TRIES && least > MOST_MS; turn += 1) {
    await longest()
    answer = await ask(endpoint, sent)
    if (answer.status === 401 && endpoint.access !== 'public') {
      await signIn()
      answer = await ask(endpoint, sent)
    }
    least = Math.min(least, await longest())
  }
  const found = { name: endpoint.name, ms: Math.round(least), sent: sent.body?.length ?? 0, ...answer }
  if (process.env['AMBIT_STALLS_ALL'] !== undefined) console.log(line(found))
  return found
}

const ORDER = ['GET', 'POST', 'PATCH', 'DELETE']
const lastly = (endpoint: Endpoint): boolean =>
  endpoint.name.startsWith('sessions.') || endpoint.name === 'driver.signOut'
const inOrder = endpoints.toSorted(
  (a, b) => Number(lastly(a)) - Number(lastly(b)) || ORDER.indexOf(a.method) - ORDER.indexOf(b.method),
)

const walk = async (of: readonly Endpoint[]): Promise<Measured[]> => {
  const all: Measured[] = []
  for (const endpoint of of) {
    const variants = variantsOf(endpoint)
    // Drawing them may take longer than the server keeps idle connections: what it has closed is heard of first.
    await new Promise((heard) => setTimeout(heard, 50))
    for (const sent of variants) all.push(await measured(endpoint, sent))
  }
  return all
}

test.runIf(long)(
  `no request keeps the server busy for ${MOST_MS} ms, as large as it may be`,
  { timeout: 3_600_000 },
  async () => {
    const all = await walk(inOrder)
    await fillUp(all)
    // What the walk has stored at its largest is read again.
    all.push(...(await walk(endpoints.filter(({ method }) => method === 'GET'))))
    expect(all.filter(({ ms }) => ms > MOST_MS).map(line)).toEqual([])
    expect(all.filter(({ status }) => status < 300).length).toBeGreaterThan(all.length / 3)
    expect(all.filter(({ status }) => status >= 500).map(line)).toEqual([])
  },
)

test.runIf(long)(
  `no record keeps the server busy for ${MOST_MS} ms, as large as it may be`,
  { timeout: 1_800_000 },
  async () => {
    const { data: regions } = await office.call(api.regions.list)
    const region_id = regions[0]?.id ?? 1
    const errands: Errand[] = [
      ...closings(office, centre, region_id),
      ...(await designs(office, centre, region_id)),
      ...vehicles(office),
      ...roles(office),
      ...schemas(office),
    ]
    const found: string[] = []
    for (const { name, run } of errands) {
      await longest()
      await run()
      const ms = Math.round(await longest())
      if (process.env['AMBIT_STALLS_ALL'] !== undefined) console.log(`${name}: ${ms} ms`)
      if (ms > MOST_MS) found.push(`${name}: ${ms} ms`)
    }
    expect(found).toEqual([])
  },
)
