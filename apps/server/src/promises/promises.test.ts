import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { type Booking, buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { countAtNight, countPromises } from './count.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
})

const counted = () =>
  server.deps.db
    .selectFrom('promise_outcomes')
    .select(['hour', 'slack_band', 'rides', 'kept'])
    .where('zone_id', '=', town.zone_id)
    .orderBy('hour')
    .orderBy('slack_band')
    .execute()

let riders = 0
const offerAt = async (at: string) => {
  riders += 1
  const who = await town.passenger(`Maria Rider${riders}`)
  const [offer] = (await town.search({ who, from: 'Market', to: 'Hospital', at })).service_offerings
  return offer!.meta.reliability
}

describe('what became of promises', () => {
  let rides: Booking[]
  beforeEach(async () => {
    rides = []
    for (const at of ['09:00', '09:10', '09:20', '09:30', '09:40', '09:50'])
      rides.push(await town.book({ who: await town.passenger(`Rider ${at}`), from: 'Market', to: 'Station', at }))
    await server.deps.db.updateTable('service_offerings').set({ slack_s: 320 }).execute()
  })

  /** Seconds after the promised windows ended; below zero: in time. */
  const ride = (booking: Booking | undefined, boarded: number, dropped: number) =>
    sql`update service_requests set status = 'completed',
      boarded_at = promised_pickup_upper_bound + make_interval(secs => ${boarded}),
      dropped_off_at = promised_dropoff_upper_bound + make_interval(secs => ${dropped})
      where id = ${booking?.id}`.execute(server.deps.db)

  const cancel = async (booking: Booking | undefined, by: 'passenger' | 'user' | 'driver' | 'engine') => {
    const { db, clock } = server.deps
    const id = booking?.id ?? 0
    await db.updateTable('service_requests').set({ status: 'cancelled' }).where('id', '=', id).execute()
    const row = {
      service_request_id: id,
      status: 'cancelled',
      trip_id: null,
      user_type: by,
      user_id: null,
      driver_id: null,
    }
    await db
      .insertInto('service_request_histories')
      .values({ ...row, created_at: clock.now() })
      .execute()
  }

  // covers: JRN-70
  test('a promise is kept where both windows were, and not where either was missed or the service gave the ride up', async () => {
    await ride(rides[0], 0, 0)
    await ride(rides[1], -60, 1)
    await ride(rides[2], 1, -60)
    await server.deps.db
      .updateTable('service_requests')
      .set({ status: 'error' })
      .where('id', '=', rides[3]!.id)
      .execute()
    await cancel(rides[4], 'engine')
    await cancel(rides[5], 'passenger')
    // Given up by the service first, and taken back before its passenger cancelled: no promise was broken.
    const again = rides[5]?.id ?? 0
    const [entry] = await server.deps.db
      .selectFrom('service_request_histories')
      .selectAll()
      .where('service_request_id', '=', again)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    await sql`update service_request_histories set user_type = 'engine' where id = ${entry?.id}`.execute(server.deps.db)
    await sql`insert into service_request_histories (service_request_id, status, user_type, created_at)
      values (${again}, 'assigned', 'user', now()), (${again}, 'cancelled', 'passenger', now()), (${again}, 'cancelled', 'engine', now())`.execute(
      server.deps.db,
    )
    server.deps.clock.set('2026-11-24T03:10:00+10:00')
    await runJob(server.deps, countAtNight)
    expect(await counted()).toEqual([{ hour: 9, slack_band: 1, rides: 5, kept: 1 }])
  })

  // covers: JRN-70
  test('promises are counted by hour and slack, for eight weeks', async () => {
    for (const [index, slack_s] of [0, 299, 300, 900, 5000].entries()) {
      await ride(rides[index], -1, -1)
      await sql`update service_offerings set slack_s = ${slack_s} where id in (
        select service_offering_id from service_requests where id = ${rides[index]?.id})`.execute(server.deps.db)
    }
    server.deps.clock.set('2027-01-18T08:59:00+10:00')
    await countPromises(server.deps, town.zone_id)
    expect(await counted()).toEqual([
      { hour: 9, slack_band: 0, rides: 2, kept: 2 },
      { hour: 9, slack_band: 1, rides: 1, kept: 1 },
      { hour: 9, slack_band: 3, rides: 2, kept: 2 },
    ])
    server.deps.clock.set('2027-01-18T09:15:00+10:00')
    await countPromises(server.deps, town.zone_id)
    expect((await counted()).map((row) => row.rides)).toEqual([1, 2])
  })
})

test('a zone that cannot be counted keeps no other from being counted', async () => {
  const { db, clock } = server.deps
  const first = town
  await first.book({ who: await first.passenger('Ida Holm'), from: 'Market', to: 'Station', at: '09:00' })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  const { id } = await town.book({ who: await town.passenger('Kim Berg'), from: 'Market', to: 'Station', at: '09:00' })
  await db.updateTable('service_offerings').set({ slack_s: 320 }).execute()
  await db.updateTable('service_requests').set({ status: 'error' }).where('id', '=', id).execute()
  await sql`alter table promise_outcomes add constraint no_first check (zone_id <> ${sql.lit(first.zone_id)})`.execute(
    db,
  )
  await sql`update service_requests set status = 'error' where zone_id = ${first.zone_id}`.execute(db)
  clock.set('2026-11-24T03:10:00+10:00')
  try {
    await expect(runJob(server.deps, countAtNight)).rejects.toThrow('was not counted for every zone')
  } finally {
    await sql`alter table promise_outcomes drop constraint no_first`.execute(db)
  }
  expect(await counted()).toMatchObject([{ rides: 1, kept: 0 }])
})

// covers: JRN-70
test('an offering is as reliable as rides of its zone, its slack and its time of day were, and says nothing of fewer than 50', async () => {
  const { db } = server.deps
  const [offer] = (
    await town.search({ who: await town.passenger('Anna'), from: 'Market', to: 'Hospital', at: '09:00' })
  ).service_offerings
  const stored = await db
    .selectFrom('service_offerings')
    .select('slack_s')
    .where('id', '=', offer!.id)
    .executeTakeFirstOrThrow()
  // The ten minutes of the pick-up window; those of the drop-off window are more.
  expect(stored.slack_s).toBe(600)
  expect(offer!.meta.reliability).toEqual({ badge: null, rides: 0, kept: 0 })
  const row = { zone_id: town.zone_id, slack_band: 2 }
  await db
    .insertInto('promise_outcomes')
    .values([
      { ...row, hour: 8, rides: 25, kept: 23 },
      { ...row, hour: 9, rides: 24, kept: 24 },
      { ...row, hour: 11, rides: 500, kept: 5 },
      { ...row, hour: 9, slack_band: 3, rides: 500, kept: 5 },
    ])
    .execute()
  expect(await offerAt('09:00')).toEqual({ badge: null, rides: 49, kept: 47 })
  await db
    .insertInto('promise_outcomes')
    .values({ ...row, hour: 10, rides: 51, kept: 49 })
    .execute()
  expect(await offerAt('09:00')).toEqual({ badge: 'reliable', rides: 100, kept: 96 })
  expect(await offerAt('11:00')).toEqual({ badge: 'tight', rides: 551, kept: 54 })
  await db
    .updateTable('promise_outcomes')
    .set({ kept: 10 })
    .where('zone_id', '=', town.zone_id)
    .where('hour', '=', 8)
    .execute()
  expect(await offerAt('09:00')).toEqual({ badge: 'tight', rides: 100, kept: 83 })
})
