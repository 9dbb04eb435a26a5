import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type DiscountInput } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  await server.deps.db.updateTable('zones').set({ default_price: 3.35 }).where('id', '=', town.zone_id).execute()
})
afterEach(() => nothingBroken(server))

let codes = 0
const discount = async (more: Partial<DiscountInput> = {}) => {
  const code = `Code-${++codes}`
  const body = { name: 'Spring', code, discount_amount: 20, ...more }
  return (await server.client('operations_manager').call(api.discounts.create, { body })).data
}
let callers = 0
/** An offering for a passenger of its own, for $3.35. */
const offering = async (at = '09:00') => {
  const who = await town.passenger(`Guest Caller${++callers}`)
  const { service_offerings } = await town.search({ who, from: 'Market', to: 'School', at })
  return { who, id: service_offerings[0]!.id }
}
const confirm = async (offer: { who: number; id: number }, discount_code: string | null, client = town.dispatcher) =>
  (
    await client.call(api.serviceRequests.create, {
      body: { service_offering_id: offer.id, traveler_id: offer.who, payment_method: 'cash', discount_code },
    })
  ).data
const lookUp = async (code: string, id: number, client = town.dispatcher) =>
  (await client.call(api.discounts.lookUp, { query: { code, service_offering_id: id } })).data
const errorOf = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}
const hours = (count: number) => new Date(server.deps.clock.now().getTime() + count * 3_600_000).toISOString()
const usesOf = async (id: number) =>
  (await server.client('operations_manager').call(api.discounts.show, { params: { id } })).data.uses

test('a code is looked up for an offering and taken off the price of the booking', async () => {
  const spring = await discount()
  const offer = await offering()
  expect(await lookUp(spring.code.toLowerCase(), offer.id)).toEqual({
    code: spring.code,
    name: 'Spring',
    service_offering_id: offer.id,
    price: 3.35,
    total_price: 2.68,
  })
  const booked = await confirm(offer, spring.code.toLowerCase())
  expect(booked).toMatchObject({ scaled_price: 3.35, total_price: 2.68, discount_code: spring.code })
  expect(booked.booking_log.amount).toBe(2.68)
  expect(await usesOf(spring.id)).toBe(1)
})

test('an amount never makes a fare negative, and a free ride has nothing to pay', async () => {
  const more = await discount({ discount_type: 'amount_off', discount_amount: 5 })
  expect((await confirm(await offering(), more.code)).total_price).toBe(0)
  const free = await discount({ discount_type: 'total_off', discount_amount: 100 })
  expect(await confirm(await offering(), free.code)).toMatchObject({ total_price: 0, payment_status: 'free' })
})

test('refuses a code that is unknown, not valid yet or expired, and books nothing', async () => {
  const later = await discount({ activation_datetime: hours(1) })
  const over = await discount({ expiration_datetime: hours(1) })
  const offer = await offering('12:00')
  expect(await errorOf(lookUp('NONE', offer.id))).toEqual([422, '/query/code', 'There is no such code'])
  expect(await errorOf(confirm(offer, 'NONE'))).toEqual([422, '/discount_code', 'There is no such code'])
  expect(await errorOf(confirm(offer, later.code))).toEqual([422, '/discount_code', 'This code is not valid yet'])
  expect((await lookUp(over.code, offer.id)).total_price).toBe(2.68)
  server.deps.clock.advance(3_600_000)
  const next = await offering('12:00')
  expect(await errorOf(confirm(next, over.code))).toEqual([422, '/discount_code', 'This code has expired'])
  expect((await confirm(next, later.code)).total_price).toBe(2.68)
})

test('of many bookings at once one gets the last use of a code; a cancelled booking gives its use back', async () => {
  const once = await discount({ usage_limit: 1 })
  const offers = []
  for (let i = 0; i < 4; i++) offers.push(await offering(`1${i}:00`))
  const answers = await Promise.allSettled(offers.map((offer) => confirm(offer, once.code)))
  const sold = answers.filter((answer) => answer.status === 'fulfilled')
  expect(sold).toHaveLength(1)
  expect(await usesOf(once.id)).toBe(1)
  const refused = offers[answers.findIndex(({ status }) => status === 'rejected')]!
  expect(await errorOf(confirm(refused, once.code))).toEqual([422, '/discount_code', 'This code has been used up'])
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: sold[0]!.value.id }, body: {} })
  expect(await usesOf(once.id)).toBe(0)
  expect((await confirm(refused, once.code)).total_price).toBe(2.68)
})

test('a booking keeps its price and code when the discount is deleted', async () => {
  const spring = await discount()
  const { id } = await confirm(await offering(), spring.code)
  await server.client('operations_manager').call(api.discounts.destroy, { params: { id: spring.id } })
  const { data } = await town.dispatcher.call(api.serviceRequests.show, { params: { id } })
  expect(data).toMatchObject({ total_price: 2.68, discount_code: spring.code })
})

test('codes need the key to look them up, also where a booking is made with one', async () => {
  const spring = await discount()
  const offer = await offering()
  const { app, token, deps } = server
  deps.config.environment = 'staging'
  const headers = { authorization: `Bearer ${await token('dispatcher')}` }
  const url = `/api/v2/ops/discount_prices?code=${spring.code}&service_offering_id=${offer.id}`
  expect((await app.inject({ url, headers })).statusCode).toBe(403)
  const payload = {
    service_offering_id: offer.id,
    traveler_id: offer.who,
    payment_method: 'cash',
    discount_code: spring.code,
  }
  const booked = await app.inject({ method: 'POST', url: '/api/v2/ops/service_requests', headers, payload })
  expect(booked.statusCode).toBe(403)
  deps.config.environment = null
  expect((await refusal(lookUp(spring.code, offer.id, server.client('fleet_manager')))).status).toBe(403)
})
