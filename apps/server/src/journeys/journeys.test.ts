import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type ServiceAvailabilitySearch, type ServiceOffering } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { buildSmallTown, clockOf, type SmallTown, type StopName } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  maria = await town.passenger('Maria Silva')
})
afterEach(() => nothingBroken(server))

const offer = async (from: StopName, to: StopName, at: string, who = maria): Promise<ServiceOffering> => {
  const search = await town.search({ who, from, to, at })
  const [first] = search.service_offerings
  if (first === undefined) throw new Error(`No offering: ${search.message ?? ''}`)
  return first
}
type Said = { even_without_return?: boolean; key?: string; comment?: string }
const confirm = async (legs: readonly { id: number }[], { key, ...said }: Said = {}) => {
  const chosen = legs.map(({ id }) => ({ service_offering_id: id, payment_method: 'cash' as const }))
  const body = { traveler_id: maria, legs: chosen, ...said }
  const options = key === undefined ? {} : { idempotencyKey: key }
  return (await town.dispatcher.call(api.journeys.create, { body, ...options })).data
}
const bookings = async () =>
  (await town.dispatcher.call(api.serviceRequests.list, { query: { filter: { traveler: [maria] } } })).data
const freshOf = (meta: Readonly<Record<string, unknown>> | undefined) =>
  meta as { leg: number; service_availability_search: ServiceAvailabilitySearch } // as the contract says
const thereAndBack = async () => [
  await offer('Harbour', 'Station', '09:00'),
  await offer('Station', 'Harbour', '11:00'),
]

