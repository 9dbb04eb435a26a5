import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type CallInput, type Client, type RideOffering, type RideSearch } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown, stopPoint, type StopName } from '../testing/small-town.ts'
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
afterEach(() => nothingBroken(server))

const at = (time: string): string => `2026-11-23T${time}:00+10:00`
type Body = NonNullable<CallInput<typeof api.ride.search>['body']>
const placed = (name: StopName) => ({ name, point: stopPoint(name) })
const asked = (part: Partial<Body> = {}): Body => ({
  origin: placed('Harbour'),
  destination: placed('Station'),
  traveling_at: at('09:00'),
  departing: true,
  passengers: [{}],
  return: { choice: 'timed', traveling_at: at('11:00'), departing: true },
  ...part,
})
const search = async (part: Partial<Body> = {}, client = app): Promise<RideSearch> =>
  (await client.call(api.ride.search, { body: asked(part) })).data
const firstOf = (found: Pick<RideSearch, 'message' | 'service_offerings'> | undefined): RideOffering => {
  const [offering] = found?.service_offerings ?? []
  if (offering === undefined) throw new Error(`No offering: ${found?.message ?? ''}`)
  return offering
}
const bothOf = (found: RideSearch) => [firstOf(found), firstOf(found.back)] as const
type Booking = NonNullable<CallInput<typeof api.ride.book>['body']>
const bookingOf = ([there, back]: readonly [RideOffering, RideOffering], part: Partial<Booking> = {}): Booking => ({
  service_offering_id: there.id,
  payment_method: 'cash',
  return: { choice: 'timed', service_offering_id: back.id },
  ...part,
})
const book = async (body: Booking, idempotencyKey?: string, client = app) =>
  (await client.call(api.ride.book, { body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })).data
const ridesOf = async (client = app) => (await client.call(api.ride.bookings, { query: { state: 'open' } })).data
const show = async (id: number, client = app) => (await client.call(api.ride.booking, { params: { id } })).data
const refused = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}
const freshOf = ({ meta = {} }: { meta?: Readonly<Record<string, unknown>> }) =>
  meta['service_offerings'] as RideOffering[] // as the contract says
/** The one seat of the van at that time is sold to somebody else. */
const sell = async (from: StopName, to: StopName, time: string): Promise<void> => {
  await server.deps.db.updateTable('vehicles').set({ capacity: 1 }).where('id', '=', van.vehicle_id).execute()
  await town.book({ who: await town.passenger('Tom Baker'), from, to, at: time })
}

describe('searching there and back', () => {
  // covers: RIDE-41
  test('finds both ways with one search, the way back from the end of the way there', async () => {
    const found = await search()
    const [there, back] = bothOf(found)
    expect([there.pickup.name, there.dropoff.name]).toEqual(['Harbour', 'Station'])
    expect([back.pickup.name, back.dropoff.name]).toEqual(['Station', 'Harbour'])
    expect(Date.parse(back.pickup.lower_bound)).toBeGreaterThanOrEqual(Date.parse(at('11:00')))
    expect(found).not.toHaveProperty('call_until')
  })

  test('says at the way back what is wrong with its time', async () => {
    const back = (time: string) => ({ choice: 'timed' as const, traveling_at: at(time), departing: true })
    expect(await refused(search({ return: back('08:55') }))).toEqual([
      422,
      '/return/traveling_at',
      'Please choose a time after the way there',
    ])
    const far = { choice: 'timed' as const, traveling_at: '2027-11-23T11:00:00+10:00', departing: true }
    expect((await refused(search({ return: far }))).slice(0, 2)).toEqual([422, '/return/traveling_at'])
    expect(await refused(search({ service_request_id: 1 }))).toEqual([
      422,
      '/return',
      'A ride is changed by itself, without a way back',
    ])
  })

  test('says until when a way back can be called for that day', async () => {
    const found = await search({ return: { choice: 'open' } })
    expect(Date.parse(found.call_until ?? '')).toBeGreaterThan(Date.parse(at('12:00')))
    expect(found.back).toBeUndefined()
  })
})

