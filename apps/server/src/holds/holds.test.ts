import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, createClient, type HoldInput } from '@ambit/contract'
import { removeAtNight } from '../retention/remove.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const DAY = 24 * 3600_000

let server: TestServer
let town: SmallTown
/** of journeys that are over */
const rides: number[] = []
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  for (const at of ['09:00', '10:00', '11:00'] as const) {
    const who = await town.passenger(`Rita Rider${rides.length}`)
    rides.push((await town.book({ who, from: 'Market', to: 'Station', at })).id)
  }
  await server.deps.db.updateTable('service_requests').set({ status: 'completed' }).execute()
})
afterAll(() => server.close())

/** Signed in anew: years pass in these tests. */
const sam = async () => {
  const token = await server.token('superadmin')
  return createClient({ origin: server.url, token: () => token })
}
const dana = () => server.client('operations_manager')
const inDays = (days: number): string => new Date(server.deps.clock.now().getTime() + days * DAY).toISOString()
const until = (days: number) => ({ reason: 'A court asked for it', ends_at: inDays(days) })
const place = async (body: HoldInput) => (await (await sam()).call(api.holds.create, { body })).data
/** A night of its own for each. */
const night = async (): Promise<void> => {
  await sql`truncate retention_runs`.execute(server.deps.db)
  await runJob(server.deps, removeAtNight)
}
const mail = (traveler_id: number | null, days: number) =>
  server.deps.db
    .insertInto('outbox_mails')
    .values({
      to: 'somebody@example.org',
      subject: 'Your journey',
      text: 'text',
      traveler_id,
      created_at: new Date(server.deps.clock.now().getTime() - days * DAY),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
const mailIds = async () =>
  (await server.deps.db.selectFrom('outbox_mails').select('id').orderBy('id').execute()).map(({ id }) => id)

describe('a hold', () => {
  // covers: AUD-59
  test('has a reason, an end within 24 months and something that is there', async () => {
    const record_id = await town.passenger('Hanna Hold')
    const held = { kind: 'travelers', record_id } as const
    const pointerOf = async (body: HoldInput) => (await refusal(place(body))).errors[0]?.source?.pointer
    expect(await pointerOf({ ...held, ...until(800) })).toBe('/ends_at')
    expect(await pointerOf({ ...held, ...until(-1) })).toBe('/ends_at')
    expect(await pointerOf({ ...held, ...until(10), reason: 'no' })).toBe('/reason')
    expect(await pointerOf({ kind: 'trips', record_id: 999_999, ...until(10) })).toBe('/record_id')
    expect(await pointerOf({ kind: 'days', from_day: '2026-11-02', to_day: '2026-11-01', ...until(10) })).toBe(
      '/to_day',
    )
    const limited = server.client({
      permissions: ['PrivacyManagement:hold:canRead', 'PrivacyManagement:hold:canCreate'],
      region_ids: [town.region_id],
    })
    expect((await refusal(limited.call(api.holds.list))).status).toBe(403)
    expect((await refusal(server.client('dispatcher').call(api.holds.list))).status).toBe(403)
  })

  // covers: AUD-59
  test('on a passenger stands in the way of erasing, until it is ended', async () => {
    const id = await town.passenger('Hugo Hold')
    const { id: hold } = await place({ kind: 'travelers', record_id: id, ...until(30) })
    const { data } = await (await sam()).call(api.travelers.previewErase, { params: { id } })
    expect(data.obstacles).toEqual([expect.stringMatching(/^A hold keeps the data until .*: A court asked for it$/)])
    const erase = async () =>
      (await sam()).call(api.travelers.erase, { params: { id }, body: { reason: 'Asked by mail' } })
    expect((await refusal(erase())).status).toBe(409)
    const params = { id: hold }
    expect((await (await sam()).call(api.holds.show, { params })).data).toMatchObject({ record_id: id, ended_at: null })
    await (await sam()).call(api.holds.end, { params })
    await erase()
    const again = (await sam()).call(api.holds.end, { params })
    expect((await refusal(again)).status).toBe(409)
  })

  // covers: AUD-59
  test('on a vehicle stands in the way of deleting it', async () => {
    const { vehicle_id } = await town.vehicle('Van 9')
    await place({ kind: 'vehicles', record_id: vehicle_id, ...until(30) })
    const asked = (await sam()).call(api.vehicles.destroy, { params: { id: vehicle_id } })
    expect((await refusal(asked)).errors[0]?.detail).toMatch(/A hold keeps it/)
  })

  // covers: AUD-59
  test('on a passenger keeps comments, concessions and cards from staff who would delete them', async () => {
    const id = await town.passenger('Hilda Hold')
    const chris = server.client('customer_service')
    const sets = server.client('operations_manager')
    const { data: set } = await sets.call(api.travelerSets.create, {
      body: { name: 'Pensioner', region_id: town.region_id, discount_amount: 5 },
    })
    const traveler_id = id
    const { data: comment } = await chris.call(api.travelerComments.create, { body: { traveler_id, comment: 'Sings' } })
    const { data: concession } = await chris.call(api.travelerConcessions.create, {
      body: { traveler_id, traveler_set_id: set.id, expires_at: inDays(400) },
    })
    const { data: intent } = await chris.call(api.paymentMethods.setupIntent, { params: { id } })
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123', name: 'Hilda Hold' }
    const body = { ...card, client_secret: intent.client_secret ?? '' }
    const { data: token } = await chris.call(api.paymentMethods.testToken, { body })
    await chris.call(api.paymentMethods.create, { params: { id }, body: token })
    const { id: hold } = await place({ kind: 'travelers', record_id: id, ...until(30) })
    const removals = {
      comment: () => dana().call(api.travelerComments.destroy, { params: { id: comment.id } }),
      concession: () => dana().call(api.travelerConcessions.destroy, { params: { id: concession.id } }),
      card: () => dana().call(api.paymentMethods.destroy, { params: { id, ...token } }),
    }
    for (const [what, remove] of Object.entries(removals)) {
      const { status, errors } = await refusal(remove())
      expect([status, errors[0]?.detail]).toEqual([
        409,
        expect.stringMatching(
          new RegExp(`^The ${what} cannot be deleted. A hold keeps it until .*: A court asked for it$`),
        ),
      ])
    }
    await (await sam()).call(api.holds.end, { params: { id: hold } })
    for (const remove of Object.values(removals)) await remove()
  })

  // covers: AUD-59
  test('on a trip keeps it as cancelled when its schedule is deleted', async () => {
    const { db } = server.deps
    const manager = server.client('operations_manager')
    const outcome = async (name: string, keep: boolean) => {
      const { trip_id } = await town.vehicle(name)
      if (keep) await place({ kind: 'trips', record_id: trip_id, ...until(30) })
      const trip = () =>
        db.selectFrom('trips').select(['current_state', 'service_plan_id']).where('id', '=', trip_id).executeTakeFirst()
      const id = (await trip())?.service_plan_id ?? 0
      await manager.call(api.servicePlans.destroy, { params: { id } })
      return trip()
    }
    expect(await outcome('Van 10', true)).toEqual({ current_state: 'cancelled', service_plan_id: null })
    expect(await outcome('Van 11', false)).toBeUndefined()
  })

  // covers: AUD-59
  test('on a trip, a vehicle or days keeps positions and taps that would go in the night', async () => {
    const { clock, db } = server.deps
    const [held, driven, free] = [
      await town.vehicle('Van 20'),
      await town.vehicle('Van 21'),
      await town.vehicle('Van 22'),
    ]
    const ago = (days: number) => new Date(clock.now().getTime() - days * DAY)
    const dayAgo = (days: number) => ago(days).toISOString().slice(0, 10)
    await sql`truncate positions restart identity; truncate driver_actions; truncate retention_marks`.execute(db)
    const left = async (crew: typeof held, days: number) => {
      const { vehicle_id, trip_id } = crew
      await sql`insert into positions (trip_id, vehicle_id, latitude, longitude, bearing, speed, recorded_at, received_at)
        values (${trip_id}, ${vehicle_id}, 0, 0, 0, 0, ${ago(days)}, ${ago(days)})`.execute(db)
      await sql`insert into driver_actions (trip_id, kind, before, happened_at, done_at, created_at)
        values (${trip_id}, 'arrive', '{}', ${ago(days)}, ${ago(days)}, ${ago(days)})`.execute(db)
    }
    await left(free, 920)
    await left(free, 900)
    await left(held, 890)
    await left(driven, 880)
    await place({ kind: 'trips', record_id: held.trip_id, ...until(30) })
    await place({ kind: 'vehicles', record_id: driven.vehicle_id, ...until(30) })
    await place({ kind: 'days', from_day: dayAgo(900), to_day: dayAgo(900), ...until(30) })
    const kept = async () => {
      await night()
      const { rows } = await sql<{ positions: number[]; taps: number[] }>`select
        array(select extract(day from ${clock.now()}::timestamptz - received_at)::int from positions order by 1 desc) as positions,
        array(select extract(day from ${clock.now()}::timestamptz - created_at)::int from driver_actions order by 1 desc) as taps
        `.execute(db)
      return rows[0]
    }
    expect(await kept()).toEqual({ positions: [900, 890, 880], taps: [900, 890, 880] })
    const { data } = await (await sam()).call(api.holds.list, { query: { filter: { state: ['in force'] } } })
    for (const { id } of data) await (await sam()).call(api.holds.end, { params: { id } })
    expect(await kept()).toEqual({ positions: [], taps: [] })
  })

  // covers: AUD-59
  test('keeps what it names from the night’s removal until its end, renewed or not, and nothing else', async () => {
    const { clock, db } = server.deps
    await db.deleteFrom('outbox_mails').execute()
    const who = await town.passenger('Heidi Hold')
    const other = await town.passenger('Otto Other')
    const { id } = await place({ kind: 'travelers', record_id: who, ...until(30) })
    const [kept, gone] = [await mail(who, 200), await mail(other, 200)]
    await night()
    expect(await mailIds()).toEqual([kept.id])
    expect(gone.id).not.toBe(kept.id)
    await (await sam()).call(api.holds.renew, { params: { id }, body: until(60) })
    clock.advance(31 * DAY)
    await night()
    expect(await mailIds()).toEqual([kept.id])
    clock.advance(30 * DAY)
    await night()
    expect(await mailIds()).toEqual([])
    const { data } = await (await sam()).call(api.holds.list, { query: { filter: { record: [who], state: ['over'] } } })
    expect(data).toMatchObject([{ id, reason: 'A court asked for it' }])
  })

  test('on days keeps what is of these days', async () => {
    const { clock, db } = server.deps
    await db.deleteFrom('outbox_mails').execute()
    const day = new Date(clock.now().getTime() - 200 * DAY).toISOString().slice(0, 10)
    await place({ kind: 'days', from_day: day, to_day: day, ...until(30) })
    const kept = await mail(null, 200)
    await mail(null, 220)
    await night()
    expect(await mailIds()).toEqual([kept.id])
  })

  test('on a booking or a passenger keeps the names of journeys whose time is over', async () => {
    const { clock, db } = server.deps
    const [one = 0, two = 0] = rides
    clock.advance(665 * DAY)
    const { traveler_id } = await db
      .selectFrom('service_requests')
      .select('traveler_id')
      .where('id', '=', two)
      .executeTakeFirstOrThrow()
    await place({ kind: 'service_requests', record_id: one, ...until(60) })
    await place({ kind: 'travelers', record_id: traveler_id, ...until(60) })
    clock.advance(20 * DAY)
    const kept = async () => {
      await night()
      const rows = await db.selectFrom('service_requests').select('id').where('anonymised_at', 'is', null).execute()
      return rows.map(({ id }) => id).toSorted((a, b) => a - b)
    }
    expect(await kept()).toEqual([one, two])
    clock.advance(41 * DAY)
    expect(await kept()).toEqual([])
  })
})
