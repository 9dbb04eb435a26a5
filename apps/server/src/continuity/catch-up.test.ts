import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ApiError, type PaperStop } from '@ambit/contract'
import { planningJobs } from '../planning/jobs.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  // That there is one says that packs are written; nothing here writes any.
  server = await startTestServer({ streets: straightStreets(), config: { continuityFolders: ['/packs'] } })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
})
afterEach(() => nothingBroken(server))

const moment = (time: string): string => new Date(`2026-11-23T${time}:00+10:00`).toISOString()
const at = (time: string): void => server.deps.clock.set(moment(time))
const job = (name: string) => planningJobs.find((one) => one.name === name)!
const stops = async () => (await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })).data.trip_stops
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const history = async (id: number) => (await town.dispatcher.call(api.serviceRequests.history, { params: { id } })).data
const send = (entries: PaperStop[], key?: string) =>
  town.dispatcher.call(api.continuityPacks.catchUp, {
    body: { trip_id: van.trip_id, written_by: 'Ann Lee', stops: entries },
    ...(key === undefined ? {} : { idempotencyKey: key }),
  })

const refused = async (entries: PaperStop[]): Promise<string[]> => {
  const error = await send(entries).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('It was taken in')
  expect(error.status).toBe(422)
  return error.errors.map(({ source, detail }) => `${source?.pointer ?? ''} ${detail}`)
}

/** Maria rides from the market to the hospital at nine, Tom from the school to the station a little later. */
const bookBoth = async () => {
  const maria = await town.book({
    who: await town.passenger('Maria Silva'),
    from: 'Market',
    to: 'Hospital',
    at: '09:00',
  })
  const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'School', to: 'Station', at: '09:30' })
  return { maria: maria.id, tom: tom.id, ids: (await stops()).map(({ id }) => id) }
}

const ride = (ids: number[], maria: number): PaperStop[] => [
  {
    trip_stop_id: ids[0]!,
    arrived_at: moment('09:01'),
    departed_at: moment('09:03'),
    bookings: [{ id: maria, mark: 'boarded', at: moment('09:02') }],
  },
  {
    trip_stop_id: ids[1]!,
    arrived_at: moment('09:07'),
    departed_at: moment('09:08'),
    bookings: [{ id: maria, mark: 'set_down', at: moment('09:07') }],
  },
]

// covers: OPS-70
test('a trip that was driven by paper is taken in with its times, signed on, and stands in histories as recorded afterwards', async () => {
  const { maria, tom, ids } = await bookBoth()
  const promised = await booking(maria)
  at('11:00')
  const { data } = await send([
    ...ride(ids, maria),
    {
      trip_stop_id: ids[2]!,
      arrived_at: moment('09:31'),
      departed_at: moment('09:40'),
      bookings: [{ id: tom, mark: 'not_come', at: moment('09:39') }],
    },
  ])
  expect(data).toEqual({ trip_id: van.trip_id, stops: 3, bookings: 3 })
  const [done, missed] = [await booking(maria), await booking(tom)]
  expect([done.status, clockOf(done.pickup.actual), clockOf(done.dropoff.actual)]).toEqual([
    'completed',
    '09:02',
    '09:07',
  ])
  expect([done.pickup.lower_bound, done.dropoff.upper_bound]).toEqual([
    promised.pickup.lower_bound,
    promised.dropoff.upper_bound,
  ])
  expect(missed.status).toBe('no_show')
  const charged = await server.deps.db
    .selectFrom('service_requests')
    .select('charged_at')
    .where('id', '=', maria)
    .executeTakeFirstOrThrow()
  expect(charged.charged_at).not.toBeNull()
  expect(
    (await history(maria)).slice(-2).map(({ status, user_type, reasons }) => [status, user_type, reasons[0]?.text]),
  ).toEqual([
    ['on_board', 'user', 'Boarded at 9:02 am, recorded afterwards from what Ann Lee wrote'],
    ['completed', 'user', 'Set down at 9:07 am, recorded afterwards from what Ann Lee wrote'],
  ])
  expect((await history(tom)).at(-1)?.reasons[0]?.text).toBe(
    'Did not come at 9:39 am, recorded afterwards from what Ann Lee wrote',
  )
  const trip = (await town.dispatcher.call(api.trips.history, { params: { id: van.trip_id } })).data
  expect(trip.at(-1)).toMatchObject({
    change: 'state',
    before: 'staged',
    after: 'live',
    message: 'Signed on at 8:00 am, recorded afterwards from what Ann Lee wrote',
  })
})

// covers: OPS-70
test('what was taken in counts in the report of outcomes', async () => {
  const { maria, ids } = await bookBoth()
  at('11:00')
  await send(ride(ids, maria))
  const { data } = await town.dispatcher.call(api.bookingReports.summary, {
    query: { filter: { from: '2026-11-01', to: '2026-11-30', region: [town.region_id] } },
  })
  expect(data.totals).toMatchObject({ completed: 1, open: 1 })
})

