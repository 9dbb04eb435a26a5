import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type BriefSection, briefSections, type Client, type ExceptionSeverity } from '@ambit/contract'
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
  const { db } = server.deps
  await db.deleteFrom('handovers').execute()
  await db.deleteFrom('watches').execute()
  town = await buildSmallTown(server)
  await db.deleteFrom('exceptions').execute()
  at('09:00:00')
  van = await town.vehicle('Van 1')
})

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const boss = () => server.client('operations_manager')
const idOf = async (who: Client) => (await who.call(api.sessions.current)).data.id
const raise = async (severity: ExceptionSeverity = 'soon') => {
  const body = { text: 'Something is wrong', severity, zone_id: town.zone_id, trip_id: van.trip_id }
  return (await boss().call(api.exceptions.create, { body })).data.id
}
const take = (id: number, who: Client = town.dispatcher) => who.call(api.exceptions.acknowledge, { params: { id } })
const show = async (id: number) => (await town.dispatcher.call(api.exceptions.show, { params: { id } })).data
const brief = async (who: Client = town.dispatcher) =>
  (await who.call(api.handovers.brief, { query: { region_id: town.region_id } })).data
const linesOf = ({ sections }: Awaited<ReturnType<typeof brief>>) =>
  Object.fromEntries(sections.flatMap(({ section, items }) => (items.length === 0 ? [] : [[section, items]])))
const offer = async (change: object = {}) =>
  town.dispatcher.call(api.handovers.create, {
    body: { region_id: town.region_id, zone_ids: [], taker_id: await idOf(boss()), note: 'Bus 7 is slow', ...change },
  })
const accept = (id: number, sections: readonly BriefSection[] = briefSections, who: Client = boss()) =>
  who.call(api.handovers.accept, { params: { id }, body: { sections: [...sections] } })
const opened = async (id: number) => (await boss().call(api.handovers.show, { params: { id } })).data

/** Something of every section. */
const aFullDay = async () => {
  const { db, clock } = server.deps
  const now = clock.now()
  const [open, snoozed, muted, gone] = [await raise(), await raise(), await raise('watch'), await raise('urgent')]
  const until = '2026-11-23T09:30:00+10:00'
  await town.dispatcher.call(api.exceptions.snooze, { params: { id: snoozed }, body: { ends: 'time', until } })
  await db.updateTable('exceptions').set({ kind: 'out_of_zone' }).where('id', '=', muted).execute()
  const mute = { zone_id: town.zone_id, kind: 'out_of_zone' as const, minutes: 60, reason: 'A drill' }
  await boss().call(api.exceptionMutes.create, { body: mute })
  await town.dispatcher.call(api.exceptions.resolve, { params: { id: gone }, body: { outcome: 'fixed' } })
  await town.dispatcher.call(api.exceptions.addNote, { params: { id: open }, body: { note: 'Called the harbour' } })
  await db
    .insertInto('exceptions')
    .values({
      kind: 'disruption',
      subject: 'trip:1',
      severity: 'soon',
      zone_id: town.zone_id,
      state: 'resolved',
      opened_at: now,
      resolved_at: now,
    } as never)
    .execute()
  const late = await town.book({ who: await town.passenger('Ann Lee'), from: 'Market', to: 'Hospital', at: '10:00' })
  const waits = await town.book({ who: await town.passenger('Bo Dahl'), from: 'Market', to: 'Hospital', at: '11:00' })
  await db.updateTable('service_requests').set({ status: 'unassigned' }).where('id', '=', waits.id).execute()
  const booking = db.selectFrom('service_requests').selectAll().where('id', '=', late.id)
  const { pickup_trip_stop_id, promised_pickup_upper_bound } = await booking.executeTakeFirstOrThrow()
  const eta = new Date(promised_pickup_upper_bound.getTime() + 7 * 60_000)
  await db.updateTable('trip_stops').set({ eta }).where('id', '=', pickup_trip_stop_id).execute()
  const one = { reason: 'Asked for it', created_at: now }
  await db
    .insertInto('booking_pins')
    .values({ ...one, service_request_id: late.id } as never)
    .execute()
  await db
    .insertInto('vehicle_pauses')
    .values({ ...one, trip_id: van.trip_id } as never)
    .execute()
  const place = { region_id: town.region_id, longitude: 153, latitude: -27, message: 'A flood', created_at: now }
  await db
    .insertInto('road_closures')
    .values(place as never)
    .execute()
  const shift = {
    start_time: '2026-11-23T14:00:00+10:00',
    end_time: '2026-11-23T18:00:00+10:00',
    zone_id: town.zone_id,
  }
  await boss().call(api.servicePlans.create, { body: shift })
  return { open, snoozed, muted, gone, late, waits }
}

