import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { type FakeStripe, startFakeStripe } from '../testing/fake-stripe.ts'
import { mergeOf } from '../testing/merges.ts'
import { paidRide, saveCard, stripeCards } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
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
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})
beforeEach(async () => {
  stripe.reset()
  await server.deps.db.deleteFrom('payment_events').execute()
  await server.deps.db.deleteFrom('payments').execute()
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  ride = paidRide(server, town, van)
})

/** A ride that is over and not yet paid. */
const driven = async (card = 'pm_visa'): Promise<number> => {
  await saveCard(server, maria, `${card}_${maria}`)
  const id = await ride.book(maria)
  await ride.drive(id)
  return id
}
const paid = () => [...stripe.intents.values()].filter(({ status }) => status === 'succeeded')
const posts = () => stripe.asked.filter(({ line }) => line.startsWith('POST')).map(({ line }) => line)

describe('a fare paid by card', () => {
  test('is charged once after the ride, to the saved card, in the smallest unit of the currency', async () => {
    const id = await driven()
    expect(await ride.shown(id)).toMatchObject({ payment_status: 'charging', allow_refund: false })
    expect(stripe.asked).toEqual([])
    await ride.send()
    await ride.pass(MINUTE)
    expect(await ride.shown(id)).toMatchObject({
      payment_status: 'charged',
      allow_refund: true,
      booking_log: { charged: true, charge_state: 'succeeded' },
    })
    expect(paid()).toMatchObject([
      { amount: 350, currency: 'aud', customer: `cus_${maria}`, payment_method: `pm_visa_${maria}` },
    ])
    const [sought, made, confirmed, ...rest] = stripe.asked
    expect([sought?.line, sought?.form['customer']]).toEqual(['GET /v1/payment_intents', `cus_${maria}`])
    expect([made?.form['payment_method_types[0]'], confirmed?.form['off_session'], rest]).toEqual(['card', 'true', []])
    const { id: payment } = await server.deps.db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
    expect([made?.key, confirmed?.key]).toEqual([`ambit-${payment}-make-1`, `ambit-${payment}-confirm-1`])
    expect(await ride.entries(id)).toMatchObject([
      { kind: 'charge', code: 'requested', user_name: null },
      { kind: 'charge', code: 'succeeded', last4: '4242' },
    ])
  })

  test('is not charged while the drop-off is undone, and once when it is repeated', async () => {
    const id = await driven()
    await van.client.call(api.driver.undo, { params: { id: van.trip_id } })
    await ride.send()
    expect(stripe.asked).toEqual([])
    expect(await ride.status(id)).toBe('not_charged')
    await van.client.call(api.driver.dropOff, { params: { id } })
    await ride.send()
    expect(await ride.status(id)).toBe('charged')
    await van.client.call(api.driver.undo, { params: { id: van.trip_id } })
    await van.client.call(api.driver.dropOff, { params: { id } })
    await ride.pass(MINUTE)
    expect(paid()).toHaveLength(1)
  })

  test('that is declined is shown with the reason, and tried again with the newest card when a user asks', async () => {
    const id = await driven('pm_declined')
    await ride.send()
    await ride.pass(24 * 60 * MINUTE)
    expect(posts()).toHaveLength(2)
    expect(await ride.shown(id)).toMatchObject({
      payment_status: 'failed',
      allow_refund: false,
      booking_log: { charge_state: 'declined' },
    })
    expect((await ride.entries(id)).at(-1)).toMatchObject({ code: 'declined', detail: 'Your card was declined.' })
    await saveCard(server, maria, `pm_new_${maria}`)
    expect((await ride.retry(id)).data.payment_status).toBe('charging')
    expect((await refusal(ride.retry(id))).errors[0]?.detail).toBe('The charge is under way')
    await ride.send()
    expect(await ride.status(id)).toBe('charged')
    expect([...stripe.intents.values()]).toMatchObject([{ status: 'succeeded', payment_method: `pm_new_${maria}` }])
    expect(await ride.log(id)).toEqual(['charge requested', 'charge declined', 'charge requested', 'charge succeeded'])
  })

  test('without a card, removed since the booking, says so, and is charged once a card is there and a user asks', async () => {
    await saveCard(server, maria, `pm_gone_${maria}`)
    const id = await ride.book(maria)
    await server.deps.db.deleteFrom('payment_methods').where('traveler_id', '=', maria).execute()
    await ride.drive(id)
    await ride.send()
    expect((await ride.entries(id)).at(-1)).toMatchObject({
      code: 'declined',
      detail: 'The passenger has no saved card.',
    })
    await saveCard(server, maria, `pm_new_${maria}`)
    await ride.retry(id)
    await ride.send()
    expect(await ride.status(id)).toBe('charged')
  })

  test('is charged to a card that has not expired, although an expired one is newer', async () => {
    await saveCard(server, maria, 'pm_good')
    server.deps.clock.advance(1000)
    await saveCard(server, maria, 'pm_over')
    const { db } = server.deps
    await db.updateTable('payment_methods').set({ exp_month: 10, exp_year: 2026 }).where('id', '=', 'pm_over').execute()
    await ride.drive(await ride.book(maria))
    await ride.send()
    expect(paid()).toMatchObject([{ payment_method: 'pm_good' }])
  })
})

