import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { api, type CheckItem } from '@ambit/contract'
import { PLACE, placedJpeg } from '@ambit/server/testing/photos'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { allSent, buildRoad, did, PIN, type Road, signedOn } from '../testing/road.ts'
import { openDatabase } from './database.ts'
import type { Device } from './device.ts'

let server: TestServer
let road: Road
let device: Device
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  road = await buildRoad(server)
})
afterEach(() => device.stop())

/** a ceiling, not a wait */
const SOON = { timeout: 20_000 }

const picture = () => new Blob([new Uint8Array(placedJpeg())])
const take = async (): Promise<string> => {
  const kept = await device.keepPhoto(picture())
  if ('refused' in kept) throw new Error(kept.refused)
  return kept.id
}
const notes = async () =>
  (
    await server
      .client('administrator')
      .call(api.vehicleNotes.list, { query: { filter: { vehicle: [road.crew.vehicle_id] } } })
  ).data
const changes = () =>
  road.asked
    .filter((line) => /POST .*\/(photos|incidents|actions|vehicle_checks)$/.test(line))
    .map((line) => line.split('/').at(-1))
/** The next photo finds no room. */
const full = (): void => {
  const { prototype } = IDBObjectStore
  const put = Reflect.get(prototype, 'put') as IDBObjectStore['put'] // it is put back as it was
  prototype.put = function (...given) {
    if (this.name !== 'pictures') return put.apply(this, given)
    prototype.put = put
    throw new DOMException('There is no room', 'QuotaExceededError')
  }
  onTestFinished(() => void (prototype.put = put))
}

describe('photos of an incident', () => {
  beforeEach(async () => {
    device = await signedOn(road)
    await allSent(device)
  })

  // covers: DAPP-87
  // @test-tag long
  test('that are taken without a signal survive the app, go before the report, and stand at the vehicle’s note', async () => {
    road.network = 'off'
    const ids = [await take(), await take()]
    await device.report('breakdown', 'No oil', ids)
    expect(device.state().sending.unsent).toBe(3)
    await device.stop()
    road.pass(30)
    road.network = 'on'
    road.asked.length = 0
    device = road.open()
    await expect.poll(() => device.state().step, SOON).toBe('signed_in')
    await allSent(device)
    expect(changes()).toEqual(['photos', 'photos', 'incidents'])
    const [note] = await notes()
    expect(note?.photos.map(({ id }) => id)).toEqual(ids)
    const stored = await server.deps.db.selectFrom('driver_photos').select('content').where('id', 'in', ids).execute()
    for (const { content } of stored) expect(content?.toString('latin1')).not.toContain(PLACE)
  })

  // @test-tag long
  test('that cannot be sent now keep nothing else waiting, and are shown when they have come', async () => {
    road.refusing = ['/photos']
    const id = await take()
    await device.report('accident', '', [id])
    await expect.poll(async () => (await notes()).map(({ photos }) => photos), SOON).toEqual([[]])
    await expect.poll(() => device.state().sending.unsent, SOON).toBe(1)
    road.refusing = []
    await device.wake()
    await allSent(device)
    expect((await notes())[0]?.photos.map((one) => one.id)).toEqual([id])
  })

  // @test-tag long
  test.each([
    [429, { 'retry-after': '600' }, 600],
    [503, {}, 120],
  ])(
    'that the server refuses for now with %i are sent again when it says, or after 2 minutes',
    async (status, headers, seconds) => {
      road.instead = (path) => (path.endsWith('/photos') ? new Response('{}', { status, headers }) : null)
      const id = await take()
      await device.report('other', '', [id])
      await expect.poll(async () => (await notes()).length, SOON).toBe(1)
      road.asked.length = 0
      road.instead = null
      road.pass((seconds - 1) / 60)
      await device.wake()
      expect(changes()).toEqual([])
      road.pass(2 / 60)
      await device.wake()
      await allSent(device)
      expect(changes()).toEqual(['photos'])
      expect((await notes())[0]?.photos).toHaveLength(1)
    },
  )

  test('that the server refuses of one driver for now keep none of the next driver on the phone waiting', async () => {
    const headers = { 'retry-after': '3600' }
    road.instead = (path) => (path.endsWith('/photos') ? new Response('{}', { status: 429, headers }) : null)
    await take()
    await device.wake()
    await device.signOut()
    road.instead = null
    expect(await device.signIn({ username: await road.colleague(), pin: PIN, shared: true })).toBeNull()
    await device.readTrips()
    const trip = device.state().trips?.list[0]?.id ?? 0
    await device.openTrip(trip)
    const id = await take()
    await device.wake()
    const stored = await server.deps.db.selectFrom('driver_photos').select('trip_id').where('id', '=', id).execute()
    expect(stored).toEqual([{ trip_id: trip }])
    expect(
      await server.deps.db.selectFrom('driver_photos').where('trip_id', '=', road.crew.trip_id).selectAll().execute(),
    ).toEqual([])
  })

  test('that take 3 seconds each go two at a time, and the report before the third', async () => {
    road.network = 'off'
    const ids = [await take(), await take(), await take()]
    await device.report('breakdown', '', ids)
    await device.wake()
    road.asked.length = 0
    road.network = 'on'
    road.heard = (path) => {
      if (path.endsWith('/photos')) road.pass(3 / 60)
    }
    await device.wake()
    await device.wake()
    await allSent(device)
    expect(changes()).toEqual(['photos', 'photos', 'incidents', 'photos'])
    expect((await notes())[0]?.photos.map(({ id }) => id)).toEqual(ids)
  })

  test('that a slow signal does not take leave it to all else for 2 minutes', async () => {
    road.deaf = ['/photos']
    road.instead = (path) => {
      if (path.endsWith('/photos')) road.pass(5 / 60)
      return null
    }
    await device.report('other', '', [await take()])
    await expect.poll(async () => (await notes()).length, SOON).toBe(1)
    road.deaf = []
    road.asked.length = 0
    road.pass(1)
    await device.wake()
    expect(changes()).toEqual([])
    road.pass(2)
    await device.wake()
    await allSent(device)
    expect(changes()).toEqual(['photos'])
  })

  // @test-tag long
  test.each([404, 413, 415, 422])(
    'that the server answers with %i are left out, and the report is sent',
    async (status) => {
      road.instead = (path) => (path.endsWith('/photos') ? new Response('{}', { status }) : null)
      const id = await take()
      await device.report('other', 'Look', [id])
      await allSent(device)
      expect((await notes()).map(({ photos }) => photos)).toEqual([[]])
    },
  )

  test('whose answer was lost are sent again and kept once', async () => {
    road.deaf = ['/photos']
    const id = await take()
    await device.wake()
    road.deaf = []
    await device.report('other', '', [id])
    await allSent(device)
    expect((await notes())[0]?.photos).toHaveLength(1)
  })

  test('of a driver who has signed out meanwhile are sent all the same', async () => {
    road.refusing = ['/photos']
    const id = await take()
    await device.report('other', '', [id])
    await expect.poll(async () => (await notes()).length, SOON).toBe(1)
    await device.signOut()
    road.refusing = []
    await device.wake()
    await expect.poll(async () => (await notes())[0]?.photos.map((one) => one.id), SOON).toEqual([id])
  })
})

