import { api, type Disruption } from '@ambit/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../jobs/runner.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { serveWaiting } from './serve.ts'

let server: TestServer
let town: SmallTown
let job: Job
let id: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets(), config: { optimiser: true } })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db
    .updateTable('waitlist_entries')
    .set({ state: 'withdrawn', ended_at: new Date(0) })
    .execute()
  town = await buildSmallTown(server)
  job = serveWaiting()
})

const at = (time: string): string => `2026-11-23T${time}:00+10:00`
/** Waits for a ride at four o'clock, which no vehicle has room for. */
const wait = async () => {
  const who = await town.passenger('Wendy Waits')
  const search = await town.search({ who, from: 'Market', to: 'Station', at: '16:00' })
  expect(search.status).toBe('no_offerings')
  const body = {
    service_availability_search_id: search.id,
    earliest_at: at('15:00'),
    latest_at: at('17:00'),
    payment_method: 'cash' as const,
  }
  id = (await town.dispatcher.call(api.waitlistEntries.create, { body })).data.id
}
/** One seat, for one ride at four o'clock, that somebody has. */
const fullVan = async () => {
  const van = await town.vehicle('Van 1', { seats: 1, from: '15:57', until: '16:12' })
  const who = await town.passenger('Tom Taken')
  return { van, taken: await town.book({ who, from: 'Market', to: 'Station', at: '16:00' }) }
}
const look = async (time: string): Promise<string> => {
  server.deps.clock.set(at(time))
  await runJob(server.deps, job)
  const { state } = await server.deps.db
    .selectFrom('waitlist_entries')
    .where('id', '=', id)
    .select('state')
    .executeTakeFirstOrThrow()
  return state
}
/** How often room was sought by a look then. */
const soughtBy = async (time: string): Promise<number> => {
  const { statistics } = server.deps.planning
  const before = statistics.rooms_sought
  expect(await look(time)).toBe('waiting')
  return statistics.rooms_sought - before
}

describe('an entry whose answer can only be what it was', () => {
  // @test-tag long
  test('is not searched again, but each hour, also while the plan changes at other times of the day', async () => {
    await fullVan()
    await wait()
    expect(await soughtBy('08:30')).toBe(1)
    for (const time of ['08:35', '08:40', '09:25']) expect(await soughtBy(time)).toBe(0)
    await town.vehicle('Early van', { from: '09:40', until: '10:30' })
    await town.book({ who: await town.passenger('Eve Early'), from: 'School', to: 'Harbour', at: '09:50' })
    expect(await soughtBy('09:28')).toBe(0)
    expect(await soughtBy('09:34')).toBe(1)
    expect(await soughtBy('09:40')).toBe(0)
  })

  // @test-tag long
  test('is searched at every look by a process that has just begun, and once vehicles may be on their way', async () => {
    await fullVan()
    await wait()
    expect(await soughtBy('08:30')).toBe(1)
    job = serveWaiting()
    expect(await soughtBy('08:35')).toBe(1)
    for (const time of ['13:00', '13:05', '13:10']) expect(await soughtBy(time)).toBe(1)
  })

  test('is searched again where the optimiser failed', async () => {
    await fullVan()
    await wait()
    const { optimiser } = server.deps.planning
    server.deps.planning.optimiser = { ...optimiser, isAskedEnough: () => true }
    expect(await soughtBy('08:30')).toBe(0)
    server.deps.planning.optimiser = optimiser
    expect(await soughtBy('08:35')).toBe(1)
  })
})

type Freed = () => Promise<void>
/** Prepares what is to free a place. */
type Cause = () => Promise<Freed>

const act = async (body: Parameters<typeof previewOf>[0]): Promise<void> => {
  const { action, options } = await previewOf(body)
  const token = options[0]?.token ?? ''
  await town.dispatcher.call(api.effectPreviews.accept, { body: { action, option: options[0]?.key ?? '', token } })
}
const previewOf = async (body: { kind: 'pause_vehicle' | 'resume_vehicle'; trip_id: number; until?: string }) =>
  (await town.dispatcher.call(api.effectPreviews.create, { body })).data
const freeVan = (): Promise<Crew> => town.vehicle('Van 2', { from: '15:50', until: '16:30' })