describe('a fare that is less than the card provider charges', () => {
  const cheap = async (total_price: number, currency: string): Promise<number> => {
    await saveCard(server, maria, `pm_${maria}`)
    const id = await ride.book(maria)
    await server.deps.db.updateTable('service_requests').set({ total_price, currency }).where('id', '=', id).execute()
    await ride.drive(id)
    return id
  }

  test.each([
    [0.3, 'AUD'],
    [0.4, 'JPY'],
  ] as const)('is waived in its words, and the passenger books by card again (%d %s)', async (price, currency) => {
    const id = await cheap(price, currency)
    await ride.send()
    expect(await ride.status(id)).toBe('waived')
    expect((await ride.entries(id)).at(-1)).toMatchObject({
      code: 'waived',
      detail: 'Too little for the card provider: Amount must be at least $0.50 aud',
      user_name: null,
    })
    const told = server.deps.db.selectFrom('messages').where('service_request_id', '=', id).select('event')
    expect(await told.execute()).not.toContainEqual({ event: 'payment_failed' })
    expect(await ride.book(maria)).toBeGreaterThan(id)
  })
})

describe('a fare whose bank asks for the cardholder', () => {
  // @test-tag long
  test.each(['pm_asks', 'pm_window'])('waits and says so, and is charged once confirmed (%s)', async (card) => {
    const id = await driven(card)
    await ride.send()
    expect(await ride.shown(id)).toMatchObject({
      payment_status: 'failed',
      booking_log: { charge_state: 'action_needed' },
    })
    expect(await ride.log(id)).toEqual(['charge requested', 'charge action_needed'])
    const secret = await town.dispatcher.call(api.payments.secret, { params: { id } })
    const [intent] = stripe.intents.values()
    expect(secret.data).toEqual({ client_secret: intent?.client_secret, payment_method_id: `${card}_${maria}` })
    stripe.cardholder(intent?.id ?? '', true)
    await ride.pass(20_000)
    expect(await ride.status(id)).toBe('charged')
    expect(posts()).toHaveLength(2)
    const why = await refusal(town.dispatcher.call(api.payments.secret, { params: { id } }))
    expect(why.errors[0]?.detail).toBe('No charge of this booking waits for the cardholder')
  })

  test('is declined when the cardholder does not confirm', async () => {
    const id = await driven('pm_window')
    await ride.send()
    const [intent] = stripe.intents.values()
    stripe.cardholder(intent?.id ?? '', false)
    await ride.pass(6 * 60 * MINUTE)
    expect((await ride.entries(id)).at(-1)).toMatchObject({ code: 'declined', detail: 'Your card was declined.' })
  })
})

