import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { moveBookings } from '../testing/move-bookings.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { bookRide, createDevice, type Device, driveRide, resultsOf, type Ride } from '../testing/device.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let device: Device
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  device = createDevice(van.client, van.trip_id)
})
afterEach(() => nothingBroken(server))

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const trip = async (crew = van) => (await crew.client.call(api.driver.trip, { params: { id: crew.trip_id } })).data
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const cancel = (id: number) =>
  town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: { reason: null } })
const moveTo = async (other: Crew, ids: readonly number[]): Promise<void> => {
  expect(await moveBookings(server, town.zone_id, ids, other.trip_id)).toBe(ids.length)
}
const list = async () => (await town.dispatcher.call(api.trips.driverActions, { params: { id: van.trip_id } })).data

const ride = (who?: string, time?: string): Promise<Ride> => bookRide(town, van, who, time)

describe('a plan that changed while the driver had no signal', () => {
  // covers: DAPP-107, RIDE-119
  test('a passenger whose booking was cancelled rides on one in its place, with the same promise and price', async () => {
    const maria = await ride()
    device.did('08:40:00', { kind: 'sign_on' })
    driveRide(device, maria)
    at('08:50:00')
    await cancel(maria.booked.id)
    at('09:30:00')
    const answers = await device.send('09:30:00')
    expect(resultsOf(answers)).toEqual([
      'sign_on applied',
      'arrive superseded',
      'board applied',
      'depart applied',
      'arrive superseded',
      'drop_off applied',
      'depart applied',
    ])
    const { db } = server.deps
    const rows = await db
      .selectFrom('service_requests')
      .selectAll()
      .where('replaces_id', '=', maria.booked.id)
      .execute()
    const cancelled = await db
      .selectFrom('service_requests')
      .selectAll()
      .where('id', '=', maria.booked.id)
      .executeTakeFirstOrThrow()
    expect(rows).toHaveLength(1)
    const [instead] = rows
    expect(cancelled).toMatchObject({ status: 'cancelled', charged_at: null })
    for (const column of [
      'promised_pickup_lower_bound',
      'promised_pickup_upper_bound',
      'promised_dropoff_upper_bound',
      'total_price',
      'scaled_price',
      'payment_method',
      'traveler_id',
    ] as const)
      expect([column, instead?.[column]]).toEqual([column, cancelled[column]])
    expect(instead).toMatchObject({ status: 'completed', trip_id: van.trip_id })
    expect([
      clockOf(instead?.boarded_at?.toISOString() ?? null),
      clockOf(instead?.dropped_off_at?.toISOString() ?? null),
    ]).toEqual(['09:01', '09:06'])
    const stops = (await trip()).trip_stops.map((stop) => [
      stop.location_name,
      clockOf(stop.arrived_at),
      clockOf(stop.departed_at),
    ])
    expect(stops).toEqual([
      ['Market', '09:00', '09:02'],
      ['Hospital', '09:05', '09:07'],
    ])
    const payments = await db
      .selectFrom('payments')
      .selectAll()
      .where('service_request_id', '=', maria.booked.id)
      .execute()
    expect(payments).toEqual([])
    const told = await db
      .selectFrom('messages')
      .select('event')
      .where('service_request_id', '=', instead?.id ?? 0)
      .execute()
    expect(told.map(({ event }) => event)).not.toContain('booking_confirmed')
  })

  // covers: DAPP-108
  test('a passenger whose booking was moved to another trip is brought back, unless the other has them on board', async () => {
    const maria = await ride()
    const tom = await ride('Tom Baker', '09:05')
    const other = await town.vehicle('Van 2')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    await moveTo(other, [maria.booked.id, tom.booked.id])
    at('08:58:00')
    await other.client.call(api.driver.signOn, { params: { id: other.trip_id } })
    const [theirs] = (await trip(other)).trip_stops
    at('09:06:00')
    await other.client.call(api.driver.arrive, { params: { id: theirs?.id ?? 0 } })
    await other.client.call(api.driver.board, { params: { id: tom.booked.id } })
    device.did('09:00:00', { kind: 'arrive', trip_stop_id: maria.pickup })
    device.did('09:01:00', { kind: 'board', service_request_id: maria.booked.id })
    device.did('09:02:00', { kind: 'board', service_request_id: tom.booked.id })
    at('09:10:00')
    const answers = await device.send('09:10:00')
    expect(resultsOf(answers)).toEqual(['arrive superseded', 'board applied', 'board needs_dispatcher'])
    expect([(await booking(maria.booked.id)).trip_id, (await booking(tom.booked.id)).trip_id]).toEqual([
      van.trip_id,
      other.trip_id,
    ])
    const left = (await trip(other)).trip_stops
    expect(left.flatMap(({ boardings }) => boardings.map(({ id }) => id))).toEqual([tom.booked.id])
    expect(left.flatMap(({ alightings }) => alightings.map(({ id }) => id))).toEqual([tom.booked.id])
    expect((await trip()).on_board).toBe(1)
  })

  // covers: DAPP-109
  test('a no-show of a booking that was cancelled or moved, and an arrival at a stop that is gone, change nothing', async () => {
    const maria = await ride()
    const tom = await ride('Tom Baker', '10:00')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const other = await town.vehicle('Van 2')
    at('08:50:00')
    await cancel(maria.booked.id)
    await moveTo(other, [tom.booked.id])
    device.did('09:00:00', { kind: 'arrive', trip_stop_id: maria.pickup })
    device.did('09:10:00', { kind: 'no_show', service_request_id: maria.booked.id })
    device.did('10:10:00', { kind: 'no_show', service_request_id: tom.booked.id })
    at('10:15:00')
    const before = await trip()
    expect(resultsOf(await device.send('10:15:00'))).toEqual([
      'arrive superseded',
      'no_show superseded',
      'no_show superseded',
    ])
    expect({ ...(await trip()), version: 0, updated_at: '' }).toEqual({ ...before, version: 0, updated_at: '' })
    expect([(await booking(maria.booked.id)).status, (await booking(tom.booked.id)).trip_id]).toEqual([
      'cancelled',
      other.trip_id,
    ])
  })

  test('a stop that was put in between comes after those that the driver drove to first', async () => {
    const maria = await ride()
    device.did('08:40:00', { kind: 'sign_on' })
    driveRide(device, maria)
    at('08:45:00')
    const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'Market', to: 'School', at: '09:00' })
    at('09:10:00')
    const answers = await device.send('09:10:00')
    expect(answers.map(({ result }) => result)).not.toContain('needs_dispatcher')
    expect(answers.find(({ detail }) => detail.includes('comes once more'))?.kind).toBe('depart')
    expect((await booking(maria.booked.id)).status).toBe('completed')
    expect(['assigned', 'secured']).toContain((await booking(tom.id)).status)
    expect(
      (await trip()).trip_stops.filter(({ arrived_at }) => arrived_at === null).map((stop) => stop.location_name),
    ).toEqual(['Market', 'School'])
  })

  test('an arrival that only dispatch can settle is not told to the passenger', async () => {
    town = await buildSmallTown(server)
    van = await town.vehicle('Van 1', { rest: { minutes: 20, from: '08:20', until: '08:55' } })
    const maria = await ride()
    device = createDevice(van.client, van.trip_id)
    device.did('08:10:00', { kind: 'sign_on' })
    device.did('08:57:00', { kind: 'arrive', trip_stop_id: maria.pickup })
    at('08:58:00')
    expect(resultsOf(await device.send('08:58:00'))).toEqual(['sign_on applied', 'arrive needs_dispatcher'])
    const told = await server.deps.db
      .selectFrom('messages')
      .select('event')
      .where('service_request_id', '=', maria.booked.id)
      .execute()
    expect(told.map(({ event }) => event)).toEqual(['booking_confirmed'])
  })
})

