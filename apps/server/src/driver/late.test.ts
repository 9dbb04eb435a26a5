import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type CheckMoment } from '@ambit/contract'
import { endPastTrips } from '../planning/upkeep/end-trips.ts'
import { createDevice, type Device, resultsOf } from '../testing/device.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let bus: Crew
let device: Device
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  const route = await town.route('fixed_route', ['Harbour', 'Market', 'School'])
  bus = await town.vehicle('Bus', { route, from: '08:30', until: '09:30' })
  device = createDevice(bus.client, bus.trip_id)
  await server.deps.db.deleteFrom('vehicle_checklists').execute()
})
afterEach(() => nothingBroken(server))

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const params = () => ({ id: bus.trip_id })
const endTrips = async (time: string): Promise<void> => {
  at(time)
  await endPastTrips(server.deps, new AbortController().signal)
}
const send = async (time: string): Promise<string[]> => {
  at(time)
  return resultsOf(await device.send(time))
}
const trip = async () => (await town.dispatcher.call(api.trips.show, { params: params() })).data
const states = async () =>
  (await town.dispatcher.call(api.trips.history, { params: params() })).data.flatMap(
    ({ change, before, after, changed_by }) => (change === 'state' ? [`${before} → ${after} by ${changed_by}`] : []),
  )
const checklist = async (moment: CheckMoment): Promise<number> => {
  const label = { en: 'Brakes', de: '', es: '' }
  const item = { id: 'brakes', label, kind: 'pass_fail' as const, required: true, critical: true, choices: [] }
  const body = { name: 'Checked', moment, enabled: true, vehicle_ids: null, items: [item] }
  return (await server.client('administrator').call(api.vehicleChecklists.create, { body })).data.id
}
const answers = [{ item: 'brakes', value: 'fail', note: 'The pedal gives way' }]
const notes = async () =>
  (
    await server
      .client('administrator')
      .call(api.vehicleNotes.list, { query: { filter: { vehicle: [bus.vehicle_id] } } })
  ).data.length
const cash = async () => (await server.client('administrator').call(api.trips.cash, { params: params() })).data.amount

const signOn = (): void => void device.did('08:25:00', { kind: 'sign_on' })
/** Two people get in at the first stop, pay 7 in cash, and get off at the second one. */
const drive = async (): Promise<void> => {
  const [first, second, third] = (await trip()).trip_stops.map(({ id, location_id }) => ({ id, location_id }))
  if (first === undefined || second === undefined || third === undefined) throw new Error('The route has 3 stops')
  device.did('08:30:00', { kind: 'arrive', trip_stop_id: first.id })
  device.did('08:30:20', {
    kind: 'walk_on',
    ref: 7,
    adults: 2,
    children: 0,
    concessions: 0,
    mobility_support: 0,
    dropoff_location_id: second.location_id,
    dropoff_trip_stop_id: second.id,
  })
  device.did('08:30:25', { kind: 'paid', service_request_id: -7, amount: 7 })
  device.did('08:30:30', { kind: 'depart', trip_stop_id: first.id })
  device.did('08:33:00', { kind: 'arrive', trip_stop_id: second.id })
  device.did('08:33:10', { kind: 'drop_off', service_request_id: -7 })
  device.did('08:33:30', { kind: 'depart', trip_stop_id: second.id })
  device.did('08:36:00', { kind: 'arrive', trip_stop_id: third.id })
}

describe('a trip that was driven without signal until after the service had ended it', () => {
  const done = [
    'arrive applied',
    'walk_on applied',
    'paid applied',
    'depart applied',
    'arrive applied',
    'drop_off applied',
    'depart applied',
    'arrive applied',
  ]

  test('was cancelled as nobody had signed on, and is taken in as it was driven', async () => {
    signOn()
    await drive()
    device.did('09:31:00', { kind: 'complete' })
    await endTrips('09:46:00')
    expect(await trip()).toMatchObject({
      current_state: 'cancelled',
      status_message: 'No driver signed on to this trip',
    })
    expect(await send('09:50:00')).toEqual(['sign_on applied', ...done, 'complete applied'])
    const { current_state, status_message, signed_on_at, completed_at, trip_stops } = await trip()
    expect([current_state, status_message, clockOf(signed_on_at), clockOf(completed_at)]).toEqual([
      'completed',
      null,
      '08:25',
      '09:31',
    ])
    expect(trip_stops.map(({ arrived_at }) => clockOf(arrived_at))).toEqual(['08:30', '08:33', '08:36'])
    expect(await cash()).toBe(7)
    expect(await states()).toEqual([
      'staged → cancelled by null',
      'cancelled → staged by Driver Bus',
      'staged → live by Driver Bus',
      'live → completed by Driver Bus',
    ])
  })

  test('was completed with no stop reached, and gets its stops back with what happened at them', async () => {
    signOn()
    await send('08:25:00')
    await drive()
    await endTrips('09:46:00')
    expect(await trip()).toMatchObject({ current_state: 'completed', trip_stops: [] })
    expect(await send('09:50:00')).toEqual(done)
    expect(await trip()).toMatchObject({ current_state: 'live', completed_at: null })
    await endTrips('09:51:00')
    const { current_state, trip_stops } = await trip()
    expect(current_state).toBe('completed')
    expect(trip_stops.map(({ arrived_at }) => clockOf(arrived_at))).toEqual(['08:30', '08:33', '08:36'])
    expect(await cash()).toBe(7)
  })

  test('was completed at a stop, and is left when its driver left it', async () => {
    signOn()
    await drive()
    await send('08:36:00')
    await endTrips('09:46:00')
    device.did('08:37:00', { kind: 'depart', trip_stop_id: (await trip()).trip_stops[2]!.id })
    expect(await send('09:50:00')).toEqual(['depart applied'])
    const left = (await trip()).trip_stops.slice(0, 3).map(({ departed_at }) => clockOf(departed_at))
    expect(left).toEqual(['08:30', '08:33', '08:37'])
  })

  test('goes on as well where dispatch accepts what the driver told whom it was taken from', async () => {
    signOn()
    const { driver_id } = await town.vehicle('Spare', { from: '20:00', until: '21:00' })
    const body = { driver_id, vehicle_id: bus.vehicle_id }
    await town.dispatcher.call(api.trips.update, { params: params(), body, version: (await trip()).version })
    await endTrips('09:46:00')
    expect(await send('09:50:00')).toEqual(['sign_on needs_dispatcher'])
    const [told] = (await town.dispatcher.call(api.trips.driverActions, { params: params() })).data
    await town.dispatcher.call(api.driverActions.accept, { params: { id: told!.id } })
    expect(await trip()).toMatchObject({ current_state: 'live', status_message: null })
  })

  test('stays ended when what is told of it cannot be', async () => {
    await endTrips('09:46:00')
    device.did('09:40:00', { kind: 'sign_on' })
    expect(await send('09:50:00')).toEqual(['sign_on needs_dispatcher'])
    expect(await trip()).toMatchObject({ current_state: 'cancelled' })
    expect(await states()).toEqual(['staged → cancelled by null'])
  })

  test('is not put back where a person cancelled it', async () => {
    const body = { status: 'cancelled' as const, force: true }
    signOn()
    await drive()
    await town.dispatcher.call(api.trips.changeState, { params: params(), body })
    expect(new Set(await send('08:50:00'))).toEqual(
      new Set(['sign_on needs_dispatcher', ...done.map((one) => one.replace('applied', 'needs_dispatcher'))]),
    )
    expect(await trip()).toMatchObject({ current_state: 'cancelled' })
  })
})

