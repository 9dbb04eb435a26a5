import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type IncidentKind } from '@ambit/contract'
import { placedPng } from '../testing/photos.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  server.deps.clock.set('2026-11-23T09:00:00+10:00')
})

const report = (kind: IncidentKind, note: string, { id = randomUUID(), at = '09:00:00', crew = van } = {}) => {
  const sent_at = server.deps.clock.now().toISOString()
  const body = { id, kind, note, sent_at, happened_at: `2026-11-23T${at}+10:00`, position: null }
  return crew.client.call(api.driver.reportIncident, { params: { id: van.trip_id }, body })
}
const notes = async () =>
  (
    await server
      .client('administrator')
      .call(api.vehicleNotes.list, { query: { filter: { vehicle: [van.vehicle_id] } } })
  ).data
const standing = async () =>
  (await town.dispatcher.call(api.exceptions.list, { query: { filter: { region: [town.region_id] } } })).data

test('a reported incident is a note of the vehicle with who reported it, and needs attention as it is urgent', async () => {
  await report('road_blocked', ' A tree ')
  await report('accident', 'No one is hurt', { at: '08:50:00' })
  await report('other', '')
  expect((await standing()).map(({ severity, facts, text }) => [severity, facts.incident, text])).toEqual([
    ['urgent', 'accident', 'No one is hurt'],
    ['soon', 'road_blocked', 'A tree'],
    ['watch', 'other', null],
  ])
  const written = (await notes()).map(({ category, subcategory, details }) => [category, subcategory, details])
  expect(written.toSorted()).toEqual([
    ['incident', 'accident', 'Accident, reported by Driver Van 1: No one is hurt'],
    ['incident', 'other', 'Other, reported by Driver Van 1'],
    ['incident', 'other', 'Road blocked, reported by Driver Van 1: A tree'],
  ])
  expect((await notes()).map(({ created_at }) => clockOf(created_at)).toSorted()).toEqual(['08:50', '09:00', '09:00'])
})

test('an incident that is sent again is one, also after it was resolved', async () => {
  const id = randomUUID()
  await Promise.all([report('breakdown', 'No oil', { id }), report('breakdown', 'No oil', { id })])
  const [incident, ...others] = await standing()
  expect(others).toEqual([])
  const body = { outcome: 'fixed', note: 'Towed' } as const
  await town.dispatcher.call(api.exceptions.resolve, { params: { id: incident!.id }, body })
  await report('breakdown', 'No oil', { id })
  expect(await standing()).toEqual([])
  expect(await notes()).toHaveLength(1)
})

test('an incident is refused with a note that is too long, and on another driver’s trip', async () => {
  await report('other', 'x'.repeat(1000))
  expect(await refusal(report('other', 'x'.repeat(1001)))).toMatchObject({ status: 422 })
  expect(await refusal(report('other', '', { crew: await town.vehicle('Van 2') }))).toMatchObject({ status: 404 })
  expect(await notes()).toHaveLength(1)
})

// covers: DAPP-130
test('texts of drivers are trimmed, kept as they were written, and refused above their limit at their place', async () => {
  await report('other', '  <b>Smoke</b> & a hiss  ')
  expect((await notes())[0]?.details).toContain('<b>Smoke</b> & a hiss')
  expect((await notes())[0]?.details).not.toMatch(/ {2}/)
  const pointers = async (call: Promise<unknown>) => {
    const { status, errors } = await refusal(call)
    return [status, errors[0]?.source?.pointer]
  }
  expect(await pointers(report('other', 'x'.repeat(1001)))).toEqual([422, '/note'])
  const params = { id: van.trip_id }
  const sent_at = server.deps.clock.now().toISOString()
  const write = (text: string) => {
    const messages = [{ id: randomUUID(), text, written_at: sent_at }]
    return van.client.call(api.driver.reportMessages, { params, body: { sent_at, messages } })
  }
  await write('  <i>On my way</i> ')
  expect(await pointers(write('x'.repeat(501)))).toEqual([422, '/messages/0/text'])
  const { data: thread } = await town.dispatcher.call(api.driverMessages.ofTrip, { params })
  expect(thread.map(({ text }) => text)).toEqual(['<i>On my way</i>'])
  const reason = (reason_text: string) => {
    const action = { id: randomUUID(), sequence: 1, happened_at: sent_at, kind: 'no_show', service_request_id: 1 }
    const actions = [{ ...action, reason: 'other', reason_text }]
    return van.client.call(api.driver.actions, { params, body: { sent_at, actions } as never })
  }
  expect(await pointers(reason('x'.repeat(201)))).toEqual([422, '/actions/0/reason_text'])
})

// covers: DAPP-104
test('what a device tells that knows the server’s time keeps its time, though it was a minute and a half on its way', async () => {
  const [done, sent_at] = ['2026-11-23T08:55:00+10:00', '2026-11-23T08:58:24+10:00']
  const params = { id: van.trip_id }
  const clock = { sent_at, clock_error_ms: 300 }
  const what = { kind: 'other' as const, note: '', position: null }
  const incident = { id: randomUUID(), ...what, ...clock, happened_at: done }
  await van.client.call(api.driver.reportIncident, { params, body: incident })
  const call = { id: randomUUID(), ...clock, happened_at: done, position: null, on_board: [] }
  await van.client.call(api.driver.emergency, { params, body: call })
  const messages = [{ id: randomUUID(), text: 'On my way', written_at: done }]
  const thread = await van.client.call(api.driver.reportMessages, { params, body: { ...clock, messages } })
  const photo = {
    id: randomUUID(),
    trip_id: van.trip_id,
    ...clock,
    taken_at: done,
    content: placedPng().toString('base64'),
  }
  await van.client.call(api.driver.photo, { body: photo })
  const kept = await server.deps.db
    .selectFrom('driver_photos')
    .where('id', '=', photo.id)
    .select('taken_at')
    .executeTakeFirstOrThrow()
  const times = [
    ...(await standing()).map(({ opened_at }) => opened_at),
    thread.data[0]?.written_at ?? '',
    kept.taken_at?.toISOString() ?? '',
  ]
  expect(times.map(clockOf)).toEqual(['08:55', '08:55', '08:55', '08:55'])
})