describe('a passenger who was tapped by mistake, and taken back', () => {
  /** The driver stands at the market, where only Tom gets in: Maria, whom the device still shows, is tapped first. */
  const mistake = async (maria: Ride, told: (time: string) => Promise<unknown>): Promise<string[]> => {
    const tom = await ride('Tom Baker')
    const slip = device.did('09:00:30', { kind: 'board', service_request_id: maria.booked.id })
    await told('09:00:30')
    device.did('09:00:40', { kind: 'undo', action_id: slip.id })
    device.did('09:01:00', { kind: 'board', service_request_id: tom.booked.id })
    await told('09:01:00')
    device.did('09:20:00', { kind: 'no_show', service_request_id: maria.booked.id })
    at('09:30:00')
    return resultsOf(await device.send('09:30:00'))
  }
  const later = async (): Promise<void> => {}
  const atOnce = async (time: string): Promise<void> => {
    at(time)
    await device.send(time)
  }
  const inPlaceOf = (id: number) =>
    server.deps.db.selectFrom('service_requests').where('replaces_id', '=', id).select(['id', 'status']).execute()
  const messagesOf = async (traveler: number) =>
    (
      await server.deps.db
        .selectFrom('messages')
        .where('traveler_id', '=', traveler)
        .select('event')
        .orderBy('id')
        .execute()
    ).map(({ event }) => event)
  const signedOn = async (): Promise<void> => {
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  }

  test('has the ride still cancelled, and no no-show', async () => {
    const maria = await ride()
    await signedOn()
    await cancel(maria.booked.id)
    device.did('09:00:00', { kind: 'arrive', trip_stop_id: maria.pickup })
    expect(await mistake(maria, later)).toEqual([
      'arrive superseded',
      'board already_done',
      'undo applied',
      'board applied',
      'no_show superseded',
    ])
    expect(await inPlaceOf(maria.booked.id)).toEqual([])
  })

  test('has the ride still cancelled and hears nothing of it where each tap was sent at once', async () => {
    const maria = await ride()
    await signedOn()
    await cancel(maria.booked.id)
    expect(await mistake(maria, atOnce)).toEqual(['no_show superseded'])
    expect((await inPlaceOf(maria.booked.id)).map(({ status }) => status)).toEqual(['cancelled'])
    expect(await messagesOf(maria.booked.traveler_id)).toEqual(['booking_confirmed', 'cancelled_by_passenger'])
    const again = device.did('09:31:00', { kind: 'board', service_request_id: maria.booked.id })
    at('09:31:00')
    expect(resultsOf(await device.send('09:31:00', [again]))).toEqual(['board applied'])
    expect((await inPlaceOf(maria.booked.id)).map(({ status }) => status)).toEqual(['cancelled', 'on_board'])
  })

  test('still rides with the vehicle that the booking was moved to, without a no-show', async () => {
    const maria = await ride()
    await signedOn()
    const other = await town.vehicle('Van 2')
    await moveTo(other, [maria.booked.id])
    const before = await trip(other)
    expect((await mistake(maria, later)).slice(-1)).toEqual(['no_show superseded'])
    expect(await booking(maria.booked.id)).toMatchObject({ trip_id: other.trip_id, status: 'assigned' })
    expect((await trip(other)).trip_stops).toEqual(before.trip_stops)
  })

  test('is put back on the vehicle that the booking was moved to where each tap was sent at once', async () => {
    const maria = await ride()
    await signedOn()
    const other = await town.vehicle('Van 2')
    await other.client.call(api.driver.signOn, { params: { id: other.trip_id } })
    await moveTo(other, [maria.booked.id])
    expect(await mistake(maria, atOnce)).toEqual(['no_show superseded'])
    expect(await booking(maria.booked.id)).toMatchObject({ trip_id: other.trip_id, status: 'assigned' })
    expect((await trip(other)).trip_stops.map((stop) => stop.location_name)).toEqual(['Market', 'Hospital'])
    expect((await trip()).trip_stops.flatMap(({ boardings }) => boardings.map(({ id }) => id))).not.toContain(
      maria.booked.id,
    )
  })

  test('waits for a vehicle where the one that the booking was moved to drives no more', async () => {
    const maria = await ride()
    await signedOn()
    const other = await town.vehicle('Van 2')
    await moveTo(other, [maria.booked.id])
    const slip = device.did('09:00:30', { kind: 'board', service_request_id: maria.booked.id })
    await atOnce('09:00:30')
    await town.dispatcher.call(api.trips.changeState, {
      params: { id: other.trip_id },
      body: { status: 'cancelled', force: true },
    })
    device.did('09:00:40', { kind: 'undo', action_id: slip.id })
    await atOnce('09:00:40')
    expect(await booking(maria.booked.id)).toMatchObject({ trip_id: null, status: 'unassigned' })
    expect((await trip()).on_board).toBe(0)
  })
})

