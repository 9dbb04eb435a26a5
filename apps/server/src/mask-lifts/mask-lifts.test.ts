import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type MaskLiftInput } from '@ambit/contract'
import { pruneAccess } from '../access/prune.ts'
import { enrol } from '../testing/enrol.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { type CustomUser, startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const keys = [
  'TravellerManagement:traveller:canRead',
  'LiveBooking:booking:canRead',
  'AuditManagement:audit:canRead',
  'AuditManagement:access:canRead',
]
const LIFT = 'TravellerManagement:mask:canLift'
const clerk: CustomUser = { permissions: [...keys, LIFT] }
const reason = 'The hospital asks where to call back'

let server: TestServer
let town: SmallTown
let mia: number
let booking: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  mia = (await enrol(server, 'Mia', { phone_number: '+61 7 5550 0100', handicapped: true })).id
  booking = (await town.book({ who: mia, from: at(100), to: 'Station', at: '09:00' })).id
  await server.deps.db.updateTable('service_requests').set({ origin_name: '17 Wilga Drive' }).execute()
  for (const as of [clerk, 'superadmin'] as const) await server.client(as).call(api.sessions.current)
})
afterAll(() => server.close())

const show = (body: MaskLiftInput, as: CustomUser = clerk, why: string | undefined = reason) =>
  server.client(as).call(api.maskLifts.create, { body, ...(why === undefined ? {} : { reason: why }) })
const shown = async (query: Omit<MaskLiftInput, 'field'>, as: CustomUser = clerk) =>
  (await server.client(as).call(api.maskLifts.list, { query })).data.map(({ field, value }) => [field, value])
const phone = () => ({ record_kind: 'travelers', record_id: mia, field: 'phone_number' }) as const

describe('a masked field', () => {
  // covers: AUD-07, AUD-45
  test('is shown for five minutes, to whoever said why, of this record and to nobody else', async () => {
    const { clock } = server.deps
    const refused = await refusal(server.client(clerk).call(api.maskLifts.create, { body: phone() }))
    expect([refused.status, refused.errors[0]?.code, refused.errors[0]?.source?.pointer]).toEqual([
      422,
      'reason_needed',
      '/x-reason',
    ])
    expect((await refusal(show(phone(), clerk, 'why'))).errors[0]?.detail).toBe(
      'Please enter a reason of 5 to 250 characters',
    )
    const { phone_number: masked } = (await server.client(clerk).call(api.travelers.show, { params: { id: mia } })).data
    expect(masked).toBe('••• ••• 100')
    expect((await show(phone())).data).toEqual({ ...phone(), value: '+61 7 5550 0100', seconds_left: 300 })
    const colleague: CustomUser = { permissions: [...keys, LIFT, 'Dashboard:dashboard:canRead'] }
    const other = (await enrol(server, 'Otto')).id
    clock.advance(299_000)
    expect(await shown(phone())).toEqual([['phone_number', '+61 7 5550 0100']])
    expect(await shown(phone(), colleague)).toEqual([])
    expect(await shown({ record_kind: 'travelers', record_id: other })).toEqual([])
    clock.advance(1000)
    expect(await shown(phone())).toEqual([])
    await runJob(server.deps, pruneAccess)
    clock.advance(1)
    await runJob(server.deps, pruneAccess)
    expect(await server.deps.db.selectFrom('mask_lifts').select('id').execute()).toEqual([])
  })

  // covers: AUD-45
  test('that is shown is an event of the audit, and a look at the passenger, both with the reason', async () => {
    await show({ record_kind: 'service_requests', record_id: booking, field: 'origin_name' })
    expect(await shown({ record_kind: 'service_requests', record_id: booking })).toEqual([
      ['origin_name', '17 Wilga Drive'],
    ])
    const sam = server.client('superadmin')
    const { data } = await sam.call(api.auditEvents.list, { query: { filter: { action: ['maskLifts.create'] } } })
    expect(data[0]).toMatchObject({
      record_kind: 'service_requests',
      record_id: String(booking),
      reason,
      changes: { shown: { after: 'origin_name' } },
    })
    expect(JSON.stringify(data)).not.toContain('Wilga')
    const looks = await sam.call(api.accessEvents.list, { query: { filter: { traveler: [mia] } } })
    expect(looks.data.find(({ calls }) => calls.includes('maskLifts.create'))).toMatchObject({ reason })
  })

  test('of care and of a comment is shown as it is stored', async () => {
    await show({ record_kind: 'travelers', record_id: mia, field: 'handicapped' })
    expect(await shown({ record_kind: 'travelers', record_id: mia })).toEqual([['handicapped', true]])
    const body = { traveler_id: mia, comment: 'Rings twice' }
    const { id } = (await server.client('superadmin').call(api.travelerComments.create, { body })).data
    const answer = await show({ record_kind: 'traveler_comments', record_id: id, field: 'comment' })
    expect(answer.data.value).toBe('Rings twice')
  })

  // covers: AUD-45
  test('is not shown without the key, of another region, where it is not masked, and never a password', async () => {
    expect((await refusal(show(phone(), { permissions: keys }))).status).toBe(403)
    expect((await refusal(show(phone(), { permissions: [LIFT] }))).status).toBe(403)
    const elsewhere = await server.deps.db
      .insertInto('regions')
      .values({ name: 'Hills', time_zone: 'Australia/Brisbane', created_at: new Date(), updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const far: CustomUser = { permissions: [...keys, LIFT], region_ids: [elsewhere.id] }
    expect((await refusal(show(phone(), far))).status).toBe(404)
    expect(
      (await refusal(show({ record_kind: 'service_requests', record_id: booking, field: 'comment' }, far))).status,
    ).toBe(404)
    const sees: CustomUser = { permissions: [...keys, LIFT, 'TravellerManagement:contact:canRead'] }
    expect((await refusal(show(phone(), sees))).errors[0]?.detail).toBe('This is not masked for you')
    for (const field of ['password_hash', 'constructor', 'id'])
      expect((await refusal(show({ ...phone(), field }))).errors[0]?.source?.pointer).toBe('/field')
  })
})
