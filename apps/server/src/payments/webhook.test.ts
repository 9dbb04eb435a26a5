import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeStripe, startFakeStripe } from '../testing/fake-stripe.ts'
import { paidRide, saveCard, stripeCards, WEBHOOK_SECRET } from '../testing/paid-rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let stripe: FakeStripe
let server: TestServer
beforeAll(async () => {
  stripe = await startFakeStripe()
  server = await startTestServer({ streets: straightStreets(), config: { cards: stripeCards(stripe) } })
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

type Signed = { secret?: string; at?: number; payload?: string }

const notify = (body: object, signed: Signed = {}): Promise<number> => {
  const payload = JSON.stringify(body)
  const timestamp = signed.at ?? Math.floor(server.deps.clock.wall().getTime() / 1000)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: signed.payload ?? payload,
    secret: signed.secret ?? WEBHOOK_SECRET,
    timestamp,
  })
  return post(payload, { 'stripe-signature': signature })
}
const post = async (body: string, headers: Record<string, string>): Promise<number> => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  return (await fetch(`${server.url}/webhooks/stripe`, init)).status
}
const noticeOf = (type: string, id: string) => ({ id: 'evt_1', object: 'event', type, data: { object: { id } } })

const waiting = async (card: string) => {
  stripe.reset()
  await server.deps.db.deleteFrom('payment_events').execute()
  await server.deps.db.deleteFrom('payments').execute()
  await server.deps.db.deleteFrom('payment_methods').execute()
  const town = await buildSmallTown(server)
  const maria = await town.passenger('Maria Silva')
  const ride = paidRide(server, town, await town.vehicle('Van 1'))
  await saveCard(server, maria, card)
  const id = await ride.book(maria)
  await ride.drive(id)
  await ride.send()
  const [intent] = stripe.intents.values()
  if (intent === undefined) throw new Error('nothing was charged')
  return { ride, id, intent }
}

test('a notice of Stripe makes the server look at the charge at once, and a second one changes nothing', async () => {
  const { ride, id, intent } = await waiting('pm_slow')
  expect(await ride.log(id)).toEqual(['charge requested', 'charge processing'])
  intent.status = 'succeeded'
  await ride.send()
  expect(await ride.status(id)).toBe('charging')
  const notice = noticeOf('payment_intent.succeeded', intent.id)
  expect(await notify(notice)).toBe(200)
  await ride.send()
  expect(await ride.status(id)).toBe('charged')
  expect([await notify(notice), await notify(notice)]).toEqual([200, 200])
  await ride.send()
  expect(await ride.log(id)).toEqual(['charge requested', 'charge processing', 'charge succeeded'])
  expect(stripe.intents.size).toBe(1)
})

test('a notice is not believed: a charge that Stripe does not confirm stays uncharged', async () => {
  const { ride, id, intent } = await waiting('pm_slow')
  await notify(noticeOf('payment_intent.succeeded', intent.id))
  await ride.send()
  expect(await ride.status(id)).toBe('charging')
})

test('a charge that was declined and then paid by the cardholder counts as charged, and is not confirmed again', async () => {
  const { ride, id, intent } = await waiting('pm_declined')
  stripe.cardholder(intent.id, true)
  const posts = stripe.asked.filter(({ line }) => line.startsWith('POST')).length
  await notify(noticeOf('payment_intent.succeeded', intent.id))
  await ride.send()
  expect(await ride.status(id)).toBe('charged')
  expect(stripe.asked.filter(({ line }) => line.startsWith('POST'))).toHaveLength(posts)
})

test('a notice about a refund makes the server look at the refund', async () => {
  const { ride, id, intent } = await waiting('pm_visa')
  await ride.refund(id)
  stripe.refundStatus = 'pending'
  await ride.send()
  for (const refund of stripe.refunds) refund.status = 'succeeded'
  const object = { id: stripe.refunds[0]?.id, payment_intent: intent.id }
  await notify({ ...noticeOf('refund.updated', ''), data: { object } })
  await ride.send()
  expect(await ride.status(id)).toBe('refunded')
})

test('a refund that the bank sends back after it succeeded has failed, and can be asked for again', async () => {
  const { ride, id, intent } = await waiting('pm_visa')
  await ride.refund(id)
  await ride.send()
  expect(await ride.status(id)).toBe('refunded')
  const notice = (type: string) => ({
    ...noticeOf(type, ''),
    data: { object: { id: stripe.refunds[0]?.id, payment_intent: intent.id } },
  })
  await notify(notice('refund.updated'))
  await ride.send()
  for (const refund of stripe.refunds) refund.status = 'failed'
  await notify(notice('refund.failed'))
  await ride.send()
  expect(await ride.status(id)).toBe('refund_failed')
  await ride.refund(id)
  await ride.send()
  expect(await ride.status(id)).toBe('refunded')
  expect(await ride.log(id)).toEqual([
    'charge requested',
    'charge succeeded',
    'refund requested',
    'refund succeeded',
    'refund declined',
    'refund requested',
    'refund succeeded',
  ])
})

test('a notice that is unsigned, signed with another secret, old or changed is refused', async () => {
  const { ride, id, intent } = await waiting('pm_slow')
  intent.status = 'succeeded'
  const notice = noticeOf('payment_intent.succeeded', intent.id)
  const old = Math.floor(server.deps.clock.wall().getTime() / 1000) - 301
  expect([
    await post(JSON.stringify(notice), {}),
    await notify(notice, { secret: 'whsec_other' }),
    await notify(notice, { at: old }),
    await notify(notice, { payload: JSON.stringify({ ...notice, id: 'evt_2' }) }),
  ]).toEqual([400, 400, 400, 400])
  await ride.send()
  expect(await ride.status(id)).toBe('charging')
  expect(await notify(noticeOf('payment_intent.succeeded', 'pi_of_another_shop'))).toBe(200)
  expect(await notify({ id: 'evt_3', object: 'event', type: 'customer.created', data: { object: {} } })).toBe(200)
})

test('an installation without Stripe has no address for its notices', async () => {
  const plain = await startTestServer()
  try {
    const { status } = await fetch(`${plain.url}/webhooks/stripe`, { method: 'POST', body: '{}' })
    expect(status).toBe(404)
  } finally {
    await plain.close()
  }
})
