import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client, createClient, type RideBooking, type RideOffering } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { bookRide, openToApps, searchRide } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
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

const ride = { from: 'Market', to: 'Hospital', at: '09:00' } as const
const offered = async (words: Parameters<typeof searchRide>[1] = ride, client = app): Promise<RideOffering> => {
  const [offering] = (await searchRide(client, words)).service_offerings
  if (offering === undefined) throw new Error('Nothing was offered')
  return offering
}
const bookingOf = (id: number) => ({ service_offering_id: id, payment_method: 'cash' as const })
const show = async (id: number) => (await app.call(api.ride.booking, { params: { id } })).data
const bookings = async () =>
  (await server.deps.db.selectFrom('service_requests').where('traveler_id', '=', maria).selectAll().execute()).length
const refused = async (call: Promise<unknown>) => {
  const error = await refusal(call)
  return [error.status, error.errors[0]?.code, error.errors[0]?.detail]
}
const setClock = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
/** The van drives to the booked pick-up and boards there, or on to the end. */
const drive = async (id: number, until: 'on_board' | 'completed'): Promise<void> => {
  const stopOf = async (end: 'boardings' | 'alightings') => {
    const { data } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
    return { params: { id: data.trip_stops.find((stop) => stop[end].some((one) => one.id === id))?.id ?? 0 } }
  }
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  setClock('09:00:00')
  await van.client.call(api.driver.arrive, await stopOf('boardings'))
  await van.client.call(api.driver.board, { params: { id } })
  if (until === 'on_board') return
  await van.client.call(api.driver.depart, await stopOf('boardings'))
  setClock('09:05:00')
  await van.client.call(api.driver.arrive, await stopOf('alightings'))
  await van.client.call(api.driver.dropOff, { params: { id } })
}

