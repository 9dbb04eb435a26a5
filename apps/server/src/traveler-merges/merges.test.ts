import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { mergeOf } from '../testing/merges.ts'
import { missOf } from '../testing/misses.ts'
import { keepOpenReturn } from '../testing/open-returns.ts'
import { saveCard } from '../testing/paid-rides.ts'
import { organisationRows } from '../testing/organisations.ts'
import { refusal } from '../testing/refusal.ts'
import { makeSeriesOf } from '../testing/series.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { proposedStep, sentStep } from '../testing/suspensions.ts'
import { putOnList } from '../testing/waitlist.ts'
import { moves, staying } from './moves.ts'

let server: TestServer
let town: SmallTown
let maria: number
let mary: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  mary = await town.passenger('Mary Silva')
})

const olga = () => server.client('operations_manager')
const merge = (more = {}) => mergeOf(olga(), maria, mary, more)
const undo = async (id: number) => (await olga().call(api.travelerMerges.undo, { params: { id } })).data
const show = async (id: number) => (await olga().call(api.travelers.show, { params: { id } })).data
const book = async (who: number, at: string) => (await town.book({ who, from: 'Market', to: 'Hospital', at })).id

/** Leaves something in every table that names passengers. */
const leaveTraces = async (who: number): Promise<void> => {
  const { db, clock } = server.deps
  const now = clock.now()
  const ridden = await book(who, '09:00')
  await keepOpenReturn(server, await book(who, '13:00'))
  await putOnList(server, town, who)
  await makeSeriesOf(town.dispatcher, who, { starts_on: '2026-12-07' })
  await db.updateTable('service_requests').set({ status: 'completed' }).where('id', '=', ridden).execute()
  await missOf(server, ridden)
  await town.dispatcher.call(api.feedbacks.create, { body: { service_request_id: ridden, rating: 4 } })
  await town.dispatcher.call(api.travelerComments.create, { body: { traveler_id: who, comment: 'Rings twice' } })
  await saveCard(server, who, 'pm_mary')
  const set = { name: 'Seniors', region_id: town.region_id, discount_amount: 50 }
  const { data } = await olga().call(api.travelerSets.create, { body: set })
  await olga().call(api.travelerConcessions.create, {
    body: { traveler_id: who, traveler_set_id: data.id, expires_at: '2027-01-01T00:00:00+10:00' },
  })
  for (const [helped, helper] of [
    [who, await town.passenger('Hanna Helper')],
    [await town.passenger('Hugo Helped'), who],
  ] as const)
    await olga().call(api.travelerHelpers.create, {
      body: { traveler_id: helped, helper_id: helper, rights: ['book'] },
    })
  const place = { name: 'Home', kind: 'home' as const, address: '3 Wilga Drive', longitude: 153, latitude: -27 }
  await db
    .insertInto('ride_places')
    .values({ ...place, traveler_id: who, created_at: now })
    .execute()
  const mail = { to: 'mary@example.org', subject: 'Hello', text: 'Hello', created_at: now }
  await db
    .insertInto('outbox_mails')
    .values({ ...mail, traveler_id: who })
    .execute()
  const body = { text: 'Asks for a call', severity: 'watch' as const, zone_id: town.zone_id, traveler_id: who }
  await server.client('administrator').call(api.exceptions.create, { body })
  await proposedStep(server, { traveler_id: who, region_id: town.region_id })
  await organisationRows(server, town.region_id, who, 'Sunrise Home')
  const said = { number: '+61755500142', text: 'Thank you', kind: 'other' as const, received_at: now }
  await db
    .insertInto('sms_replies')
    .values({ ...said, traveler_id: who, region_id: town.region_id })
    .execute()
  await sql`insert into privacy_requests (traveler_id, kind, came_by, received_on, due_on, identity_check, state, closed_at,
    created_at, updated_at) values (${who}, 'copy', 'phone', '2026-11-01', '2026-12-01', '', 'fulfilled', ${now}, ${now}, ${now})`.execute(
    db,
  )
  await sql`update service_request_histories set traveler_id = ${who} where service_request_id = ${ridden}`.execute(db)
  const third = await book(await town.passenger('Theo Third'), '11:00')
  await sql`insert into messages (event, service_request_id, traveler_id, helper_id, region_id, facts, once, state_at, due_at,
    sense_until, created_at) select 'reminder', service_request_id, traveler_id, ${who}, region_id, facts, 'helper', state_at,
    due_at, sense_until, created_at from messages where service_request_id = ${third} limit 1`.execute(db)
}

