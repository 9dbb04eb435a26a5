import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { type FakeStripe, startFakeStripe } from '../testing/fake-stripe.ts'
import { paidRide, saveCard, stripeCards } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps } from '../testing/rides.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const MINUTE = 60_000
let stripe: FakeStripe
let server: TestServer
let town: SmallTown
let maria: number
let app: Client
let ride: ReturnType<typeof paidRide>
beforeAll(async () => {
  stripe = await startFakeStripe()
  server = await startTestServer({ streets: straightStreets(), config: { cards: stripeCards(stripe) } })
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})
beforeEach(async () => {
  stripe.reset()
  const { db } = server.deps
  await db.deleteFrom('messages').execute()
  await db.deleteFrom('payment_events').execute()
  await db.deleteFrom('payments').execute()
  town = await buildSmallTown(server)
  await openToApps(town)
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
  ride = paidRide(server, town, await town.vehicle('Van 1'))
})

const unpaid = (card?: string) => ride.unpaid(maria, card)
const paid = () => [...stripe.intents.values()].filter(({ status }) => status === 'succeeded')
const theirs = async (id: number) => (await app.call(api.ride.booking, { params: { id } })).data
const detailOf = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer ?? errors[0]?.detail]
}

describe('a fare that no card could be charged', () => {
  test('is marked as paid in cash by staff, with a note, and the passenger books by card again', async () => {
    const id = await unpaid()
    expect((await app.call(api.ride.me)).data.unpaid).toMatchObject({ id })
    const { data } = await ride.settle(id, 'paid_in_cash', 'Receipt book 12')
    expect(data).toMatchObject({
      payment_status: 'paid_in_cash',
      allow_refund: false,
      booking_log: { charged: true, charge_state: 'paid_in_cash' },
    })
    expect((await ride.entries(id)).at(-1)).toMatchObject({
      code: 'paid_in_cash',
      detail: 'Receipt book 12',
      user_name: 'Test dispatcher',
    })
    expect((await app.call(api.ride.me)).data.unpaid).toBeNull()
    expect(await theirs(id)).toMatchObject({ payment_status: 'paid_in_cash' })
    expect((await theirs(id)).to_pay).toBeUndefined()
    await saveCard(server, maria, `pm_new_${maria}`)
    expect(await ride.book(maria)).toBeGreaterThan(id)
    expect(await detailOf(ride.retry(id))).toEqual([409, 'The fare has been paid already'])
    expect((await refusal(ride.refund(id))).errors[0]?.detail).toMatch(/give it back where it was paid/)
    await ride.pass(72 * 60 * MINUTE)
    expect(paid()).toEqual([])
  })

  test('tells its receipt how it was paid', async () => {
    const id = await unpaid()
    await ride.settle(id, 'paid_in_cash')
    const receipt = async () => (await app.call(api.ride.receipt, { params: { id } })).data
    expect(await receipt()).toMatchObject({ payment_method: 'cash', payment_status: 'paid_in_cash', card: null })
  })

  test('is waived with a reason only, counts as not charged, and nothing is told of it any more', async () => {
    const id = await unpaid()
    expect(await detailOf(ride.settle(id, 'waived'))).toEqual([422, '/note'])
    await ride.settle(id, 'waived', 'Bus was late')
    await sendWaitingMessages(server)
    expect(await ride.shown(id)).toMatchObject({ payment_status: 'waived', booking_log: { charged: false } })
    expect((await app.call(api.ride.me)).data.unpaid).toBeNull()
    expect(await detailOf(ride.settle(id, 'paid_in_cash'))).toEqual([409, 'The fare has been waived'])
    const told = await server.deps.db.selectFrom('messages').where('event', '=', 'payment_failed').selectAll().execute()
    expect(told).toMatchObject([{ state: 'superseded', reason: 'the fare was waived' }])
  })

  test('is settled once by a call that is repeated', async () => {
    const id = await unpaid()
    const both = [
      await ride.settle(id, 'paid_by_terminal', '', 'the-same'),
      await ride.settle(id, 'paid_by_terminal', '', 'the-same'),
    ]
    expect(both.map(({ data }) => data.payment_status)).toEqual(['paid_by_terminal', 'paid_by_terminal'])
    expect((await ride.log(id)).filter((one) => one === 'charge paid_by_terminal')).toHaveLength(1)
  })
})

