import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildSmallTown } from '../../testing/small-town.ts'
import type { SmallTown } from '../../testing/small-town.ts'
import { straightStreets } from '../../testing/straight-streets.ts'
import { planNow } from './cache.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
})
afterAll(() => server.close())

/** Dwell times of the stops ahead of a trip, as in the cached plan. */
const dwells = async (tripId: number): Promise<number[]> => {
  const { trips } = await planNow(server.deps, town.zone_id)
  return trips.find(({ id }) => id === tripId)?.stops.map(({ dwell_s }) => dwell_s) ?? []
}
/** A change of the plan by anything. */
const change = async (write: (db: Kysely<DB>) => Promise<unknown>): Promise<void> => {
  await write(server.deps.db)
  await sql`update zone_plans set version = version + 1 where zone_id = ${town.zone_id}`.execute(server.deps.db)
}

test('a cached plan picks up every stop that was added, changed or removed, trip by trip', async () => {
  const van = await town.vehicle('Van 1')
  const bus = await town.vehicle('Bus 2', { until: '10:00' })
  await town.book({ who: await town.passenger('Maria Silva'), from: 'Market', to: 'Hospital', at: '08:30' })
  await town.book({ who: await town.passenger('Tom Baker'), from: 'School', to: 'Station', at: '15:00' })
  const [early, late] = [await dwells(bus.trip_id), await dwells(van.trip_id)]
  expect(early.length + late.length).toBe(4)
  const trip = late.length > 0 ? van.trip_id : bus.trip_id
  const stops = await dwells(trip)
  const other = trip === van.trip_id ? bus.trip_id : van.trip_id
  const others = await dwells(other)

  await change((db) => db.updateTable('trip_stops').set({ dwell_seconds: 77 }).where('trip_id', '=', trip).execute())
  expect(await dwells(trip)).toEqual(stops.map(() => 77))
  expect(await dwells(other)).toEqual(others)

  await change((db) =>
    db
      .insertInto('trip_stops')
      .values((eb) => ({
        trip_id: trip,
        location_id: eb.selectFrom('locations').select('id').orderBy('id').limit(1),
        location_index: 99,
        kind: 'staging',
        scheduled_at: new Date('2026-11-23T18:00:00+10:00'),
        scheduled_departure_at: new Date('2026-11-23T18:00:00+10:00'),
        dwell_seconds: 5,
      }))
      .execute(),
  )
  expect(await dwells(trip)).toEqual([...stops.map(() => 77), 5])

  await change((db) =>
    db.deleteFrom('trip_stops').where('trip_id', '=', trip).where('location_index', '=', 99).execute(),
  )
  expect(await dwells(trip)).toEqual(stops.map(() => 77))
})

test('a region that is blocked and active again is planned for anew at once', async () => {
  const { db } = server.deps
  const { region_id } = await db
    .selectFrom('zones')
    .select('region_id')
    .where('id', '=', town.zone_id)
    .executeTakeFirstOrThrow()
  const after = async (status: 'active' | 'blocked') => {
    await db.updateTable('regions').set({ status }).where('id', '=', region_id).execute()
    return (await planNow(server.deps, town.zone_id)).settings.active
  }
  expect([await after('blocked'), await after('active')]).toEqual([false, true])
})
