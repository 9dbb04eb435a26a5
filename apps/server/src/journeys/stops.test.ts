import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type ServiceAvailabilitySearch, type ServiceOffering } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { buildSmallTown, clockOf, type Crew, type SmallTown, type StopName, stopPoint } from '../testing/small-town.ts'
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
  van = await town.vehicle('Van 1', { seats: 1 })
  maria = await town.passenger('Maria Silva')
})
afterEach(() => nothingBroken(server))

const MINUTE_MS = 60_000
const setClock = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const offer = async (from: StopName, to: StopName, at: string): Promise<ServiceOffering> => {
  const search = await town.search({ who: maria, from, to, at })
  const [first] = search.service_offerings
  if (first === undefined) throw new Error(`No offering: ${search.message ?? ''}`)
  return first
}
/** From home to the surgery, to the chemist's and home again. */
const round = async (): Promise<ServiceOffering[]> => [
  await offer('Harbour', 'Hospital', '09:00'),
  await offer('Hospital', 'Station', '11:00'),
  await offer('Station', 'Harbour', '13:00'),
]
const legsOf = (offers: readonly { id: number }[], stays: readonly (number | null)[] = [null, 30, 30]) =>
  offers.map(({ id }, index) => ({
    service_offering_id: id,
    payment_method: 'cash' as const,
    stay_minutes: stays[index] ?? null,
  }))
const confirmLegs = (legs: ReturnType<typeof legsOf>, said: { even_without_return?: boolean } = {}) =>
  town.dispatcher.call(api.journeys.create, { body: { traveler_id: maria, legs, ...said } })
const book = async (): Promise<[number, number, number]> => {
  const { data } = await confirmLegs(legsOf(await round()))
  const [first = 0, second = 0, third = 0] = data.service_requests.map(({ id }) => id)
  return [first, second, third]
}
const bookings = async () =>
  (await town.dispatcher.call(api.serviceRequests.list, { query: { filter: { traveler: [maria] } } })).data
const statuses = async (ids: readonly number[]) => {
  const all = await bookings()
  return ids.map((id) => all.find((one) => one.id === id)?.status)
}
const wrong = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}