describe('booking', () => {
  test('makes an offering a booking of the app’s, with the passenger in its history', async () => {
    const offering = await offered()
    const body = { ...bookingOf(offering.id), pickup_note: 'Blue door', dropoff_note: 'Ward 3' }
    const { data: booked } = await app.call(api.ride.book, { body })
    expect(booked).toMatchObject({
      phase: 'planned',
      status: 'assigned',
      pickup: offering.pickup,
      dropoff: offering.dropoff,
      payment_method: 'cash',
      scaled_price: 3.5,
      total_price: 3.5,
      contact: { name: 'Coast', phone_number: null, emergency_number: '112' },
      cancel_refused: null,
      change_refused: null,
    })
    expect(await show(booked.id)).toEqual(booked)
    const { data: stored } = await town.dispatcher.call(api.serviceRequests.show, { params: { id: booked.id } })
    expect(stored).toMatchObject({ booking_method: 'app', comment: null, dropoff_note: 'Ward 3', traveler_id: maria })
    const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: booked.id } })
    expect(history[0]).toMatchObject({ status: 'created', user_type: 'passenger', user_name: 'Maria Silva' })
    const { search_method } = await server.deps.db
      .selectFrom('service_availability_searches')
      .select('booking_method as search_method')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(search_method).toBe('app')
  })

  test('three times at once with one key makes one booking, and each answer is the same', async () => {
    const call = { body: bookingOf((await offered()).id), idempotencyKey: 'tapped-three-times' }
    const answers = await Promise.all([1, 2, 3].map(() => app.call(api.ride.book, call)))
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(await bookings()).toBe(1)
  })

  test('whose answer was lost is answered again, and books once', async () => {
    const send = async (offering: RideOffering) =>
      app.call(api.ride.book, { body: bookingOf(offering.id), idempotencyKey: 'lost answer' })
    const offering = await offered()
    const { wake } = server.deps.planning
    server.deps.planning.wake = () => Promise.reject(new Error('the server died'))
    const first = await send(offering).finally(() => (server.deps.planning.wake = wake))
    server.deps.clock.advance(20 * 60_000)
    expect(await send(offering)).toEqual(first)
    expect(await bookings()).toBe(1)
  })

  test('of a seat that the portal sold in the meantime is refused with fresh offerings, of which one can be booked', async () => {
    await server.deps.db.updateTable('vehicles').set({ capacity: 1 }).where('id', '=', van.vehicle_id).execute()
    const words = { from: 'Harbour', to: 'Station', at: '09:00' } as const
    const offering = await offered(words)
    await town.book({ who: await town.passenger('Tom Baker'), ...words })
    const error = await refusal(app.call(api.ride.book, { body: bookingOf(offering.id), idempotencyKey: 'gone' }))
    expect([error.status, error.errors[0]?.code]).toEqual([409, 'offer_gone'])
    expect(await bookings()).toBe(0)
    const fresh = error.meta?.['service_offerings'] as RideOffering[]
    expect(Object.keys(fresh[0]!).toSorted()).toEqual(Object.keys(offering).toSorted())
    expect(Date.parse(fresh[0]!.pickup.lower_bound)).toBeGreaterThan(Date.parse(offering.pickup.upper_bound))
    expect(JSON.stringify(error.meta)).not.toMatch(/Van 1|Tom|reasons|vehicle/)
    const call = { body: bookingOf(fresh[0]!.id), idempotencyKey: 'fresh' }
    await Promise.all([1, 2, 3].map(() => app.call(api.ride.book, call)))
    expect(await bookings()).toBe(1)
  })

  test('the last seat while the portal books it gives it to one of both', async () => {
    await server.deps.db.updateTable('vehicles').set({ capacity: 1 }).where('id', '=', van.vehicle_id).execute()
    const words = { from: 'Harbour', to: 'Station', at: '09:00' } as const
    const offering = await offered(words)
    const tom = await town.passenger('Tom Baker')
    const [theirs] = (await town.search({ who: tom, ...words })).service_offerings
    const body = { ...bookingOf(theirs!.id), traveler_id: tom }
    const outcomes = await Promise.allSettled([
      app.call(api.ride.book, { body: bookingOf(offering.id) }),
      town.dispatcher.call(api.serviceRequests.create, { body }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  // covers: RIDE-49
  test('near an own ride within half an hour is asked about, and one that overlaps is refused', async () => {
    await town.vehicle('Van 2')
    await app.call(api.ride.book, { body: bookingOf((await offered()).id) })
    const soon = await offered({ from: 'Market', to: 'School', at: '09:25' })
    const again = (another: boolean) => app.call(api.ride.book, { body: { ...bookingOf(soon.id), another } })
    expect(await refused(again(false))).toEqual([
      409,
      'another_ride',
      'You already have a ride at 9:00 am. Book another?',
    ])
    expect(await bookings()).toBe(1)
    expect((await again(true)).data.phase).toBe('planned')
    const later = await offered({ from: 'Market', to: 'School', at: '09:57' })
    expect((await app.call(api.ride.book, { body: bookingOf(later.id) })).data.phase).toBe('planned')
    const elsewhere = await offered({ from: 'Harbour', to: 'Station', at: '09:01' })
    const both = app.call(api.ride.book, { body: { ...bookingOf(elsewhere.id), another: true } })
    expect(await refused(both)).toEqual([
      422,
      'invalid',
      'You have a ride at 9:00 am, and would not be back from it in time',
    ])
    expect(await bookings()).toBe(3)
  })

  test('in the same moment of two rides that overlap makes one', async () => {
    await town.vehicle('Van 2')
    const [one, other] = [await offered(), await offered({ from: 'Harbour', to: 'Station', at: '09:01' })]
    const outcomes = await Promise.allSettled(
      [one, other].map(({ id }) => app.call(api.ride.book, { body: { ...bookingOf(id), another: true } })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await bookings()).toBe(1)
  })
})

describe('a ride', () => {
  // covers: RIDE-111
  test('of another passenger is unknown to each call', async () => {
    const tom = await town.passenger('Tom Baker')
    const { id } = await town.book({ who: tom, ...ride })
    const params = { id }
    const body = { service_offering_id: (await offered()).id }
    const calls = [
      () => app.call(api.ride.booking, { params }),
      () => app.call(api.ride.change, { params, body }),
      () => app.call(api.ride.notes, { params }),
      () => app.call(api.ride.cancel, { params, body: {} }),
      () => app.call(api.ride.feedback, { params, body: { rating: 5 } }),
      () => searchRide(app, { ...ride, changes: id }),
      () => app.call(api.ride.booking, { params: { id: 4711 } }),
    ]
    for (const call of calls) expect((await refusal(call())).status).toBe(404)
    expect((await app.call(api.ride.bookings, { query: { state: 'open' } })).data).toEqual([])
  })

  // covers: RIDE-76
  test('is changed to another offering in one step, and stands where that is gone', async () => {
    const first = await bookRide(app, ride)
    const offering = await offered({ ...ride, at: '11:00', changes: first.id })
    const params = { id: first.id }
    const body = { service_offering_id: offering.id, pickup_note: 'Red door' }
    const { data: changed } = await app.call(api.ride.change, { params, body })
    expect(changed).toMatchObject({ id: first.id, pickup: offering.pickup, phase: 'planned' })
    expect((await app.call(api.ride.notes, { params })).data).toMatchObject({
      pickup_note: 'Red door',
      dropoff_note: null,
    })
    expect(await bookings()).toBe(1)
    const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params })
    expect(history.at(-1)).toMatchObject({ user_type: 'passenger', user_name: 'Maria Silva' })
    const late = await offered({ ...ride, at: '13:00', changes: first.id })
    server.deps.clock.advance(6 * 60_000)
    const error = await refusal(app.call(api.ride.change, { params, body: { service_offering_id: late.id } }))
    expect([error.status, error.errors[0]?.code]).toEqual([409, 'offer_gone'])
    expect(error.meta?.['service_offerings']).toHaveLength(1)
    expect((await show(first.id)).pickup).toEqual(offering.pickup)
  })

  // covers: RIDE-75
  test('is searched for again as if it were not there', async () => {
    await server.deps.db.updateTable('vehicles').set({ capacity: 1 }).where('id', '=', van.vehicle_id).execute()
    // There and back takes longer than the window is open.
    const words = { from: 'Harbour', to: 'Station', at: '09:00' } as const
    const first = await bookRide(app, words)
    const same = await offered({ ...words, changes: first.id })
    expect(same.pickup).toEqual(first.pickup)
    const beside = await searchRide(app, words)
    expect(beside.service_offerings.map(({ pickup }) => pickup.lower_bound)).not.toContain(first.pickup.lower_bound)
  })

  // covers: RIDE-77
  test('is changed and cancelled until the passenger is on board, and afterwards it is said why not', async () => {
    const { id } = await bookRide(app, ride)
    expect(await show(id)).toMatchObject({ cancel_refused: null, change_refused: null })
    await drive(id, 'on_board')
    const words = { cancel: 'You are on board, so it cannot be cancelled any more', change: /^You are on board, so/ }
    const shown = await show(id)
    expect(shown.cancel_refused).toBe(words.cancel)
    expect(shown.change_refused).toMatch(words.change)
    expect(await refused(app.call(api.ride.cancel, { params: { id }, body: {} }))).toEqual([
      409,
      'conflict',
      words.cancel,
    ])
    expect((await refusal(searchRide(app, { ...ride, at: '12:00', changes: id }))).status).toBe(409)
  })

  // covers: RIDE-84
  test('is rated once within two weeks, which can be changed for a day and stands in the report', async () => {
    const { clock } = server.deps
    const { id } = await bookRide(app, ride)
    const rate = (rating: number, comments?: string) =>
      app.call(api.ride.feedback, { params: { id }, body: { rating, comments } })
    expect(await refused(rate(5))).toEqual([409, 'conflict', 'A ride can be rated once it has ended'])
    await drive(id, 'completed')
    expect(await show(id)).toMatchObject({ phase: 'completed', can_rate: true, rating: null })
    clock.advance(14 * 86_400_000)
    expect((await rate(4, 'Quiet and on time')).data).toMatchObject({ rating: 4, comments: 'Quiet and on time' })
    const report = async () => {
      const token = await server.token('superadmin')
      return (await createClient({ origin: server.url, token: () => token }).call(api.feedbacks.list, { query: {} }))
        .data
    }
    expect((await report()).filter((row) => row.service_request_id === id)).toMatchObject([
      { rating: 4, comments: 'Quiet and on time', traveler_id: maria, traveler_name: 'Maria Silva' },
    ])
    clock.advance(86_400_000)
    expect((await rate(5)).data).toMatchObject({ rating: 5, comments: null, can_rate: true })
    expect((await report()).filter((row) => row.service_request_id === id)).toMatchObject([{ rating: 5 }])
    clock.advance(1)
    expect(await refused(rate(1))).toEqual([409, 'conflict', 'A rating can be changed within 24 hours'])
    expect((await show(id)).can_rate).toBe(false)
    for (const [rating, comments] of [
      [0, ''],
      [6, ''],
      [5, 'x'.repeat(1001)],
    ] as const)
      expect((await refusal(rate(rating, comments))).status).toBe(422)
  })

  test('that was not rated within two weeks is not rated any more', async () => {
    const { id } = await bookRide(app, ride)
    await drive(id, 'completed')
    server.deps.clock.advance(14 * 86_400_000 + 1)
    const call = app.call(api.ride.feedback, { params: { id }, body: { rating: 3 } })
    expect(await refused(call)).toEqual([409, 'conflict', 'A ride can be rated within 14 days'])
    expect((await show(id)).can_rate).toBe(false)
  })

  // covers: RIDE-83
  test('stands in the list: open ones first to come first, past ones newest first, 25 on a page, of two years', async () => {
    const { db } = server.deps
    const list = async (state: 'open' | 'past', page = 1) =>
      app.call(api.ride.bookings, { query: { state, page } }).then(({ data, meta }) => ({
        ids: data.map(({ id }) => id),
        total: meta.total,
      }))
    const [noon, nine] = [await bookRide(app, { ...ride, at: '12:00' }), await bookRide(app, ride)]
    expect(await list('open')).toEqual({ ids: [nine.id, noon.id], total: 2 })
    await app.call(api.ride.cancel, { params: { id: nine.id }, body: {} })
    expect(await list('open')).toEqual({ ids: [noon.id], total: 1 })
    const {
      id: _,
      search_text: __,
      ...row
    } = await db.selectFrom('service_requests').where('id', '=', nine.id).selectAll().executeTakeFirstOrThrow()
    const ago = (days: number) => new Date(row.pickup_lower_bound.getTime() - days * 86_400_000)
    const copies = Array.from({ length: 27 }, (_row, index) => ({
      ...row,
      passengers: JSON.stringify(row.passengers),
      aids: JSON.stringify(row.aids),
      no_show_evidence: null,
      service_offering_id: null,
      pickup_lower_bound: index === 26 ? ago(731) : ago(index + 1),
    }))
    const made = await db.insertInto('service_requests').values(copies).returning('id').execute()
    const ids = made.map(({ id }) => id)
    const newest = [nine.id, ...ids.slice(0, 26)]
    expect(await list('past')).toEqual({ ids: newest.slice(0, 25), total: 27 })
    expect(await list('past', 2)).toEqual({ ids: newest.slice(25), total: 27 })
    await db.deleteFrom('service_requests').where('id', 'in', ids).execute() // of no offering
  })
})

describe('what a passenger is answered', () => {
  // covers: RIDE-102
  test('holds nothing of others on the vehicle, of staff’s comments and reasons', async () => {
    const tom = await town.passenger('Tom Zimmermann')
    await town.dispatcher.call(api.travelerComments.create, {
      body: { traveler_id: maria, comment: 'Rings twice and complains' },
    })
    const [there] = (await town.search({ who: tom, from: at(2000, 150), to: 'Station', at: '09:03' })).service_offerings
    const body = { ...bookingOf(there!.id), traveler_id: tom, comment: 'Secret hatch' }
    await town.dispatcher.call(api.serviceRequests.create, { body })
    const { service_offerings } = await searchRide(app, { from: 'Market', to: 'Hospital', at: '09:02' })
    const answers: unknown[] = [service_offerings]
    const { data: booked } = await app.call(api.ride.book, { body: bookingOf(service_offerings[0]!.id) })
    answers.push(booked, (await app.call(api.ride.bookings, { query: { state: 'open' } })).data)
    await drive(booked.id, 'on_board')
    const aboard = await show(booked.id)
    expect(aboard.vehicle?.number).toBe('Van 1')
    answers.push(aboard)
    const own: RideBooking = await bookRide(app, { ...ride, at: '13:00' })
    answers.push((await app.call(api.ride.cancel, { params: { id: own.id }, body: {} })).data)
    expect(JSON.stringify(answers)).not.toMatch(/Tom|Zimmermann|A door|School|Station|hatch|complains|Driver|detour/)
    // What staff write on a booking that they make is not sent either.
    const staffs = await town.book({ who: maria, ...ride, at: '15:00' })
    await server.deps.db
      .updateTable('service_requests')
      .set({ comment: 'Smells', pickup_note: 'Shouts' })
      .where('id', '=', staffs.id)
      .execute()
    const theirs = [await show(staffs.id), await app.call(api.ride.notes, { params: { id: staffs.id } })]
    expect(JSON.stringify(theirs)).not.toMatch(/Smells|Shouts/)
  })

  // covers: RIDE-65
  test('of one booking fits into 2 KB, with long addresses', async () => {
    const street = 'Upper Riverside Drive 1234, Entrance B, Bayside North, 4178'
    const place = (name: string, east: number) => ({ name, point: at(east, 30) })
    const { data } = await app.call(api.ride.search, {
      body: {
        origin: place(street, 1000),
        destination: place(`${street} West`, 3000),
        traveling_at: '2026-11-23T09:00:00+10:00',
        departing: true,
        passengers: Array.from({ length: 8 }, () => ({ fare_type: 'concession' as const })),
      },
    })
    const body = bookingOf(data.service_offerings[0]!.id)
    const { data: booked } = await app.call(api.ride.book, { body })
    await drive(booked.id, 'on_board')
    expect(JSON.stringify({ data: await show(booked.id) }).length).toBeLessThanOrEqual(2048)
  })
})