/** By `table.column`, the ids of rows that name the passenger. */
const naming = async (who: number): Promise<Record<string, unknown[]>> => {
  const found: Record<string, unknown[]> = {}
  for (const { table, column } of moves) {
    const { rows } = await sql<{ id: unknown }>`
      select id from ${sql.table(table)} where ${sql.ref(column)} = ${who} order by id`.execute(server.deps.db)
    found[`${table}.${column}`] = rows.map(({ id }) => id)
  }
  return found
}

describe('merging two passengers', () => {
  test('leaves what is proposed for both in one region to the one that stays, and moves what was sent', async () => {
    const { region_id } = town
    const own = await proposedStep(server, { traveler_id: maria, region_id })
    const days = { begins_on: '2026-11-23', ends_on: '2026-11-29' }
    const sent = await sentStep(server, { traveler_id: mary, region_id, ...days })
    const proposed = await proposedStep(server, { traveler_id: mary, region_id })
    await merge()
    const owners = await server.deps.db
      .selectFrom('suspensions')
      .where('id', 'in', [own, sent, proposed])
      .select(['id', 'traveler_id'])
      .orderBy('id')
      .execute()
    expect(owners).toEqual([
      { id: own, traveler_id: maria },
      { id: sent, traveler_id: maria },
      { id: proposed, traveler_id: mary },
    ])
  })

  // covers: JRN-90
  // @test-tag long
  test('moves all that hangs on the one to the other, and undoing it moves exactly that back', async () => {
    await leaveTraces(mary)
    const own = await book(maria, '16:00')
    const [theirs, before] = [await naming(mary), await naming(maria)]
    for (const [key, ids] of Object.entries(theirs)) expect([key, ids.length > 0]).toEqual([key, true])
    const { id } = await merge()
    const left = await naming(mary)
    expect(Object.entries(left).filter(([, ids]) => ids.length > 0)).toEqual([])
    const after = await naming(maria)
    for (const [key, ids] of Object.entries(theirs))
      expect([key, after[key]]).toEqual([
        key,
        [...ids, ...(before[key] ?? [])].toSorted((a, b) => Number(a) - Number(b)),
      ])
    const { rows: customers } = await sql`select traveler_id, customer_id from card_customers`.execute(server.deps.db)
    expect(customers).toEqual([{ traveler_id: maria, customer_id: `cus_${mary}` }])
    const waiting = (await town.dispatcher.call(api.waitlistEntries.list, {})).data.map(
      ({ traveler_id }) => traveler_id,
    )
    expect(waiting).toEqual([maria])

    const zones = async () =>
      server.deps.db.selectFrom('travelers').select('zone_ids').where('id', '=', maria).executeTakeFirstOrThrow()
    await sql`update travelers set zone_ids = zone_ids || 4711 where id = ${maria}`.execute(server.deps.db)
    expect((await zones()).zone_ids).toEqual([town.zone_id, 4711])

    const { left: words } = await undo(id)
    // Who is limited to a zone of the other's sees the passenger no longer.
    expect((await zones()).zone_ids).toEqual([town.zone_id])
    expect(words).toEqual([`Passenger ${mary} signs in with a code again, or with a new password`])
    expect(await naming(mary)).toEqual(theirs)
    expect(await naming(maria)).toEqual(before)
    expect(before['service_requests.traveler_id']).toEqual([own])
  })

  test('knows of every reference to a passenger whether it moves or stays', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname || '.' || a.attname as name from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'f' and k.confrelid = 'travelers'::regclass
      union select table_name || '.' || column_name from information_schema.columns
      where table_schema = 'public' and column_name = 'traveler_id'`.execute(server.deps.db)
    const known = [...moves.map(({ table, column }) => `${table}.${column}`), ...Object.keys(staying)]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
  })

  test('leaves the other without a name: nobody finds, books or signs in to it, and its contacts are free', async () => {
    const app = server.passengerClient(mary)
    await app.call(api.ride.me)
    await merge()
    expect(await refusal(show(mary))).toMatchObject({
      status: 404,
      message: `This record was merged into passenger ${maria}`,
    })
    const listed = async (search: string) =>
      (await olga().call(api.travelers.list, { query: { search } })).data.map(({ id }) => id)
    expect(await listed('Mary')).not.toContain(mary)
    expect(await listed(String(mary))).not.toContain(mary)
    const { data: found } = await olga().call(api.search.find, { query: { type: ['travelers'], query: 'Mary' } })
    expect(found.travelers?.map(({ id }) => id)).not.toContain(mary)
    const similar = { first_name: 'Mary', last_name: 'Silva', email: 'mary.silva@example.org' }
    const alike = await olga().call(api.travelers.similar, { query: similar })
    expect(alike.data.map(({ id }) => id)).not.toContain(mary)
    expect((await refusal(app.call(api.ride.me))).status).toBe(401)
    expect((await refusal(town.search({ who: mary, from: 'Market', to: 'School', at: '14:00' }))).status).toBe(422)
    const body = { ...similar, username: 'mary.silva' }
    expect((await olga().call(api.travelers.create, { body })).data.username).toBe('mary.silva')
  })

  test('takes each value from the record that was chosen, and from the other one where there is none', async () => {
    const { db } = server.deps
    await db
      .updateTable('travelers')
      .set({
        phone_number: '0411 222 333',
        phone_verified_at: '2026-11-01T00:00:00Z',
        can_text: true,
        status: 'blocked',
      })
      .set({ own_times: JSON.stringify({ load_s: 60, unload_s: 60, reason: 'Slow' }), protected: true })
      .where('id', '=', mary)
      .execute()
    const chosen = { fields: { last_name: 'merged', email: 'merged', can_text: 'kept' } } as const
    await sql`update travelers set last_name = 'Silver' where id = ${mary}`.execute(db)
    const { data: opening } = await olga().call(api.travelers.show, { params: { id: mary }, reason: 'To compare them' })
    expect(opening.protected).toBe(true)
    // To become blocked is explained, as anywhere.
    expect(await refusal(merge(chosen))).toMatchObject({ status: 422, errors: [{ code: 'reason_needed' }] })
    const body = { traveler_id: mary, ...chosen }
    const { data } = await olga().call(api.travelerMerges.create, {
      params: { id: maria },
      body,
      reason: 'Both are one',
    })
    const kept = (await olga().call(api.travelers.show, { params: { id: maria }, reason: 'Both are one' })).data
    expect(kept).toMatchObject({
      full_name: 'Maria Silver',
      username: 'maria.silva',
      email: 'mary.silva@example.org',
      phone_number: '0411 222 333',
      phone_verified: true,
      can_text: false,
      status: 'blocked',
      own_times: { load_s: 60 },
      protected: true,
    })
    // What was changed since stays as it is now.
    await olga().call(api.travelers.update, { params: { id: maria }, body: { last_name: 'Stone' }, reason: 'Married' })
    const { left } = await undo(data.id)
    expect(left).toContain(`Last name of passenger ${maria} was changed since and stays`)
    expect(await show(maria)).toMatchObject({
      full_name: 'Maria Stone',
      email: 'maria.silva@example.org',
      phone_number: null,
      status: 'active',
      protected: false,
    })
    const again = (await olga().call(api.travelers.show, { params: { id: mary }, reason: 'Both are two' })).data
    expect(again).toMatchObject({
      full_name: 'Mary Silver',
      email: 'mary.silva@example.org',
      phone_verified: true,
      status: 'blocked',
      protected: true,
    })
  })

  test('lets nobody help themself or twice, and brings such helpers back when it is undone', async () => {
    const third = await town.passenger('Theo Third')
    const link = (traveler_id: number, helper_id: number) =>
      olga().call(api.travelerHelpers.create, { body: { traveler_id, helper_id, rights: ['book'] } })
    await link(maria, mary)
    await link(maria, third)
    await link(mary, third)
    await link(third, maria)
    await link(third, mary)
    const pairs = async () => {
      const { rows } = await sql<{ traveler_id: number; helper_id: number }>`
        select traveler_id, helper_id from traveler_helpers where created_by is not null order by id`.execute(
        server.deps.db,
      )
      return rows.map(({ traveler_id, helper_id }) => `${traveler_id} by ${helper_id}`)
    }
    const before = (await pairs()).toSorted()
    const { id } = await merge()
    const both = [`${maria} by ${third}`, `${third} by ${maria}`]
    expect((await pairs()).filter((pair) => pair.includes(`${third}`))).toEqual(both)
    await undo(id)
    expect((await pairs()).toSorted()).toEqual(before)
  })

  test('shows rides ahead under the one who stays, in the plan that drivers and dispatchers read', async () => {
    const id = await book(mary, '09:00')
    const board = async () => {
      const filter = { zone: [town.zone_id] }
      const { data } = await town.dispatcher.call(api.serviceRequests.list, { query: { filter } })
      return data.find((one) => one.id === id)?.traveler_name
    }
    expect(await board()).toBe('Mary Silva')
    const { version } = await server.deps.db
      .selectFrom('zone_plans')
      .select('version')
      .where('zone_id', '=', town.zone_id)
      .executeTakeFirstOrThrow()
    await merge()
    expect(await board()).toBe('Maria Silva')
    const raised = await server.deps.db
      .selectFrom('zone_plans')
      .select('version')
      .where('zone_id', '=', town.zone_id)
      .executeTakeFirstOrThrow()
    expect(raised.version).toBe(version + 1)
    const events = await server.deps.db
      .selectFrom('live_events')
      .select('payload')
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    expect(events.map(({ payload }) => payload)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'service_request', service_request_id: id }),
        expect.objectContaining({ kind: 'record', table: 'travelers', record_id: maria }),
        expect.objectContaining({ kind: 'record', table: 'travelers', record_id: mary }),
      ]),
    )
  })
})

describe('undoing a merge', () => {
  // covers: JRN-91
  test('is possible for 30 days, once, and both histories tell of both', async () => {
    const made = await merge()
    expect(made).toMatchObject({ kept_id: maria, merged_id: mary, merged_name: 'Mary Silva', undone_at: null })
    expect(new Date(made.undo_until ?? '').toISOString()).toBe('2026-12-22T22:00:00.000Z')
    await undo(made.id)
    expect(await show(mary)).toMatchObject({ full_name: 'Mary Silva', username: 'mary.silva' })
    expect(await refusal(undo(made.id))).toMatchObject({ status: 409, message: 'This merge was undone already' })
    const told = async (who: number) => {
      const query = { record_kind: 'travelers' as const, record_id: String(who) }
      const { data } = await server.client('superadmin').call(api.recordVersions.list, { query })
      return data.toReversed()
    }
    const ofKept = (await told(maria)).filter(({ record_kind }) => record_kind === 'traveler_merges')
    expect(ofKept.map(({ operation, record_name }) => [operation, record_name])).toEqual([
      ['created', String(mary)],
      ['changed', String(mary)],
    ])
    const changed = (await told(mary)).filter(({ operation }) => operation === 'changed')
    const ofMerged = changed.flatMap(({ changes }) => changes['merged_into'] ?? [])
    expect(ofMerged).toEqual([
      { before: null, after: maria },
      { before: maria, after: null },
    ])
    const { id } = await merge()
    server.deps.clock.set('2026-12-23T08:00:01+10:00')
    const late = server.client({ permissions: ['TravellerManagement:merge:canUpdate', ...seeing] })
    expect((await refusal(late.call(api.travelerMerges.undo, { params: { id } }))).status).toBe(409)
    const { data } = await late.call(api.travelerMerges.list, { params: { id: maria } })
    expect(data.map(({ undo_until, undone_at }) => [undo_until, undone_at === null])).toEqual([
      [null, true],
      [null, false],
    ])
  })

  test('takes back what came of what was moved, and leaves what is the other’s own or gone', async () => {
    const there = await book(mary, '09:00')
    await town.dispatcher.call(api.travelerComments.create, { body: { traveler_id: mary, comment: 'Rings twice' } })
    const { id } = await merge()
    await server.deps.db.updateTable('service_requests').set({ status: 'completed' }).where('id', '=', there).execute()
    await town.dispatcher.call(api.feedbacks.create, { body: { service_request_id: there, rating: 5 } })
    const own = await book(maria, '15:00')
    const { data: comments } = await olga().call(api.travelerComments.list, {
      query: { filter: { traveler: [maria] } },
    })
    await olga().call(api.travelerComments.destroy, { params: { id: comments[0]?.id ?? 0 } })
    const taken = { first_name: 'Mary', last_name: 'Other', username: 'mary.silva', email: 'mary.silva@example.org' }
    const other = (await olga().call(api.travelers.create, { body: taken })).data.id
    const { left } = await undo(id)
    expect(left).toEqual([
      `Username of passenger ${mary} belongs to passenger ${other} by now`,
      `Email of passenger ${mary} belongs to passenger ${other} by now`,
      `Passenger ${mary} signs in with a code again, or with a new password`,
      'comments that were removed since or cannot go back: 1',
    ])
    expect(await show(mary)).toMatchObject({ username: `passenger-${mary}`, email: null })
    const [theirs, kept] = [await naming(mary), await naming(maria)]
    expect(theirs['service_requests.traveler_id']).toEqual([there])
    expect(theirs['feedbacks.traveler_id']).toHaveLength(1)
    expect(kept['service_requests.traveler_id']).toEqual([own])
  })

  test('is refused while the one who stays is merged into a third, and possible again after that is undone', async () => {
    const first = await merge()
    const third = await town.passenger('Marie Silva')
    const second = await mergeOf(olga(), third, maria)
    expect((await refusal(undo(first.id))).status).toBe(404)
    await undo(second.id)
    await undo(first.id)
    expect(await show(mary)).toMatchObject({ full_name: 'Mary Silva' })
  })
})

const seeing = ['traveller', 'contact', 'place', 'care'].map((part) => `TravellerManagement:${part}:canRead`)
