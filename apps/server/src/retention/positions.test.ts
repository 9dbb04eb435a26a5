import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inSteps } from '../jobs/in-steps.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { removeAtNight } from './remove.ts'

const DAY = 24 * 3600

let server: TestServer
let town: SmallTown
let crews: Crew[]
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  crews = [await town.vehicle('Van 1'), await town.vehicle('Van 2')]
  await sql`truncate positions restart identity; truncate retention_marks`.execute(server.deps.db)
})

/** A position each so many seconds, from `from` to `to` seconds before now. */
const drive = async ({ trip_id, vehicle_id }: Crew, from: number, to: number, every: number): Promise<void> => {
  const now = server.deps.clock.now()
  await sql`
    insert into positions (trip_id, vehicle_id, latitude, longitude, bearing, speed, recorded_at, received_at)
    select ${trip_id}, ${vehicle_id}, 0, 0, 0, 0, moment, moment
    from generate_series(${now}::timestamptz - ${from} * interval '1 second',
      ${now}::timestamptz - ${to} * interval '1 second', ${every} * interval '1 second') as moment`.execute(
    server.deps.db,
  )
}
const agesOf = async ({ vehicle_id }: Crew): Promise<number[]> => {
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from ${server.deps.clock.now()}::timestamptz - recorded_at)::int as age
    from positions where vehicle_id = ${vehicle_id} order by recorded_at`.execute(server.deps.db)
  return rows.map(({ age }) => age)
}
/** A night of its own for each. */
const thin = async (): Promise<void> => {
  await sql`delete from retention_runs`.execute(server.deps.db)
  await runJob(server.deps, removeAtNight)
}

test('positions of the last seven days stay, older ones are one in half a minute, those of more than 90 days go', async () => {
  const [one, two] = crews as [Crew, Crew]
  await drive(one, 91 * DAY, 91 * DAY - 60, 5)
  await drive(one, 8 * DAY, 8 * DAY - 85, 5)
  await drive(two, 8 * DAY, 8 * DAY - 40, 40)
  await drive(one, 7 * DAY - 60, 7 * DAY - 100, 10)
  await thin()
  expect(await agesOf(one)).toEqual([
    ...[0, 30, 60].map((second) => 8 * DAY - second),
    ...[60, 70, 80, 90, 100].map((second) => 7 * DAY - second),
  ])
  expect(await agesOf(two)).toEqual([8 * DAY, 8 * DAY - 40])
  // It goes on where it stopped when time has passed.
  server.deps.clock.advance(120_000)
  await thin()
  expect((await agesOf(one)).map((age) => age - 120)).toEqual([
    ...[0, 30, 60].map((second) => 8 * DAY - second),
    ...[60, 90].map((second) => 7 * DAY - second),
  ])
  server.deps.clock.advance(83 * DAY * 1000 - 120_000)
  await thin()
  expect(await agesOf(one)).toHaveLength(2)
})

test('thousands of positions are removed in steps that each touch at most a thousand, and a stop loses nothing', async () => {
  const [one] = crews as [Crew]
  await drive(one, 8 * DAY, 8 * DAY - 5 * 4999, 5)
  const stop = new AbortController()
  const { clock, db } = server.deps
  let looks = 0
  // The clock is looked at four times in each step.
  const monotonic = (): number => {
    looks += 1
    if (looks === 8) stop.abort()
    return clock.monotonic()
  }
  await removeAtNight.run({ ...server.deps, clock: { ...clock, monotonic } }, stop.signal)
  const { rows } = await sql<{ reached: number }>`
    select reached from retention_marks where name = 'positions.thinned'`.execute(db)
  expect(rows).toEqual([{ reached: 2000 }])
  expect(await agesOf(one)).toHaveLength(3000 + 2000 / 6 + 1 - ((2000 / 6) % 1))
  await thin()
  expect(await agesOf(one)).toHaveLength(Math.ceil(5000 / 6))
})

test('steps become smaller when they take long, and larger again', async () => {
  const sizes: number[] = []
  let now = 0
  await inSteps({ monotonic: () => now }, new AbortController().signal, async (rows) => {
    sizes.push(rows)
    now += sizes.length <= 3 ? 201 : 1
    return sizes.length === 8 ? 'done' : 'more'
  })
  expect(sizes).toEqual([1000, 500, 250, 125, 250, 500, 1000, 1000])
})
