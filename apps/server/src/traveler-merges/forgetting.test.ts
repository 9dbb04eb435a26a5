import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { anonymiseBookings } from '../retention/bookings.ts'
import { removeAtNight } from '../retention/remove.ts'
import { mergeOf } from '../testing/merges.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
let zelda: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  maria = await town.passenger('Maria Silva')
  zelda = await town.passenger('Zelda Quagmire')
  await server.deps.db
    .updateTable('travelers')
    .set({ phone_number: '+61 7 5550 9911' })
    .where('id', '=', zelda)
    .execute()
})

const alex = () => server.client('administrator')
/** The tables in which something of the merged record stands. */
const traces = async (): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    server.deps.db,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} t where t::text ~* 'quagmire|55509911|5550 9911'`.execute(
      server.deps.db,
    )
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}
const home = (traveler_id: number, address: string) =>
  server.deps.db
    .insertInto('ride_places')
    .values({ traveler_id, name: 'Home', kind: 'home', address, longitude: 153, latitude: -27, created_at: new Date() })
    .execute()

describe('what a merge keeps', () => {
  // @test-tag long
  test('goes with the passenger who stayed when that one is erased, and so does the record that was merged', async () => {
    await home(maria, '3 Wilga Drive')
    await home(zelda, 'Quagmire Cottage')
    await alex().call(api.travelerComments.create, { body: { traveler_id: maria, comment: 'Zelda Quagmire once' } })
    const third = await town.passenger('Marie Silva')
    await mergeOf(alex(), maria, zelda, { fields: { phone_number: 'kept' } })
    await mergeOf(alex(), third, maria)
    expect(await traces()).toEqual(expect.arrayContaining(['ride_places', 'traveler_comments', 'traveler_merges']))
    await alex().call(api.travelers.erase, { params: { id: third }, body: { reason: 'Asked by mail' } })
    expect(await traces()).toEqual([])
    const erased = await server.deps.db.selectFrom('erased_travelers').select('traveler_id').execute()
    expect(erased.map(({ traveler_id }) => traveler_id)).toEqual(expect.arrayContaining([maria, zelda, third]))
  })

  test('goes in the night after its 30 days, with what was left of the other record, unless a hold keeps it', async () => {
    const { deps } = server
    await home(maria, '3 Wilga Drive')
    await home(zelda, '4 Wilga Drive')
    const { id } = await mergeOf(alex(), maria, zelda, { fields: { phone_number: 'merged' } })
    const kept = () => deps.db.selectFrom('traveler_merges').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const places = () => deps.db.selectFrom('ride_places').select('id').where('traveler_id', '=', zelda).execute()
    deps.clock.set('2026-12-22T04:00:00+10:00')
    await runJob(deps, removeAtNight)
    expect((await kept()).merged_before).toMatchObject({ last_name: 'Quagmire' })
    const hold = {
      kind: 'travelers' as const,
      record_id: maria,
      reason: 'A court asked',
      ends_at: '2026-12-25T00:00:00Z',
    }
    await deps.db
      .insertInto('holds')
      .values({ ...hold, created_at: deps.clock.now(), updated_at: deps.clock.now() })
      .execute()
    deps.clock.set('2026-12-24T04:00:00+10:00')
    await runJob(deps, removeAtNight)
    expect((await kept()).merged_before).not.toBeNull()
    expect(await places()).toHaveLength(1)
    deps.clock.set('2026-12-26T04:00:00+10:00')
    await runJob(deps, removeAtNight)
    expect(await kept()).toMatchObject({ merged_before: null, kept_before: null, moved: {}, undone_at: null })
    expect(await places()).toEqual([])
  })
})

test('a merge keeps when either last rode, also where the ride has lost its name, and an undo gives each theirs back', async () => {
  const { db, clock } = server.deps
  const lastRides = async () => {
    const both = db.selectFrom('travelers').select('last_ride_at').where('id', 'in', [maria, zelda]).orderBy('id')
    return (await both.execute()).map(({ last_ride_at: at }) => at?.toISOString().slice(0, 10) ?? null)
  }
  for (const [who, at] of [
    [maria, '2023-02-06'],
    [zelda, '2024-03-04'],
  ] as const)
    await db.updateTable('travelers').set({ last_ride_at: at }).where('id', '=', who).execute()
  const undo = (id: number) => alex().call(api.travelerMerges.undo, { params: { id } })
  const first = await mergeOf(alex(), maria, zelda)
  expect(await lastRides()).toEqual(['2024-03-04', null])
  await undo(first.id)
  expect(await lastRides()).toEqual(['2023-02-06', '2024-03-04'])
  await town.vehicle('Van 1')
  const ride = (await town.book({ who: zelda, from: 'Market', to: 'Hospital', at: '09:00' })).id
  await db.updateTable('service_requests').set({ status: 'completed' }).where('id', '=', ride).execute()
  const second = await mergeOf(alex(), maria, zelda)
  const nobody = await town.passenger('Nobody Now')
  await db.transaction().execute((tx) => anonymiseBookings(tx, [ride], nobody, clock.now()))
  expect(await lastRides()).toEqual(['2026-11-23', null])
  await undo(second.id)
  expect(await lastRides()).toEqual(['2026-11-23', '2026-11-23'])
})