test('a photo that finds no room says so and takes none of the positions, and is kept where the map makes room', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  const at = { lat: -27.47, lon: 153, accuracy_m: 8, bearing: 90, speed: 10 }
  const positions = async () => {
    const db = await openDatabase(road.phone)
    const count = await db.count('positions')
    db.close()
    return count
  }
  for (let count = 1; count <= 4; count += 1) {
    road.pass(1)
    road.drives?.(at)
    await expect.poll(positions).toBe(count)
  }
  full()
  expect(await device.keepPhoto(picture())).toEqual({ refused: 'no_room' })
  expect(await positions()).toBe(4)
  const spared = vi.fn<() => Promise<boolean>>(async () => true)
  road.spare = spared
  full()
  expect(await device.keepPhoto(picture())).toMatchObject({ id: expect.any(String) })
  expect(spared).toHaveBeenCalledOnce()
  expect(await positions()).toBe(4)
  expect(device.state().sending.unsent).toBe(1)
})

test('a photo that is taken while no trip is open is not kept, and the phone is not called full', async () => {
  device = road.open()
  expect(await device.signIn({ username: road.username, pin: PIN, shared: false })).toBeNull()
  expect(await device.keepPhoto(picture())).toEqual({ refused: 'failed' })
})

test('a photo that the driver removes before it is sent is gone', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  await device.dropPhoto(await take())
  expect(device.state().sending.unsent).toBe(0)
  road.network = 'on'
  await device.wake()
  expect(
    await server.deps.db.selectFrom('driver_photos').where('trip_id', '=', road.crew.trip_id).select('id').execute(),
  ).toEqual([])
})

test('a photo that finds no signal for 8 days goes from the phone, and not before', async () => {
  device = await signedOn(road)
  await allSent(device)
  road.network = 'off'
  await take()
  const kept = async () => {
    await device.wake()
    const db = await openDatabase(road.phone)
    const counts = [await db.count('photos'), await db.count('pictures')]
    db.close()
    return counts
  }
  road.pass(8 * 24 * 60 - 1)
  expect(await kept()).toEqual([1, 1])
  road.pass(2)
  expect(await kept()).toEqual([0, 0])
})

// covers: DAPP-22, DAPP-24
test('photos of a check go before it, without a signal as well', async () => {
  const label = (en: string) => ({ en, de: '', es: '' })
  const asked = { required: true, critical: false, choices: [] }
  const items: CheckItem[] = [
    { id: 'brakes', kind: 'pass_fail', label: label('Brakes'), ...asked },
    { id: 'front', kind: 'photo', label: label('Front'), ...asked },
  ]
  const body = { name: 'Start of shift', moment: 'before' as const, vehicle_ids: [road.crew.vehicle_id], items }
  const { id: checklist_id } = (await server.client('fleet_manager').call(api.vehicleChecklists.create, { body })).data
  device = road.open()
  expect(await device.signIn({ username: road.username, pin: PIN, shared: false })).toBeNull()
  await device.openTrip(road.crew.trip_id)
  await allSent(device)
  road.network = 'off'
  const front = { item: 'front', value: 1 }
  const failed = { item: 'brakes', value: 'fail', note: 'They squeal' }
  expect(await device.did({ kind: 'check', checklist_id, answers: [failed, front] })).toMatchObject({
    code: 'check_incomplete',
  })
  const [crack, whole] = [await take(), await take()]
  await did(device, {
    kind: 'check',
    checklist_id,
    answers: [
      { ...failed, photos: [crack] },
      { ...front, photos: [whole] },
    ],
  })
  road.asked.length = 0
  road.network = 'on'
  await device.wake()
  await allSent(device)
  expect(changes()).toEqual(['photos', 'photos', 'actions'])
  const query = { filter: { trip: [road.crew.trip_id] } }
  const { data } = await server.client('administrator').call(api.vehicleChecks.list, { query })
  expect(data[0]?.photos.map(({ subject, id }) => [subject, id]).toSorted()).toEqual([
    ['Brakes', crack],
    ['Front', whole],
  ])
})
