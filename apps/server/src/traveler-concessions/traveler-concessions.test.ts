import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, permissionKeys } from '@ambit/contract'
import { enrol } from '../testing/enrol.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { fareWith } from './fare.ts'
import { heldConcessions } from './queries.ts'

let server: TestServer
let coast: number
let hills: number
let pensioner: number
let student: number
let inTheHills: number
beforeAll(async () => {
  server = await startTestServer({ now: '2026-11-23T08:00:00+10:00' })
  const sam = server.client('superadmin')
  const region = async (name: string) =>
    (await sam.call(api.regions.create, { body: { name, time_zone: 'Australia/Brisbane' } })).data.id
  coast = await region('Coast')
  hills = await region('Hills')
  pensioner = await kind('Pensioner', coast, 50)
  student = await kind('Student', coast, 25)
  inTheHills = await kind('Pensioner', hills, 40)
})
afterAll(() => server.close())

const olivia = () => server.client('operations_manager')
const chris = () => server.client('customer_service')
const kind = async (name: string, region_id: number, discount_amount: number) =>
  (await olivia().call(api.travelerSets.create, { body: { name, region_id, discount_amount } })).data.id
const CHRISTMAS = '2026-12-26T00:00:00+10:00'
const assign = async (traveler_id: number, traveler_set_id: number, expires_at = CHRISTMAS) =>
  (await chris().call(api.travelerConcessions.create, { body: { traveler_id, traveler_set_id, expires_at } })).data
const errorOf = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}

describe('kinds of concessions', () => {
  // covers: CONC-03, CONC-04
  test('a kind of concession belongs to a region and has a name of its own there', async () => {
    const { data } = await chris().call(api.travelerSets.list, { query: { sort: 'name', filter: { region: [coast] } } })
    expect(data).toMatchObject([
      {
        id: pensioner,
        name: 'Pensioner',
        traveler_set_discount: { discount_amount: 50, region: { id: coast, name: 'Coast' } },
      },
      { id: student, traveler_set_discount: { discount_amount: 25 } },
    ])
    expect(await errorOf(kind('pensioner', coast, 10))).toEqual([
      422,
      '/name',
      'This region already has a concession of that name',
    ])
    for (const amount of [0, 100.5, 12.345])
      expect((await errorOf(kind('Odd', coast, amount))).slice(0, 2)).toEqual([422, '/discount_amount'])
    expect((await errorOf(kind('Odd', 4711, 10))).slice(0, 2)).toEqual([422, '/region_id'])
    const moved = olivia().call(api.travelerSets.update, { params: { id: student }, body: { region_id: hills } })
    expect((await errorOf(moved)).slice(0, 2)).toEqual([422, '/region_id'])
    const renamed = await olivia().call(api.travelerSets.update, {
      params: { id: student },
      body: { name: 'Student', discount_amount: 30 },
    })
    expect(renamed.data.traveler_set_discount.discount_amount).toBe(30)
    expect((await refusal(chris().call(api.travelerSets.destroy, { params: { id: student } }))).status).toBe(403)
  })

  test('refuses to delete a kind of concession in use and deletes an unused one', async () => {
    const rory = await enrol(server, 'Rory')
    const used = await kind('Veteran', coast, 10)
    await assign(rory.id, used)
    const inUse = await refusal(olivia().call(api.travelerSets.destroy, { params: { id: used } }))
    expect(inUse.errors[0]).toMatchObject({ status: '409', detail: 'It is still used by traveler concessions' })
    const unused = await kind('Nobody', coast, 10)
    await olivia().call(api.travelerSets.destroy, { params: { id: unused } })
    expect((await olivia().call(api.travelerSets.list, { query: { filter: { id: [unused] } } })).data).toEqual([])
  })
})

// covers: CONC-02, CONC-05..09, CONC-17..19
test('a passenger has one concession at a time in each region', async () => {
  const ruth = await enrol(server, 'Ruth')
  const first = await assign(ruth.id, pensioner)
  expect(first).toMatchObject({
    traveler_id: ruth.id,
    traveler_set: { id: pensioner, name: 'Pensioner', traveler_set_discount: { region: { name: 'Coast' } } },
    expires_at: '2026-12-25T14:00:00.000Z',
    created_at: '2026-11-22T22:00:00.000Z',
    expired: false,
  })
  expect(await errorOf(assign(ruth.id, student))).toEqual([
    422,
    '/traveler_set_id',
    'Pensioner is active in Coast until 25/12/2026. A passenger has one concession in a region at a time',
  ])
  await assign(ruth.id, inTheHills)
  await chris().call(api.travelerConcessions.destroy, { params: { id: first.id } })
  await assign(ruth.id, student)
  const { data } = await chris().call(api.travelerConcessions.list, { query: { filter: { traveler: [ruth.id] } } })
  expect(data.map(({ traveler_set }) => traveler_set.id)).toEqual([student, inTheHills])
})