describe('confirming there and back', () => {
  // covers: JRN-08
  test('makes two bookings of one journey, and each tells which leg of it it is', async () => {
    await town.vehicle('Van 1')
    const journey = await confirm(await thereAndBack(), { comment: 'Rings twice' })
    const legs = journey.service_requests.map(({ journey_id, journey_leg, status, pickup }) => [
      journey_id,
      journey_leg,
      status,
      pickup.name,
    ])
    expect(legs).toEqual([
      [journey.id, 1, 'assigned', 'Harbour'],
      [journey.id, 2, 'assigned', 'Station'],
    ])
    expect(journey.service_requests.map(({ comment }) => comment)).toEqual(['Rings twice', 'Rings twice'])
    expect((await town.dispatcher.call(api.journeys.show, { params: { id: journey.id } })).data).toEqual(journey)
    const alone = await town.book({ who: maria, from: 'School', to: 'Station', at: '14:00' })
    expect([alone.journey_id, alone.journey_leg]).toEqual([null, null])
  })

  test('keeps the notes of each way with that way', async () => {
    await town.vehicle('Van 1')
    const [there, back] = await thereAndBack()
    const leg = (offering = there, told: { pickup_note?: string; dropoff_note?: string } = {}) => ({
      service_offering_id: offering?.id ?? 0,
      payment_method: 'cash' as const,
      ...told,
    })
    const legs = [
      leg(there, { pickup_note: 'Blue gate' }),
      leg(back, { pickup_note: 'Side door', dropoff_note: 'Hall' }),
    ]
    const { data } = await town.dispatcher.call(api.journeys.create, { body: { traveler_id: maria, legs } })
    expect(data.service_requests.map(({ pickup_note, dropoff_note }) => [pickup_note, dropoff_note])).toEqual([
      ['Blue gate', null],
      ['Side door', 'Hall'],
    ])
  })

  // covers: JRN-125
  test('answers the same journey to a repetition, with its key and without', async () => {
    await town.vehicle('Van 1')
    const chosen = await thereAndBack()
    const first = await confirm(chosen, { key: 'there and back' })
    expect(await confirm(chosen, { key: 'there and back' })).toEqual(first)
    expect(await confirm(chosen)).toEqual(first)
    expect(await bookings()).toHaveLength(2)
  })

  test('makes no second journey of offerings whose bookings have been changed to others since', async () => {
    await town.vehicle('Van 1')
    const chosen = await thereAndBack()
    const { service_requests } = await confirm(chosen)
    for (const [index, { id }] of service_requests.toReversed().entries()) {
      const search = await town.search({
        who: maria,
        from: 'Market',
        to: 'School',
        at: `${16 - index}:00`,
        changes: id,
      })
      const body = { service_offering_id: search.service_offerings[0]!.id }
      await town.dispatcher.call(api.serviceRequests.change, { params: { id }, body })
    }
    expect((await refusal(confirm(chosen))).status).toBe(409)
    expect(await bookings()).toHaveLength(2)
  })

  // covers: JRN-07, JRN-127
  test('books nothing where the way there is gone, and brings fresh offerings for it alone', async () => {
    await town.vehicle('Van 1', { seats: 1 })
    const chosen = await thereAndBack()
    const tom = await town.passenger('Tom Baker')
    await town.book({ who: tom, from: 'Harbour', to: 'Station', at: '09:00' })
    const error = await refusal(confirm(chosen))
    expect([error.status, error.errors[0]?.code]).toEqual([409, 'offer_gone'])
    const { leg, service_availability_search: fresh } = freshOf(error.meta)
    expect([leg, fresh.origin.name]).toEqual([1, 'Harbour'])
    expect(await bookings()).toEqual([])
    const [other] = fresh.service_offerings
    const journey = await confirm([other ?? chosen[0]!, chosen[1]!])
    expect(journey.service_requests).toHaveLength(2)
  })

  // covers: JRN-06, JRN-07, JRN-127
  test('books nothing where the way back is gone, unless the way there is wanted without it', async () => {
    await town.vehicle('Van 1', { seats: 1 })
    const chosen = await thereAndBack()
    const tom = await town.passenger('Tom Baker')
    await town.book({ who: tom, from: 'Station', to: 'Harbour', at: '11:00' })
    const error = await refusal(confirm(chosen))
    expect(freshOf(error.meta)).toMatchObject({
      leg: 2,
      service_availability_search: { status: 'offerings_available', origin: { name: 'Station' } },
    })
    expect(await bookings()).toEqual([])
    const { service_requests } = await confirm(chosen, { even_without_return: true })
    expect(service_requests.map(({ pickup, journey_leg }) => [pickup.name, journey_leg])).toEqual([['Harbour', 1]])
    expect(await bookings()).toHaveLength(1)
  })

  // covers: JRN-07
  test('weighs the way back, and what is offered instead, in the plan that holds the way there', async () => {
    town = await buildSmallTown(server, { strategy: { pickup_window_minutes: 2, dropoff_window_minutes: 2 } })
    maria = await town.passenger('Maria Silva')
    await town.vehicle('Van 1')
    const there = await offer('Harbour', 'Station', '09:00')
    // From the other end of the town, where the only vehicle cannot be by then.
    const soon = clockOf(there.dropoff.upper_bound)
    const back = await offer('Harbour', 'Market', soon)
    expect(Date.parse(back.pickup.lower_bound)).toBeGreaterThanOrEqual(Date.parse(there.dropoff.upper_bound))
    const error = await refusal(confirm([there, back]))
    const { leg, service_availability_search: fresh } = freshOf(error.meta)
    const [later] = fresh.service_offerings
    expect([leg, later === undefined]).toEqual([2, false])
    expect(Date.parse(later?.pickup.lower_bound ?? '')).toBeGreaterThan(Date.parse(back.pickup.upper_bound))
    expect((await confirm([there, later ?? back])).service_requests).toHaveLength(2)
  })

  // covers: JRN-04
  test('refuses a way back that begins before the way there ends, and says from when on one is possible', async () => {
    await town.vehicle('Van 1')
    const there = await offer('Market', 'Hospital', '09:00')
    const back = await offer('Hospital', 'Market', clockOf(there.dropoff.lower_bound))
    expect(Date.parse(back.pickup.lower_bound)).toBeLessThan(Date.parse(there.dropoff.upper_bound))
    const error = await refusal(confirm([there, back]))
    expect([error.status, error.errors[0]?.source?.pointer]).toEqual([422, '/legs/1/service_offering_id'])
    const ends = Date.parse(there.dropoff.upper_bound)
    const possible = new Date(Math.ceil(ends / 300_000) * 300_000).toISOString()
    const [end, from] = [new Date(ends).toISOString(), possible].map((time) => clockOf(time).replace(/^0/, ''))
    expect(error.errors[0]?.detail).toBe(`The way there ends at ${end} am; a return is possible from ${from} am`)
    expect(await bookings()).toEqual([])
  })

  test('books legs of two zones, and none of them where one is gone', async () => {
    await town.vehicle('Van 1')
    const first = town
    const there = await offer('Harbour', 'Station', '09:00')
    town = await buildSmallTown(server)
    await town.vehicle('Van 2', { seats: 1 })
    await server.deps.db.updateTable('zones').set({ status: 'active' }).where('id', '=', first.zone_id).execute()
    const words = { who: maria, from: 'Station', to: 'Harbour', at: '11:00', zone: town.zone_id } as const
    const back = (await town.search(words)).service_offerings[0]!
    const tom = await town.passenger('Tom Baker')
    const other = await town.book({ ...words, who: tom })
    expect(freshOf((await refusal(confirm([there, back]))).meta).leg).toBe(2)
    expect(await bookings()).toEqual([])
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: other.id }, body: {} })
    const { service_requests } = await confirm([there, back])
    expect(service_requests.map(({ zone_id }) => zone_id)).toEqual([first.zone_id, town.zone_id])
  })

  test('says at which leg something is wrong, and books neither', async () => {
    await town.vehicle('Van 1')
    const [there, back] = await thereAndBack()
    const tom = await town.passenger('Tom Baker')
    const stolen = await offer('Hospital', 'Market', '12:00', tom)
    const pointers = async (legs: object[]) => {
      const body = { traveler_id: maria, legs: legs as never }
      const { status, errors } = await refusal(town.dispatcher.call(api.journeys.create, { body }))
      return [status, ...errors.map(({ source }) => source?.pointer)]
    }
    const leg = (one: ServiceOffering | undefined, payment_method = 'cash') => ({
      service_offering_id: one?.id ?? 0,
      payment_method,
    })
    expect(await pointers([leg(there), leg(stolen)])).toEqual([422, '/traveler_id'])
    expect(await pointers([leg(there), leg(back, 'opalcard')])).toEqual([422, '/legs/1/payment_method'])
    expect(await pointers([leg(there)])).toEqual([422, '/legs'])
    expect(await bookings()).toEqual([])
  })
})
