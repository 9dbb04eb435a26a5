import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type Client, OPENING_MINUTES } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const REASON = 'She calls about her bus'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
})
afterAll(() => server.close())

const guarded = async (name: string): Promise<number> => {
  const id = await town.passenger(name)
  const body = { protected: true }
  await server.client('superadmin').call(api.travelers.protect, { params: { id }, body })
  return id
}
const show = (who: Client, id: number, reason?: string) =>
  who.call(api.travelers.show, { params: { id }, ...(reason === undefined ? {} : { reason }) })
const mails = () => server.deps.db.selectFrom('outbox_mails').selectAll().orderBy('id').execute()

// covers: AUD-39
test('a protected passenger is opened with a reason, of which each holder of the key gets a mail', async () => {
  const id = await guarded('Paula Protected')
  const idOf = async (who: Client) => (await who.call(api.sessions.current, {})).data.id
  // Of the shipped roles these two hold it; a dispatcher and an operations manager are there too.
  const holders = [await idOf(server.client('superadmin')), await idOf(server.client('administrator'))]
  // So does one who is limited to the passenger's region, and not one who is limited to another.
  const holder = { permissions: ['PrivacyManagement:protected:canUpdate'] }
  holders.push(await idOf(server.client({ ...holder, region_ids: [town.region_id] })))
  await idOf(server.client({ ...holder, region_ids: [] }))
  await server.deps.db.updateTable('travelers').set({ region_id: town.region_id }).where('id', '=', id).execute()
  await idOf(server.client('operations_manager'))
  const before = (await mails()).length
  expect(await refusal(show(town.dispatcher, id))).toMatchObject({ status: 422, errors: [{ code: 'reason_needed' }] })
  expect(await mails()).toHaveLength(before)
  expect((await show(town.dispatcher, id, REASON)).data).toMatchObject({ first_name: 'Paula', protected: true })
  const told = (await mails()).slice(before)
  expect(told.map(({ user_id }) => user_id).toSorted()).toEqual(holders.toSorted())
  for (const { text } of told) expect(text).toContain(`passenger ${id}, who is protected. The reason given: ${REASON}`)
})

// covers: AUD-39
test('each address below the record, a change of it and its history ask for the reason, of each user, and once in a quarter of an hour', async () => {
  const id = await guarded('Petra Protected')
  const one = { params: { id } }
  const calls = (who: Client) => [
    () => who.call(api.travelers.serviceRequests, one),
    () => who.call(api.travelers.frequentLocations, one),
    () => who.call(api.travelers.update, { ...one, body: {} }),
    () => who.call(api.recordVersions.list, { query: { record_kind: 'travelers', record_id: String(id) } }),
  ]
  const admin = server.client('administrator')
  for (const call of calls(admin)) expect((await refusal(call())).errors[0]).toMatchObject({ code: 'reason_needed' })
  expect((await refusal(admin.fetch(api.travelers.export, one))).errors[0]).toMatchObject({ code: 'reason_needed' })
  await show(admin, id, REASON)
  for (const call of calls(admin)) await call()
  expect((await refusal(show(town.dispatcher, id))).status).toBe(422)
  await server.deps.db
    .updateTable('protected_openings')
    .set({ ends_at: new Date(server.deps.clock.wall().getTime() - 1) })
    .execute()
  expect((await refusal(show(admin, id))).status).toBe(422)
  expect(OPENING_MINUTES).toBe(15)
})

test('a history of no passenger is answered as ever', async () => {
  for (const record_id of ['abc', '-1', '1.5', '99999999999']) {
    const query = { record_kind: 'travelers' as const, record_id }
    const { data } = await server.client('administrator').call(api.recordVersions.list, { query })
    expect([record_id, data]).toEqual([record_id, []])
  }
})

test('a list shows that a passenger is protected, and who may not protect passengers is refused', async () => {
  const id = await guarded('Pia Protected')
  const { data } = await town.dispatcher.call(api.travelers.list, { query: { search: 'Pia Protected' } })
  expect(data).toMatchObject([{ id, protected: true }])
  const body = { protected: false }
  const end = (who: Client) => who.call(api.travelers.protect, { params: { id }, body, reason: REASON })
  expect((await refusal(end(town.dispatcher))).status).toBe(403)
  expect((await end(server.client('administrator'))).data.protected).toBe(false)
  expect((await show(town.dispatcher, id)).data.protected).toBe(false)
})
