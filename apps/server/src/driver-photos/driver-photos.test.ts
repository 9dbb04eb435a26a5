import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { api, type Client, createClient, type Endpoint, MOST_PHOTO_BYTES } from '@ambit/contract'
import { pruneAccess } from '../access/prune.ts'
import { createDevice } from '../testing/device.ts'
import { PLACE, placedJpeg, placedPng, placedWebp } from '../testing/photos.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
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

type Sent = { id?: string; content?: Buffer; crew?: Crew; trip_id?: number; at?: string }

const send = async ({ id = randomUUID(), content = placedJpeg(), crew = van, trip_id, at = '08:55:00' }: Sent = {}) => {
  const sent_at = server.deps.clock.now().toISOString()
  const body = { id, trip_id: trip_id ?? crew.trip_id, sent_at, taken_at: `2026-11-23T${at}+10:00` }
  return (await crew.client.call(api.driver.photo, { body: { ...body, content: content.toString('base64') } })).data
}
const report = (photos: string[], crew = van) => {
  const sent_at = server.deps.clock.now().toISOString()
  const told = { id: randomUUID(), kind: 'breakdown' as const, note: 'No oil', position: null, photos }
  const body = { ...told, sent_at, happened_at: sent_at }
  return crew.client.call(api.driver.reportIncident, { params: { id: crew.trip_id }, body })
}
const staff = () => server.client('administrator')
const notes = async (crew = van) =>
  (await staff().call(api.vehicleNotes.list, { query: { filter: { vehicle: [crew.vehicle_id] } } })).data
const checks = async () =>
  (await staff().call(api.vehicleChecks.list, { query: { filter: { trip: [van.trip_id] } } })).data
const read = async (endpoint: Endpoint, id: number, photo: string, client: Client = staff()) =>
  client.fetch(endpoint, { params: { id, photo } })
const stored = () => server.deps.db.selectFrom('driver_photos').selectAll().where('trip_id', '=', van.trip_id).execute()

const ITEMS = [
  { id: 'brakes', kind: 'pass_fail' as const, label: 'Brakes' },
  { id: 'front', kind: 'photo' as const, label: 'Front of the vehicle' },
].map(({ label, ...item }) => ({
  ...item,
  label: { en: label, de: '', es: '' },
  required: true,
  critical: false,
  choices: [],
}))
const checklist = async () => {
  const body = { name: 'Start of shift', moment: 'before' as const, vehicle_ids: [van.vehicle_id], items: ITEMS }
  return (await server.client('fleet_manager').call(api.vehicleChecklists.create, { body })).data.id
}

describe('a photo that a driver sends', () => {
  // covers: DAPP-30
  test.each([
    ['image/jpeg', placedJpeg()],
    ['image/png', placedPng()],
    ['image/webp', placedWebp()],
  ])('is kept as %s by its first bytes, without the place where it was taken', async (media_type, content) => {
    const id = randomUUID()
    expect(await send({ id, content })).toEqual({ id, media_type })
    const [kept] = await stored()
    expect(kept).toMatchObject({ id, media_type, driver_id: van.driver_id, trip_id: van.trip_id })
    expect(kept?.taken_at?.toISOString()).toBe('2026-11-22T22:55:00.000Z')
    expect(kept?.content?.toString('latin1')).not.toContain(PLACE)
  })

  // covers: DAPP-30
  test.each(['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', '%PDF-1.7', 'no picture'])(
    'is refused with 415 where it begins as %s',
    async (words) => {
      expect(await refusal(send({ content: Buffer.from(words) }))).toMatchObject({
        status: 415,
        message: 'A photo is a JPEG, PNG or WebP',
      })
      expect(await stored()).toEqual([])
    },
  )

  // covers: DAPP-30
  test('is refused with 413 above 2 MB, and taken with 2 MB', async () => {
    const least = placedJpeg().length
    expect(await refusal(send({ content: placedJpeg(MOST_PHOTO_BYTES - least + 1) }))).toMatchObject({
      status: 413,
      message: 'A photo may have at most 2 MB',
    })
    expect(await refusal(send({ content: placedJpeg(2 * MOST_PHOTO_BYTES) }))).toMatchObject({ status: 413 })
    expect(await stored()).toEqual([])
    await send({ content: placedJpeg(MOST_PHOTO_BYTES - least) })
    expect(await stored()).toHaveLength(1)
  })

  test('is kept once, and answered again as the first time whatever it holds then', async () => {
    const id = randomUUID()
    const first = await send({ id })
    expect(await Promise.all([send({ id }), send({ id, content: placedPng() })])).toEqual([first, first])
    expect(await stored()).toHaveLength(1)
  })

  test('is not found on the trip of another driver, nor under the id of another driver’s photo', async () => {
    const other = await town.vehicle('Van 2')
    const id = randomUUID()
    await send({ id })
    expect(await refusal(send({ crew: other, trip_id: van.trip_id }))).toMatchObject({ status: 404 })
    expect(await refusal(send({ crew: other, id }))).toMatchObject({ status: 404 })
    expect(await stored()).toHaveLength(1)
  })

  test('is one of at most 200 a day', async () => {
    const many = Array.from({ length: 199 }, () => ({
      id: randomUUID(),
      driver_id: van.driver_id,
      created_at: server.deps.clock.now(),
    }))
    await server.deps.db.insertInto('driver_photos').values(many).execute()
    await send()
    expect(await refusal(send())).toMatchObject({ status: 429, retryAfter: 3600 })
  })

  test('is refused with when to try again while the disk of the server is low', async () => {
    const { disk } = server.deps
    server.deps.disk = { ...disk, low: () => true }
    onTestFinished(() => void (server.deps.disk = disk))
    expect(await refusal(send())).toMatchObject({ status: 429, retryAfter: 600 })
    expect(await stored()).toEqual([])
    server.deps.disk = disk
    await send()
    expect(await stored()).toHaveLength(1)
  })
})