describe('booking a ride with stops', () => {
  // covers: JRN-10
  test('makes three bookings of one journey in their order, with the stay before each further one', async () => {
    const { data } = await confirmLegs(legsOf(await round(), [null, 45, 15]))
    expect(
      data.service_requests.map(({ journey_id, journey_leg, stay_minutes, status, pickup, dropoff }) => [
        journey_id,
        journey_leg,
        stay_minutes,
        status,
        `${pickup.name} to ${dropoff.name}`,
      ]),
    ).toEqual([
      [data.id, 1, null, 'assigned', 'Harbour to Hospital'],
      [data.id, 2, 45, 'assigned', 'Hospital to Station'],
      [data.id, 3, 15, 'assigned', 'Station to Harbour'],
    ])
    expect((await town.dispatcher.call(api.journeys.show, { params: { id: data.id } })).data).toEqual(data)
  })

  // covers: JRN-10
  test('is confirmed to the passenger by messages that name all of its legs', async () => {
    const { data } = await confirmLegs(legsOf(await round()))
    const { db } = server.deps
    const told = await db
      .selectFrom('messages')
      .where('traveler_id', '=', maria)
      .where('event', '=', 'booking_confirmed')
      .select(['service_request_id', 'facts'])
      .orderBy('service_request_id')
      .execute()
    const [first, second, third] = data.service_requests.map(({ id, pickup }) => ({ id, place: pickup.name }))
    const named = told.map(({ service_request_id: id, facts: { other_legs } }) => [
      id,
      other_legs?.map(({ place }) => place),
    ])
    expect(named).toEqual([
      [first?.id, [second?.place, third?.place]],
      [second?.id, [first?.place, third?.place]],
      [third?.id, [first?.place, second?.place]],
    ])
  })

  // covers: JRN-10
  test('takes two legs with a stay between them that lead on to another place', async () => {
    const [first, second] = await round()
    const { data } = await confirmLegs(legsOf([first!, second!], [null, 10]))
    expect(data.service_requests.map(({ stay_minutes }) => stay_minutes)).toEqual([null, 10])
  })

  // covers: JRN-10
  test('books nothing where one leg is gone, and brings fresh offerings for that leg alone', async () => {
    const chosen = await round()
    const tom = await town.passenger('Tom Baker')
    await town.book({ who: tom, from: 'Station', to: 'Harbour', at: '13:00' })
    const error = await refusal(confirmLegs(legsOf(chosen)))
    expect([error.status, error.errors[0]?.code]).toEqual([409, 'offer_gone'])
    const { leg, service_availability_search: fresh } = error.meta as {
      leg: number
      service_availability_search: ServiceAvailabilitySearch
    } // as the contract says
    expect([leg, fresh.origin.name]).toEqual([3, 'Station'])
    expect(await bookings()).toEqual([])
    const [other] = fresh.service_offerings
    const { data } = await confirmLegs(legsOf([chosen[0]!, chosen[1]!, other!]))
    expect(data.service_requests).toHaveLength(3)
    expect(await refusal(confirmLegs(legsOf(chosen)))).toMatchObject({ status: 409 })
  })

  // covers: JRN-10
  test('gives the last seat to one of two journeys that are confirmed at once, and nothing to the other', async () => {
    const chosen = await round()
    const tom = await town.passenger('Tom Baker')
    const theirs = []
    for (const [from, to, at] of [
      ['Harbour', 'Hospital', '09:00'],
      ['Hospital', 'Station', '11:00'],
      ['Station', 'Harbour', '13:00'],
    ] as const)
      theirs.push((await town.search({ who: tom, from, to, at })).service_offerings[0]!)
    const outcomes = await Promise.allSettled([
      confirmLegs(legsOf(chosen)),
      town.dispatcher.call(api.journeys.create, { body: { traveler_id: tom, legs: legsOf(theirs) } }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const query = { filter: { traveler: [maria, tom] } }
    const { data } = await town.dispatcher.call(api.serviceRequests.list, { query })
    expect([data.length, new Set(data.map(({ journey_id }) => journey_id)).size]).toEqual([3, 1])
  })

  // covers: JRN-10
  test('refuses a stay that is too short, too long or missing at its field, and more than three legs', async () => {
    const chosen = await round()
    const of = (...stays: (number | null)[]) => wrong(confirmLegs(legsOf(chosen, stays)))
    const limits = 'Please enter 10 to 480 minutes'
    expect(await of(null, 9, 30)).toEqual([422, '/legs/1/stay_minutes', limits])
    expect(await of(null, 30, 481)).toEqual([422, '/legs/2/stay_minutes', limits])
    expect(await of(null, 30, null)).toEqual([422, '/legs/2/stay_minutes', limits])
    expect(await of(null, null, null)).toEqual([422, '/legs/1/stay_minutes', limits])
    expect(await of(20, 30, 30)).toEqual([422, '/legs/0/stay_minutes', 'There is no stay before the first leg'])
    const four = legsOf([...chosen, chosen[0]!], [null, 30, 30, 30])
    expect(await wrong(confirmLegs(four))).toEqual([422, '/legs', 'A ride has 3 legs at most'])
    const partly = wrong(confirmLegs(legsOf(chosen), { even_without_return: true }))
    expect(await partly).toEqual([422, '/even_without_return', 'A ride with stops is booked as one'])
    expect(await bookings()).toEqual([])
  })

  // covers: JRN-10
  test('refuses a leg that begins before the stay is over, and says from when on it is possible', async () => {
    const chosen = await round()
    const ends = Date.parse(chosen[1]!.dropoff.upper_bound)
    const opens = Date.parse(chosen[2]!.pickup.lower_bound)
    const most = Math.floor((opens - ends) / MINUTE_MS)
    const clock = (time: string) => clockOf(time).replace(/^0/, '')
    const [status, pointer, detail] = await wrong(confirmLegs(legsOf(chosen, [null, 30, most + 1])))
    expect([status, pointer]).toEqual([422, '/legs/2/service_offering_id'])
    expect(detail).toContain(`The leg before ends at ${clock(chosen[1]!.dropoff.upper_bound)}`)
    expect(detail).toContain(`after a stay of ${most + 1} min the next one is possible from`)
    expect(await bookings()).toEqual([])
    expect((await confirmLegs(legsOf(chosen, [null, 30, most]))).data.service_requests).toHaveLength(3)
  })
})

describe('a ride with stops that is booked', () => {
  /** The vehicle stands at the first pick-up. */
  const arriveFor = async (id: number): Promise<void> => {
    setClock('08:50:00')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const { trip_stops } = (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data
    const stop = trip_stops.find(({ boardings }) => boardings.some((one) => one.id === id))?.id ?? 0
    setClock('09:00:00')
    await van.client.call(api.driver.arrive, { params: { id: stop } })
  }

  // covers: JRN-10
  test('keeps a leg that is changed between its neighbours, ten minutes from each', async () => {
    const [, second] = await book()
    const change = async (at: string) => {
      const asked = { who: maria, from: 'Hospital', to: 'Station', at, changes: second } as const
      const [found] = (await town.search(asked)).service_offerings
      const body = { service_offering_id: found?.id ?? 0, payment_method: 'cash' as const }
      return town.dispatcher.call(api.serviceRequests.change, { params: { id: second }, body })
    }
    const early = await wrong(change('09:00'))
    expect(early.slice(0, 2)).toEqual([422, '/service_offering_id'])
    expect(early[2]).toMatch(/^The leg before ends at 9:\d\d am; after a stay of 10 min the next one is possible from/)
    const late = await wrong(change('13:00'))
    expect(late[2]).toMatch(/^The leg before ends at 1:\d\d pm; after a stay of 10 min the next one is possible from/)
    expect((await change('11:30')).data.journey_leg).toBe(2)
  })

  // covers: JRN-10
  // @test-tag long
  test('loses one leg alone, or all that have not begun', async () => {
    const alone = await book()
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: alone[1] }, body: { legs: 'this' } })
    expect(await statuses(alone)).toEqual(['assigned', 'cancelled', 'assigned'])
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: alone[2] }, body: { legs: 'all' } })
    expect(await statuses(alone)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    const begun = await book()
    await arriveFor(begun[0])
    await van.client.call(api.driver.board, { params: { id: begun[0] }, body: {} })
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: begun[1] }, body: { legs: 'all' } })
    expect(await statuses(begun)).toEqual(['on_board', 'cancelled', 'cancelled'])
  })

  // covers: JRN-10
  test('asks of each leg that follows a no-show whether it is still wanted', async () => {
    const [first, second, third] = await book()
    await arriveFor(first)
    setClock('09:10:00')
    await van.client.call(api.driver.noShow, { params: { id: first } })
    const asked = async () =>
      (await town.dispatcher.call(api.exceptions.list, { query: {} })).data
        .filter(({ kind, zone_id }) => kind === 'passenger_call' && zone_id === town.zone_id)
        .map(({ facts }) => [facts.service_request_id, facts.leg])
        .toSorted()
    expect(await statuses([first, second, third])).toEqual(['no_show', 'assigned', 'assigned'])
    expect(await asked()).toEqual([
      [second, 2],
      [third, 3],
    ])
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: second }, body: {} })
    expect(await asked()).toEqual([[third, 3]])
  })

  test('has no way back to be called for', async () => {
    const [first] = await book()
    const words = 'is a leg of a ride with stops: it has no way back to be called for'
    const body = { service_request_id: first, not_before: '2026-11-23T15:00:00+10:00' }
    const kept = await wrong(town.dispatcher.call(api.openReturns.create, { body }))
    expect(kept).toEqual([422, '/service_request_id', `This booking ${words}`])
    const text = (name: StopName) => stopPoint(name).toReversed().join(',')
    const query = { traveler_id: maria, from: text('Harbour'), to: text('Hospital') }
    expect((await town.dispatcher.call(api.journeys.usualReturn, { query })).data.choice).toBe('none')
  })
})