describe('a failed charge of a passenger who was merged into another', () => {
  const merged = async (): Promise<number> => {
    const id = await driven('pm_declined')
    await ride.send()
    await server.deps.db.deleteFrom('payment_methods').where('traveler_id', '=', maria).execute()
    const other = await town.passenger('Maria da Silva')
    await town.dispatcher.call(api.paymentMethods.create, {
      params: { id: other },
      body: { payment_method_id: `pm_${other}` },
    })
    await mergeOf(server.client('administrator'), other, maria)
    await ride.retry(id)
    return id
  }

  test('is withdrawn and made again for the one who stayed, as no card of theirs could pay it', async () => {
    const id = await merged()
    await ride.send()
    expect(await ride.status(id)).toBe('charged')
    const [first, second, ...more] = stripe.intents.values()
    expect([first?.status, second?.status, more]).toEqual(['canceled', 'succeeded', []])
  })

  test.each([
    ['the withdrawal', [null, 'lost', 'lost']],
    ['the making', [null, null, null, 'lost', 'lost']],
  ] as const)('is charged once though the answer to %s is lost', async (_what, faults) => {
    const id = await merged()
    stripe.faults = [...faults]
    await ride.send()
    expect([await ride.status(id), paid()]).toEqual(['charging', []])
    await ride.pass(MINUTE)
    expect(await ride.status(id)).toBe('charged')
    expect(paid()).toHaveLength(1)
  })
})

describe('a card provider that cannot be reached', () => {
  // @test-tag long
  test('is reported once, tried again at growing intervals, and given up after three days', async () => {
    const id = await driven()
    stripe.always = 'busy'
    await ride.send()
    expect(await ride.status(id)).toBe('charging')
    expect((await ride.entries(id)).at(-1)).toMatchObject({
      code: 'unreachable',
      detail: 'The card provider could not be reached.',
    })
    await ride.pass(29_000)
    expect(stripe.asked).toHaveLength(1)
    await ride.pass(1000)
    expect(stripe.asked).toHaveLength(2)
    await ride.pass(59_000)
    expect(stripe.asked).toHaveLength(2)
    for (let hour = 0; hour < 72; hour += 1) await ride.pass(60 * MINUTE)
    expect(await ride.log(id)).toEqual(['charge requested', 'charge unreachable', 'charge given_up'])
    expect(await ride.status(id)).toBe('failed')
    stripe.always = null
    await ride.retry(id)
    await ride.send()
    expect(await ride.status(id)).toBe('charged')
    expect(paid()).toHaveLength(1)
  })

  // @test-tag long
  test.each(['lost', 'fail_done'] as const)('after the charge leads to no second one (%s)', async (fault) => {
    const id = await driven()
    // A connection that breaks is tried again at once, by the provider's own client.
    stripe.faults = [null, null, ...(fault === 'lost' ? [fault, fault] : [fault])]
    await ride.send()
    expect([await ride.status(id), paid().length]).toEqual(['charging', 1])
    stripe.forgetKeys()
    await ride.pass(48 * 60 * MINUTE)
    expect(await ride.status(id)).toBe('charged')
    expect([stripe.intents.size, paid().length]).toEqual([1, 1])
  })

  test('that fails without having charged is asked again with a new key', async () => {
    const id = await driven()
    stripe.faults = [null, 'fail', null, null, 'fail']
    await ride.send()
    await ride.pass(MINUTE)
    await ride.pass(2 * MINUTE)
    expect(await ride.status(id)).toBe('charged')
    expect(paid()).toHaveLength(1)
    const keys = stripe.asked.flatMap(({ key }) => key?.split('-').slice(-2).join(' ') ?? [])
    expect(keys).toEqual(['make 1', 'make 2', 'confirm 2', 'confirm 3'])
  })

  test('that refuses the key of the installation is reported, and logged without the key', async () => {
    const id = await driven()
    stripe.refuseKey = true
    await ride.send()
    expect((await ride.entries(id)).at(-1)).toMatchObject({
      code: 'unreachable',
      detail: 'The card provider refused the key of this installation.',
    })
    expect(JSON.stringify(server.logged)).toContain('refused the key of this installation')
    expect(JSON.stringify(server.logged)).not.toContain('sk_test_secret')
  })
})

