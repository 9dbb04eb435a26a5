import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, ApiError, createClient, EffectPreview } from '@ambit/contract'
import { openPostgres } from '../database/connect.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

type Move = { server: TestServer; id: number; trip_id: number }

/** Dispatchers at these servers who have all seen what their move would do accept it in the same moment. */
const acceptAtOnce = async (moves: readonly Move[]) => {
  const asked = []
  for (const { server, id, trip_id } of moves) {
    const token = await moves[0]!.server.token('dispatcher')
    const client = createClient({ origin: server.url, token: () => token })
    const body = { kind: 'assign' as const, service_request_ids: [id], trip_id }
    asked.push({ client, shown: (await client.call(api.effectPreviews.create, { body })).data })
  }
  const answers = await Promise.allSettled(
    asked.map(({ client, shown }) => {
      const [{ key: option, token }] = shown.options as [EffectPreview['options'][number]]
      return client.call(api.effectPreviews.accept, { body: { action: shown.action, option, token } })
    }),
  )
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as ApiError] : []))
  return { done: answers.length - refused.length, refused }
}

/** Each of the servers moves the same booking to a vehicle of its own; then two bookings are moved to the last seat. */
const moveTheSame = async (town: SmallTown, servers: readonly TestServer[]): Promise<void> => {
  const book = async (name: string, people = 1) =>
    town.book({ who: await town.passenger(name), from: 'Market', to: 'Station', at: '09:00', people })
  const vehicleOf = async (id: number) =>
    (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data.trip_id
  await town.vehicle('Van 0')
  const { id } = await book('Ann Bell')
  const vans: number[] = []
  for (const at of servers.keys()) vans.push((await town.vehicle(`Van ${at + 1}`, { seats: 4 })).trip_id)
  const first = await acceptAtOnce(servers.map((server, at) => ({ server, id, trip_id: vans[at]! })))
  expect(first.done).toBe(1)
  expect(vans).toContain(await vehicleOf(id))
  for (const error of first.refused) {
    expect(error.status).toBe(409)
    const fresh = EffectPreview.parse(error.meta?.['effect_preview'])
    expect(fresh.options.length).toBeGreaterThan(1)
    expect(fresh.changed_since).toMatchObject([{ title: expect.stringContaining(`Booking ${id} to Van`) }])
  }
  const small = await town.vehicle('Small', { seats: 3 })
  const parties = [await book('Ben Bay', 2), await book('Cy Cox', 2)]
  const before = await Promise.all(parties.map((party) => vehicleOf(party.id)))
  expect(before).not.toContain(small.trip_id)
  const second = await acceptAtOnce(
    parties.map((party, at) => ({ server: servers[at % servers.length]!, id: party.id, trip_id: small.trip_id })),
  )
  expect([second.done, second.refused.map(({ status }) => status)]).toEqual([1, [409]])
  const on = await Promise.all(parties.map((party) => vehicleOf(party.id)))
  expect(on.filter((trip) => trip === small.trip_id)).toHaveLength(1)
  await nothingBroken(town.server)
}

describe('one process', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ streets: straightStreets() })
  })
  afterAll(() => server.close())

  // covers: FX-94
  test('of dispatchers who accept moves of one booking in one moment the first succeeds, the others see a fresh effect, and no seat is sold twice', async () => {
    await moveTheSame(await buildSmallTown(server), [server, server, server])
  })
})

const missing = postgresMissing()

describe.skipIf(missing !== null)(`ten servers on one PostgreSQL${missing === null ? '' : ` (${missing})`}`, () => {
  let postgres: TestPostgres
  const servers: TestServer[] = []
  beforeAll(async () => {
    postgres = await startPostgres()
    const database = await postgres.database()
    servers.push(await startTestServer({ streets: straightStreets(), database, seed: 1 }))
    for (let seed = 2; seed <= 10; seed++)
      servers.push(
        await startTestServer({
          streets: straightStreets(),
          database: await openPostgres(database.url, () => {}),
          seed,
        }),
      )
  }, 120_000)
  afterAll(async () => {
    for (const server of servers) await server.close()
    await postgres.stop()
  })

  // covers: FX-94
  test('of dispatchers at ten servers who accept moves of one booking in one moment the first succeeds and the others see a fresh effect', async () => {
    await moveTheSame(await buildSmallTown(servers[0]!), servers)
  }, 120_000)
})
