import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type CheckItem, type Client, type PermissionKey } from '@ambit/contract'
import { eventsSince, lastEvent } from '../testing/audited.ts'
import { createDevice } from '../testing/device.ts'
import { placedJpeg } from '../testing/photos.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
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

const brakes: CheckItem = {
  id: 'brakes',
  label: { en: 'Brakes', de: '', es: '' },
  kind: 'pass_fail',
  required: true,
  critical: true,
  choices: [],
}
const reason = 'A passenger’s face is on it'
const staff = () => server.client('fleet_manager')
const send = (id: string) => {
  const at = '2026-11-23T08:55:00+10:00'
  const body = { id, trip_id: van.trip_id, sent_at: at, taken_at: at, content: placedJpeg().toString('base64') }
  return van.client.call(api.driver.photo, { body })
}
const noteOf = async () => {
  const query = { filter: { vehicle: [van.vehicle_id] } }
  return (await staff().call(api.vehicleNotes.list, { query })).data[0]!
}
const checkOf = async () =>
  (await staff().call(api.vehicleChecks.list, { query: { filter: { trip: [van.trip_id] } } })).data[0]!

/** The brakes failed, with two photos that the check and the vehicle's note show. */
const failedCheck = async () => {
  const photos = [randomUUID(), randomUUID()]
  for (const id of photos) await send(id)
  const body = { name: 'Start of shift', moment: 'before' as const, vehicle_ids: [van.vehicle_id], items: [brakes] }
  const checklist_id = (await staff().call(api.vehicleChecklists.create, { body })).data.id
  const device = createDevice(van.client, van.trip_id)
  const answers = [{ item: 'brakes', value: 'fail', note: 'They squeal', photos }]
  device.did('08:56:00', { kind: 'check', checklist_id, answers })
  await device.send('09:00:00')
  return { check: await checkOf(), note: await noteOf(), photo: photos[0]!, other: photos[1]! }
}
type Failed = Awaited<ReturnType<typeof failedCheck>>

const calls = {
  check: {
    remove: ({ check: { id }, photo }: Failed, client: Client = staff()) =>
      client.call(api.vehicleChecks.removePhoto, { params: { id, photo }, body: { reason } }),
    key: 'VehicleManagement:vehicleCheck:canUpdate',
    reading: 'VehicleManagement:vehicleCheck:canRead',
  },
  note: {
    remove: ({ note: { id }, photo }: Failed, client: Client = staff()) =>
      client.call(api.vehicleNotes.removePhoto, { params: { id, photo }, body: { reason } }),
    key: 'VehicleManagement:vehicle:canUpdate',
    reading: 'VehicleManagement:vehicle:canRead',
  },
} as const satisfies Record<string, { key: PermissionKey; reading: PermissionKey; [other: string]: unknown }>
const places = ['check', 'note'] as const