test('a way back in the hours before a service day begins can be called for until the service of the day before ends', async () => {
  const hours = Array.from({ length: 7 }, () => [{ from: 720, until: 2100 }])
  const body = { holds_from: '2026-11-01', day_starts: 720, hours }
  await server.client('superadmin').call(api.bookingRules.create, { params: { id: town.zone_id }, body })
  const found = await search({ return: { choice: 'open' } })
  expect(found.call_until).toBe(new Date(at('11:00')).toISOString())
  const late = await search({ traveling_at: at('10:50'), return: { choice: 'open' } })
  const booking = { ...bookingOf([firstOf(late), firstOf(late)]), return: { choice: 'open' as const } }
  expect(await refused(book(booking))).toEqual([
    422,
    '/return',
    'Service ends at 11:00 am, before you could call for the way back',
  ])
})

describe('booking there and back', () => {
  // covers: RIDE-41, RIDE-48
  test('makes two bookings of the app’s of one journey, and each tells of the other', async () => {
    const offerings = bothOf(await search())
    const back = { choice: 'timed' as const, service_offering_id: offerings[1].id, pickup_note: 'Side door' }
    const there = await book(bookingOf(offerings, { pickup_note: 'Blue gate', return: back }))
    const rides = await ridesOf()
    const [id = 0, other = 0] = rides.map((ride) => ride.id)
    const cancelled = { can_cancel: true, cancel_is_late: false }
    expect(rides.map(({ journey }) => journey)).toEqual([
      {
        leg: 'there',
        number: 1,
        others: [{ id: other, number: 2, pickup_opens: offerings[1].pickup.lower_bound, ...cancelled }],
        open_return_id: null,
      },
      {
        leg: 'back',
        number: 2,
        others: [{ id, number: 1, pickup_opens: offerings[0].pickup.lower_bound, ...cancelled }],
        open_return_id: null,
      },
    ])
    expect(there).toEqual(await show(id))
    const notes = await Promise.all([id, other].map((one) => app.call(api.ride.notes, { params: { id: one } })))
    expect(notes.map(({ data }) => data.pickup_note)).toEqual(['Blue gate', 'Side door'])
    const { data: stored } = await town.dispatcher.call(api.serviceRequests.show, { params: { id: other } })
    expect(stored).toMatchObject({ booking_method: 'app', journey_leg: 2, traveler_id: maria })
  })

  // covers: RIDE-41, RIDE-48
  test('books none where the way back is gone, and brings fresh offerings for it', async () => {
    const offerings = bothOf(await search())
    await sell('Station', 'Harbour', '11:00')
    const error = await refusal(book(bookingOf(offerings)))
    expect([error.status, error.errors[0]?.code, error.meta?.['leg']]).toEqual([409, 'offer_gone', 2])
    expect(await ridesOf()).toEqual([])
    const [fresh] = freshOf(error)
    expect(fresh?.pickup.name).toBe('Station')
    await book(bookingOf([offerings[0], fresh!]))
    expect(await ridesOf()).toHaveLength(2)
  })

  test('books none where the way there is gone, and brings fresh offerings for that', async () => {
    const offerings = bothOf(await search())
    await sell('Harbour', 'Station', '09:00')
    const error = await refusal(book(bookingOf(offerings)))
    expect([error.status, error.errors[0]?.code, error.meta?.['leg']]).toEqual([409, 'offer_gone', 1])
    expect(freshOf(error)[0]?.pickup.name).toBe('Harbour')
    expect(await ridesOf()).toEqual([])
  })

  // covers: RIDE-48
  test('three times at once with one key books each way once, and each answer is the same', async () => {
    const body = bookingOf(bothOf(await search()))
    const answers = await Promise.all([1, 2, 3].map(() => book(body, 'both ways, tapped three times')))
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    // After a reload the key is another one, and the offerings are the same.
    expect((await book(body)).id).toBe(answers[0]?.id)
    expect(await ridesOf()).toHaveLength(2)
  })

  test('answers 404 for an offering of somebody else, for each of both ways', async () => {
    const tom = server.passengerClient(await town.passenger('Tom Baker'))
    const [there, back] = bothOf(await search())
    const [hisThere, hisBack] = bothOf(
      await search(
        { traveling_at: at('13:00'), return: { choice: 'timed', traveling_at: at('15:00'), departing: true } },
        tom,
      ),
    )
    expect((await refusal(book(bookingOf([hisThere, back])))).status).toBe(404)
    expect((await refusal(book(bookingOf([there, hisBack])))).status).toBe(404)
    expect(await ridesOf()).toEqual([])
  })

  test('refuses a way back before the way there ends, and a card that there is none of', async () => {
    const [there, back] = bothOf(await search())
    const soon = bothOf(
      await search({
        traveling_at: at('10:55'),
        return: { choice: 'timed', traveling_at: at('10:57'), departing: true },
      }),
    )
    const early = await refused(book(bookingOf([soon[0], back])))
    expect(early.slice(0, 2)).toEqual([422, '/return/service_offering_id'])
    expect(early[2]).toMatch(/^The way there ends at .*; a return is possible from /)
    expect((await refused(book(bookingOf([there, back], { payment_method: 'card' })))).slice(0, 2)).toEqual([
      422,
      '/payment_method',
    ])
    expect(await ridesOf()).toEqual([])
  })

  // covers: RIDE-49
  test('asks about a ride that begins near one of both about then, and refuses one that overlaps', async () => {
    const { service_offerings } = await search({ traveling_at: at('08:50'), return: { choice: 'open' } })
    await book({ service_offering_id: service_offerings[0]!.id, payment_method: 'cash' })
    const offerings = bothOf(await search({ traveling_at: at('09:10') }))
    const error = await refusal(book(bookingOf(offerings)))
    expect([error.status, error.errors[0]?.code]).toEqual([409, 'another_ride'])
    await book(bookingOf(offerings, { another: true }))
    expect(await ridesOf()).toHaveLength(3)
    await town.vehicle('Van 2')
    const elsewhere = bothOf(
      await search({ origin: placed('Market'), destination: placed('School'), traveling_at: at('09:12') }),
    )
    const overlapping = await refused(book(bookingOf(elsewhere, { another: true })))
    expect(overlapping).toEqual([422, '/service_offering_id', expect.stringMatching(/^You have a ride at /)])
    expect(await ridesOf()).toHaveLength(3)
  })

  test('a helper books both ways for the one whom they help, and sees them linked', async () => {
    const anna = await town.passenger('Anna Jones')
    const body = { traveler_id: maria, helper_id: anna, rights: ['book' as const] }
    await server.client('customer_service').call(api.travelerHelpers.create, { body })
    const helper = server.passengerClient(anna)
    await book(bookingOf(bothOf(await search({ traveler_id: maria }, helper))), undefined, helper)
    expect((await ridesOf(helper)).map(({ traveler_name, journey }) => [traveler_name, journey?.leg])).toEqual([
      ['Maria Silva', 'there'],
      ['Maria Silva', 'back'],
    ])
  })
})

