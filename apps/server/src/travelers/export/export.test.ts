import { randomBytes } from 'node:crypto'
import { strFromU8, strToU8, unzipSync, Zip } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { driveRide, saveCard } from '../../testing/paid-rides.ts'
import { refusal } from '../../testing/refusal.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../../testing/small-town.ts'
import { straightStreets } from '../../testing/straight-streets.ts'
import { organisationRows } from '../../testing/organisations.ts'
import { proposedStep } from '../../testing/suspensions.ts'
import { keepOpenReturn } from '../../testing/open-returns.ts'
import { mergeOf } from '../../testing/merges.ts'
import { makeSeriesOf } from '../../testing/series.ts'
import { putOnList } from '../../testing/waitlist.ts'
import { filesOf, zipped } from './file.ts'

let server: TestServer
let town: SmallTown
/** of whom something of each kind is stored */
let elsa: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  elsa = await known(await town.vehicle('Van 1'))
})
afterAll(() => server.close())

const alex = () => server.client('administrator')

/** The files of the zip by their names, as text. */
const exported = async (id: number): Promise<Record<string, string>> => {
  const answer = await alex().fetch(api.travelers.export, { params: { id } })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const known = async (van: Crew): Promise<number> => {
  const { db, clock } = server.deps
  const who = await town.passenger('Elsa Known')
  await putOnList(server, town, who)
  await makeSeriesOf(town.dispatcher, who, { starts_on: '2026-12-07' })
  const { id: ridden } = await town.book({ who, from: 'Market', to: 'Station', at: '09:00' })
  await keepOpenReturn(server, ridden)
  await driveRide(server, van, ridden)
  const { id: cancelled } = await town.book({ who, from: 'Harbour', to: 'School', at: '11:00' })
  await town.book({ who: await town.passenger('Otto Other'), from: 'Harbour', to: 'School', at: '11:00' })
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: cancelled }, body: { reason: 'She rang' } })
  const key = (await town.dispatcher.call(api.surveyOptions.list)).data[0]?.key ?? ''
  await town.dispatcher.call(api.surveys.create, {
    body: { service_request_id: cancelled, cancellation_reason_key: key, additional_information: 'A cold' },
  })
  await town.dispatcher.call(api.feedbacks.create, {
    body: { service_request_id: ridden, rating: 4, comments: '<b>Kind</b> driver' },
  })
  await town.dispatcher.call(api.travelerComments.create, { body: { traveler_id: who, comment: 'Rings twice' } })
  const { data: set } = await alex().call(api.travelerSets.create, {
    body: { name: 'Seniors', region_id: town.region_id, discount_amount: 50 },
  })
  const expires_at = new Date(clock.now().getTime() + 30 * 24 * 3600_000).toISOString()
  await alex().call(api.travelerConcessions.create, {
    body: { traveler_id: who, traveler_set_id: set.id, expires_at },
  })
  await saveCard(server, who, 'pm_elsa', 'test')
  await db
    .insertInto('outbox_mails')
    .values({
      to: 'elsa@example.org',
      subject: 'Your journey',
      text: 'Your bus comes',
      traveler_id: who,
      created_at: clock.now(),
    })
    .execute()
  await mergeOf(alex(), who, await town.passenger('Elsie Known'))
  const request = { traveler_id: who, kind: 'copy', came_by: 'phone', received_on: '2026-11-20' } as const
  await alex().call(api.privacyRequests.create, { body: request })
  await town.dispatcher.call(api.travelers.show, { params: { id: who } })
  await server.deps.looks.write()
  const address = { name: 'Hill Road 4', point: [153.02, -27.47] as [number, number] }
  await server.passengerClient(who).call(api.ride.addPlace, { body: { name: 'Home', kind: 'home', address } })
  const helped = { traveler_id: who, helper_id: await town.passenger('Hilde Helper'), rights: ['book' as const] }
  await alex().call(api.travelerHelpers.create, { body: helped })
  const now = clock.now()
  const evidence = JSON.stringify({ cancelled_at: now.toISOString() })
  await db
    .insertInto('misses')
    .values({ service_request_id: cancelled, kind: 'late_cancellation', happened_at: now, evidence })
    .execute()
  await proposedStep(server, { traveler_id: who, region_id: town.region_id })
  await organisationRows(server, town.region_id, who, 'Sunrise Home')
  const said = { number: '+61755500142', text: 'Thank you', kind: 'other' as const, received_at: now }
  await db
    .insertInto('sms_replies')
    .values({ ...said, traveler_id: who, region_id: town.region_id })
    .execute()
  return who
}