// covers: EXC-91
test('a brief tells what is open, snoozed and muted, and what of bookings, vehicles, roads and schedules needs care', async () => {
  const { open, snoozed, muted, late, waits } = await aFullDay()
  const { sections } = await brief()
  expect(sections.map(({ section }) => section)).toEqual(briefSections)
  expect(linesOf(await brief())).toMatchObject({
    open: [{ exception: { id: open, kind: 'by_hand', vehicle_number: 'Van 1' } }],
    snoozed: [{ exception: { id: snoozed }, until: expect.any(String) }],
    muted: [{ exception: { id: muted } }],
    at_risk: [{ service_request_id: late.id, minutes: 7, traveler_name: 'Ann L.', vehicle_number: 'Van 1' }],
    waiting: [{ service_request_id: waits.id, traveler_name: 'Bo D.' }],
    paused: [{ vehicle_number: 'Van 1', text: 'Asked for it' }],
    pinned: [{ service_request_id: late.id, text: 'Asked for it' }],
    closures: [{ text: 'A flood' }],
    missing: expect.arrayContaining([expect.objectContaining({ key: expect.stringMatching(/^no_vehicle:/) })]),
    notes: [{ text: 'Called the harbour', by: expect.any(String) }],
  })
})

test('a section of more than 200 lines tells the first of them, and how many there are', async () => {
  await sql`insert into exceptions (kind, subject, severity, zone_id, state, opened_at)
    select 'by_hand', 'hand:' || n, 'watch', ${town.zone_id}, 'open', ${server.deps.clock.now()}
    from generate_series(1, 203) n`.execute(server.deps.db)
  const open = (await brief()).sections.find(({ section }) => section === 'open')
  expect([open?.total, open?.items.length]).toEqual([203, 200])
})

// covers: EXC-92
test('a brief tells what has changed in the last 8 hours, or since the last handover', async () => {
  const { gone } = await aFullDay()
  const lines = linesOf(await brief())
  expect(lines).toMatchObject({
    disruptions: [{ exception: { kind: 'disruption' } }],
    schedules: expect.arrayContaining([expect.objectContaining({ key: expect.stringMatching(/^schedule:/) })]),
    resolved: [{ exception: { id: gone, state: 'resolved' } }],
  })
  at('09:10:00')
  await accept((await offer()).data.id)
  at('09:20:00')
  const after = await brief()
  expect(after.since).toBe(new Date('2026-11-23T09:10:00+10:00').toISOString())
  expect(linesOf(after)).not.toHaveProperty('resolved')
  await server.deps.db.deleteFrom('handovers').execute()
  at('17:00:01')
  expect(linesOf(await brief())).not.toHaveProperty('resolved')
})

