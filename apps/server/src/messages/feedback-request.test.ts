import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { runJob } from '../testing/run-job.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { findMessages } from './find.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let who: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
})
afterEach(() => nothingBroken(server))

const clock = (moment: string) => server.deps.clock.set(`2026-11-${moment}:00+10:00`)
const find = () => runJob(server.deps, findMessages)
const asked = () =>
  server.deps.db
    .selectFrom('messages')
    .where('event', '=', 'feedback_request')
    .where('traveler_id', '=', who)
    .select(['service_request_id', 'state', 'reason', 'text'])
    .orderBy('id')
    .execute()

/** Rides from the market to the hospital; dropped off four minutes after the time. */
const ride = async (hour: string): Promise<number> => {
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: `${hour}:00` })
  const stopsOf = async () =>
    (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data.trip_stops.filter(
      ({ arrived_at }) => arrived_at === null,
    )
  clock(`23T${hour}:00`)
  const [pickup, dropoff] = await stopsOf()
  await van.client.call(api.driver.arrive, { params: { id: pickup?.id ?? 0 } })
  await van.client.call(api.driver.board, { params: { id } })
  await van.client.call(api.driver.depart, { params: { id: pickup?.id ?? 0 } })
  clock(`23T${hour}:04`)
  await van.client.call(api.driver.arrive, { params: { id: dropoff?.id ?? 0 } })
  await van.client.call(api.driver.dropOff, { params: { id } })
  await van.client.call(api.driver.depart, { params: { id: dropoff?.id ?? 0 } })
  return id
}

// covers: MSG-11
test('half an hour after a ride its passenger is asked how it was, and not again within seven days', async () => {
  const first = await ride('09')
  clock('23T09:33')
  await find()
  expect(await asked()).toEqual([])
  clock('23T09:35')
  await find()
  await find()
  await sendWaitingMessages(server)
  const [request, ...others] = await asked()
  expect(others).toEqual([])
  expect(request).toMatchObject({ service_request_id: first, state: 'captured' })
  expect(request?.text).toContain('How was your ride on Mon 23 Nov?')
  const second = await ride('11')
  clock('23T11:40')
  await find()
  expect(await asked()).toHaveLength(1)
  await server.deps.db
    .updateTable('messages')
    .set({ created_at: new Date('2026-11-15T09:00:00+10:00') }) // eight days before
    .where('event', '=', 'feedback_request')
    .execute()
  await find()
  expect((await asked()).map(({ service_request_id }) => service_request_id)).toEqual([first, second])
})

// covers: MSG-13
test('who has rated the ride is not asked, and a question that still waits is of no use then', async () => {
  const id = await ride('09')
  clock('23T09:40')
  await find()
  await server.deps.db
    .insertInto('feedbacks')
    .values({
      service_request_id: id,
      traveler_id: who,
      rating: 5,
      comments: null,
      created_at: server.deps.clock.now(),
    })
    .execute()
  await sendWaitingMessages(server)
  expect(await asked()).toMatchObject([{ state: 'superseded', reason: 'the ride was rated' }])
  await find()
  expect(await asked()).toHaveLength(1)
})
