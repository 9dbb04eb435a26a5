import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, createClient, type RetentionKind, retentionKinds } from '@ambit/contract'
import { sealEvents } from '../audit/seal.ts'
import { verifySeals } from '../audit/verify.ts'
import { recordHistory } from '../planning/change/booking-history.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { proposedStep } from '../testing/suspensions.ts'
import { removeAtNight } from './remove.ts'

const DAY = 24 * 3600_000

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await sql`truncate retention_runs; truncate retention_marks`.execute(server.deps.db)
})

/** Signed in anew: years pass in these tests. */
const sam = async () => {
  const token = await server.token('superadmin')
  return createClient({ origin: server.url, token: () => token })
}
const rule = async (kind: RetentionKind) =>
  (await (await sam()).call(api.retentionRules.list)).data.find((one) => one.kind === kind)!
const change = async (kind: RetentionKind, period: string | null, reason = 'The board has decided so') =>
  (await sam()).call(api.retentionRules.update, { params: { kind }, body: { period, reason } })
const preview = async (kind: RetentionKind, period?: string) =>
  (
    await (
      await sam()
    ).call(api.retentionRules.preview, { query: { kind, ...(period === undefined ? {} : { period }) } })
  ).data
const night = () => runJob(server.deps, removeAtNight)

describe('a retention rule', () => {
  // covers: AUD-49, AUD-50, AUD-51, AUD-52
  test('says for each kind how long it is kept, what happens then, and why', async () => {
    const { data } = await (await sam()).call(api.retentionRules.list)
    expect(data.map(({ kind, period, end }) => [kind, period, end])).toEqual([
      ['positions_thinned', 'P7D', 'thin out'],
      ['positions', 'P90D', 'delete'],
      ['searches', 'P13M', 'anonymise'],
      ['driver_actions', 'P24M', 'delete'],
      ['driver_messages', 'P6M', 'delete'],
      ['exceptions', 'P24M', 'delete'],
      ['dispatch_actions', 'P24M', 'delete'],
      ['vehicle_checks', 'P24M', 'delete'],
      ['bookings', 'P24M', 'anonymise'],
      ['booking_series', 'P24M', 'delete'],
      ['suspensions', 'P24M', 'delete'],
      ['travelers', 'P36M', 'anonymise'],
      ['access_events', 'P12M', 'delete'],
      ['sign_ins', 'P12M', 'anonymise'],
      ['audit_events', 'P84M', 'delete'],
      ['drivers', 'P36M', 'anonymise'],
      ['vehicle_notes', null, 'delete'],
      ['staff_mails', 'P30D', 'delete'],
      ['passenger_mails', 'P180D', 'delete'],
      ['messages', 'P6M', 'delete'],
      ['sms_replies', 'P6M', 'delete'],
      ['privacy_requests', 'P36M', 'delete'],
      ['idempotency_keys', 'P1D', 'delete'],
    ])
    for (const { reason } of data) expect(reason.length).toBeGreaterThan(10)
  })

  test('is changed with a reason to a period between a day and ten years, by those who hold the key', async () => {
    for (const [period, reason] of [
      ['P0D', 'Because we want it'],
      ['P11Y', 'Because we want it'],
      ['P121M', 'Because we want it'],
      ['soon', 'Because we want it'],
      ['P30D', 'no'],
    ] as const)
      expect((await refusal(change('staff_mails', period, reason))).status).toBe(422)
    const olivia = server.client('operations_manager')
    expect((await refusal(olivia.call(api.retentionRules.list))).status).toBe(403)
    const limited = server.client({
      permissions: ['PrivacyManagement:retention:canRead', 'PrivacyManagement:retention:canUpdate'],
      region_ids: [town.region_id],
    })
    const asked = limited.call(api.retentionRules.update, {
      params: { kind: 'staff_mails' },
      body: { period: 'P60D', reason: 'More time' },
    })
    expect((await refusal(asked)).status).toBe(403)
    expect((await change('staff_mails', 'P60D')).data).toMatchObject({ period: 'P60D', next: null })
    expect((await change('staff_mails', null)).data).toMatchObject({ period: null, next: null })
    await server.deps.db
      .updateTable('retention_rules')
      .set({ period: 'P30D' })
      .where('kind', '=', 'staff_mails')
      .execute()
  })

  // covers: AUD-55
  test('becomes shorter only seven days later, and can be taken back until then', async () => {
    const { clock } = server.deps
    const from = new Date(clock.now().getTime() + 7 * DAY).toISOString()
    const { data } = await change('passenger_mails', 'P10D', 'Mails are read at once')
    expect(data).toMatchObject({ period: 'P180D', next: { period: 'P10D', reason: 'Mails are read at once', from } })
    const { data: back } = await (
      await sam()
    ).call(api.retentionRules.takeBack, { params: { kind: 'passenger_mails' } })
    expect(back).toMatchObject({ period: 'P180D', next: null })
    const again = (await sam()).call(api.retentionRules.takeBack, { params: { kind: 'passenger_mails' } })
    expect((await refusal(again)).status).toBe(409)
    await change('passenger_mails', 'P10D', 'Mails are read at once')
    clock.advance(7 * DAY - 1)
    expect(await rule('passenger_mails')).toMatchObject({ period: 'P180D' })
    clock.advance(1)
    expect(await rule('passenger_mails')).toMatchObject({
      period: 'P10D',
      reason: 'Mails are read at once',
      next: null,
    })
    await change('passenger_mails', 'P180D', 'As it was before')
  })
})

