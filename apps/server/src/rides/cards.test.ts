import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { CardConfig } from '../config.ts'
import { enrol } from '../testing/enrol.ts'
import { type FakeStripe, startFakeStripe } from '../testing/fake-stripe.ts'
import { stripeCards } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let stripe: FakeStripe
let rideFolder: string
let server: TestServer
const serverWith = (cards: CardConfig) => startTestServer({ config: { cards, rideFolder } })
beforeAll(async () => {
  stripe = await startFakeStripe()
  rideFolder = mkdtempSync(join(tmpdir(), 'ambit-ride-'))
  writeFileSync(join(rideFolder, 'index.html'), '<!doctype html><title>Ride</title>')
  server = await serverWith(stripeCards(stripe))
})
afterAll(async () => {
  await server.close()
  await stripe.close()
  rmSync(rideFolder, { recursive: true, force: true })
})
beforeEach(() => stripe.reset())

let enrolled = 0
const passenger = async () => {
  const { id } = await enrol(server, `Ruth${(enrolled += 1)}`)
  return { id, client: server.passengerClient(id) }
}

describe('a card of Stripe', () => {
  // covers: RIDE-52
  test('is added by the token that its element makes, and a number that is sent along goes no further', async () => {
    const { id, client } = await passenger()
    const { scriptUrl: script_url } = stripeCards(stripe)
    const element = { publishable_key: 'pk_test_page', script_url }
    expect((await client.call(api.ride.cardProvider)).data).toEqual({ kind: 'stripe', element })
    expect((await client.call(api.ride.setUpCard)).data).toEqual({ client_secret: 'seti_1_secret' })
    const body = { payment_method_id: `pm_${id}`, number: '4242424242424242' }
    const card = { id: `pm_${id}`, brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 }
    expect((await client.call(api.ride.addCard, { body })).data).toEqual(card)
    expect((await client.call(api.ride.cards)).data).toEqual([card])
    expect(JSON.stringify([stripe.asked, server.logged])).not.toContain('4242424242424242')
    const typed = { client_secret: 'seti_1_secret', number: '4242424242424242', exp_month: 4, exp_year: 2030 }
    const made = client.call(api.ride.testCard, { body: { ...typed, cvc: '123', name: 'R Rider' } })
    expect((await refusal(made)).status).toBe(404)
    const event = await server.deps.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'actor_id'])
      .where('action', '=', 'ride.addCard')
      .where('record_kind', '=', 'payment_methods')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actor_kind: 'passenger', actor_id: id })
  })

  // covers: RIDE-111
  test('of another passenger is refused as one that does not exist', async () => {
    const [one, two] = [await passenger(), await passenger()]
    const body = { payment_method_id: `pm_${one.id}` }
    await one.client.call(api.ride.addCard, { body })
    const refused = await refusal(two.client.call(api.ride.addCard, { body }))
    expect([refused.status, refused.errors[0]?.detail]).toEqual([422, 'There is no such card'])
    expect((await two.client.call(api.ride.cards)).data).toEqual([])
  })

  test('is not begun while Stripe is silent, and says so', async () => {
    const { client } = await passenger()
    stripe.always = 'cut'
    const refused = await refusal(client.call(api.ride.setUpCard))
    expect([refused.status, refused.errors[0]?.detail]).toEqual([
      503,
      'The card provider cannot be reached. Please try again in a moment',
    ])
  })
})

// covers: RIDE-52
// @test-tag long
test('the app’s policy lets in the hosts of Stripe where it is on, and none where it is off or has no key for pages', async () => {
  const hostsIn = async (cards: CardConfig): Promise<string[]> => {
    const other = await serverWith(cards)
    try {
      const { headers } = await fetch(`${other.url}/Ride/account`, { headers: { accept: 'text/html' } })
      return (headers.get('content-security-policy') ?? '').match(/https?:[^\s;]+/g) ?? []
    } finally {
      await other.close()
    }
  }
  const on = { ...stripeCards(stripe), scriptUrl: 'https://js.stripe.com/v3/' }
  const hosts = ['js.stripe.com', '*.js.stripe.com', 'hooks.stripe.com', 'api.stripe.com'].map((it) => `https://${it}`)
  expect(new Set(await hostsIn(on))).toEqual(new Set(hosts))
  expect(await hostsIn({ kind: 'off' })).toEqual([])
  expect(await hostsIn({ kind: 'test' })).toEqual([])
  expect(await hostsIn({ ...on, publishableKey: null })).toEqual([])
})
