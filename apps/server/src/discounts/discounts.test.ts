import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type DiscountInput } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const olivia = () => server.client('operations_manager')
const HOUR = 3_600_000
const SPRING = { name: 'Spring', code: 'SPRING', discount_amount: 20 }
const create = async (body: Partial<DiscountInput>) =>
  (await olivia().call(api.discounts.create, { body: { ...SPRING, ...body } })).data
const errorOf = async (call: Promise<unknown>) =>
  (await refusal(call)).errors.map(({ source, detail }) => [source?.pointer, detail])

/** hours from now */
const hours = (count: number): string => new Date(server.deps.clock.now().getTime() + count * HOUR).toISOString()

describe('discount codes', () => {
  // covers: DISC-01, DISC-11, DISC-14, DISC-15, DISC-29, DISC-30, DISC-31
  test('an operations manager creates, changes and deletes a discount', async () => {
    const made = await create({ name: 'Welcome', code: 'Hello-26' })
    expect(made).toMatchObject({
      name: 'Welcome',
      code: 'Hello-26',
      discount_type: 'percentage_off',
      discount_amount: 20,
      activation_datetime: null,
      expiration_datetime: null,
      status: 'active',
      version: 1,
    })
    const params = { id: made.id }
    const { data: changed } = await olivia().call(api.discounts.update, {
      params,
      body: { discount_type: 'amount_off', discount_amount: 250.75, expiration_datetime: hours(1) },
      version: 1,
    })
    expect(changed).toMatchObject({
      code: 'Hello-26',
      discount_amount: 250.75,
      expiration_datetime: hours(1),
      version: 2,
    })
    expect((await olivia().call(api.discounts.show, { params })).data).toEqual(changed)
    const stale = await refusal(olivia().call(api.discounts.update, { params, body: { name: 'Late' }, version: 1 }))
    expect([stale.status, stale.meta?.['current']]).toEqual([409, changed])
    expect((await refusal(olivia().call(api.discounts.destroy, { params, version: 1 }))).status).toBe(409)
    await olivia().call(api.discounts.destroy, { params, version: 2 })
    expect((await refusal(olivia().call(api.discounts.show, { params }))).status).toBe(404)
  })

  test('a discount’s status follows from its dates and filters and sorts the list', async () => {
    await create({ name: 'Zzz now', code: 'Z-NOW', activation_datetime: hours(-1), expiration_datetime: hours(2) })
    await create({ name: 'Zzz later', code: 'Z-LATER', activation_datetime: hours(3), discount_amount: 5 })
    await create({ name: 'Zzz over', code: 'Z-OVER', expiration_datetime: hours(-1), discount_amount: 90 })
    const list = async (query: Parameters<typeof search>[0]) =>
      (await search(query)).data.map(({ code, status }) => `${code} ${status}`)
    const search = (query: { sort?: string; filter?: { status?: string[] } }) =>
      olivia().call(api.discounts.list, { query: { search: 'zzz', ...query } })
    expect(await list({ sort: 'status' })).toEqual(['Z-NOW active', 'Z-OVER expired', 'Z-LATER scheduled'])
    expect(await list({ sort: '-discount_amount' })).toEqual(['Z-OVER expired', 'Z-NOW active', 'Z-LATER scheduled'])
    expect(await list({ filter: { status: ['scheduled'] } })).toEqual(['Z-LATER scheduled'])
    expect(await list({ sort: 'code', filter: { status: ['active', 'expired'] } })).toEqual([
      'Z-NOW active',
      'Z-OVER expired',
    ])
    expect((await olivia().call(api.discounts.list, { query: { search: 'z-la' } })).data).toHaveLength(1)
    server.deps.clock.advance(2 * HOUR)
    expect(await list({ sort: 'code' })).toEqual(['Z-LATER scheduled', 'Z-NOW expired', 'Z-OVER expired'])
    const unknown = olivia().call(api.discounts.list, { query: { filter: { status: ['broken'] } } })
    expect((await refusal(unknown)).status).toBe(422)
  })

  // covers: DISC-16, DISC-17, DISC-18, DISC-19
  test('refuses an invalid discount with an error beside each field', async () => {
    const nothing = { name: ' ', code: '' } as DiscountInput
    expect(await errorOf(olivia().call(api.discounts.create, { body: nothing }))).toEqual([
      ['/name', 'Please enter a promotion name'],
      ['/code', 'Please enter a discount code'],
      ['/discount_amount', 'Please enter discount amount'],
    ])
    const odd = { ...SPRING, discount_type: 'half_off' as 'total_off' } // as another client might send it
    expect(await errorOf(olivia().call(api.discounts.create, { body: odd }))).toEqual([
      ['/discount_type', 'Please select a discount type'],
    ])
    const body = { ...SPRING, discount_amount: 101, activation_datetime: hours(2), expiration_datetime: hours(1) }
    expect((await errorOf(olivia().call(api.discounts.create, { body }))).map(([field]) => field)).toEqual([
      '/discount_amount',
      '/expiration_datetime',
    ])
  })

  test('refuses a code that differs only in case, and a change that contradicts the stored fields', async () => {
    const made = await create({ code: 'Taken', discount_amount: 150, discount_type: 'amount_off' })
    const again = olivia().call(api.discounts.create, { body: { ...SPRING, code: 'tAKEN' } })
    expect(await errorOf(again)).toEqual([['/code', 'This code is already taken']])
    const other = await create({ code: 'Free', activation_datetime: hours(5) })
    const change = (id: number, body: Partial<DiscountInput>) =>
      olivia().call(api.discounts.update, { params: { id }, body })
    expect(await errorOf(change(other.id, { code: 'taken' }))).toEqual([['/code', 'This code is already taken']])
    expect((await change(made.id, { code: 'TAKEN' })).data.code).toBe('TAKEN')
    expect((await errorOf(change(made.id, { discount_type: 'percentage_off' })))[0]?.[0]).toBe('/discount_amount')
    expect((await errorOf(change(other.id, { expiration_datetime: hours(4) })))[0]?.[0]).toBe('/expiration_datetime')
  })

  // covers: DISC-24, DISC-25, DISC-27
  test('users with the reading key read discounts; in production and staging the module is off', async () => {
    const made = await create({ code: 'READ' })
    const arun = server.client('analyst')
    await arun.call(api.discounts.show, { params: { id: made.id } })
    expect((await refusal(arun.call(api.discounts.create, { body: { ...SPRING, code: 'A' } }))).status).toBe(403)
    expect((await refusal(arun.call(api.discounts.update, { params: { id: made.id }, body: {} }))).status).toBe(403)
    expect((await refusal(arun.call(api.discounts.destroy, { params: { id: made.id } }))).status).toBe(403)
    expect((await refusal(server.client('fleet_manager').call(api.discounts.list))).status).toBe(403)
    const token = await server.token('superadmin')
    const statuses: number[] = []
    for (const environment of ['demo', 'uat', 'staging', 'prod'] as const) {
      server.deps.config.environment = environment
      const headers = { authorization: `Bearer ${token}` }
      statuses.push((await server.app.inject({ url: '/api/v2/ops/discounts', headers })).statusCode)
    }
    server.deps.config.environment = null
    expect(statuses).toEqual([200, 200, 403, 403])
  })
})
