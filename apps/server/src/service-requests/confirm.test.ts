import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ApiError, ServiceAvailabilitySearch } from '@ambit/contract'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { saveCard } from '../testing/paid-rides.ts'
import { checkInvariants } from '../invariants/invariants.ts'
import { sellTenOfTwoHundred } from '../testing/rush.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
})

const confirm = (who: number, offering: number) =>
  town.dispatcher.call(api.serviceRequests.create, {
    body: { service_offering_id: offering, traveler_id: who, payment_method: 'cash' },
  })
const refusedBy = async (doing: Promise<unknown>): Promise<ApiError> => {
  const error = await doing.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('It was not refused')
}

describe('confirming an offering', () => {
  // covers: WIZ-154, WIZ-155
  test('confirming twice makes one booking, and another passenger cannot confirm the offering', async () => {
    await town.vehicle('Van 1')
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const { id } = (await town.search({ who: maria, from: 'Market', to: 'Hospital' })).service_offerings[0]!
    const stolen = await refusedBy(confirm(tom, id))
    expect([stolen.status, stolen.errors[0]!.source?.pointer]).toEqual([422, '/traveler_id'])
    const { data: first } = await confirm(maria, id)
    const { data: second } = await confirm(maria, id)
    expect(second.id).toBe(first.id)
    const history = await town.dispatcher.call(api.serviceRequests.history, { params: { id: first.id } })
    expect(history.data[1]!.reasons[0]!.text).toBe(
      'Van 1 as offered: 5 minutes more driving; no other passenger is delayed',
    )
  })

  test('a booking whose server fails once it is stored is answered, and its repetition gets the same answer', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const { id } = (await town.search({ who: maria, from: 'Market', to: 'Hospital' })).service_offerings[0]!
    const send = () =>
      town.dispatcher.call(api.serviceRequests.create, {
        body: { service_offering_id: id, traveler_id: maria, payment_method: 'cash' },
        idempotencyKey: `booking-${id}`,
      })
    const { wake } = server.deps.planning
    server.deps.planning.wake = () => Promise.reject(new Error('the server died'))
    const first = await send().finally(() => (server.deps.planning.wake = wake))
    expect(await send()).toEqual(first)
  })

  test('a payment method that the zone does not take is refused by name', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const { id } = (await town.search({ who: maria, from: 'Market', to: 'Hospital' })).service_offerings[0]!
    const error = await refusedBy(
      town.dispatcher.call(api.serviceRequests.create, {
        body: { service_offering_id: id, traveler_id: maria, payment_method: 'opalcard' },
      }),
    )
    expect(error.errors[0]).toMatchObject({
      detail: 'This trip can be paid by cash or card',
      source: { pointer: '/payment_method' },
    })
  })

  test('a trip is paid by card only with a saved card of the provider that charges it', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const { id } = (await town.search({ who: maria, from: 'Market', to: 'Hospital' })).service_offerings[0]!
    const byCard = () =>
      town.dispatcher.call(api.serviceRequests.create, {
        body: { service_offering_id: id, traveler_id: maria, payment_method: 'card' },
      })
    const refused = await refusedBy(byCard())
    expect([refused.status, refused.errors[0]]).toMatchObject([
      422,
      {
        source: { pointer: '/payment_method' },
        detail: 'This passenger has no saved card. Add one, or choose another way to pay',
      },
    ])
    // A card of another provider cannot be charged.
    await saveCard(server, maria, `card_of_another_${maria}`, 'stripe')
    expect((await refusedBy(byCard())).status).toBe(422)
    await saveCard(server, maria, `card_${maria}`, 'test')
    expect((await byCard()).data.payment_method).toBe('card')
  })

  test('another van keeps the same promise when the last seat is gone', async () => {
    await town.vehicle('Van 1', { seats: 1 })
    // There and back takes 880 s, longer than the pick-up window: one seat serves one of them.
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const { id } = (await town.search({ who: maria, from: 'Harbour', to: 'Station', at: '09:00' }))
      .service_offerings[0]!
    await town.book({ who: tom, from: 'Harbour', to: 'Station', at: '09:00' })
    await town.vehicle('Van 2')
    const { data } = await confirm(maria, id)
    expect(data.vehicle_number).toBe('Van 2')
  })

  test('a promise that no vehicle can keep is answered with 409 and new offerings that work', async () => {
    await town.vehicle('Van 1', { seats: 1 })
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const { id } = (await town.search({ who: maria, from: 'Harbour', to: 'Station', at: '09:00' }))
      .service_offerings[0]!
    await town.book({ who: tom, from: 'Harbour', to: 'Station', at: '09:02' })
    const error = await refusedBy(confirm(maria, id))
    expect([error.status, error.errors[0]!.code]).toEqual([409, 'offer_gone'])
    const fresh = ServiceAvailabilitySearch.parse(error.meta!['service_availability_search'])
    expect(fresh.status).toBe('offerings_available')
    expect((await confirm(maria, fresh.service_offerings[0]!.id)).data.status).toBe('assigned')
  })

  test('an offering is held for five minutes', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const { id } = (await town.search({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' }))
      .service_offerings[0]!
    server.deps.clock.advance(5 * 60_000)
    expect((await refusedBy(confirm(maria, id))).errors[0]!.code).toBe('offer_gone')
  })

  test('a promise is kept however many passengers join the trip', async () => {
    await town.vehicle('Van 1', { seats: 4 })
    const tom = await town.passenger('Tom Baker')
    const booking = await town.book({ who: tom, from: 'Harbour', to: 'Station', at: '09:00' })
    for (let i = 0; i < 8; i++) {
      const who = await town.passenger(`Guest ${i}`)
      const search = await town.search({
        who,
        from: i % 2 === 0 ? 'Market' : 'School',
        to: i % 3 === 0 ? 'Station' : 'Hospital',
        at: '09:00',
      })
      if (search.service_offerings[0] !== undefined) await confirm(who, search.service_offerings[0].id)
      const { data: now } = await town.dispatcher.call(api.serviceRequests.show, { params: { id: booking.id } })
      expect(Date.parse(now.pickup.eta!)).toBeLessThanOrEqual(Date.parse(booking.pickup.upper_bound))
      expect(Date.parse(now.dropoff.eta!)).toBeLessThanOrEqual(Date.parse(booking.dropoff.upper_bound))
    }
    expect(await checkInvariants(server.deps.db)).toEqual([])
    const { data: shared } = await town.dispatcher.call(api.trips.show, { params: { id: booking.trip_id! } })
    expect(shared.booking_count).toBeGreaterThan(2)
  })

  test('two hundred simultaneous confirmations for ten seats sell ten', async () => {
    await town.vehicle('Bus', { seats: 10 })
    expect(await sellTenOfTwoHundred(town, () => server.url)).toEqual({ sold: 10, gone: 190 })
  }, 240_000)
})
