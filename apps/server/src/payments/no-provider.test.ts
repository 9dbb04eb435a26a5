import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPayments } from '../payment-methods/create-payments.ts'
import { type FakeStripe, startFakeStripe } from '../testing/fake-stripe.ts'
import { paidRide, saveCard, stripeCards } from '../testing/paid-rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const HOUR = 3600_000
let stripe: FakeStripe
let server: TestServer
let maria: number
let ride: ReturnType<typeof paidRide>
beforeAll(async () => {
  stripe = await startFakeStripe()
  server = await startTestServer({ streets: straightStreets(), config: { cards: { kind: 'unset' } } })
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})
beforeEach(async () => {
  server.deps.clock.set('2026-11-23T08:00:00+10:00')
  server.deps.payments = createPayments(server.deps, { cards: { kind: 'unset' } })
  const town = await buildSmallTown(server)
  maria = await town.passenger('Maria Silva')
  ride = paidRide(server, town, await town.vehicle('Van 1'))
})

/** Booked by card while there was Stripe, and driven since its key was taken away. */
const driven = async (): Promise<number> => {
  await saveCard(server, maria, `pm_${maria}`)
  const none = server.deps.payments
  server.deps.payments = createPayments(server.deps, { cards: stripeCards(stripe) })
  const id = await ride.book(maria)
  server.deps.payments = none
  await ride.drive(id)
  return id
}

test('a fare by card that no provider is there for counts as charged when there is one again and it was charged', async () => {
  const id = await driven()
  expect(await ride.status(id)).toBe('charging')
  await ride.send()
  await ride.pass(HOUR)
  expect(await ride.entries(id)).toMatchObject([
    { code: 'requested' },
    { code: 'unreachable', detail: 'Cards are not set up in this installation.' },
  ])
  server.deps.payments = createPayments(server.deps, { cards: stripeCards(stripe) })
  await ride.pass(HOUR)
  expect(await ride.status(id)).toBe('charged')
  expect([...stripe.intents.values()]).toMatchObject([{ status: 'succeeded', amount: 350 }])
})

test('a fare by card that no provider came for in three days is failed, and staff settle it', async () => {
  const id = await driven()
  for (let hours = 0; hours < 80; hours += 1) await ride.pass(HOUR)
  expect(await ride.status(id)).toBe('failed')
  expect(await ride.log(id)).toEqual(['charge requested', 'charge unreachable', 'charge given_up'])
  expect((await ride.settle(id, 'paid_in_cash')).data.payment_status).toBe('paid_in_cash')
})
