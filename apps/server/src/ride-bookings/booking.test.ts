import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client, type RideBooking } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { openToApps, searchRide } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
let app: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await openToApps(town)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
})

const book = async (words: Parameters<typeof searchRide>[1], more: object = {}): Promise<RideBooking> => {
  const { service_offerings } = await searchRide(app, words)
  const body = { service_offering_id: service_offerings[0]?.id ?? 0, payment_method: 'cash' as const, ...more }
  return (await app.call(api.ride.book, { body })).data
}

test('books', async () => {
  const ride = await book({ from: 'Market', to: 'Hospital', at: '09:00' }, { note: 'Blue door' })
  console.log(JSON.stringify(ride), JSON.stringify(ride).length)
  console.log(JSON.stringify((await app.call(api.ride.bookings, { query: { state: 'open' } })).data))
})