test('of two concessions assigned at the same moment one is refused, if necessary by the database', async () => {
  const rolf = await enrol(server, 'Rolf')
  const both = await Promise.allSettled([assign(rolf.id, pensioner), assign(rolf.id, student)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const now = server.deps.clock.now()
  const past = server.deps.db.insertInto('traveler_concessions').values({
    traveler_id: rolf.id,
    traveler_set_id: student,
    region_id: coast,
    expires_at: CHRISTMAS,
    created_at: now,
    updated_at: now,
  })
  await expect(past.execute()).rejects.toThrow('traveler_concessions_one_active')
})

// covers: CONC-13, CONC-14
test('accepts an expiry date from today on and refuses an earlier one beside the field', async () => {
  const rosa = await enrol(server, 'Rosa')
  const over = [422, '/expires_at', 'Please select an expiry date from today on']
  expect(await errorOf(assign(rosa.id, pensioner, '2026-11-23T00:00:00+10:00'))).toEqual(over)
  expect(await errorOf(assign(rosa.id, pensioner, ''))).toEqual([422, '/expires_at', 'Please select expiry date'])
  const today = await assign(rosa.id, pensioner, '2026-11-24T00:00:00+10:00')
  const change = (expires_at: string, version?: number) =>
    chris().call(api.travelerConcessions.update, {
      params: { id: today.id },
      body: { expires_at },
      ...(version === undefined ? {} : { version }),
    })
  expect(await errorOf(change('2026-11-22T00:00:00+10:00'))).toEqual(over)
  expect((await change(CHRISTMAS, 1)).data).toMatchObject({ expires_at: '2026-12-25T14:00:00.000Z', version: 2 })
  expect((await errorOf(change(CHRISTMAS, 1)))[0]).toBe(409)
})

// covers: CONC-12
test('refuses a kind of concession that is missing, deleted or in a region that the caller may not see', async () => {
  const ria = await enrol(server, 'Ria', { region_id: hills })
  expect((await errorOf(assign(ria.id, 0))).slice(1)).toEqual(['/traveler_set_id', 'Please select a discount'])
  const none = [422, '/traveler_set_id', 'There is no such concession']
  expect(await errorOf(assign(ria.id, 4711))).toEqual(none)
  expect((await errorOf(assign(4711, pensioner))).slice(0, 2)).toEqual([422, '/traveler_id'])
  const kai = server.client({ permissions: permissionKeys, region_ids: [hills] })
  const body = { traveler_id: ria.id, traveler_set_id: pensioner, expires_at: CHRISTMAS }
  expect(await errorOf(kai.call(api.travelerConcessions.create, { body }))).toEqual(none)
  const { id } = await assign(ria.id, pensioner)
  expect((await kai.call(api.travelerConcessions.list, { query: { filter: { traveler: [ria.id] } } })).data).toEqual([])
  expect((await errorOf(kai.call(api.travelerConcessions.destroy, { params: { id } })))[0]).toBe(404)
})

test('an expired concession cannot change, allows another one, and no longer lowers fares', async () => {
  const remy = await enrol(server, 'Remy')
  const { db, clock } = server.deps
  const { id } = await assign(remy.id, pensioner, '2026-11-23T09:00:00+10:00')
  const fare = async (region_id: number, boarding = clock.now()) =>
    fareWith(await heldConcessions(db, remy.id, clock.now()), { price: 3.55, region_id, boarding })
  expect([await fare(coast), await fare(hills)]).toEqual([1.78, 3.55])
  // It has to be valid when the passenger boards, not at the search.
  expect(await fare(coast, new Date('2026-11-23T09:00:00+10:00'))).toBe(3.55)
  clock.advance(3600_000)
  expect(await fare(coast)).toBe(3.55)
  const { data } = await chris().call(api.travelerConcessions.list, { query: { filter: { traveler: [remy.id] } } })
  expect(data).toMatchObject([{ expired: true }])
  const params = { id }
  const change = chris().call(api.travelerConcessions.update, { params, body: { expires_at: CHRISTMAS } })
  expect(await errorOf(change)).toEqual([409, undefined, 'An expired concession cannot be changed'])
  expect((await errorOf(chris().call(api.travelerConcessions.destroy, { params })))[0]).toBe(409)
  await assign(remy.id, student)
  expect(await fare(coast)).toBe(2.49)
})