test('a brief tells overrides with their reasons and undone actions', async () => {
  const { db, clock } = server.deps
  const region = { region_id: town.region_id, zone_ids: [town.zone_id], created_at: clock.now() }
  const totals = JSON.stringify({})
  const action = {
    ...region,
    kind: 'assign',
    action: totals,
    totals,
    plans: '[]',
    option_key: 'asked',
    option_title: 'A',
  }
  const { id } = await db
    .insertInto('dispatch_actions')
    .values({ ...action, title: 'Move Ann Lee' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('dispatch_actions')
    .values({ ...action, title: 'Undo: Move Ann Lee', undo_of: id } as never)
    .execute()
  const asked = { kind: 'assign', input: totals, violations: '[]', zone_id: town.zone_id, asked_at: clock.now() }
  await db
    .insertInto('overrides')
    .values({ ...asked, state: 'carried_out', minutes: 9, reason: 'A funeral', dispatch_action_id: id } as never)
    .execute()
  expect(linesOf(await brief())).toMatchObject({
    overrides: [{ text: 'A funeral', minutes: 9 }],
    undone: [{ text: 'Undo: Move Ann Lee' }],
  })
})

// covers: EXC-93, EXC-109
test('accepting passes all that the giver sees to on to the taker at that moment, and the watch', async () => {
  const [mine, theirs, nobody] = [await raise(), await raise(), await raise()]
  await take(mine)
  await take(theirs, server.client('administrator'))
  await town.dispatcher.call(api.watches.start, { body: { zone_ids: [town.zone_id] } })
  const { data: offered } = await offer()
  expect(offered).toMatchObject({ note: 'Bus 7 is slow', accepted_at: null, taker_id: await idOf(boss()) })
  expect((await show(mine)).owner_id).toBe(await idOf(town.dispatcher))
  at('09:05:00')
  const arisen = await raise('urgent')
  const items = linesOf((await opened(offered.id)).brief)['open'] ?? []
  expect(items.map(({ exception, fresh }) => [exception?.id, fresh])).toEqual([
    [mine, false],
    [theirs, false],
    [nobody, false],
    [arisen, true],
  ])
  const { data } = await accept(offered.id)
  const [giver, taker] = [await idOf(town.dispatcher), await idOf(boss())]
  expect(data).toMatchObject({ giver_id: giver, taker_id: taker, accepted_at: expect.any(String) })
  expect((await show(mine)).owner_id).toBe(taker)
  expect((await show(theirs)).owner_id).toBe(await idOf(server.client('administrator')))
  expect((await show(nobody)).owner_id).toBeNull()
  const { data: watches } = await boss().call(api.watches.list, { query: { filter: { zone: [town.zone_id] } } })
  expect(watches.map(({ user_id }) => user_id)).toEqual([taker])
  const { data: log } = await boss().call(api.exceptions.history, { params: { id: mine } })
  expect(log.at(-1)).toMatchObject({ change: 'handed_over', after: { state: 'acknowledged' } })
})

// covers: EXC-94
test('accepting with an unread section is refused with its name, and so is somebody else', async () => {
  await raise()
  const { id } = (await offer()).data
  const unread = await refusal(
    accept(
      id,
      briefSections.filter((section) => section !== 'open'),
    ),
  )
  expect([unread.status, unread.errors[0]?.source?.pointer, unread.errors[0]?.detail]).toEqual([
    422,
    '/sections',
    'Please read Open exceptions first',
  ])
  expect((await refusal(accept(id, briefSections, town.dispatcher))).status).toBe(403)
  await accept(id)
  expect((await refusal(accept(id))).status).toBe(409)
})

// covers: EXC-95
test('a handover that nobody accepts changes no owner, and each is kept with its people, times and content', async () => {
  const id = await raise()
  await take(id)
  const { data: first } = await offer()
  at('09:10:00')
  const { data: second } = await offer({ note: 'Once more' })
  expect((await refusal(accept(first.id))).status).toBe(409)
  expect((await show(id)).owner_id).toBe(await idOf(town.dispatcher))
  await accept(second.id)
  await boss().call(api.exceptions.resolve, { params: { id }, body: { outcome: 'fixed' } })
  const { data: list } = await boss().call(api.handovers.list, { query: { filter: { region: [town.region_id] } } })
  expect(list.map((one) => [one.id, one.accepted_at !== null, one.replaced_at !== null])).toEqual([
    [second.id, true, false],
    [first.id, false, true],
  ])
  const kept = await opened(second.id)
  expect(kept).toMatchObject({ note: 'Once more', offered_at: second.offered_at })
  expect(linesOf(kept.brief)['open']?.[0]?.exception).toMatchObject({ id, state: 'acknowledged' })
})

// covers: EXC-93
test('a handover is offered to somebody else who may answer here, with a note of at most 2,000 characters', async () => {
  const refused = async (change: object) => {
    const { status, errors } = await refusal(offer(change))
    return [status, errors[0]?.source?.pointer]
  }
  expect(await refused({ taker_id: await idOf(town.dispatcher) })).toEqual([422, '/taker_id'])
  expect(await refused({ taker_id: await idOf(server.client('customer_service')) })).toEqual([422, '/taker_id'])
  expect(await refused({ note: 'x'.repeat(2001) })).toEqual([422, '/note'])
  expect(await refused({ zone_ids: [4_711_000] })).toEqual([422, '/zone_ids'])
  expect((await refusal(brief(server.client('analyst')))).status).toBe(403)
})