describe('what cannot have been so is refused beside its entry, and nothing is stored', () => {
  // covers: OPS-70
  test('times ahead, outside of the trip, or before what happened before', async () => {
    const { maria, ids } = await bookBoth()
    at('09:05')
    expect(await refused(ride(ids, maria))).toEqual([
      '/stops/1/arrived_at This time has not come yet',
      '/stops/1/bookings/0/at This time has not come yet',
      '/stops/1/departed_at This time has not come yet',
    ])
    at('11:00')
    const [first, second] = ride(ids, maria)
    expect(
      await refused([
        { ...first!, arrived_at: moment('06:00') },
        { ...second!, arrived_at: moment('09:00') },
      ]),
    ).toEqual([
      '/stops/0/arrived_at This time does not lie within the trip',
      '/stops/1/arrived_at This time lies before what happened before it',
    ])
    expect(await refused([{ ...first!, departed_at: null }, second!])).toEqual([
      '/stops/0/departed_at Please enter when the vehicle left',
    ])
    expect((await booking(maria)).status).toBe('assigned')
  })

  // covers: OPS-70
  test('a stop whose passenger was not accounted for, one that was left out, and one that is done', async () => {
    const { maria, tom, ids } = await bookBoth()
    at('11:00')
    const [first, second] = ride(ids, maria)
    expect(await refused([{ ...first!, bookings: [] }])).toEqual([
      '/stops/0/departed_at Maria Silva has neither boarded nor been declared a no-show',
    ])
    expect(await refused([{ ...second!, bookings: [] }])).toEqual([
      '/stops/0/trip_stop_id Please enter what became of Maria Silva at Market, the stop before',
    ])
    expect(await refused([{ ...first!, bookings: [{ id: tom, mark: 'boarded', at: moment('09:02') }] }])).toEqual([
      '/stops/0/bookings/0 Arrive at the pick-up before the passenger boards',
    ])
    await send([first!, second!])
    expect(await refused([first!])).toContain('/stops/0/arrived_at This time lies before what happened before it')
  })
})

// covers: OPS-70
test('an entry that is sent again after a lost answer is taken in once', async () => {
  const { maria, ids } = await bookBoth()
  at('11:00')
  const first = await send(ride(ids, maria), 'paper-1')
  expect(await send(ride(ids, maria), 'paper-1')).toEqual(first)
  expect((await history(maria)).filter(({ status }) => status === 'completed')).toHaveLength(1)
})

// covers: OPS-70
test('a trip whose beginning the server knows goes on from there', async () => {
  const { maria, ids } = await bookBoth()
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  at('09:00')
  await van.client.call(api.driver.arrive, { params: { id: ids[0]! } })
  at('11:00')
  const [first, second] = ride(ids, maria)
  await send([{ ...first!, arrived_at: null }, second!])
  expect((await stops()).slice(0, 2).map(({ arrived_at }) => clockOf(arrived_at))).toEqual(['09:00', '09:07'])
})

describe('after a time without a server', () => {
  const ranLastNow = async (): Promise<void> => {
    const { db, clock } = server.deps
    await db
      .insertInto('jobs')
      .values({ name: 'dispatch.rescue', due_at: clock.now(), last_run_at: clock.now() })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_run_at: clock.now() }))
      .execute()
  }

  test('no booking waits where no packs are written', async () => {
    const { tom } = await bookBoth()
    await ranLastNow()
    at('11:00')
    const config = { ...server.deps.config, continuityFolders: [] }
    await runJob({ ...server.deps, config }, job('dispatch.rescue'))
    expect((await booking(tom)).status).toBe('error')
  })

  // covers: OPS-70
  test('bookings of that time wait for what was written, and are given up once staff say that nothing more is to come', async () => {
    const { tom } = await bookBoth()
    const { db, clock } = server.deps
    await ranLastNow()
    at('11:00')
    await runJob(server.deps, job('dispatch.rescue'))
    expect((await booking(tom)).status).toBe('assigned')
    const { data, meta } = await town.dispatcher.call(api.continuityPacks.toCatchUp)
    expect(data.find(({ id }) => id === van.trip_id)).toMatchObject({
      vehicle_number: 'Van 1',
      stops_open: 4,
      bookings_open: 2,
    })
    expect(
      meta.outages
        .filter(({ region_id }) => region_id === town.region_id)
        .map(({ from_at, until_at }) => [clockOf(from_at), clockOf(until_at)]),
    ).toEqual([['08:00', '11:00']])
    await db.updateTable('jobs').set({ last_run_at: clock.now() }).where('name', '=', 'dispatch.rescue').execute()
    await town.dispatcher.call(api.continuityPacks.settle, { body: { region_id: town.region_id } })
    await runJob(server.deps, job('dispatch.rescue'))
    expect((await booking(tom)).status).toBe('error')
    const { meta: after } = await town.dispatcher.call(api.continuityPacks.toCatchUp)
    expect(after.outages.some(({ region_id }) => region_id === town.region_id)).toBe(false)
  })

  test('only who may, in their regions, takes in and ends the waiting', async () => {
    const { maria, ids } = await bookBoth()
    at('11:00')
    const body = { trip_id: van.trip_id, written_by: 'Ann Lee', stops: ride(ids, maria) }
    const key = 'Settings:continuity:canUpdate'
    const stranger = server.client({ permissions: ['Settings:Module', key], region_ids: [town.region_id + 999] })
    await expect(stranger.call(api.continuityPacks.catchUp, { body })).rejects.toMatchObject({ status: 404 })
    const reader = server.client({ permissions: ['Settings:Module', 'Settings:continuity:canRead'] })
    await expect(reader.call(api.continuityPacks.catchUp, { body })).rejects.toMatchObject({ status: 403 })
  })
})
