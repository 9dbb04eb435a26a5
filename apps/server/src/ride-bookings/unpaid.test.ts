import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { type FakeStripe, startFakeStripe } from '../testing/fake-stripe.ts'
import { paidRide, saveCard, stripeCards } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps, searchRide } from '../testing/rides.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { serveNow } from '../testing/waitlist.ts'

const MINUTE = 60_000
let stripe: FakeStripe
let server: TestServer
let town: SmallTown
let maria: number
let app: Client
let ride: ReturnType<typeof paidRide>
beforeAll(async () => {
  stripe = await startFakeStripe()
  const config = { cards: stripeCards(stripe), publicUrl: 'https://ride.example.org', environment: 'dev' } as const
  server = await startTestServer({ streets: straightStreets(), config })
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
  const van = await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
  ride = paidRide(server, town, van)
})

const unpaid = (card?: string) => ride.unpaid(maria, card)
const shown = async (id: number) => (await app.call(api.ride.booking, { params: { id } })).data
const pay = (id: number, card: string, idempotencyKey?: string) => {
  const key = idempotencyKey === undefined ? {} : { idempotencyKey }
  return app.call(api.ride.pay, { params: { id }, body: { payment_method_id: card }, ...key })
}
const succeeded = () => [...stripe.intents.values()].filter(({ status }) => status === 'succeeded')
const told = () =>
  server.deps.db
    .selectFrom('messages')
    .select(['text', 'subject', 'state', 'reason', 'traveler_id', 'helper_id'])
    .where('event', '=', 'payment_failed')
    .orderBy('id')
    .execute()
const openLink = async (text: string | null | undefined) => {
  const [, code] = /\/t\/(\w{10})/.exec(text ?? '') ?? []
  const answer = await fetch(`${server.url}/t/${code}`, { redirect: 'manual' })
  return [answer.status, answer.headers.get('location')]
}

describe('of a card that could not be charged', () => {
  // covers: RIDE-54
  test('the passenger alone and no helper is told, once, by a link to the ride in the app that ends when it is paid', async () => {
    const helper_id = await town.passenger('Anna Jones')
    const body = { traveler_id: maria, helper_id, rights: ['follow' as const, 'book' as const] }
    await server.client('customer_service').call(api.travelerHelpers.create, { body })
    const id = await unpaid()
    await ride.send()
    await sendWaitingMessages(server)
    const [message, ...more] = await told()
    expect(more).toEqual([])
    expect(message).toMatchObject({ traveler_id: maria, helper_id: null, state: 'captured' })
    expect(message?.subject).toMatch(/^Your ride on Mon 23 Nov is not paid yet$/)
    expect(message?.text).toContain('To pay: $3.50')
    expect(await openLink(message?.text)).toEqual([302, `/Ride/rides/${id}`])
    await saveCard(server, maria, `pm_new_${maria}`)
    await pay(id, `pm_new_${maria}`)
    await ride.send()
    expect((await openLink(message?.text))[0]).toBe(404)
    expect(await told()).toHaveLength(1)
  })

  // covers: RIDE-54
  test.each([
    ['de', 'ist noch nicht bezahlt'],
    ['es', 'aún no está pagado'],
  ] as const)('the passenger is told in the own language (%s)', async (language, words) => {
    await app.call(api.ride.changeMe, { body: { language } })
    await unpaid()
    await sendWaitingMessages(server)
    expect((await told())[0]?.subject).toContain(words)
  })

  test('nothing is told any more once the ride is paid', async () => {
    const id = await unpaid()
    await saveCard(server, maria, `pm_new_${maria}`)
    await pay(id, `pm_new_${maria}`)
    await ride.send()
    await sendWaitingMessages(server)
    expect(await told()).toMatchObject([{ state: 'superseded', reason: 'the ride was paid' }])
  })

  // covers: RIDE-54
  test('no ride is booked by card until it is paid, by nobody, and in other ways it is', async () => {
    const id = await unpaid()
    await saveCard(server, maria, `pm_new_${maria}`)
    const words = { from: 'Market', to: 'Hospital', at: '14:00' } as const
    const found = await searchRide(app, words)
    const why = { id, total_price: 3.5, currency: 'AUD', time_zone: 'Australia/Brisbane' }
    expect(found.unpaid).toMatchObject(why)
    expect((await app.call(api.ride.me)).data.unpaid).toMatchObject(why)
    expect(found.service_offerings[0]?.payment_methods).not.toContain('card')
    const book = (client: Client, payment_method: 'cash' | 'card', offering: number) =>
      client.call(api.ride.book, { body: { service_offering_id: offering, payment_method } })
    const offering = found.service_offerings[0]?.id ?? 0
    const refused = await refusal(book(app, 'card', offering))
    expect([refused.status, refused.errors[0]?.source?.pointer]).toEqual([422, '/payment_method'])
    expect(refused.errors[0]?.detail).toMatch(
      /^The ride of Mon 23 Nov, 9:00 am \(\$3\.50\) could not be charged to the card and is not paid yet\. Pay for it under My rides/,
    )
    const staff = await refusal(ride.book(maria))
    expect([staff.status, staff.errors[0]?.source?.pointer]).toEqual([422, '/payment_method'])
    expect(staff.errors[0]?.detail).toMatch(new RegExp(`^Booking ${id} of Mon 23 Nov, 9:00 am .* charge that booking`))
    expect((await book(app, 'cash', offering)).data.payment_method).toBe('cash')
    // Asking again is not paying.
    await pay(id, `pm_new_${maria}`)
    expect((await app.call(api.ride.me)).data.unpaid).toMatchObject({ id })
    await ride.send()
    expect((await app.call(api.ride.me)).data.unpaid).toBeNull()
    const [later] = (await searchRide(app, { ...words, at: '17:00' })).service_offerings
    expect(later?.payment_methods).toContain('card')
    expect((await book(app, 'card', later?.id ?? 0)).data.payment_method).toBe('card')
  })
})

