import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type CheckItem } from '@ambit/contract'
import { createDevice, type Device, resultsOf } from '../testing/device.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
/** has nothing to do before the evening */
let spare: Crew
let device: Device
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  spare = await town.vehicle('Van 2', { from: '20:00', until: '21:00' })
  device = createDevice(van.client, van.trip_id)
  await server.deps.db.deleteFrom('vehicle_checklists').execute()
})
afterEach(() => nothingBroken(server))

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const params = () => ({ id: van.trip_id })
const send = async (time: string): Promise<string[]> => {
  at(time)
  return resultsOf(await device.send(time))
}
const staff = () => server.client('administrator')
/** Dispatch gives the trip another vehicle, as it is asked about it. */
const swap = async (time: string, { vehicle_id } = spare): Promise<void> => {
  at(time)
  const { data } = await town.dispatcher.call(api.trips.show, { params: params() })
  const body = { driver_id: van.driver_id, vehicle_id }
  await town.dispatcher.call(api.trips.update, { params: params(), body, version: data.version })
}
const brakes: CheckItem = {
  id: 'brakes',
  label: { en: 'Brakes', de: '', es: '' },
  kind: 'pass_fail',
  required: true,
  critical: true,
  choices: [],
}
const answers = [{ item: 'brakes', value: 'fail', note: 'The pedal gives way' }]
const checklist = async (): Promise<number> => {
  const body = { name: 'Start of shift', moment: 'before' as const, enabled: true, vehicle_ids: null, items: [brakes] }
  return (await staff().call(api.vehicleChecklists.create, { body })).data.id
}
const checked = async () =>
  (await staff().call(api.vehicleChecks.list, { query: { filter: { trip: [van.trip_id] } } })).data.map(
    ({ vehicle_number }) => vehicle_number,
  )
const noted = async () =>
  (
    await staff().call(api.vehicleNotes.list, { query: { filter: { vehicle: [van.vehicle_id, spare.vehicle_id] } } })
  ).data.map(({ vehicle_id, details }) => [vehicle_id, details])

describe('a check that is told after dispatch has given the trip another vehicle', () => {
  test('is of the vehicle that the device had the trip with, and the new one can be signed on with', async () => {
    const checklist_id = await checklist()
    await swap('08:20:00')
    device.did('08:30:00', { kind: 'check', vehicle_id: van.vehicle_id, checklist_id, answers })
    expect(await send('08:35:00')).toEqual(['check applied'])
    expect(await checked()).toEqual(['Van 1'])
    expect(await noted()).toEqual([[van.vehicle_id, 'Start of shift: Brakes: The pedal gives way (Driver Van 1)']])
    await van.client.call(api.driver.signOn, { params: params() })
  })

  test('is of the vehicle that the trip had then, where the device does not tell which', async () => {
    const checklist_id = await checklist()
    device.did('08:30:00', { kind: 'check', checklist_id, answers })
    await swap('08:32:00')
    await swap('08:34:00', await town.vehicle('Van 3', { from: '20:00', until: '21:00' }))
    expect(await send('08:35:00')).toEqual(['check applied'])
    expect(await checked()).toEqual(['Van 1'])
  })

  test('is of the vehicle that its schedule was taken from as well', async () => {
    const checklist_id = await checklist()
    device.did('08:20:00', { kind: 'check', checklist_id, answers })
    at('08:25:00')
    const { data } = await staff().call(api.trips.show, { params: params() })
    const schedule = { id: data.service_plan_id! }
    const { version } = (await staff().call(api.servicePlans.show, { params: schedule })).data
    await staff().call(api.servicePlans.update, { params: schedule, body: { vehicle_id: spare.vehicle_id }, version })
    expect(await send('08:35:00')).toEqual(['check applied'])
    expect(await checked()).toEqual(['Van 1'])
  })

  test('is refused at its place for a vehicle that the trip never had', async () => {
    const checklist_id = await checklist()
    device.did('08:30:00', { kind: 'check', vehicle_id: spare.vehicle_id, checklist_id, answers })
    at('08:35:00')
    await expect(device.send('08:35:00')).rejects.toMatchObject({
      status: 404,
      errors: [{ source: { pointer: '/actions/0/vehicle_id' } }],
    })
    expect(await checked()).toEqual([])
  })
})