describe('a refund of a fare paid by card', () => {
  const charged = async (): Promise<number> => {
    const id = await driven()
    await ride.send()
    return id
  }

  test('goes through the provider once, and the booking says so when the provider has done it', async () => {
    const id = await charged()
    expect((await ride.refund(id)).data).toMatchObject({ payment_status: 'refunding', allow_refund: false })
    expect((await refusal(ride.refund(id))).errors[0]?.detail).toBe('The refund has been requested and is under way')
    await ride.send()
    await ride.pass(MINUTE)
    expect(await ride.shown(id)).toMatchObject({ payment_status: 'refunded', booking_log: { refunded: true } })
    expect(stripe.refunds).toMatchObject([{ amount: 350, status: 'succeeded' }])
    expect((await refusal(ride.refund(id))).errors[0]?.detail).toBe('Passenger has already been refunded')
    const row = await server.deps.db
      .selectFrom('service_requests')
      .innerJoin('users', 'users.id', 'refunded_by')
      .where('service_requests.id', '=', id)
      .select('users.username')
      .executeTakeFirst()
    expect(row?.username).toContain('dispatcher')
    expect((await ride.entries(id)).slice(2)).toMatchObject([
      { kind: 'refund', code: 'requested', user_name: 'Test dispatcher' },
      { kind: 'refund', code: 'succeeded' },
    ])
  })

  test('is made once when two users ask at the same time', async () => {
    const id = await charged()
    const asked = await Promise.allSettled([ride.refund(id), ride.refund(id)])
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await Promise.all([ride.send(), ride.send()])
    await ride.pass(MINUTE)
    expect(stripe.refunds).toHaveLength(1)
    expect(await ride.status(id)).toBe('refunded')
  })

  // @test-tag long
  test.each(['lost', 'fail_done'] as const)('whose answer is lost is made once (%s)', async (fault) => {
    const id = await charged()
    await ride.refund(id)
    stripe.faults = fault === 'lost' ? [null, fault, fault] : [null, fault]
    await ride.send()
    expect(await ride.status(id)).toBe('refunding')
    stripe.forgetKeys()
    await ride.pass(48 * 60 * MINUTE)
    expect(await ride.status(id)).toBe('refunded')
    expect(stripe.refunds).toHaveLength(1)
  })

  test('that the bank takes time for is under way until it is done, and can be asked for again when it failed', async () => {
    const id = await charged()
    await ride.refund(id)
    stripe.refundStatus = 'pending'
    await ride.send()
    expect(await ride.status(id)).toBe('refunding')
    for (const refund of stripe.refunds)
      Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
    await ride.pass(MINUTE)
    expect(await ride.shown(id)).toMatchObject({ payment_status: 'refund_failed', allow_refund: true })
    expect((await ride.entries(id)).at(-1)?.detail).toBe('The refund failed: lost or stolen card.')
    stripe.refundStatus = 'succeeded'
    await ride.refund(id)
    await ride.send()
    expect(await ride.status(id)).toBe('refunded')
  })

  test('that was made in the dashboard of Stripe is found and not made again', async () => {
    const id = await charged()
    const [intent] = stripe.intents.values()
    stripe.refunds.push({
      id: 're_1',
      object: 'refund',
      amount: 350,
      status: 'succeeded',
      payment_intent: intent?.id ?? '',
    })
    await ride.refund(id)
    await ride.send()
    expect(await ride.status(id)).toBe('refunded')
    expect(stripe.refunds).toHaveLength(1)
  })
})

test('users without the permission or from another region see and change no payments', async () => {
  const id = await driven('pm_declined')
  await ride.send()
  const calls = [api.payments.list, api.payments.retry, api.payments.secret] as const
  const statuses = async (permissions: string[], region: number) => {
    const client = server.client({ permissions, region_ids: [region] })
    return Promise.all(calls.map(async (call) => (await refusal(client.call(call, { params: { id } }))).status))
  }
  const both = ['LiveBooking:booking:canRead', 'LiveBooking:booking:canUpdate']
  expect(await statuses(both, town.region_id + 1)).toEqual([404, 404, 404])
  expect(await statuses(['DriverManagement:driver:canRead'], town.region_id)).toEqual([403, 403, 403])
  const reader = server.client({ permissions: both.slice(0, 1) })
  expect((await reader.call(api.payments.list, { params: { id } })).data).toHaveLength(2)
  expect((await refusal(reader.call(api.payments.retry, { params: { id } }))).status).toBe(403)
})
