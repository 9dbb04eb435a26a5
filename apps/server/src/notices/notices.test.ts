import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type NoticeDelivery } from '@ambit/contract'
import { findMessages } from '../messages/find.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps } from '../testing/rides.ts'
import { runJob } from '../testing/run-job.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  const sms = {
    kind: 'http' as const,
    url: 'http://127.0.0.1:9',
    method: 'POST' as const,
    headers: {},
    body: '{}',
    idPath: null,
    from: 'Sunline',
    hookSecret: null,
  }
  server = await startTestServer({ streets: straightStreets(), config: { sms } })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('messages').execute()
  await server.deps.db.deleteFrom('notices').execute()
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
})
afterEach(() => nothingBroken(server))

const moment = (time: string): Date => new Date(`2026-11-23T${time}:00+10:00`)
const manager = () => server.client('operations_manager')
const draft = (change: object = {}) => ({
  region_id: town.region_id,
  zone_ids: [town.zone_id],
  texts: { en: 'Mill Road is closed', de: 'Die Mühlstraße ist gesperrt' },
  valid_from: moment('08:30').toISOString(),
  valid_until: moment('11:00').toISOString(),
  ...change,
})
const make = (delivery: NoticeDelivery, change: object = {}) =>
  manager().call(api.notices.create, { body: { ...draft(), delivery, ...change } })
const ride = async (name: string, at: string) => {
  const who = await town.passenger(name)
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at })
  return { who, id }
}
const say = (who: number, body: object) =>
  server.client('customer_service').call(api.travelers.update, { params: { id: who }, body })
const told = () =>
  server.deps.db
    .selectFrom('messages')
    .where('event', '=', 'service_notice')
    .select(['traveler_id', 'channel', 'language', 'text', 'state', 'reason'])
    .orderBy('traveler_id')
    .execute()

// covers: MSG-71
test('sending names first how many people it reaches, by channel and in how many parts of SMS, and tells nobody meanwhile', async () => {
  const maria = await ride('Maria Silva', '09:00')
  const omar = await ride('Omar Haddad', '09:30')
  await town.book({ who: omar.who, from: 'School', to: 'Harbour', at: '10:30' })
  const lena = await ride('Lena Novak', '10:00')
  await ride('Paul Roth', '13:00')
  await say(omar.who, { phone_number: '0412 345 678', message_channels: { service_notice: 'sms' } })
  await say(lena.who, { message_channels: { service_notice: 'none' } })
  await say(maria.who, { locale: 'de' })
  const long = draft({ texts: { en: 'x'.repeat(200), de: 'Die Mühlstraße ist gesperrt' } })
  const { data: reach } = await manager().call(api.notices.reach, { body: long })
  expect(reach).toEqual({
    people: 2,
    channels: expect.arrayContaining([
      { channel: 'email', people: 1 },
      { channel: 'sms', people: 1 },
    ]),
    sms_parts: 2,
    unreached: 1,
  })
  expect(await told()).toEqual([])
  expect(await server.deps.db.selectFrom('notices').select('id').execute()).toEqual([])
})

// covers: MSG-71
test('it is sent to those with bookings in its zones and time, once each, in their language, and to no more than were named', async () => {
  const maria = await ride('Maria Silva', '09:00')
  const omar = await ride('Omar Haddad', '09:30')
  await town.book({ who: omar.who, from: 'School', to: 'Harbour', at: '10:30' })
  await ride('Paul Roth', '13:00')
  await say(maria.who, { locale: 'de' })
  const unseen = await refusal(make('show_and_send'))
  expect([unseen.status, unseen.errors[0]?.source?.pointer]).toEqual([422, '/people'])
  expect((await refusal(make('show_and_send', { people: 1 }))).status).toBe(409)
  expect(await told()).toEqual([])
  const { data: notice } = await make('show_and_send', { people: 2 })
  expect(notice).toMatchObject({ people: 2, state: 'planned', delivery: 'show_and_send' })
  await sendWaitingMessages(server)
  const sent = await told()
  expect(sent.map(({ traveler_id, channel, language }) => [traveler_id, channel, language])).toEqual([
    [maria.who, 'email', 'de'],
    [omar.who, 'email', 'en'],
  ])
  expect(sent[0]?.text).toContain('Die Mühlstraße ist gesperrt')
  expect(sent[1]?.text).toContain('Mill Road is closed')
})

// covers: MSG-50
test('in quiet hours a notice waits until they end, and is not sent once it was withdrawn', async () => {
  await ride('Maria Silva', '09:00')
  server.deps.clock.set(moment('06:30').toISOString())
  const { data: notice } = await make('show_and_send', { people: 1 })
  await sendWaitingMessages(server)
  expect((await told())[0]).toMatchObject({ state: 'queued', channel: null })
  const { data: ended } = await manager().call(api.notices.end, { params: { id: notice.id } })
  expect(ended.state).toBe('withdrawn')
  server.deps.clock.set(moment('07:05').toISOString())
  await sendWaitingMessages(server)
  expect((await told())[0]).toMatchObject({ state: 'superseded', reason: 'the notice was withdrawn' })
  expect((await refusal(manager().call(api.notices.end, { params: { id: notice.id } }))).status).toBe(409)
})