describe('of there and back', () => {
  const cancel = (id: number, legs: 'this' | 'all') =>
    app.call(api.ride.cancel, { params: { id }, body: { reason: 'illness', legs } })

  test('one ride is cancelled alone, or both with one call', async () => {
    const there = await book(bookingOf(bothOf(await search())))
    const back = there.journey?.others[0]?.id ?? 0
    await cancel(there.id, 'this')
    expect((await ridesOf()).map(({ id, journey }) => [id, journey?.others])).toEqual([[back, []]])
    expect(await refused(cancel(back, 'all'))).toEqual([
      409,
      undefined,
      'There is no other leg that could be cancelled',
    ])
    const next = await book(
      bookingOf(
        bothOf(
          await search({
            traveling_at: at('13:00'),
            return: { choice: 'timed', traveling_at: at('15:00'), departing: true },
          }),
        ),
      ),
    )
    await cancel(next.id, 'all')
    expect((await ridesOf()).map(({ id }) => id)).toEqual([back])
  })

  // covers: RIDE-78
  test('each way says of the other whether cancelling it too would stand in the record', async () => {
    const there = await book(bookingOf(bothOf(await search())))
    const back = there.journey?.others[0]?.id ?? 0
    const late = async () =>
      Promise.all([there.id, back].map(async (id) => (await show(id)).journey?.others[0]?.cancel_is_late))
    server.deps.clock.set(at('07:55'))
    expect(await late()).toEqual([false, false])
    server.deps.clock.set(at('08:30'))
    expect(await late()).toEqual([false, true])
  })

  test('a ride is not changed to a time at which the other way does not fit', async () => {
    const there = await book(bookingOf(bothOf(await search())))
    const later = await search({ traveling_at: at('10:55'), return: undefined, service_request_id: there.id })
    const body = { service_offering_id: firstOf(later).id }
    const said = await refused(app.call(api.ride.change, { params: { id: there.id }, body }))
    expect(said.slice(0, 2)).toEqual([422, '/service_offering_id'])
    expect(said[2]).toMatch(/a return is possible from/)
  })
})