describe('the nightly removal', () => {
  const mail = (to: string, days: number, user: number | null) => ({
    to,
    subject: 'Old',
    text: 'text',
    user_id: user,
    created_at: new Date(server.deps.clock.now().getTime() - days * DAY),
  })
  const waiting = async () => {
    const { db } = server.deps
    await db.deleteFrom('outbox_mails').execute()
    await server.token('superadmin')
    const { id: user_id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
    const mails = [
      mail('kept staff', 29, user_id),
      mail('staff', 31, user_id),
      mail('kept', 179, null),
      mail('old', 181, null),
    ]
    await db.insertInto('outbox_mails').values(mails).execute()
  }
  const mails = async () =>
    (await server.deps.db.selectFrom('outbox_mails').select('to').orderBy('id').execute()).map(({ to }) => to)

  test('removes mail to staff after 30 days, other mail after 180, whatever became of it', async () => {
    await waiting()
    await night()
    expect(await mails()).toEqual(['kept staff', 'kept'])
  })

  test('of one kind that fails keeps no other kind', async () => {
    const { db } = server.deps
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db)
    await sql`create trigger fail before delete on positions for each statement execute function fail()`.execute(db)
    try {
      await expect(night()).rejects.toThrow('Some kinds could not be removed: no')
      const done = await db.selectFrom('retention_runs').select('kind').where('finished_at', 'is not', null).execute()
      expect(retentionKinds.filter((kind) => !done.some((one) => one.kind === kind))).toEqual([
        'positions_thinned',
        'positions',
      ])
    } finally {
      await sql`drop trigger fail on positions; drop function fail()`.execute(db)
    }
    await night()
    const left = await db.selectFrom('retention_runs').select('kind').where('finished_at', 'is', null).execute()
    expect(left).toEqual([])
  })

  // covers: AUD-54
  test('is previewed for tonight and for another period, and the preview removes nothing', async () => {
    await waiting()
    const oldest = new Date(server.deps.clock.now().getTime() - 31 * DAY).toISOString()
    expect(await preview('staff_mails')).toMatchObject({ rows: 1, people: 1, oldest, some: [{ at: oldest }] })
    expect(await preview('staff_mails', 'P20D')).toMatchObject({ rows: 2, people: 1 })
    expect(await preview('vehicle_notes')).toEqual({ rows: 0, people: 0, oldest: null, some: [] })
    for (const kind of retentionKinds) expect((await preview(kind, 'P1D')).rows).toBeGreaterThanOrEqual(0)
    expect(await mails()).toHaveLength(4)
  })

  // covers: AUD-56
  test('comes once after half past three in the morning, and leaves a record for each kind', async () => {
    const { clock, db } = server.deps
    clock.set('2026-11-24T03:29:00+10:00')
    await night()
    const runs = () => db.selectFrom('retention_runs').select(['kind', 'removed', 'finished_at']).execute()
    expect(await runs()).toHaveLength(23)
    await waiting()
    await night()
    expect(await mails()).toHaveLength(4)
    clock.set('2026-11-24T03:31:00+10:00')
    await night()
    expect(await mails()).toHaveLength(2)
    expect(await runs()).toHaveLength(46)
    expect(await rule('staff_mails')).toMatchObject({
      last_run: { started_at: clock.now().toISOString(), finished_at: clock.now().toISOString(), removed: 1 },
    })
  })
})

