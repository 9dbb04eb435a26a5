import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api, type Deed, walkOnModes } from '@ambit/contract'
import { stopAhead } from '@ambit/domain'
import { nothingBroken, startTestServer, type TestServer } from '../testing/server.ts'
import {
  actionsAtServer,
  allSent,
  bookRide,
  buildRoad,
  did,
  nextDeed,
  openTrip,
  PIN,
  type Road,
  storyOf,
  tripAtServer,
  tripOf,
} from '../testing/road.ts'
import type { Device } from './device.ts'

let server: TestServer
let road: Road
let device: Device
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(async () => {
  await device.stop()
  await server.deps.db.deleteFrom('vehicle_checklists').where('name', '=', 'Start of shift').execute()
})

const REF = 4711
const here = () => stopAhead(tripOf(device))!
const isBreak = (): boolean => here().kind === 'break'
/** Drives on, with passengers who all come, until it is so. */
const driveUntil = async (holds: () => boolean): Promise<void> => {
  while (!holds()) {
    road.pass(4)
    const next = nextDeed(device)
    while ((await device.did(next))?.code === 'wait_until') road.pass(5)
  }
}

const checklist = async (): Promise<number> => {
  const label = { en: 'Brakes', de: '', es: '' }
  const items = [{ id: 'brakes', label, kind: 'pass_fail', required: true, critical: true, choices: [] }]
  const body = { name: 'Start of shift', moment: 'before', enabled: true, vehicle_ids: null, items } as const
  return (await server.client('fleet_manager').call(api.vehicleChecklists.create, { body } as never)).data.id
}

// covers: DAPP-99
test('every action of a running trip is done without signal, and is at the server once there is one', async () => {
  const rest = { minutes: 15, from: '09:45', until: '12:30' }
  road = await buildRoad(server, { strategy: { walk_ons: walkOnModes[1] } }, { rest })
  const maria = await bookRide(road, 'Maria Silva', '09:00', ['Market', 'Station'])
  const absent = await bookRide(road, 'Ann Lee', '13:00', ['Market', 'Station'])
  const checked = await checklist()
  device = road.open()
  expect(await device.signIn({ username: road.username, pin: PIN, shared: false })).toBeNull()
  await device.openTrip(road.crew.trip_id)
  await allSent(device)
  road.network = 'off'
  await did(device, { kind: 'check', checklist_id: checked, answers: [{ item: 'brakes', value: 'pass' }] })
  await did(device, { kind: 'odometer', moment: 'start', reading: 120_400 })
  await did(device, { kind: 'sign_on' })
  road.pass(60)
  await did(device, { kind: 'arrive', trip_stop_id: here().id })
  const away = tripOf(device).trip_stops.find(({ alightings }) => alightings.some(({ id }) => id === maria))!
  const walkOn: Deed = {
    kind: 'walk_on',
    ref: REF,
    dropoff_location_id: away.location_id,
    dropoff_trip_stop_id: away.id,
    adults: 1,
    children: 0,
    concessions: 0,
    mobility_support: 0,
  }
  await did(device, walkOn)
  await did(device, { kind: 'call', service_request_id: maria })
  await did(device, { kind: 'board', service_request_id: maria })
  await did(device, { kind: 'undo' })
  await did(device, { kind: 'board', service_request_id: maria })
  await did(device, { kind: 'paid', service_request_id: maria, amount: 3.5 })
  await did(device, { kind: 'depart', trip_stop_id: here().id })
  road.pass(6)
  await did(device, { kind: 'arrive', trip_stop_id: here().id })
  await did(device, { kind: 'drop_off', service_request_id: maria })
  await did(device, { kind: 'drop_off', service_request_id: -REF })
  await did(device, { kind: 'not_paid', service_request_id: -REF, reason: 'no_money' })
  await driveUntil(isBreak)
  await did(device, { kind: 'arrive', trip_stop_id: here().id })
  road.pass(20)
  await did(device, { kind: 'depart', trip_stop_id: here().id })
  await driveUntil(() => here().boardings.some(({ id }) => id === absent) && here().arrived_at !== null)
  const gone: Deed = { kind: 'no_show', service_request_id: absent, reason: 'not_at_stop' }
  while ((await device.did(gone))?.code === 'wait_until') road.pass(5)
  await driveUntil(() => nextDeed(device).kind === 'complete')
  await did(device, { kind: 'odometer', moment: 'end', reading: 120_431 })
  await did(device, { kind: 'complete' })
  expect(tripOf(device).current_state).toBe('completed')
  const driven = storyOf(tripOf(device))
  const { sending } = device.state()
  expect(openTrip(device).outcomes).toEqual([])
  road.network = 'on'
  await device.wake()
  await allSent(device)
  const told = await actionsAtServer(road)
  const stored = await server.deps.db
    .selectFrom('driver_actions')
    .where('trip_id', '=', road.crew.trip_id)
    .select('kind')
    .execute()
  expect(stored).toHaveLength(sending.unsent)
  const kinds = new Set(stored.map(({ kind }) => kind))
  for (const kind of ['check', 'odometer', 'sign_on', 'arrive', 'walk_on', 'call', 'board', 'undo', 'paid'] as const)
    expect(kinds).toContain(kind)
  for (const kind of ['depart', 'drop_off', 'not_paid', 'no_show', 'complete'] as const) expect(kinds).toContain(kind)
  expect(told.filter((one) => !one.endsWith(' applied'))).toEqual([])
  const taken = (await tripAtServer(road)).trip_stops.find(({ kind }) => kind === 'break')
  expect([taken?.arrived_at, taken?.departed_at]).not.toContain(null)
  const idless = (story: unknown) => JSON.stringify(story).replaceAll(/\[-?\d+,/g, '[0,')
  expect(idless(storyOf(await tripAtServer(road)))).toEqual(idless(driven))
  await nothingBroken(server)
})
