import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client, type RideBooking } from '@ambit/contract'
import { createDevice } from '../testing/device.ts'
import { bookRide, openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, clockOf, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
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
  await server.deps.db
    .updateTable('vehicles')
    .set({ color: 'White', make: 'Toyota', model: 'Coaster' })
    .where('id', '=', van.vehicle_id)
    .execute()
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
})

const show = async (id: number) => (await app.call(api.ride.booking, { params: { id } })).data
const setClock = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const signOn = () => van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
const trip = async () => (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data
const stopOf = async (id: number, end: 'boardings' | 'alightings') => {
  const { trip_stops } = await trip()
  return { params: { id: trip_stops.find((stop) => stop[end].some((one) => one.id === id))?.id ?? 0 } }
}
const seenAt = ([longitude, latitude]: [number, number]) =>
  van.client.call(api.driver.positions, {
    params: { id: van.trip_id },
    body: {
      positions: [{ longitude, latitude, bearing: 90, speed: 10, recorded_at: server.deps.clock.now().toISOString() }],
    },
  })
/** What is expected at the passenger's stop, as the jobs estimate it. */
const expectAt = async ({ id }: Pick<RideBooking, 'id'>, time: string): Promise<void> => {
  await server.deps.db
    .updateTable('trip_stops')
    .set({ eta: new Date(`2026-11-23T${time}+10:00`) })
    .where('id', 'in', (query) =>
      query.selectFrom('service_requests').select('pickup_trip_stop_id').where('id', '=', id),
    )
    .execute()
}
const rangeOf = (range: { from: string; to: string } | null) => range && `${clockOf(range.from)} – ${clockOf(range.to)}`

describe('before the pick-up a passenger', () => {
  // covers: RIDE-59
  test('sees when the vehicle is expected, as a range that never begins before the promised window', async () => {
    const booked = await bookRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
    await signOn()
    setClock('08:40:00')
    await expectAt(booked, '09:06:40')
    // 15 % of 26:40 are four minutes
    expect(rangeOf((await show(booked.id)).expected_pickup)).toBe('09:02 – 09:11')
    await expectAt(booked, '09:02:00')
    setClock('08:59:00')
    expect(rangeOf((await show(booked.id)).expected_pickup)).toBe('09:01 – 09:03')
    await expectAt(booked, '08:50:00')
    expect(rangeOf((await show(booked.id)).expected_pickup)).toBe('09:00 – 09:01')
    expect((await show(booked.id)).late_minutes).toBeNull()
    await expectAt(booked, '09:16:30')
    const late = await show(booked.id)
    expect(late.late_minutes).toBe(7)
    expect([clockOf(late.pickup.lower_bound), clockOf(late.pickup.upper_bound)]).toEqual(['09:00', '09:10'])
  })

  test('sees vehicle, colour and plate from half an hour before the window, and no driver', async () => {
    const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
    await signOn()
    setClock('08:29:59')
    await seenAt(stopPoint('Harbour'))
    expect(await show(id)).toMatchObject({ vehicle: null, stops_before: null })
    setClock('08:30:00')
    const { vehicle } = await show(id)
    expect(vehicle).toEqual({
      number: 'Van 1',
      license_plate: 'PL-Van 1',
      description: 'White Toyota Coaster',
      position: { point: { lng: stopPoint('Harbour')[0], lat: stopPoint('Harbour')[1] }, at: expect.any(String) },
    })
  })

  // covers: RIDE-63
  test('sees how old a position is, and after five minutes none and only the plan', async () => {
    const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
    await signOn()
    setClock('08:40:00')
    await seenAt(at(300))
    const heard = await show(id)
    expect(heard).toMatchObject({ by_plan_only: false, vehicle: { position: { at: '2026-11-22T22:40:00.000Z' } } })
    setClock('08:45:00')
    expect((await show(id)).vehicle?.position).toEqual(heard.vehicle?.position)
    setClock('08:45:01')
    expect(await show(id)).toMatchObject({ by_plan_only: true, vehicle: { number: 'Van 1', position: null } })
  })

  test('sees how many stops come before, when the vehicle arrives, and until when it waits', async () => {
    const tom = await town.passenger('Tom Baker')
    const toms = await town.book({ who: tom, from: 'Harbour', to: 'School', at: '08:50' })
    const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '08:53' })
    await signOn()
    setClock('08:50:00')
    await seenAt(stopPoint('Harbour'))
    await van.client.call(api.driver.arrive, await stopOf(toms.id, 'boardings'))
    expect(await show(id)).toMatchObject({ phase: expect.stringMatching(/planned|coming/), stops_before: 1 })
    await van.client.call(api.driver.board, { params: { id: toms.id } })
    await van.client.call(api.driver.depart, await stopOf(toms.id, 'boardings'))
    setClock('08:50:30')
    await expectAt({ id }, '08:53:00')
    expect(await show(id)).toMatchObject({ phase: 'coming', stops_before: 0 })
    setClock('08:51:01')
    expect((await show(id)).phase).toBe('arriving')
    setClock('08:54:00')
    await van.client.call(api.driver.arrive, await stopOf(id, 'boardings'))
    const here = await show(id)
    expect(here).toMatchObject({ phase: 'here', expected_pickup: null, late_minutes: null, stops_before: null })
    // three minutes, as the strategy has it
    expect(clockOf(here.waits_until)).toBe('08:57')
    await van.client.call(api.driver.board, { params: { id } })
    const aboard = await show(id)
    expect(aboard).toMatchObject({ phase: 'on_board', waits_until: null, expected_pickup: null })
    expect(aboard.picked_up_at).not.toBeNull()
    // Tom's stop is before the hospital, and the market is not left yet
    expect(aboard.stops_before).toBe(2)
    expect(aboard.expected_dropoff).not.toBeNull()
  })
})