describe('photos of an incident', () => {
  // covers: DAPP-87
  test('are shown at the vehicle’s note, up to 3 in the order in which they were named', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of ids.toReversed()) await send({ id })
    expect(await refusal(report([...ids, randomUUID()]))).toMatchObject({ status: 422 })
    await report(ids)
    const [note] = await notes()
    expect(note?.category).toBe('incident')
    expect(note?.photos.map(({ id, subject }) => [id, subject])).toEqual(ids.map((id) => [id, 'Breakdown']))
    const answer = await read(api.vehicleNotes.photo, note!.id, ids[0]!)
    expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'content-disposition': 'inline; filename="photo.jpg"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })

  test('are shown as well when they come after the report that names them', async () => {
    const id = randomUUID()
    await report([id])
    const [before] = await notes()
    expect(before?.photos).toEqual([])
    await expect(read(api.vehicleNotes.photo, before!.id, id)).rejects.toMatchObject({ status: 404 })
    await send({ id })
    const shown = { id, item: null, subject: 'Breakdown', taken_at: expect.any(String) }
    expect((await notes())[0]?.photos).toEqual([{ ...shown, removed_at: null, removed_reason: null }])
  })

  test('stay with their driver: a report that names those of another, or of another note, is taken without them', async () => {
    const other = await town.vehicle('Van 2')
    const id = randomUUID()
    await send({ id })
    await report([id], other)
    expect((await notes(other)).map(({ photos }) => photos)).toEqual([[]])
    await report([id])
    await report([id])
    expect((await notes()).map(({ photos }) => photos.length).toSorted()).toEqual([0, 1])
  })

  test('are not found by staff of other regions, under another note, or without the right to read vehicles', async () => {
    const id = randomUUID()
    await send({ id })
    await report([id])
    await report([])
    const [empty, full] = (await notes()).toSorted((a, b) => a.photos.length - b.photos.length)
    const away = server.client({
      permissions: ['VehicleManagement:vehicle:canRead'],
      region_ids: [town.region_id + 1],
    })
    await server.deps.db
      .updateTable('vehicles')
      .set({ region_id: town.region_id })
      .where('id', '=', van.vehicle_id)
      .execute()
    const near = server.client({ permissions: ['VehicleManagement:vehicle:canRead'], region_ids: [town.region_id] })
    expect((await read(api.vehicleNotes.photo, full!.id, id, near)).status).toBe(200)
    await expect(read(api.vehicleNotes.photo, full!.id, id, away)).rejects.toMatchObject({ status: 404 })
    await expect(read(api.vehicleNotes.photo, empty!.id, id)).rejects.toMatchObject({ status: 404 })
    await expect(read(api.vehicleNotes.photo, full!.id, randomUUID())).rejects.toMatchObject({ status: 404 })
    const none = server.client({ permissions: ['VehicleManagement:vehicleCheck:canRead'] })
    await expect(read(api.vehicleNotes.photo, full!.id, id, none)).rejects.toMatchObject({ status: 403 })
  })
})