describe('a journey whose time is over', () => {
  const door = at(3123.4567)
  const ride = async (name: string) => {
    await town.vehicle(`Van ${name}`)
    const who = await town.passenger(`${name} Zanzibar`)
    const booking = await town.book({ who, from: 'Market', to: door, at: '09:00' })
    await server.deps.db
      .updateTable('service_requests')
      .set({ status: 'completed', comment: `${name} has a dog`, mobility_support: 1 })
      .where('id', '=', booking.id)
      .execute()
    await sql`insert into feedbacks (service_request_id, traveler_id, rating, comments, created_at)
      values (${booking.id}, ${who}, 4, ${`${name} was pleased`}, now())`.execute(server.deps.db)
    return { who, id: booking.id }
  }

  // covers: AUD-51, AUD-57
  test('keeps zone, times, figures and needs, and loses passenger, names, texts and doors', async () => {
    const { id, who } = await ride('Ruth')
    const { clock, db } = server.deps
    const row = () => db.selectFrom('service_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await row()
    clock.advance(23 * 30 * DAY)
    await night()
    expect((await row()).traveler_id).toBe(who)
    clock.advance(60 * DAY)
    await night()
    const after = await row()
    const stays = [
      'zone_id',
      'status',
      'total_price',
      'mobility_support',
      'passengers',
      'direct_s',
      'max_ride_s',
    ] as const
    for (const column of stays) expect([column, after[column]]).toEqual([column, before[column]])
    expect(after.pickup_lower_bound).toEqual(before.pickup_lower_bound)
    expect(after).toMatchObject({ comment: null, destination_name: 'Removed place', origin_name: 'Removed place' })
    expect(after.destination_longitude).toBe(Number(before.destination_longitude.toFixed(3)))
    expect(after.traveler_id).not.toBe(who)
    expect(after.search_text).not.toContain('zanzibar')
    const feedback = await db
      .selectFrom('feedbacks')
      .selectAll()
      .where('service_request_id', '=', id)
      .executeTakeFirst()
    expect(feedback).toMatchObject({ rating: 4, comments: null, traveler_id: after.traveler_id })
  })

  // covers: AUD-57
  test('names its passenger no more in its history, and its door not in what a suspension rests on', async () => {
    const { id, who } = await ride('Rosa')
    const { clock, db } = server.deps
    const own = { user_type: 'passenger', user_id: null, driver_id: null, traveler_id: who } as const
    const entry = { service_request_id: id, status: 'assigned', trip_id: null, by: own, reasons: [] } as const
    await db.transaction().execute((tx) => recordHistory(tx, clock.now(), [entry]))
    const step = await proposedStep(server, { traveler_id: who, region_id: town.region_id, ride: id, place: 'A door' })
    await db.updateTable('retention_rules').set({ period: null }).where('kind', '=', 'suspensions').execute()
    const told = async () => {
      const { data } = await (await sam()).call(api.serviceRequests.history, { params: { id } })
      const { rests_on } = await db
        .selectFrom('suspensions')
        .select('rests_on')
        .where('id', '=', step)
        .executeTakeFirstOrThrow()
      return JSON.stringify([data, rests_on])
    }
    expect(await told()).toMatch(/"user_name":"Rosa.*A door/)
    clock.advance(750 * DAY)
    await night()
    expect(await told()).not.toMatch(/"user_name":"Rosa|A door/)
    expect(await told()).toContain('Removed place')
    await db.updateTable('retention_rules').set({ period: 'P24M' }).where('kind', '=', 'suspensions').execute()
  })

  // covers: AUD-14
  test('leaves no value in the audit, and every seal valid', async () => {
    const { id } = await ride('Rufus')
    const { clock, db } = server.deps
    await sealEvents(db, clock.wall())
    clock.advance(750 * DAY)
    await night()
    await sealEvents(db, clock.wall())
    expect((await verifySeals(db)).problem).toBeNull()
    const events = await db
      .selectFrom('audit_events')
      .select('changes')
      .where('record_kind', '=', 'service_requests')
      .where('record_id', '=', String(id))
      .execute()
    expect(events.length).toBeGreaterThan(1)
    expect(JSON.stringify(events)).not.toMatch(/Rufus|A door|Market/)
    expect(JSON.stringify(events)).toMatch(/erased:[0-9a-f]{64}/)
  })
})

describe('a search whose time is over', () => {
  // covers: AUD-50, AUD-51
  test('loses its passenger and doors after 13 months, and so does its entry of the waiting list', async () => {
    const { clock, db } = server.deps
    const who = await town.passenger('Wanda Wombat')
    const { id } = await town.search({ who, from: at(3123.4567), to: 'Market', at: '10:00' })
    await sql`insert into waitlist_entries (service_availability_search_id, zone_id, earliest_at, latest_at, mode,
        payment_method, state, give_up_at, ended_at, created_at, updated_at)
      select id, ${town.zone_id}, created_at, created_at, 'book', 'cash', 'given_up', created_at, created_at, created_at,
        created_at from service_availability_searches where id = ${id}`.execute(db)
    const shown = async () => JSON.stringify((await (await sam()).call(api.waitlistEntries.list)).data)
    clock.advance(390 * DAY)
    await night()
    expect(await shown()).toMatch(/Wanda.*A door/)
    clock.advance(10 * DAY)
    await night()
    expect(await shown()).not.toMatch(/Wanda|A door/)
    const search = await db
      .selectFrom('service_availability_searches')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(search).toMatchObject({ anonymised_at: clock.now(), origin_name: 'Removed place' })
    expect(search.traveler_id).not.toBe(who)
    expect(search.origin_longitude).toBe(Number(search.origin_longitude.toFixed(3)))
  })
})

describe('the audit', () => {
  // covers: AUD-11
  test('loses whole sealed spans after their period, and what is left is still verified', async () => {
    const { clock, db } = server.deps
    const who = await town.passenger('Ada Okapi')
    await sealEvents(db, clock.wall())
    const created = () =>
      sql`select id from audit_events where record_kind = 'travelers' and record_id = ${String(who)} and operation = 'created'`
    expect((await created().execute(db)).rows).toHaveLength(1)
    clock.advance(2560 * DAY)
    await town.passenger('Bea Okapi')
    await sealEvents(db, clock.wall())
    await night()
    expect((await created().execute(db)).rows).toEqual([])
    expect((await verifySeals(db, { now: clock.wall() })).problem).toBeNull()
    // A seal whose time is not over may not be empty.
    await sql`alter table audit_events disable trigger audit_events_stay`.execute(db)
    await sql`delete from audit_events`.execute(db)
    await sql`alter table audit_events enable trigger audit_events_stay`.execute(db)
    expect((await verifySeals(db, { now: clock.wall() })).problem).toMatch(/was removed/)
  })
})