describe('a charge that may still succeed', () => {
  test('is withdrawn before it counts as paid: the cardholder who confirms afterwards pays nothing', async () => {
    const id = await unpaid('pm_window')
    const [intent] = stripe.intents.values()
    await ride.settle(id, 'paid_in_cash')
    expect(intent?.status).toBe('canceled')
    stripe.cardholder(intent?.id ?? '', true)
    await ride.pass(72 * 60 * MINUTE)
    expect([paid().length, await ride.status(id)]).toEqual([0, 'paid_in_cash'])
  })

  test('and was confirmed a moment ago is not settled: the refusal says so, and the booking is charged', async () => {
    const id = await unpaid('pm_window')
    const [intent] = stripe.intents.values()
    stripe.cardholder(intent?.id ?? '', true)
    const [status, detail] = await detailOf(ride.settle(id, 'paid_in_cash'))
    expect([status, detail]).toEqual([409, expect.stringContaining('has been charged after all')])
    await ride.send()
    expect(await ride.status(id)).toBe('charged')
  })

  test('and is under way is not settled', async () => {
    const id = await unpaid()
    await saveCard(server, maria, `pm_new_${maria}`)
    await ride.retry(id)
    expect(await detailOf(ride.settle(id, 'paid_in_cash'))).toEqual([409, 'The charge is under way'])
  })

  test('is not settled while the provider is silent, and can be withdrawn again when that answer was lost', async () => {
    const id = await unpaid()
    stripe.always = 'busy'
    expect((await refusal(ride.settle(id, 'paid_in_cash'))).status).toBe(503)
    stripe.always = null
    stripe.faults = ['lost', 'lost']
    expect((await refusal(ride.settle(id, 'paid_in_cash'))).status).toBe(503)
    expect(await ride.status(id)).toBe('failed')
    expect((await ride.settle(id, 'paid_in_cash')).data.payment_status).toBe('paid_in_cash')
  })

  // @test-tag long
  test('and was withdrawn for a settlement that came to nothing is charged again by one click, by a charge of its own', async () => {
    for (const card of ['pm_window', 'pm_declined']) {
      const id = await unpaid(card)
      const first = [...stripe.intents.values()].at(-1)
      stripe.faults = ['lost', 'lost']
      expect((await refusal(ride.settle(id, 'paid_in_cash'))).status).toBe(503)
      expect(first?.status).toBe('canceled')
      await saveCard(server, maria, `pm_new_${card}`)
      await ride.retry(id)
      const failed = (await ride.log(id)).filter((one) => one === 'charge declined')
      stripe.faults = [null, null, 'lost']
      await ride.pass(MINUTE)
      await ride.pass(MINUTE)
      expect(await ride.status(id)).toBe('charged')
      expect((await ride.log(id)).filter((one) => one === 'charge declined')).toEqual(failed)
      expect(paid().map(({ amount }) => amount)).toEqual(paid().map(() => first?.amount))
      await server.deps.db.deleteFrom('payment_methods').execute()
      town = await buildSmallTown(server)
      await openToApps(town)
      maria = await town.passenger('Maria Silva')
      ride = paidRide(server, town, await town.vehicle('Van 1'))
    }
    expect(paid()).toHaveLength(2)
  })

  test('and was withdrawn at the provider while it was due is not made again', async () => {
    await saveCard(server, maria, `pm_held_${maria}`)
    const id = await ride.book(maria)
    await ride.drive(id)
    stripe.faults = [null, null, 'cut', 'cut']
    await ride.send()
    for (const intent of stripe.intents.values()) intent.status = 'canceled'
    await ride.pass(MINUTE)
    expect([paid().length, (await ride.log(id)).at(-1)]).toEqual([0, 'charge declined'])
  })
})

test('users without the permission or from another region settle no fare', async () => {
  const id = await unpaid()
  const body = { how: 'paid_in_cash' as const }
  const asked = (permissions: string[], region: number) =>
    refusal(server.client({ permissions, region_ids: [region] }).call(api.payments.settle, { params: { id }, body }))
  const change = 'LiveBooking:booking:canUpdate'
  expect((await asked([change], town.region_id + 1)).status).toBe(404)
  expect((await asked(['LiveBooking:booking:canRead'], town.region_id)).status).toBe(403)
})