describe('what was by card before the failure', () => {
  const placed = (name: 'Market' | 'Hospital') => ({ name, point: stopPoint(name) })
  const search = async (time: string, more: object = {}) =>
    (
      await app.call(api.ride.search, {
        body: {
          origin: placed('Market'),
          destination: placed('Hospital'),
          traveling_at: `2026-11-23T${time}:00+10:00`,
          departing: true,
          passengers: [{}],
          ...more,
        },
      })
    ).data
  const byCard = async (time: string, more: object = {}) => {
    const { service_offerings } = await search(time, more)
    const body = { service_offering_id: service_offerings[0]?.id ?? 0, payment_method: 'card' as const, ...more }
    return (await app.call(api.ride.book, { body })).data
  }
  const fail = async (id: number) => {
    await ride.drive(id)
    await ride.send()
    expect((await app.call(api.ride.me)).data.unpaid).toMatchObject({ id })
  }
  beforeEach(() => saveCard(server, maria, `pm_declined_${maria}`))

  test('stays so for the way back that is called for', async () => {
    const { id, journey } = await byCard('09:00', { return: { choice: 'open' } })
    await fail(id)
    const call = { params: { id: journey?.open_return_id ?? 0 }, idempotencyKey: `call ${id}` }
    const { data } = await app.call(api.ride.callReturn, call)
    expect(data.ride).toMatchObject({ payment_method: 'card', journey: { leg: 'back' } })
  })

  test('stays so for the way back unless no card is saved any more, which is said before anything is called for', async () => {
    const { id, journey } = await byCard('09:00', { return: { choice: 'open' } })
    await fail(id)
    await server.deps.db.deleteFrom('payment_methods').where('traveler_id', '=', maria).execute()
    const call = { params: { id: journey?.open_return_id ?? 0 }, idempotencyKey: `call ${id}` }
    const refused = await refusal(app.call(api.ride.callReturn, call))
    expect([refused.status, refused.errors[0]?.detail]).toEqual([
      422,
      'There is no saved card any more. Please add one, or call us',
    ])
    const { data } = await app.call(api.ride.returns)
    expect(data).toMatchObject([{ state: 'waiting', called_at: null }])
  })

  test('stays so for a ride that waits: it is booked from the waiting list', async () => {
    const { id: searched, can_wait } = await search('19:00')
    expect(can_wait).not.toBeNull()
    const body = { payment_method: 'card' as const }
    await app.call(api.ride.wait, { params: { id: searched }, body })
    await fail(await ride.book(maria))
    await town.vehicle('Van 2', { from: '18:30', until: '20:00' })
    await serveNow(server)
    const { data } = await app.call(api.ride.bookings, { query: { state: 'open' } })
    expect(await shown(data[0]?.id ?? 0)).toMatchObject({ payment_method: 'card' })
  })

  test('stays so for a ride that is changed, while another way to pay can be chosen and card not chosen anew', async () => {
    const later = await byCard('14:00')
    const cash = (await search('16:00')).service_offerings[0]?.id ?? 0
    const other = await app.call(api.ride.book, { body: { service_offering_id: cash, payment_method: 'cash' } })
    await fail(await ride.book(maria))
    const found = await search('14:30', { service_request_id: later.id })
    expect(found.unpaid).toBeNull()
    expect(found.service_offerings[0]?.payment_methods).toContain('card')
    const change = { service_offering_id: found.service_offerings[0]?.id ?? 0, payment_method: 'card' as const }
    const { data } = await app.call(api.ride.change, { params: { id: later.id }, body: change })
    expect(data.payment_method).toBe('card')
    const [offering] = (await search('16:30', { service_request_id: other.data.id })).service_offerings
    expect(offering?.payment_methods).not.toContain('card')
    const body = { service_offering_id: offering?.id ?? 0, payment_method: 'card' as const }
    const params = { id: other.data.id }
    expect((await refusal(app.call(api.ride.change, { params, body }))).errors[0]?.source?.pointer).toBe(
      '/payment_method',
    )
  })
})