test('the service leaves a driven trip to its driver while the vehicle is seen, for two hours', async () => {
  signOn()
  await send('08:25:00')
  const seen = async (time: string) => {
    at(time)
    const recorded_at = server.deps.clock.now().toISOString()
    const positions = [{ latitude: -27.47, longitude: 153.03, bearing: 0, speed: 0, recorded_at }]
    await bus.client.call(api.driver.positions, { params: params(), body: { positions } })
  }
  const endsAt = async (time: string) => {
    await endTrips(time)
    return (await trip()).current_state
  }
  await seen('09:44:00')
  expect(await endsAt('09:48:00')).toBe('live')
  expect(await endsAt('09:50:00')).toBe('completed')
  bus = await town.vehicle('Van', { from: '08:30', until: '09:30' })
  device = createDevice(bus.client, bus.trip_id)
  signOn()
  await send('09:51:00')
  await seen('11:28:00')
  expect(await endsAt('11:29:00')).toBe('live')
  expect(await endsAt('11:31:00')).toBe('completed')
})

describe('what is told of a trip that has ended', () => {
  test('is how its vehicle was, what the odometer showed, and what was not paid', async () => {
    const checklist_id = await checklist('after')
    signOn()
    await drive()
    await send('08:36:00')
    device.did('09:35:00', { kind: 'check', checklist_id, answers })
    device.did('09:36:00', { kind: 'odometer', moment: 'end', reading: 12_000 })
    device.did('09:37:00', { kind: 'not_paid', service_request_id: -7, reason: 'refused' })
    device.did('09:38:00', { kind: 'complete' })
    await endTrips('09:46:00')
    expect(await send('09:47:00')).toEqual([
      'check applied',
      'odometer applied',
      'not_paid applied',
      'complete already_done',
    ])
    expect(await notes()).toBe(1)
    expect(await cash()).toBe(0)
    expect((await bus.client.call(api.driver.trip, { params: params() })).data.odometer?.end).toBe(12_000)
    expect(await trip()).toMatchObject({ current_state: 'completed' })
  })

  test('is a check of a vehicle whose trip dispatch has cancelled, once dispatch accepts it', async () => {
    device.did('08:20:00', { kind: 'check', checklist_id: await checklist('before'), answers })
    const body = { status: 'cancelled' as const, force: true }
    await town.dispatcher.call(api.trips.changeState, { params: params(), body })
    expect(await send('08:25:00')).toEqual(['check needs_dispatcher'])
    const [told] = (await town.dispatcher.call(api.trips.driverActions, { params: params() })).data
    await town.dispatcher.call(api.driverActions.accept, { params: { id: told!.id } })
    expect(await notes()).toBe(1)
  })

  test('is nothing a day later, in a batch or step by step', async () => {
    const checklist_id = await checklist('after')
    signOn()
    await send('08:25:00')
    await endTrips('09:46:00')
    const window = { start_datetime: '2026-11-22T08:30:00+10:00', end_datetime: '2026-11-22T09:30:00+10:00' }
    await server.deps.db.updateTable('trips').set(window).where('id', '=', bus.trip_id).execute()
    device.did('09:35:00', { kind: 'check', checklist_id, answers })
    await expect(send('09:48:00')).rejects.toMatchObject({ status: 404 })
    const alone = bus.client.call(api.driver.vehicleCheck, { params: params(), body: { checklist_id, answers } })
    await expect(alone).rejects.toMatchObject({ status: 404 })
  })
})
