import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { newestIn, packsIn } from './folder.ts'
import { writePacks } from './write-packs.ts'

const LONG = 'Maximiliana-Alexandrina Fitzgerald-Wolfenstein von Łódź-Ęstońska'

let folder: string
let one: string
let two: string
let server: TestServer
let town: SmallTown
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-packs-'))
  one = join(folder, 'data', 'continuity')
  two = join(folder, 'two')
  mkdirSync(two)
  server = await startTestServer({
    streets: straightStreets(),
    config: { dataFolder: join(folder, 'data'), continuityFolders: [one, two] },
  })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1', { wheelchairs: 1 })
  await server.deps.db.updateTable('drivers').set({ phone_number: '+61 400 111 222' }).execute()
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const write = (): Promise<void> => runJob(server.deps, writePacks)
const regionFolder = (place: string): string => join(place, `${town.region_id}-coast`)
const names = (place: string): string[] => (existsSync(regionFolder(place)) ? readdirSync(regionFolder(place)) : [])
const read = (place: string, file: string): string =>
  readFileSync(join(regionFolder(place), names(place).at(-1) ?? '', file), 'utf8')
const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)

const book = async (): Promise<number> => {
  const who = await town.passenger(LONG)
  await server.deps.db.updateTable('travelers').set({ phone_number: '+61 400 333 444' }).where('id', '=', who).execute()
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00', wheelchairs: 1 })
  await server.deps.db
    .updateTable('service_requests')
    .set({
      comment: 'Complained last week',
      pickup_note: 'Rings <b>twice</b> & waits',
      dropoff_note: 'Ward 3',
      payment_method: 'cash',
    })
    .where('id', '=', id)
    .execute()
  return id
}