const stored = async (id: string) =>
  server.deps.db.selectFrom('driver_photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const removed = { removed_at: '2026-11-22T23:10:00+00:00', removed_reason: reason }

describe.each(places)('a photo that staff remove at the %s', (place) => {
  const { remove, key, reading } = calls[place]

  test('is deleted for good and read by nobody, and check and note say when and why in its place', async () => {
    const failed = await failedCheck()
    const { check, note, photo, other } = failed
    server.deps.clock.set('2026-11-23T09:10:00+10:00')
    const { data } = await remove(failed)
    expect(data.photos.map(({ id }) => id)).toEqual([photo, other])
    expect(data.photos[0]).toMatchObject({ subject: 'Brakes', ...removed })
    expect((await stored(photo)).content).toBeNull()
    expect((await stored(other)).content).not.toBeNull()
    for (const shown of [await checkOf(), await noteOf()])
      expect(shown.photos).toEqual([
        { ...check.photos[0], ...removed },
        { ...check.photos[1], removed_at: null, removed_reason: null },
      ])
    const atCheck = staff().fetch(api.vehicleChecks.photo, { params: { id: check.id, photo } })
    await expect(atCheck).rejects.toMatchObject({ status: 404 })
    const atNote = staff().fetch(api.vehicleNotes.photo, { params: { id: note.id, photo } })
    await expect(atNote).rejects.toMatchObject({ status: 404 })
    expect((await staff().fetch(api.vehicleChecks.photo, { params: { id: check.id, photo: other } })).status).toBe(200)
  })

  test('is an event of the audit about the vehicle, with who removed it and why', async () => {
    const failed = await failedCheck()
    const before = await lastEvent(server.deps.db)
    await remove(failed)
    const [event, ...more] = await eventsSince(server.deps.db, before)
    expect(more).toEqual([])
    expect(event).toMatchObject({ record_kind: 'vehicles', record_id: String(van.vehicle_id), actor_kind: 'user' })
    expect(event?.changes).toMatchObject({
      photo_removed: { after: 'Brakes' },
      photo: { after: failed.photo },
      reason: { after: reason },
    })
  })

  test('is refused with 403 to who may only read, and with 404 to staff of other regions', async () => {
    const failed = await failedCheck()
    const { db } = server.deps
    await db.updateTable('vehicles').set({ region_id: town.region_id }).where('id', '=', van.vehicle_id).execute()
    const may = (keys: PermissionKey[], region_ids: number[] | null = null) =>
      server.client({ permissions: keys, region_ids })
    expect(await refusal(remove(failed, may([reading])))).toMatchObject({ status: 403 })
    const elsewhere = may([key, reading], [town.region_id + 1])
    expect(await refusal(remove(failed, elsewhere))).toMatchObject({ status: 404 })
    expect((await stored(failed.photo)).content).not.toBeNull()
    await remove(failed, may([key, reading], [town.region_id]))
    expect((await stored(failed.photo)).content).toBeNull()
  })

  test('is removed once: the same call again is answered as the first time, another one with 409', async () => {
    const failed = await failedCheck()
    const id = failed[place].id
    const endpoint = place === 'check' ? api.vehicleChecks.removePhoto : api.vehicleNotes.removePhoto
    const client = staff()
    const call = () =>
      client.call(endpoint, {
        params: { id, photo: failed.photo },
        body: { reason },
        idempotencyKey: `remove ${failed.photo}`,
      })
    const first = await call()
    expect(await call()).toEqual(first)
    expect(await refusal(remove(failed))).toMatchObject({
      status: 409,
      message: 'The photo has been removed already',
    })
  })

  test('stays while a hold keeps what concerns its vehicle', async () => {
    const failed = await failedCheck()
    const held = { kind: 'vehicles' as const, record_id: van.vehicle_id, reason: 'A court asked for it' }
    const sam = server.client('superadmin')
    await sam.call(api.holds.create, { body: { ...held, ends_at: '2026-12-23T00:00:00+10:00' } })
    const { status, message } = await refusal(remove(failed))
    expect([status, message]).toEqual([
      409,
      expect.stringMatching(/^The photo cannot be deleted. A hold keeps it until/),
    ])
    expect((await stored(failed.photo)).content).not.toBeNull()
  })

  test('is not found where it is not there, has not come yet, or is of something else', async () => {
    const failed = await failedCheck()
    const { db } = server.deps
    const late = randomUUID()
    const named = { vehicle_check_id: failed.check.id, vehicle_note_id: failed.note.id, subject: 'Brakes', place: 3 }
    await db
      .insertInto('driver_photos')
      .values({ id: late, ...named, created_at: server.deps.clock.now() })
      .execute()
    const foreign = randomUUID()
    await send(foreign)
    for (const photo of [randomUUID(), late, foreign])
      expect(await refusal(remove({ ...failed, photo }))).toMatchObject({ status: 404 })
    expect((await stored(foreign)).content).not.toBeNull()
  })
})

test('a photo is not removed without a reason of 3 to 300 characters', async () => {
  const { note, photo } = await failedCheck()
  for (const words of ['', '  x ', 'x'.repeat(301)]) {
    const call = staff().call(api.vehicleNotes.removePhoto, {
      params: { id: note.id, photo },
      body: { reason: words },
    })
    const { status, errors } = await refusal(call)
    expect([status, errors[0]?.source?.pointer]).toEqual([422, '/reason'])
  }
  expect((await stored(photo)).content).not.toBeNull()
})

test('a vehicle of all regions keeps its photos where staff limited to a region remove at its note', async () => {
  const failed = await failedCheck()
  const limited = server.client({
    permissions: ['VehicleManagement:vehicle:canUpdate', 'VehicleManagement:vehicle:canRead'],
    region_ids: [town.region_id],
  })
  expect(await refusal(calls.note.remove(failed, limited))).toMatchObject({ status: 403 })
  expect((await stored(failed.photo)).content).not.toBeNull()
})

test('a phone that sends a removed photo again is answered as the first time, and the photo stays away', async () => {
  const failed = await failedCheck()
  await calls.check.remove(failed)
  expect((await send(failed.photo)).data).toEqual({ id: failed.photo, media_type: 'image/jpeg' })
  expect((await stored(failed.photo)).content).toBeNull()
})
