import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import type { Streets } from '@ambit/streets'
import { refusal } from '../testing/refusal.ts'
import { bookRide, openToApps, searchRide } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const straight = straightStreets()
let isJoined = true
/** On foot along Harbour Road and round one corner, wherever it leads. */
const steps = [
  { kind: 'left', street: 'Market Street', distance_m: 150 },
  { kind: 'arrive', street: 'Market Street', distance_m: 60 },
] as const
const corner = at(1000, 1000)
const route: Streets['route'] = (profile, from, to) => {
  const found = straight.route(profile, from, to)
  if (profile === 'car' || found === null) return found
  if (!isJoined) return null
  const [first, last] = [found.geometry[0]!, found.geometry.at(-1)!] // a line
  const walked = steps.map((step) => ({ ...step, point: last }))
  return { ...found, geometry: [first, corner, last], begins: 'Harbour Road', steps: walked }
}

let server: TestServer
let town: SmallTown
let maria: number
let app: Client
beforeAll(async () => {
  server = await startTestServer({ streets: { ...straight, route } })
})
afterAll(() => server.close())
beforeEach(async () => {
  isJoined = true
  town = await buildSmallTown(server)
  await openToApps(town)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
})

const [door, aunt] = [at(1050, 200), at(3040, 150)]
const ride = { from: door, to: aunt, at: '09:00' } as const
const offered = async (words: Parameters<typeof searchRide>[1] = ride): Promise<{ id: number }> => {
  const [offering] = (await searchRide(app, words)).service_offerings
  if (offering === undefined) throw new Error('Nothing was offered')
  return { id: offering.id }
}
const ofOffering = async (params: { id: number }, client = app) =>
  (await client.call(api.ride.offeringWalks, { params })).data
const ofRide = async ({ id }: { id: number }, client = app) =>
  (await client.call(api.ride.walks, { params: { id } })).data

const walked = { begins: 'Harbour Road', steps }
const both = {
  pickup: { ...walked, path: [door, corner, stopPoint('Market')] },
  dropoff: { ...walked, path: [stopPoint('Hospital'), corner, aunt] },
}

// covers: RIDE-44
test('the ways on foot of an offering and of a booked ride lead from the door to the stop and from the stop to the door, with the streets and turns on them', async () => {
  expect(await ofOffering(await offered())).toEqual(both)
  expect(await ofRide(await bookRide(app, ride))).toEqual(both)
})

test('where a ride begins or ends at the door, and where no path leads to the stop, there is no way on foot', async () => {
  const fromStop = await offered({ ...ride, from: 'Market' })
  expect(await ofOffering(fromStop)).toEqual({ ...both, pickup: null })
  const booked = await bookRide(app, { ...ride, to: 'Hospital' })
  expect(await ofRide(booked)).toEqual({ ...both, dropoff: null })
  isJoined = false
  expect(await ofRide(booked)).toEqual({ pickup: null, dropoff: null })
})

test("the ways on foot of another passenger's offering or ride are not found, but by one who books for them", async () => {
  const offering = await offered()
  const booked = await bookRide(app, ride)
  const tom = await town.passenger('Tom Baker')
  const toms = server.passengerClient(tom)
  const statuses = async () => [
    (await refusal(ofOffering(offering, toms))).status,
    (await refusal(ofRide(booked, toms))).status,
  ]
  expect(await statuses()).toEqual([404, 404])
  expect((await refusal(ofOffering({ id: 4711 }))).status).toBe(404)
  expect((await refusal(ofRide({ id: 4711 }))).status).toBe(404)
  await server
    .client('customer_service')
    .call(api.travelerHelpers.create, { body: { traveler_id: maria, helper_id: tom, rights: ['book'] } })
  expect(await ofOffering(offering, toms)).toEqual(both)
  expect(await ofRide(booked, toms)).toEqual(both)
})