// covers: AUD-62
test('the copy of a passenger holds each kind of what is stored, for a person, a program and a spreadsheet', async () => {
  const { 'README.html': readme = '', 'data.json': json = '', ...sheets } = await exported(elsa)
  const { passenger, made_at: _, ...data } = JSON.parse(json) as Record<string, { source: string; rows: object[] }>
  expect(passenger).toBe(elsa)
  const kinds = `profile places helpers organisations devices cards concessions comments bookings misses suspensions searches waiting_list open_returns recurring_journeys fares feedback messages ride_messages sms_replies requests merges access retention`
  expect(Object.keys(data)).toEqual(kinds.split(' '))
  for (const [kind, { source, rows }] of Object.entries(data)) {
    expect([kind, rows.length > 0]).toEqual([kind, true])
    expect(readme).toContain(source)
    // A line for each row below the names, but where a text has lines of its own.
    expect(sheets[`${kind}.csv`]?.trimEnd().split('\r\n')).toHaveLength(rows.length + 1)
  }
  expect(data['cards']?.rows).toMatchObject([{ brand: 'visa', last_four_digits: '4242' }])
  expect(data['fares']?.rows).toHaveLength(2)
  expect(data['feedback']?.rows).toMatchObject([{ rating: 4, text: '<b>Kind</b> driver' }, { text: 'A cold' }])
  expect(readme).toContain('&lt;b&gt;Kind&lt;/b&gt; driver')
  expect(data['merges']?.rows).toMatchObject([
    { first_name: 'Elsie', email: 'elsie.known@example.org', undone_at: null },
  ])
  expect(data['access']?.rows).toContainEqual(expect.objectContaining({ who: 'dispatcher' }))
})

test('the copy of who has travelled for years is written in steps of few rows, so that others are served in between', () => {
  const rows = Array.from({ length: 3000 }, (_, number) => ({ number, text: 'Market Street' }))
  const section = { name: 'bookings', title: 'Your journeys', source: 'Booked by you.', rows }
  const steps = filesOf({ brand: 'Sunline', id: 1, made: server.deps.clock.now() }, [section])
  let count = 0
  while (steps.next().done !== true) count += 1
  expect(count).toBe(3 * 30)
})

test('the copy is packed in pieces, small files and large ones, and holds each byte of them', async () => {
  const large = randomBytes(600_000)
  const files = { 'empty.csv': new Uint8Array(), 'small.csv': strToU8('a,b'), 'large.json': new Uint8Array(large) }
  const parts: Uint8Array[] = []
  let count = 0
  await new Promise<void>((done, fail) => {
    const zip = new Zip((error, part, last) => {
      if (error !== null) fail(error)
      parts.push(part)
      if (last) done()
    })
    for (const _ of zipped(zip, files, new Date('2026-11-24T12:00:00Z'))) count += 1
  })
  expect(count).toBe(1 + 1 + 3)
  const found = unzipSync(new Uint8Array(Buffer.concat(parts)))
  expect(Object.keys(found)).toEqual(Object.keys(files))
  for (const [name, bytes] of Object.entries(files)) expect(Buffer.from(found[name]!).equals(bytes)).toBe(true)
})

test('the copy names staff by role and drivers by initials, and holds no other passenger', async () => {
  const { db } = server.deps
  const text = Object.values(await exported(elsa)).join('\n')
  const others = [
    ...(await db.selectFrom('users').select(['first_name', 'last_name', 'email']).execute()),
    ...(await db.selectFrom('drivers').select(['first_name', 'last_name', 'email']).execute()),
  ]
  expect(others.length).toBeGreaterThan(1)
  for (const { first_name, last_name, email } of others) {
    expect(text).not.toContain(`${first_name} ${last_name}`)
    expect(text).not.toContain(email)
  }
  expect(text).not.toContain('Otto')
  expect(text).not.toContain('Hilde')
  const driver = await db.selectFrom('drivers').select(['first_name', 'last_name']).executeTakeFirstOrThrow()
  expect(text).toContain(`"driver": "${driver.first_name.charAt(0)}${driver.last_name.charAt(0)}"`)
})

test('the copy is for those who answer requests and see all of the passenger, and the audit tells of it', async () => {
  const id = await town.passenger('Vera Valid')
  const asked = (who: ReturnType<typeof alex>) => refusal(who.fetch(api.travelers.export, { params: { id } }))
  expect((await asked(town.dispatcher)).status).toBe(403)
  const key = 'PrivacyManagement:request:canUpdate'
  const masked = server.client({ permissions: [key, 'TravellerManagement:traveller:canRead'] })
  expect((await asked(masked)).status).toBe(403)
  await exported(id)
  await server.deps.looks.write()
  const { data: looks } = await server.client('superadmin').call(api.accessEvents.list, {
    query: { filter: { traveler: [id] } },
  })
  expect(looks.some(({ calls }) => calls.includes('travelers.export'))).toBe(true)
})