describe('photos of a check', () => {
  // covers: DAPP-24
  test('of a failed item are shown at the check and at the note that it writes on the vehicle', async () => {
    const [crack, front] = [randomUUID(), randomUUID()]
    await send({ id: crack })
    await send({ id: front })
    const device = createDevice(van.client, van.trip_id)
    const answers = [
      { item: 'brakes', value: 'fail', note: 'They squeal', photos: [crack] },
      { item: 'front', value: 1, photos: [front] },
    ]
    device.did('08:56:00', { kind: 'check', checklist_id: await checklist(), answers })
    expect((await device.send('09:00:00')).map(({ result }) => result)).toEqual(['applied'])
    const [check] = await checks()
    expect(check?.photos.map(({ id, item, subject }) => [item, subject, id]).toSorted()).toEqual([
      ['brakes', 'Brakes', crack],
      ['front', 'Front of the vehicle', front],
    ])
    expect(check?.answers.map(({ item }) => item)).toEqual(['brakes', 'front'])
    expect(check?.answers.map(({ value }) => value)).toEqual(['Not OK', '1 photo'])
    expect((await notes()).map(({ details, photos }) => [details, photos.map(({ id }) => id)])).toEqual([
      ['Start of shift: Brakes: They squeal (Driver Van 1)', [crack]],
    ])
    expect((await read(api.vehicleChecks.photo, check!.id, crack)).status).toBe(200)
    const away = server.client({
      permissions: ['VehicleManagement:vehicleCheck:canRead'],
      region_ids: [town.region_id + 1],
    })
    await expect(read(api.vehicleChecks.photo, check!.id, crack, away)).rejects.toMatchObject({ status: 404 })
  })

  // covers: DAPP-22, DAPP-24
  test('are asked for by an item of that kind, which takes 1 to 3 of them, or a note why there is none', async () => {
    const checklist_id = await checklist()
    const answer = (photos: string[], note?: string) =>
      van.client.call(api.driver.vehicleCheck, {
        params: { id: van.trip_id },
        body: {
          checklist_id,
          answers: [
            { item: 'brakes', value: 'pass' },
            { item: 'front', value: photos.length, photos, note },
          ],
        },
      })
    expect(await refusal(answer([]))).toMatchObject({ status: 422, message: 'Please answer: Front of the vehicle' })
    const four = Array.from({ length: 4 }, () => randomUUID())
    expect(await refusal(answer(four))).toMatchObject({ status: 422, message: 'Please take at most 3 photos' })
    await answer(four.slice(1))
    expect((await checks())[0]?.answers[1]).toMatchObject({ kind: 'photo', value: '3 photos', failed: false })
    await answer([], 'The camera is broken')
    expect((await checks())[0]?.answers[1]).toMatchObject({
      value: 'No photo',
      failed: false,
      note: 'The camera is broken',
    })
    expect(await notes()).toEqual([])
  })
})

test('a photo that nothing names goes after 2 days, and one that is shown goes with the last that shows it', async () => {
  const [shown, lost] = [randomUUID(), randomUUID()]
  await send({ id: shown })
  await send({ id: lost })
  await report([shown])
  const ids = async () => {
    await runJob(server.deps, pruneAccess)
    return (await stored()).map(({ id }) => id).toSorted()
  }
  server.deps.clock.set('2026-11-25T08:59:00+10:00')
  expect(await ids()).toEqual([shown, lost].toSorted())
  server.deps.clock.set('2026-11-25T09:01:00+10:00')
  expect(await ids()).toEqual([shown])
  await server.deps.db.deleteFrom('vehicle_notes').where('vehicle_id', '=', van.vehicle_id).execute()
  expect(await ids()).toEqual([])
})

test('a photo that came before a day without a signal is kept for the report that comes after it', async () => {
  const id = randomUUID()
  await send({ id })
  server.deps.clock.set('2026-11-24T10:00:00+10:00')
  await runJob(server.deps, pruneAccess)
  const token = await server.driverToken(van.driver_id)
  await report([id], { ...van, client: createClient({ origin: server.url, token: () => token }) })
  const [kept] = await stored()
  expect(kept).toMatchObject({ id, subject: 'Breakdown', vehicle_note_id: expect.any(Number) })
  expect(kept?.content).not.toBeNull()
})
