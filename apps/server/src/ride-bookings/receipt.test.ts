import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type Client, type HelperRight, urlOf } from '@ambit/contract'
import { driveRide, saveCard } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { bookRide, openToApps, searchRide } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let maria: number
let app: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await openToApps(town)
  van = await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
})

const receipt = async (id: number, client = app) => (await client.call(api.ride.receipt, { params: { id } })).data
const statusOf = async (call: Promise<unknown>) => (await refusal(call)).status

// covers: RIDE-57, RIDE-119
test('a ride has a receipt once it is completed, for its passenger alone, with the tax note of its region', async () => {
  await server.client('superadmin').call(api.regions.update, {
    params: { id: town.region_id },
    body: { receipt_note: 'Sunline Pty Ltd\nIncludes 10 % GST' },
  })
  const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
  expect(await statusOf(receipt(id))).toBe(404)
  await driveRide(server, van, id)
  const { data: ride } = await app.call(api.ride.booking, { params: { id } })
  expect(await receipt(id)).toMatchObject({
    number: `R-2026-${String(id).padStart(6, '0')}`,
    date: ride.dropped_off_at,
    picked_up_at: ride.picked_up_at,
    note: 'Sunline Pty Ltd\nIncludes 10 % GST',
    traveler_name: 'Maria Silva',
    from: 'Market',
    to: 'Hospital',
    people: 1,
    scaled_price: ride.scaled_price,
    reduction: 0,
    reduced_by: [],
    total_price: ride.total_price,
    payment_method: 'cash',
  })
  const stranger = server.passengerClient(await town.passenger('Stan Stranger'))
  expect(await statusOf(receipt(id, stranger))).toBe(404)
  const file = async (token: string) =>
    fetch(`${server.url}${urlOf(api.ride.receiptFile, { id })}`, { headers: { authorization: `Bearer ${token}` } })
  const answer = await file(await server.passengerToken(maria))
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toContain(`R-2026-${String(id).padStart(6, '0')}.pdf`)
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-[^]*%%EOF\s*$/)
  expect((await file(await server.passengerToken(await town.passenger('Otto Other')))).status).toBe(404)
})

// covers: RIDE-57
test('a reduction names the concession that the passenger held when booking, and cash what the driver took', async () => {
  const office = server.client('superadmin')
  const body = { name: `Seniors ${maria}`, region_id: town.region_id, discount_amount: 50 }
  const { data: set } = await office.call(api.travelerSets.create, { body })
  await office.call(api.travelerConcessions.create, {
    body: { traveler_id: maria, traveler_set_id: set.id, expires_at: '2027-11-23T00:00:00+10:00' },
  })
  const { id, scaled_price, total_price } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
  await driveRide(server, van, id)
  await server.deps.db.updateTable('service_requests').set({ fare_paid: 1 }).where('id', '=', id).execute()
  expect(total_price).toBe(scaled_price / 2)
  expect(await receipt(id)).toMatchObject({
    scaled_price,
    reduction: scaled_price - total_price,
    reduced_by: [`Seniors ${maria}`],
    total_price,
    fare_paid: 1,
  })
})

// covers: RIDE-93
test('a helper’s receipt of a ride names no card of the passenger, and the passenger’s own does', async () => {
  await server.deps.db
    .updateTable('zones')
    .set({ payment_methods: ['cash', 'card'] })
    .where('id', '=', town.zone_id)
    .execute()
  await saveCard(server, maria, `pm_${maria}`, 'test')
  const helper_id = await town.passenger('Hanna Helper')
  const rights: HelperRight[] = ['book', 'follow', 'pay']
  await server
    .client('superadmin')
    .call(api.travelerHelpers.create, { body: { traveler_id: maria, helper_id, rights } })
  const { service_offerings } = await searchRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
  const body = { service_offering_id: service_offerings[0]?.id ?? 0, payment_method: 'card' as const }
  const { id } = (await app.call(api.ride.book, { body })).data
  await driveRide(server, van, id)
  const { db, clock } = server.deps
  const charge = { kind: 'charge', state: 'succeeded', amount_minor: 300, currency: 'AUD' } as const
  const stamps = { created_at: clock.now(), updated_at: clock.now() }
  const by = { payment_method_id: `pm_${maria}`, provider_id: null, reason: null, requested_by: null }
  await db
    .insertInto('payments')
    .values({ service_request_id: id, ...charge, ...by, ...stamps })
    .execute()
  expect((await receipt(id)).card).toEqual({ brand: 'visa', last4: '4242' })
  expect(await receipt(id, server.passengerClient(helper_id))).toMatchObject({ payment_method: 'card', card: null })
})