test('a notice that waits goes on to the next ride of the passenger there and then, once, when the first one ends before', async () => {
  const first = await ride('Maria Silva', '09:00')
  const { id: second } = await town.book({ who: first.who, from: 'School', to: 'Harbour', at: '10:30' })
  const elsewhen = await ride('Omar Haddad', '09:30')
  await town.book({ who: elsewhen.who, from: 'School', to: 'Harbour', at: '13:00' })
  const quiet = { quiet_from: '07:00', quiet_until: '08:30' }
  await server.deps.db.updateTable('regions').set(quiet).where('id', '=', town.region_id).execute()
  const { data: notice } = await make('show_and_send', { people: 2 })
  const cancel = (id: number) => town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
  await cancel(first.id)
  await cancel(elsewhen.id)
  const look = async () => {
    await sendWaitingMessages(server)
    await runJob(server.deps, findMessages)
  }
  await look()
  await look()
  server.deps.clock.set(moment('08:35').toISOString())
  await look()
  const messages = await server.deps.db
    .selectFrom('messages')
    .where('event', '=', 'service_notice')
    .select(['service_request_id', 'state', 'text'])
    .orderBy('id')
    .execute()
  expect(messages.map(({ service_request_id, state }) => [service_request_id, state])).toEqual([
    [first.id, 'superseded'],
    [elsewhen.id, 'superseded'],
    [second, 'captured'],
  ])
  expect(messages[2]?.text).toMatch(/Your ride: .*10:.*School/)
  const { data } = await manager().call(api.notices.show, { params: { id: notice.id } })
  expect(data.people).toBe(2)
})

// covers: MSG-70
test('passengers are shown it in the zones of their app while it holds, and staff with the right read it', async () => {
  await openToApps(town)
  const app = server.passengerClient(await town.passenger('Maria Silva'))
  const shown = async () => (await app.call(api.ride.notices)).data.map(({ texts, zones }) => [texts.en, zones])
  const { data: notice } = await make('show')
  expect(await shown()).toEqual([])
  server.deps.clock.set(moment('09:00').toISOString())
  expect(await shown()).toEqual([['Mill Road is closed', ['Bayside']]])
  const { data: listed } = await town.dispatcher.call(api.notices.list, { query: { search: 'mill' } })
  expect(listed.map(({ id, state, people }) => [id, state, people])).toEqual([[notice.id, 'shown', 0]])
  await server.deps.db.updateTable('zones').set({ allowed_apps: [] }).where('id', '=', town.zone_id).execute()
  expect(await shown()).toEqual([])
  expect(await told()).toEqual([])
})

// covers: MSG-70
test('a text has 5 to 500 characters in at least one language, and zones of one region that the writer may see', async () => {
  const refused = async (change: object) => {
    const { status, errors } = await refusal(make('show', change))
    return [status, errors[0]?.source?.pointer]
  }
  expect(await refused({ texts: { en: 'Four' } })).toEqual([422, '/texts/en'])
  expect(await refused({ texts: { en: 'x'.repeat(501) } })).toEqual([422, '/texts/en'])
  expect(await refused({ texts: {} })).toEqual([422, '/texts'])
  expect(await refused({ zone_ids: [] })).toEqual([422, '/zone_ids'])
  expect(await refused({ valid_until: moment('08:30').toISOString() })).toEqual([422, '/valid_until'])
  const other = await buildSmallTown(server)
  expect(await refused({ region_id: other.region_id, zone_ids: [town.zone_id] })).toEqual([422, '/zone_ids'])
  const elsewhere = server.client({ permissions: ['Messaging:notice:canCreate'], region_ids: [] })
  const body = { ...draft(), delivery: 'show' as const }
  expect((await refusal(elsewhere.call(api.notices.create, { body }))).errors[0]?.source?.pointer).toBe('/region_id')
  expect((await refusal(town.dispatcher.call(api.notices.create, { body }))).status).toBe(403)
})

// covers: MSG-72
test('a cancelled trip and a closed road have a notice prepared in every language, which by itself tells nobody', async () => {
  await ride('Maria Silva', '09:00')
  const trip = await server.deps.db
    .selectFrom('trips')
    .where('zone_id', '=', town.zone_id)
    .select(['id', 'end_datetime'])
    .executeTakeFirstOrThrow()
  const { data: lost } = await manager().call(api.notices.prepared, { query: { trip_id: trip.id } })
  expect(lost).toMatchObject({ region_id: town.region_id, zone_ids: [town.zone_id] })
  expect(lost.texts.en).toMatch(/^A vehicle in Bayside does not go from Mon/)
  expect(Object.keys(lost.texts)).toEqual(['en', 'de', 'es'])
  expect(new Date(lost.valid_until)).toEqual(trip.end_datetime)
  const now = server.deps.clock.now()
  const [longitude, latitude] = [153.03, -27.47]
  const road = await server.deps.db
    .insertInto('road_closures')
    .values({ region_id: town.region_id, longitude, latitude, reach_m: 0, until: moment('12:00'), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { data: closed } = await manager().call(api.notices.prepared, { query: { road_closure_id: road.id } })
  expect(closed).toMatchObject({ zone_ids: [town.zone_id], valid_until: moment('12:00').toISOString() })
  expect(closed.texts.de).toMatch(/ist bis Mo.*12:00.* gesperrt/)
  expect(await told()).toEqual([])
  await server.deps.db.deleteFrom('road_closures').where('id', '=', road.id).execute()
  const elsewhere = server.client({ permissions: ['Messaging:notice:canCreate'], region_ids: [] })
  expect((await refusal(elsewhere.call(api.notices.prepared, { query: { trip_id: trip.id } }))).status).toBe(404)
})
