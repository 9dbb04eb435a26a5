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
const inDays = (days: number): string => new Date(server.deps.clock.now().getTime() + days * DAY).toISOString()
const until = (days: number) => ({ reason: 'A court asked for it', ends_at: inDays(days) })
const place = async (body: HoldInput) => (await (await sam()).call(api.holds.create, { body })).data
const night = () => runJob(server.deps, removeAtNight)
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

  test('on a vehicle stands in the way of deleting it', async () => {
    const { vehicle_id } = await town.vehicle('Van 9')
    await place({ kind: 'vehicles', record_id: vehicle_id, ...until(30) })
    const asked = (await sam()).call(api.vehicles.destroy, { params: { id: vehicle_id } })
    expect((await refusal(asked)).errors[0]?.detail).toMatch(/A hold keeps it/)
  })

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
    await sql`truncate retention_runs`.execute(db)
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
