import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type IncidentKind } from '@ambit/contract'
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
