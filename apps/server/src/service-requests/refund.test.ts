import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ServiceRequest } from '@ambit/contract'
import { driveRide, saveCard } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let maria: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  await saveCard(server, maria, `card_${maria}`, 'test')
})

const bookFor = async (payment_method: 'cash' | 'card'): Promise<number> => {
  const { service_offerings } = await town.search({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
  const body = { service_offering_id: service_offerings[0]?.id ?? 0, traveler_id: maria, payment_method }
  return (await town.dispatcher.call(api.serviceRequests.create, { body })).data.id
}
const shown = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const refund = (id: number) => town.dispatcher.call(api.serviceRequests.refund, { params: { id } })
const why = async (id: number) => (await refusal(refund(id))).errors[0]?.detail
const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)

/** Oscar drives her there. */
const drive = (id: number) => driveRide(server, van, id)

describe('the fare of a journey', () => {
  // covers: BOOK-02, BOOK-71, BOOK-77, BOOK-79
  test('a card fare is charged when the journey is done, and refunded once', async () => {
    const id = await bookFor('card')
    expect(await shown(id)).toMatchObject({ payment_status: 'not_charged', allow_refund: false })
    expect(await why(id)).toBe('Cannot refund as the passenger has not been charged')
    await drive(id)
    expect(await shown(id)).toMatchObject({ payment_status: 'charged', allow_refund: true })
    const { data } = await refund(id)
    expect(data).toMatchObject({
      payment_status: 'refunded',
      allow_refund: false,
      booking_log: { payment_method: 'card', charged: true, refunded: true, scaled_price: 3.5, amount: 3.5 },
    })
    const row = await server.deps.db
      .selectFrom('service_requests')
      .innerJoin('users', 'users.id', 'refunded_by')
      .where('service_requests.id', '=', id)
      .select('users.username')
      .executeTakeFirst()
    expect(row?.username).toContain('dispatcher')
    expect(await why(id)).toBe('Passenger has already been refunded')
  })

  test('a fare is refunded once when two users ask at the same time', async () => {
    const id = await bookFor('card')
    await drive(id)
    const asked = await Promise.allSettled([refund(id), refund(id)])
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  // covers: BOOK-78
  test('a cash fare is not refunded through the system', async () => {
    const id = await bookFor('cash')
    await drive(id)
    expect(await shown(id)).toMatchObject({ payment_status: 'charged', allow_refund: false })
    expect(await why(id)).toBe('Cannot refund cash through the system')
  })

  test('a fare is charged once, however often the drop-off is undone', async () => {
    const id = await bookFor('card')
    await drive(id)
    await refund(id)
    await van.client.call(api.driver.undo, { params: { id: van.trip_id } })
    expect(await shown(id)).toMatchObject({ status: 'on_board', payment_status: 'refunded' })
    at('09:06:00')
    await van.client.call(api.driver.dropOff, { params: { id } })
    expect(await shown(id)).toMatchObject({ status: 'completed', payment_status: 'refunded' })
  })

  test('a zone without a price charges no fare', async () => {
    await server.deps.db.updateTable('zones').set({ default_price: 0 }).where('id', '=', town.zone_id).execute()
    const id = await bookFor('card')
    await drive(id)
    expect(await shown(id)).toMatchObject({ payment_status: 'free', allow_refund: false })
  })

  test('users without the permission or from another region cannot refund a fare', async () => {
    const id = await bookFor('card')
    await drive(id)
    const reader = server.client({ permissions: ['LiveBooking:booking:canRead'] })
    expect((await refusal(reader.call(api.serviceRequests.refund, { params: { id } }))).status).toBe(403)
    const permissions = ['LiveBooking:booking:canRead', 'LiveBooking:booking:canUpdate']
    const away = server.client({ permissions, region_ids: [town.region_id + 1] })
    expect((await refusal(away.call(api.serviceRequests.refund, { params: { id } }))).status).toBe(404)
  })
})

// covers: BOOK-58, BOOK-59, BOOK-61, BOOK-62, BOOK-84
test('a booking shows its places, passenger, vehicle and price', async () => {
  const id = await bookFor('card')
  const booking = await shown(id)
  expect(Object.keys(booking).toSorted()).toEqual(Object.keys(ServiceRequest.shape).toSorted())
  expect(booking).toMatchObject({
    zone_id: town.zone_id,
    region_id: town.region_id,
    time_zone: 'Australia/Brisbane',
    traveler_id: maria,
    trip_id: van.trip_id,
    mobility_support: 0,
    survey_ids: [],
    passengers: [{ fare_type: 'adult' }],
    origin: { name: 'Market', point: [expect.any(Number), expect.any(Number)] },
    destination: { name: 'Hospital', point: [expect.any(Number), expect.any(Number)] },
    payment_status: 'not_charged',
    booking_method: 'portal',
    discount_code: null,
    error_message: null,
    allow_refund: false,
    allow_cancel: true,
    booking_log: { payment_method: 'card', charged: false, refunded: false, scaled_price: 3.5, amount: 3.5 },
    service_offering: { meta: { scaled_price: 3.5, total_price: 3.5 } },
  })
})
