import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { type FakeStripe, startFakeStripe } from '../testing/fake-stripe.ts'
import { mergeOf } from '../testing/merges.ts'
import { paidRide, saveCard, stripeCards } from '../testing/paid-rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const MINUTE = 60_000
let stripe: FakeStripe
let server: TestServer
let town: SmallTown
let van: Crew
let maria: number
let ride: ReturnType<typeof paidRide>
beforeAll(async () => {
  stripe = await startFakeStripe()
  server = await startTestServer({ streets: straightStreets(), config: { cards: stripeCards(stripe) } })
  stripe.now = server.deps.clock.now
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})
beforeEach(async () => {
  stripe.reset()
  server.deps.clock.set('2026-11-23T08:00:00+10:00')
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  ride = paidRide(server, town, van)
})

const driven = async (card = 'pm_visa'): Promise<number> => {
  await saveCard(server, maria, `${card}_${maria}`)
  const id = await ride.book(maria)
  await ride.drive(id)
  return id
}
const paid = () => [...stripe.intents.values()].filter(({ status }) => status === 'succeeded')

/** What a restored database does not know any more: that the passenger got off, and what came of it. */
const restore = async (id: number): Promise<void> => {
  const { db } = server.deps
  await van.client.call(api.driver.undo, { params: { id: van.trip_id } })
  await db.deleteFrom('payment_events').execute()
  await db.deleteFrom('payments').execute()
  await db.updateTable('service_requests').set({ charged_at: null }).where('id', '=', id).execute()
  stripe.forgetKeys()
}
const setDownAgain = (id: number) => van.client.call(api.driver.dropOff, { params: { id } })

describe('a ride that was charged after the backup, and is entered again after its restore', () => {
  test('is not charged again, and is refunded by the charge that there is', async () => {
    const id = await driven()
    await ride.send()
    await restore(id)
    // It cost more by then.
    Object.assign(paid()[0] ?? {}, { amount: 700 })
    await setDownAgain(id)
    await ride.send()
    expect([await ride.status(id), stripe.intents.size, paid().length]).toEqual(['charged', 1, 1])
    expect(await ride.log(id)).toEqual(['charge requested', 'charge succeeded'])
    await ride.refund(id)
    await ride.send()
    expect(await ride.status(id)).toBe('refunded')
    expect(stripe.refunds).toMatchObject([{ amount: 700 }])
  })

  test('is not charged while the provider does not say whether there is a charge', async () => {
    const id = await driven()
    await ride.send()
    await restore(id)
    await setDownAgain(id)
    stripe.faults = ['fail', 'cut', 'cut', 'busy']
    for (let n = 0; n < 3; n += 1) await ride.pass(5 * MINUTE)
    expect([await ride.status(id), stripe.intents.size]).toEqual(['charging', 1])
    await ride.pass(60 * MINUTE)
    expect([await ride.status(id), stripe.intents.size]).toEqual(['charged', 1])
  })

  test('is found among hundreds of later charges of the passenger', async () => {
    const id = await driven()
    await ride.send()
    const [first] = stripe.intents.values()
    for (let n = 0; n < 250; n += 1)
      stripe.intents.set(`pi_later_${n}`, {
        ...first!,
        id: `pi_later_${n}`,
        metadata: { service_request_id: `9${id}` },
      })
    await restore(id)
    await setDownAgain(id)
    await ride.send()
    expect([await ride.status(id), stripe.intents.size]).toEqual(['charged', 251])
  })

  test('is found although its passenger was merged into another in between', async () => {
    const id = await driven()
    await ride.send()
    await restore(id)
    await server.deps.db.deleteFrom('payment_methods').where('traveler_id', '=', maria).execute()
    const other = await town.passenger('Maria da Silva')
    await saveCard(server, other, `pm_${other}`)
    await mergeOf(server.client('administrator'), other, maria)
    await setDownAgain(id)
    await ride.send()
    expect([await ride.status(id), stripe.intents.size]).toEqual(['charged', 1])
  })

  test('goes on with a charge that waits for the cardholder', async () => {
    const id = await driven('pm_window')
    await ride.send()
    await restore(id)
    await setDownAgain(id)
    await ride.send()
    expect((await ride.shown(id)).booking_log.charge_state).toBe('action_needed')
    const [intent, ...more] = stripe.intents.values()
    stripe.cardholder(intent?.id ?? '', true)
    await ride.pass(MINUTE)
    expect([await ride.status(id), more]).toEqual(['charged', []])
  })

  test('and was settled in cash is reported and not charged, until somebody asks for it', async () => {
    const id = await driven('pm_declined')
    await ride.send()
    await ride.settle(id, 'paid_in_cash')
    await restore(id)
    await setDownAgain(id)
    await saveCard(server, maria, `pm_new_${maria}`)
    await ride.send()
    expect((await ride.entries(id)).at(-1)).toMatchObject({
      code: 'declined',
      detail: 'The charge was cancelled at the card provider.',
    })
    expect(paid()).toEqual([])
    await ride.retry(id)
    await ride.send()
    expect([await ride.status(id), paid().length]).toEqual(['charged', 1])
  })
})

test('a booking that got the number of one that the restore lost is charged for itself', async () => {
  const id = await driven()
  stripe.intents.set('pi_lost', {
    id: 'pi_lost',
    object: 'payment_intent',
    created: server.deps.clock.now().getTime() / 1000 - 2 * 3600,
    amount: 350,
    currency: 'aud',
    status: 'succeeded',
    client_secret: 'pi_lost_secret',
    customer: `cus_${maria}`,
    payment_method: `pm_visa_${maria}`,
    metadata: { service_request_id: String(id) },
    last_payment_error: null,
  })
  await ride.send()
  expect([await ride.status(id), paid().length]).toEqual(['charged', 2])
})
