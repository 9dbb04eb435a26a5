import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '@ambit/contract'
import type { Endpoint } from '@ambit/contract'
import { defaultFlags } from '@ambit/domain'
import { randomStream } from '@ambit/random'
import { z } from 'zod'
import { type DrawnRequest, drawRequest } from '../testing/malformed.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const long = process.env['AMBIT_LONG'] === '1'
/** Another one draws other requests; a failure names its own. */
const SEED = Number(process.env['AMBIT_SEED'] ?? 7)
const REQUESTS = long ? 100_000 : 600
const endpoints: Endpoint[] = Object.values(contract.api).flatMap((group): Endpoint[] => Object.values(group))
const everyKey = { permissions: contract.permissionKeys }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  const town = await buildSmallTown(server)
  await town.vehicle('V-1')
  await town.book({ who: await town.passenger('Nina Moreau'), from: 'Harbour', to: 'School' })
  for (const role of ['analyst', 'dispatcher', 'fleet_manager'] as const) await server.token(role)
  // Who asks has a higher id than any that is drawn, so that no request takes its own rights away.
  for (const table of ['users', 'user_roles', 'user_groups', 'drivers'])
    await sql`select setval(${`${table}_id_seq`}, 1000)`.execute(server.deps.db)
})
afterAll(() => server.close())

/** A connection for each request: a refusal may end its own. */
const agent = new Agent({ keepAlive: false })

const send = ({ method, path, headers, body }: DrawnRequest, token: string): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { hostname, port } = new URL(server.url)
  const length = { 'content-length': String(body?.length ?? 0) }
  const asked = request(
    { agent, hostname, port, method, path, headers: { ...headers, ...length, authorization: `Bearer ${token}` } },
    (response) => {
      resolve(response.statusCode ?? 0)
      // A live stream has no end.
      response.destroy()
    },
  )
  asked.on('error', reject)
  asked.end(body ?? undefined)
  return promise
}

/** What requests may switch off for those after them. */
const restore = async (): Promise<void> => {
  const { db, flags } = server.deps
  const on = Object.fromEntries(Object.keys(defaultFlags()).map((key) => [key, { enabled: true, disabled_in: [] }]))
  await db.deleteFrom('settings').where('key', 'in', ['feature_flags', 'modules']).execute()
  await db
    .insertInto('settings')
    .values({ key: 'feature_flags', value: JSON.stringify(on) })
    .execute()
  flags.forget()
  await db.deleteFrom('throttle_counts').execute()
  server.logged.length = 0
}

const driverToken = async (): Promise<string> => {
  const { db } = server.deps
  const driver = await db.selectFrom('drivers').select('id').orderBy('id').executeTakeFirstOrThrow()
  await db.updateTable('drivers').set({ status: 'approved' }).where('id', '=', driver.id).execute()
  return server.driverToken(driver.id)
}

const passengerToken = async (): Promise<string> => {
  const { db } = server.deps
  const passenger = db.selectFrom('travelers').select('id').where('anonymised_at', 'is', null)
  return server.passengerToken((await passenger.orderBy('id').executeTakeFirstOrThrow()).id)
}

const tokenFor = ({ access }: Endpoint): Promise<string> => {
  if (access === 'driver') return driverToken()
  return access === 'passenger' ? passengerToken() : server.token(everyKey)
}

/** As one can send it again, with the failure that the server logged. */
const described = (number: number, status: number, { method, path, headers, body }: DrawnRequest): string =>
  [
    `request ${number} of AMBIT_SEED=${SEED}: ${status}`,
    `${method} ${path.slice(0, 500)}`,
    JSON.stringify(headers).slice(0, 200),
    body?.toString().slice(0, 500) ?? '',
    ...server.logged.slice(-1).map(({ fields }) => ('err' in fields ? String(fields.err) : '')),
  ].join('\n')

test(
  `none of ${REQUESTS} malformed requests to all endpoints makes the server fail`,
  { timeout: long ? 7_200_000 : 120_000 },
  async () => {
    const failed: string[] = []
    const answers = new Map<number, number>()
    for (let number = 0; number < REQUESTS; number += 1) {
      const endpoint = endpoints[number % endpoints.length]! // below its length
      if (number % 20 === 0) await restore()
      const drawn = drawRequest(randomStream(SEED, number), endpoint)
      const status = await send(drawn, await tokenFor(endpoint))
      answers.set(status, (answers.get(status) ?? 0) + 1)
      // No gateway carries a code here, and the passenger may have lost the address meanwhile.
      if (status === 503 && endpoint.name === 'ride.askForOwnCode') continue
      if (status >= 500) failed.push(described(number, status, drawn))
    }
    expect(failed).toEqual([])
    // Some get through to the handlers, and most are refused for what they hold.
    expect(answers.get(200)).toBeGreaterThan(REQUESTS / 10)
    expect(answers.get(422)).toBeGreaterThan(REQUESTS / 10)
  },
)

/** The filters of a list, by the names that its query takes. */
const filtersOf = ({ method, query }: Endpoint): string[] => {
  if (method !== 'GET' || query === undefined) return []
  const schema = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  const filter = schema.properties?.['filter']
  return typeof filter === 'object' ? Object.keys(filter.properties ?? {}) : []
}

test('a filter that names nothing finds nothing or is refused, in every list, and never makes the server fail', async () => {
  const asked = endpoints.flatMap((endpoint) => filtersOf(endpoint).map((filter) => [endpoint, filter] as const))
  expect(asked.length).toBeGreaterThan(100)
  await restore()
  const failed: string[] = []
  for (const [endpoint, filter] of asked) {
    const path = `${contract.urlOf(endpoint, { id: 1 })}?filter[${filter}]=`
    const drawn = { method: endpoint.method, path, headers: {}, body: null }
    const status = await send(drawn, await tokenFor(endpoint))
    if (status >= 500) failed.push(`${status} ${path}`)
  }
  expect(failed).toEqual([])
})