describe('the odometer of a vehicle that is changed', () => {
  const read = (time: string, moment: 'start' | 'end', reading: number) =>
    device.did(time, { kind: 'odometer', vehicle_id: van.vehicle_id, moment, reading })
  const shown = async (crew = van) =>
    (await crew.client.call(api.driver.trip, { params: { id: crew.trip_id } })).data.odometer
  const doubtful = async () => {
    const { rows } = await sql<{ doubtful: boolean }>`select (input ->> 'doubtful')::boolean as doubtful
      from driver_actions where kind = 'odometer' and trip_id = ${van.trip_id} order by id`.execute(server.deps.db)
    return rows.map((row) => row.doubtful)
  }

  test('stays that of the vehicle which was read when it is told later, and says nothing of the new one', async () => {
    read('08:30:00', 'start', 250_000)
    await swap('08:32:00')
    expect(await send('08:35:00')).toEqual(['odometer applied'])
    expect(await shown()).toEqual({ last: null, start: null, end: null })
    const next = await town.vehicle('Van 3', { from: '18:30', until: '19:00' })
    await server.deps.db
      .updateTable('trips')
      .set({ vehicle_id: van.vehicle_id })
      .where('id', '=', next.trip_id)
      .execute()
    expect(await shown(next)).toMatchObject({ last: 250_000 })
  })

  test('is not taken away from that of the other one where it is changed on the road', async () => {
    read('08:38:00', 'start', 250_000)
    device.did('08:40:00', { kind: 'sign_on' })
    await send('08:41:00')
    await swap('09:00:00')
    device.did('10:00:00', { kind: 'odometer', moment: 'end', reading: 12_000 })
    expect(await send('10:01:00')).toEqual(['odometer applied'])
    expect(await shown()).toEqual({ last: null, start: null, end: 12_000 })
    expect(await doubtful()).toEqual([false, false])
  })
})

test('an incident that is told after the vehicle was changed is a note of the one that it happened with', async () => {
  const report = (note: string, vehicle_id?: number) => {
    const sent_at = server.deps.clock.now().toISOString()
    const what = { id: randomUUID(), kind: 'breakdown' as const, note, sent_at, position: null }
    const body = {
      ...what,
      happened_at: '2026-11-23T08:30:00+10:00',
      ...(vehicle_id === undefined ? {} : { vehicle_id }),
    }
    return van.client.call(api.driver.reportIncident, { params: params(), body })
  }
  await swap('08:20:00')
  await report('Smoke', van.vehicle_id)
  await report('A bump')
  await report('Never its own', (await town.vehicle('Van 3')).vehicle_id)
  await swap('08:40:00', van)
  await report('A hiss')
  expect(await noted()).toEqual(
    expect.arrayContaining([
      [van.vehicle_id, 'Breakdown, reported by Driver Van 1: Smoke'],
      [spare.vehicle_id, 'Breakdown, reported by Driver Van 1: A bump'],
      [spare.vehicle_id, 'Breakdown, reported by Driver Van 1: Never its own'],
      [spare.vehicle_id, 'Breakdown, reported by Driver Van 1: A hiss'],
    ]),
  )
})

test('a driver whose trip the schedule gave to another one may still tell what happened before', async () => {
  device.did('08:20:00', { kind: 'sign_on' })
  at('08:25:00')
  const { data } = await staff().call(api.trips.show, { params: params() })
  const schedule = { id: data.service_plan_id! }
  const { version } = (await staff().call(api.servicePlans.show, { params: schedule })).data
  await staff().call(api.servicePlans.update, { params: schedule, body: { driver_id: spare.driver_id }, version })
  expect(await send('08:35:00')).toEqual(['sign_on needs_dispatcher'])
})