// covers: OPS-65, OPS-66, OPS-67
test('a pack in both folders has every stop, passenger, phone, wheelchair, note and fare of the next 24 hours', async () => {
  const id = await book()
  await write()
  const page = read(one, 'index.html')
  for (const text of [
    'Van 1',
    'Driver Van 1',
    '+61 400 111 222',
    'Market',
    'Hospital',
    LONG,
    '+61 400 333 444',
    '1 wheelchair',
    'Rings &lt;b&gt;twice&lt;/b&gt; &amp; waits',
    'Ward 3',
    'Collect $3.50, cash',
    '☐ Arrived',
    '☐ Boarded',
    '☐ Not come',
    '☐ Set down',
    'Written by',
    '9:00 am',
    '<strong>1</strong> booking on 1 trip',
    `Booking ${id}`,
    '<h1>Monday, 23 November 2026 at 8:00 am</h1>',
    'data-written="2026-11-22T22:00:00.000Z"',
  ])
    expect(page).toContain(text)
  // The pages of trips go to drivers: a comment is for staff.
  expect(page).not.toContain('Complained last week')
  expect(page).not.toMatch(/(?:src|href)="(?!#)|@import|url\(|https?:/)
  const csv = read(one, 'trips.csv')
  expect(csv).toContain(`,Board,${id},${LONG},`)
  expect(csv).toContain(`,Set down,${id},${LONG},`)
  expect(read(one, 'trips.pdf')).toMatch(/^%PDF-/)
  expect(read(two, 'index.html')).toBe(page)
})

// covers: OPS-65
// @test-tag long
test('a pack is written each quarter of an hour, and kept for a day, readable by the server’s account alone', async () => {
  at('08:14:59')
  await write()
  await write()
  expect(names(one)).toEqual(['2026-11-22T22-14-59.000Z'])
  at('08:15:00')
  await write()
  expect(names(two)).toEqual(['2026-11-22T22-14-59.000Z', '2026-11-22T22-15-00.000Z'])
  const pack = join(regionFolder(one), names(one)[0] ?? '')
  expect(readdirSync(pack).map((file) => statSync(join(pack, file)).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600])
  server.deps.clock.set('2026-11-24T08:15:00+10:00')
  await write()
  expect(names(one)).toEqual(['2026-11-22T22-15-00.000Z', '2026-11-23T22-15-00.000Z'])
})

// @test-tag long
test('a file that somebody has laid beside the packs changes nothing about them', async () => {
  await write()
  writeFileSync(join(two, `${town.region_id}-coast.zip`), 'copied by hand')
  at('08:01:00')
  await write()
  expect(names(two)).toHaveLength(1)
  at('08:15:00')
  await write()
  expect(names(two)).toHaveLength(2)
  server.deps.clock.set('2026-11-24T08:16:00+10:00')
  await write()
  expect(names(two)).toHaveLength(1)
  expect(readdirSync(two)).toContain(`${town.region_id}-coast.zip`)
})

// @test-tag long
test('a pack whose facts are damaged is left out of the list and keeps no other from it', async () => {
  await write()
  at('08:15:00')
  await write()
  const [older, newer] = names(one)
  writeFileSync(join(regionFolder(one), newer ?? '', 'pack.json'), '{"format":')
  expect((await packsIn(one, null)).map(({ name }) => name)).toEqual([older])
})

// covers: OPS-65
// @test-tag long
test('a folder that is missing is told, keeps the other from nothing, and is not made: it may be a share', async () => {
  rmSync(two, { recursive: true })
  await expect(write()).rejects.toThrow(`The folder ${two} is missing: is its share mounted?`)
  expect([names(one).length, existsSync(two)]).toEqual([1, false])
  mkdirSync(two)
  at('08:05:00')
  await write()
  expect([names(one).length, names(two).length]).toEqual([1, 1])
})

// covers: OPS-67
// @test-tag long
test('when writing fails nothing half stands there, and the newest pack stays however old it is', async () => {
  await write()
  const [newest] = names(one)
  server.deps.clock.set('2026-11-25T12:00:00+10:00')
  await server.deps.db
    .updateTable('regions')
    .set({ time_zone: 'Nowhere/Here' })
    .where('id', '=', town.region_id)
    .execute()
  await expect(write()).rejects.toThrow(`The pack of region ${town.region_id} could not be made`)
  expect([names(one), names(two)]).toEqual([[newest], [newest]])
})

// @test-tag long
test('each region has a pack of its own, and a new name of a region begins no second history', async () => {
  const { id } = await server.deps.db
    .insertInto('regions')
    .values({ name: 'Hills', time_zone: 'Australia/Brisbane', created_at: new Date(), updated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await book()
  await write()
  expect(readFileSync(join(one, `${id}-hills`, names(one)[0] ?? '', 'index.html'), 'utf8')).toContain(
    'No trips in the next 24 hours',
  )
  await server.deps.db.updateTable('regions').set({ name: 'Höhen & Täler' }).where('id', '=', id).execute()
  await write()
  expect((await newestIn(one)).size).toBe(2)
  expect(readdirSync(one).toSorted()).toEqual([`${id}-hills`, `${town.region_id}-coast`].toSorted())
})

// covers: OPS-65, OPS-67
// @test-tag long
test('staff have a pack written at once, list and open the packs of their regions, and the audit knows', async () => {
  await book()
  await write()
  const dispatcher = town.dispatcher
  await dispatcher.call(api.continuityPacks.create, { body: { region_id: town.region_id } })
  at('08:01:00')
  await write()
  const { data, meta } = await dispatcher.call(api.continuityPacks.list)
  expect(data.map(({ written_at, bookings, trips }) => ({ written_at, bookings, trips }))).toEqual([
    { written_at: '2026-11-22T22:01:00.000Z', bookings: 1, trips: 1 },
    { written_at: '2026-11-22T22:00:00.000Z', bookings: 1, trips: 1 },
  ])
  expect(meta.state).toMatchObject({ encrypted: false, trouble: null, regions: [{ name: 'Coast', wanted: false }] })
  expect(meta.state.folders.map(({ path, trouble }) => [path, trouble])).toEqual([
    [one, null],
    [two, null],
  ])
  const params = { id: town.region_id, name: data[0]?.name ?? '' }
  const page = await dispatcher.fetch(api.continuityPacks.file, { params, query: {} })
  expect(page.headers.get('content-disposition')).toBe(`attachment; filename="${params.name}-index.html"`)
  expect(await page.text()).toContain(LONG)
  const { data: events } = await server.client('superadmin').call(api.auditEvents.list, {
    query: { page: 1, per_page: 1, sort: '-id', filter: { kind: ['access'] } },
  })
  expect(events[0]?.changes).toEqual({
    pack: { after: { region_id: params.id, name: params.name, file: 'index.html' } },
  })
  await server.deps.looks.write()
  const { data: looks } = await server
    .client('superadmin')
    .call(api.accessEvents.list, { query: { page: 1, per_page: 5 } })
  expect(looks.some(({ calls }) => calls.includes('continuityPacks.file'))).toBe(true)
  const stranger = server.client({
    permissions: ['Settings:Module', 'Settings:continuity:canRead'],
    region_ids: [town.region_id + 999],
  })
  expect((await stranger.call(api.continuityPacks.list)).data).toEqual([])
  await expect(stranger.fetch(api.continuityPacks.file, { params, query: {} })).rejects.toMatchObject({ status: 404 })
  // Passengers are masked for whoever lacks the keys to see them, and a file cannot be.
  const reader = server.client({ permissions: ['Settings:Module', 'Settings:continuity:canRead'] })
  await expect(reader.fetch(api.continuityPacks.file, { params, query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(stranger.call(api.continuityPacks.create, { body: { region_id: null } })).rejects.toMatchObject({
    status: 403,
  })
})

test('the age of the oldest newest pack is a metric', async () => {
  const metric = async (): Promise<string[]> =>
    [...(await (await fetch(`${server.url}/metrics`)).text()).matchAll(/^continuity_age_seconds\{.*$/gm)].map(
      ([line]) => line,
    )
  await write()
  rmSync(join(regionFolder(two), names(two)[0] ?? ''), { recursive: true })
  at('08:05:00')
  expect(await metric()).toEqual(['continuity_age_seconds{folder="1"} 300', 'continuity_age_seconds{folder="2"} +Inf'])
})