describe('actions that dispatch settles', () => {
  // covers: DAPP-110
  test('what was done after the trip was given away or cancelled is kept for dispatch, which accepts or sets aside', async () => {
    const maria = await ride()
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const spare = await town.vehicle('Van 2', { from: '18:00', until: '20:00' })
    const fleet = server.client('operations_manager')
    await fleet.call(api.trips.update, {
      params: { id: van.trip_id },
      body: { driver_id: spare.driver_id, vehicle_id: van.vehicle_id },
    })
    device.did('09:00:00', { kind: 'arrive', trip_stop_id: maria.pickup })
    device.did('09:01:00', { kind: 'drop_off', service_request_id: maria.booked.id })
    at('09:10:00')
    expect(resultsOf(await device.send('09:10:00'))).toEqual(['arrive needs_dispatcher', 'drop_off needs_dispatcher'])
    const [arrival, setDown] = (await list()).filter(({ result }) => result === 'needs_dispatcher')
    expect(arrival).toMatchObject({
      driver_name: 'Driver Van 1',
      trip_stop_id: maria.pickup,
      settlement: null,
      detail: 'The trip was given to another driver meanwhile: dispatch decides what becomes of this',
    })
    const accept = (id = 0) => town.dispatcher.call(api.driverActions.accept, { params: { id } })
    const setAside = (id = 0, reason = 'Entered by mistake') =>
      town.dispatcher.call(api.driverActions.setAside, { params: { id }, body: { reason } })
    expect((await accept(arrival?.id)).data).toMatchObject({ settlement: 'accepted', result: 'needs_dispatcher' })
    const [stop] = (await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })).data.trip_stops
    expect(clockOf(stop?.arrived_at ?? null)).toBe('09:00')
    expect((await refusal(accept(setDown?.id))).errors[0]?.detail).toBe('Only a passenger on board can be set down')
    expect((await refusal(setAside(setDown?.id, 'no'))).errors[0]?.source?.pointer).toBe('/reason')
    expect((await setAside(setDown?.id)).data).toMatchObject({
      settlement: 'set_aside',
      settled_reason: 'Entered by mistake',
    })
    expect((await refusal(accept(setDown?.id))).status).toBe(409)
    const analyst = server.client('analyst')
    expect((await refusal(analyst.call(api.driverActions.accept, { params: { id: setDown?.id ?? 0 } }))).status).toBe(
      403,
    )
  })

  test('a trip whose end waits for dispatch keeps its driver from no other trip', async () => {
    const next = await town.vehicle('Van 2', { from: '18:05', until: '20:00' })
    const tom = await bookRide(town, next, 'Tom Baker', '18:30')
    const { db } = server.deps
    const { driver_id } = van
    await db.updateTable('trips').set({ driver_id }).where('id', '=', next.trip_id).execute()
    const after = createDevice(van.client, next.trip_id)
    device.did('08:00:00', { kind: 'sign_on' })
    at('08:10:00')
    expect(resultsOf(await device.send('08:10:00'))).toEqual(['sign_on applied'])
    await ride('Maria Silva', '17:30')
    device.did('18:00:00', { kind: 'complete' })
    after.did('18:06:00', { kind: 'sign_on' })
    after.did('18:30:00', { kind: 'arrive', trip_stop_id: tom.pickup })
    after.did('18:31:00', { kind: 'board', service_request_id: tom.booked.id })
    at('18:35:00')
    expect(resultsOf(await device.send('18:35:00'))).toEqual(['complete needs_dispatcher'])
    expect(resultsOf(await after.send('18:35:00'))).toEqual(['sign_on applied', 'arrive applied', 'board applied'])
    expect((await booking(tom.booked.id)).status).toBe('on_board')
  })

  test('nothing of a cancelled trip can be accepted, and what was told of it stands there', async () => {
    const maria = await ride()
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    await town.dispatcher.call(api.trips.changeState, {
      params: { id: van.trip_id },
      body: { status: 'cancelled', force: true },
    })
    device.did('09:00:00', { kind: 'board', service_request_id: maria.booked.id })
    at('09:10:00')
    expect(resultsOf(await device.send('09:10:00'))).toEqual(['board needs_dispatcher'])
    const waiting = (await list()).find(({ result }) => result === 'needs_dispatcher')
    const refused = await refusal(town.dispatcher.call(api.driverActions.accept, { params: { id: waiting?.id ?? 0 } }))
    expect([refused.status, refused.errors[0]?.detail]).toEqual([422, 'The trip is cancelled'])
  })
})