test('a ride that has not changed since is answered with 304, though time has gone on', async () => {
  const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '11:00' })
  const token = await server.passengerToken(maria)
  const ask = (etag: string) =>
    fetch(`${server.url}/api/v2/ride/bookings/${id}`, {
      headers: { authorization: `Bearer ${token}`, 'if-none-match': etag },
    })
  const first = await ask('')
  const etag = first.headers.get('etag') ?? ''
  server.deps.clock.advance(15_000)
  expect([first.status, (await ask(etag)).status]).toEqual([200, 304])
  await app.call(api.ride.cancel, { params: { id }, body: {} })
  expect((await ask(etag)).status).toBe(200)
})

describe('of other passengers', () => {
  // covers: RIDE-64
  test('the door is not shown: the position is on a grid of 200 m while the vehicle stands there', async () => {
    const door = at(620, 140)
    await server.deps.db
      .updateTable('service_strategies')
      .set({ configuration: JSON.stringify({ door_to_door: true }) })
      .where('zone_id', '=', town.zone_id)
      .execute()
    const tom = await town.passenger('Tom Baker')
    const toms = await town.book({ who: tom, from: door, to: 'Station', at: '08:50' })
    const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '08:55' })
    await signOn()
    setClock('08:50:00')
    const shownAt = async () => {
      const point = (await show(id)).vehicle?.position?.point
      return [point?.lng, point?.lat]
    }
    await seenAt(at(100))
    expect(await shownAt()).toEqual(at(100))
    await van.client.call(api.driver.arrive, await stopOf(toms.id, 'boardings'))
    setClock('08:51:00')
    await seenAt(door)
    expect(await shownAt()).not.toEqual(door)
    const rounded = await shownAt()
    setClock('08:52:00')
    await seenAt(at(640, 140))
    expect(await shownAt()).toEqual(rounded)
    expect(JSON.stringify(await show(id))).not.toMatch(/A door|Tom|Station/)
    await van.client.call(api.driver.board, { params: { id: toms.id } })
    await van.client.call(api.driver.depart, await stopOf(toms.id, 'boardings'))
    setClock('08:54:00')
    await seenAt(stopPoint('Market'))
    expect(await shownAt()).toEqual(stopPoint('Market'))
  })
})

describe('where the zone says so a passenger', () => {
  const inZone = (body: { boarding_code?: 'off' | 'offered' | 'required'; show_driver_name?: boolean }) =>
    server.client('superadmin').call(api.zones.update, { params: { id: town.zone_id }, body })

  // covers: RIDE-62, RIDE-119
  test('sees the driver’s first name with the vehicle', async () => {
    const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
    setClock('08:40:00')
    expect((await show(id)).vehicle).not.toHaveProperty('driver_name')
    await inZone({ show_driver_name: true })
    const { data: driver } = await server.client('superadmin').call(api.drivers.show, { params: { id: van.driver_id } })
    expect((await show(id)).vehicle?.driver_name).toBe(driver.first_name)
  })

  // covers: RIDE-66, DAPP-74
  test('gets a code of four digits from an hour before the window, of which the driver’s device has a salted hash alone', async () => {
    const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '10:00' })
    const manifest = async () =>
      (await van.client.call(api.driver.manifest, { params: { id: van.trip_id } })).data.bookings.find(
        (booking) => booking.id === id,
      )
    setClock('09:00:00')
    expect([(await show(id)).boarding_code, (await manifest())?.code]).toEqual([undefined, undefined])
    await inZone({ boarding_code: 'required' })
    setClock('08:59:59')
    expect((await show(id)).boarding_code).toBeUndefined()
    setClock('09:00:00')
    const { boarding_code } = await show(id)
    expect(boarding_code).toMatch(/^\d{4}$/)
    const booking = await manifest()
    expect(booking?.code?.required).toBe(true)
    const salted = `${booking?.code?.salt}${boarding_code}`
    expect(booking?.code?.hash).toBe(createHash('sha256').update(salted).digest('hex'))
    expect(JSON.stringify(booking)).not.toContain(`"${boarding_code}"`)
    await inZone({ boarding_code: 'offered' })
    expect((await manifest())?.code?.required).toBe(false)
  })

  // covers: DAPP-74
  test('who boards without a code is known, until that is undone', async () => {
    await inZone({ boarding_code: 'required' })
    const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
    await signOn()
    setClock('09:00:00')
    await van.client.call(api.driver.arrive, await stopOf(id, 'boardings'))
    const device = createDevice(van.client, van.trip_id)
    device.did('09:01:00', { kind: 'board', service_request_id: id, without_code: true })
    setClock('09:01:00')
    await device.send('09:01:00')
    const known = async () =>
      server.deps.db
        .selectFrom('service_requests')
        .select(['status', 'boarded_without_code'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    expect(await known()).toEqual({ status: 'on_board', boarded_without_code: true })
    expect((await show(id)).boarding_code).toBeUndefined()
    const { data } = await town.dispatcher.call(api.serviceRequests.history, { params: { id } })
    expect(data.flatMap(({ reasons }) => reasons.map(({ text }) => text))).toContain('Boarded, without code')
    await van.client.call(api.driver.undo, { params: { id: van.trip_id } })
    expect(await known()).toEqual({ status: 'secured', boarded_without_code: false })
  })
})
