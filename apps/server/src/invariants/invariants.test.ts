import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSmallTown, type Booking, type Crew, type SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { bookGroup, people } from '../testing/groups.ts'
import { checkInvariants } from './invariants.ts'

let server: TestServer
let town: SmallTown
let vans: Crew[]
let bookings: Booking[]
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  vans = [await town.vehicle('Van 1')]
  const maria = await town.passenger('Maria Silva')
  const tom = await town.passenger('Tom Baker')
  bookings = [
    await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' }),
    await town.book({ who: tom, from: 'Harbour', to: 'Station', at: '11:00' }),
  ]
  vans.push(await town.vehicle('Van 2'))
})
afterAll(() => server.close())

test('each thing that does not hold in the stored rows is found once and named', async () => {
  const { db } = server.deps
  expect(await checkInvariants(db)).toEqual([])
  const [first, second] = bookings.map(({ id }) => id)
  const trip_id = vans[0]!.trip_id
  await sql`delete from service_request_histories where service_request_id = ${first}`.execute(db)
  await sql`update vehicles set capacity = 0 where id = ${vans[0]!.vehicle_id}`.execute(db)
  await sql`update trips set current_state = 'completed' where id = ${trip_id}`.execute(db)
  await sql`update service_requests set boarded_at = now() where id = ${second}`.execute(db)
  await sql`update trip_stops set trip_id = ${vans[1]!.trip_id}, location_index = 100 where id =
    (select pickup_trip_stop_id from service_requests where id = ${second})`.execute(db)
  const found = await checkInvariants(db)
  expect(found.map(({ rule }) => rule)).toEqual([
    'seats',
    'planned_on_ended_trip',
    'planned_on_ended_trip',
    'history',
    'stop_of_other_trip',
    'times',
  ])
  expect(found.slice(1)).toEqual([
    {
      rule: 'planned_on_ended_trip',
      trip_id,
      service_request_id: first,
      detail: 'booking is assigned on a completed trip',
    },
    {
      rule: 'planned_on_ended_trip',
      trip_id,
      service_request_id: second,
      detail: 'booking is assigned on a completed trip',
    },
    { rule: 'history', service_request_id: first, detail: 'has no history' },
    { rule: 'stop_of_other_trip', trip_id, service_request_id: second, detail: 'the pick-up is no stop of the trip' },
    { rule: 'times', service_request_id: second, detail: 'is assigned and boarded' },
  ])
})

test('a group that travels together is found where it is planned on several vehicles', async () => {
  const { db } = server.deps
  const apart = await buildSmallTown(server)
  const buses = [await apart.vehicle('Bus 1', { seats: 8 }), await apart.vehicle('Bus 2', { seats: 8 })]
  const { id, service_requests: all } = await bookGroup(apart, await people(apart, 2))
  const rules = async () => (await checkInvariants(db)).filter(({ rule }) => rule === 'split_group')
  expect(await rules()).toEqual([])
  const [first, second] = all.toSorted((a, b) => a.id - b.id)
  const elsewhere = buses.find(({ trip_id }) => trip_id !== second?.trip_id)
  await db.updateTable('service_requests').set({ trip_id: elsewhere!.trip_id }).where('id', '=', second!.id).execute()
  expect(await rules()).toEqual([
    { rule: 'split_group', service_request_id: first?.id, detail: `group ${id} is on several vehicles` },
  ])
})