const causes: Record<string, Cause> = {
  'a cancellation': async () => {
    const { taken } = await fullVan()
    return async () => {
      await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: taken.id }, body: {} })
    }
  },
  'a longer schedule': async () => {
    const { van } = await fullVan()
    const { service_plan_id } = await server.deps.db
      .selectFrom('trips')
      .where('id', '=', van.trip_id)
      .select('service_plan_id')
      .executeTakeFirstOrThrow()
    return async () => {
      await server
        .client('operations_manager')
        .call(api.servicePlans.update, { params: { id: service_plan_id }, body: { end_time: at('17:30') } })
    }
  },
  'a new vehicle with its schedule': async () => {
    await fullVan()
    return async () => void (await freeVan())
  },
  'a pause that is over': async () => {
    const { trip_id } = await freeVan()
    await act({ kind: 'pause_vehicle', trip_id })
    return () => act({ kind: 'resume_vehicle', trip_id })
  },
  'a vehicle that is in order again': async () => {
    const { vehicle_id } = await freeVan()
    const set = async (status: 'active' | 'inactive') => {
      const manager = server.client('fleet_manager')
      const { data } = await manager.call(api.vehicles.show, { params: { id: vehicle_id } })
      const body = { status }
      await manager.call(api.vehicles.update, { params: { id: vehicle_id }, body, version: data.version })
    }
    await set('inactive')
    return () => set('active')
  },
  'an opened road': async () => {
    await freeVan()
    const [longitude, latitude] = stopPoint('Station')
    const disruption: Disruption = { kind: 'road_closed', region_id: town.region_id, longitude, latitude, reach_m: 50 }
    const { data } = await town.dispatcher.call(api.disruptions.preview, { body: disruption })
    await town.dispatcher.call(api.disruptions.accept, { body: { disruption, token: data.token } })
    return async () => {
      for (const road of (await town.dispatcher.call(api.roadClosures.list, {})).data)
        await town.dispatcher.call(api.roadClosures.lift, { params: { id: road.id } })
    }
  },
}

describe('an entry is served by the next look', () => {
  // covers: JRN-61
  test.for(Object.keys(causes))('after %s', async (name) => {
    const free = await causes[name]!() // one of them
    await wait()
    for (const time of ['08:30', '08:35']) expect(await look(time)).toBe('waiting')
    await free()
    expect(await look('08:36')).toBe('booked')
  })

  // covers: JRN-61, JRN-114
  test('as it comes within the days that can be booked ahead, which no change of the plan says', async () => {
    await fullVan()
    await wait()
    const { trip_id } = await freeVan()
    const { db } = server.deps
    const tomorrow = sql<Date>`start_datetime + interval '1 day'`
    await db
      .updateTable('trips')
      .set({ start_datetime: tomorrow, end_datetime: sql<Date>`end_datetime + interval '1 day'` })
      .where('id', '=', trip_id)
      .execute()
    await sql`update service_availability_searches s set traveling_at = traveling_at + interval '1 day'
      from waitlist_entries w where w.service_availability_search_id = s.id and w.id = ${id}`.execute(db)
    await sql`update waitlist_entries set earliest_at = earliest_at + interval '1 day',
      latest_at = latest_at + interval '1 day', give_up_at = give_up_at + interval '1 day' where id = ${id}`.execute(db)
    await sql`update service_strategies set configuration = configuration || '{"booking_horizon_days": 1}'
      where zone_id = ${town.zone_id}`.execute(db)
    await sql`update zone_plans set version = version + 1, settings_version = settings_version + 1
      where zone_id = ${town.zone_id}`.execute(db)
    for (const time of ['08:30', '08:35', '15:45']) expect(await look(time)).toBe('waiting')
    expect(await look('16:01')).toBe('booked')
  })

  // covers: JRN-61
  test('as a road opens or a pause ends by itself at its time', async () => {
    const { trip_id } = await freeVan()
    const [longitude, latitude] = stopPoint('Station')
    const closed = { region_id: town.region_id, longitude, latitude, reach_m: 50, until: at('08:50') }
    await server.deps.db
      .insertInto('road_closures')
      .values({ ...closed, created_at: at('08:00') })
      .execute()
    await act({ kind: 'pause_vehicle', trip_id, until: at('09:30') })
    await wait()
    for (const time of ['08:30', '08:35', '08:45', '08:51', '09:25']) expect(await look(time)).toBe('waiting')
    expect(await look('09:31')).toBe('booked')
  })
})