describe('paying for it', () => {
  // covers: RIDE-54
  // @test-tag long
  test('with another card charges that once, however often it is asked', async () => {
    const id = await unpaid()
    expect(await shown(id)).toMatchObject({ payment_status: 'failed', to_pay: 'card' })
    await saveCard(server, maria, `pm_old_${maria}`)
    await saveCard(server, maria, `pm_new_${maria}`)
    const card = `pm_old_${maria}`
    const answers = [await pay(id, card, 'twice-the-same'), await pay(id, card, 'twice-the-same')]
    expect(answers.map(({ data }) => [data.payment_status, data.to_pay])).toEqual([
      ['charging', undefined],
      ['charging', undefined],
    ])
    expect((await refusal(pay(id, card))).errors[0]?.detail).toBe('The charge is under way')
    stripe.faults = [null, 'lost']
    await ride.send()
    await ride.pass(10 * MINUTE)
    expect(await shown(id)).toMatchObject({ payment_status: 'charged' })
    expect(succeeded()).toMatchObject([{ payment_method: card, amount: 350 }])
    expect(stripe.intents.size).toBe(1)
    expect((await refusal(pay(id, card))).errors[0]?.detail).toBe('The fare has been charged')
  })

  // covers: RIDE-54
  test('is not charged again where the first card was charged late, after another was chosen', async () => {
    const id = await unpaid('pm_window')
    expect(await shown(id)).toMatchObject({ to_pay: 'confirm' })
    await saveCard(server, maria, `pm_new_${maria}`)
    await pay(id, `pm_new_${maria}`)
    const [intent] = stripe.intents.values()
    stripe.cardholder(intent?.id ?? '', true)
    await ride.send()
    expect(await shown(id)).toMatchObject({ payment_status: 'charged' })
    expect(succeeded()).toMatchObject([{ payment_method: `pm_window_${maria}` }])
    expect(stripe.intents.size).toBe(1)
  })

  // covers: RIDE-54
  test('by confirming with the bank is done with the secret of the charge that waits', async () => {
    const id = await unpaid('pm_asks')
    const secret = () => app.call(api.ride.confirmPayment, { params: { id } })
    const [intent] = stripe.intents.values()
    expect((await secret()).data).toEqual({
      client_secret: intent?.client_secret,
      payment_method_id: `pm_asks_${maria}`,
    })
    stripe.cardholder(intent?.id ?? '', true)
    await ride.pass(20_000)
    expect(await shown(id)).toMatchObject({ payment_status: 'charged' })
    expect((await refusal(secret())).status).toBe(409)
  })

  // covers: RIDE-111
  test('is for the passenger and own cards alone', async () => {
    const id = await unpaid('pm_asks')
    const tom = await town.passenger('Tom Baker')
    await saveCard(server, tom, `pm_tom_${tom}`)
    const stranger = server.passengerClient(tom)
    const body = { payment_method_id: `pm_tom_${tom}` }
    expect((await refusal(stranger.call(api.ride.pay, { params: { id }, body }))).status).toBe(404)
    expect((await refusal(stranger.call(api.ride.confirmPayment, { params: { id } }))).status).toBe(404)
    const refused = await refusal(pay(id, `pm_tom_${tom}`))
    expect([refused.status, refused.errors[0]?.source?.pointer]).toEqual([422, '/payment_method_id'])
    expect(await shown(id)).toMatchObject({ payment_status: 'failed' })
  })
})
