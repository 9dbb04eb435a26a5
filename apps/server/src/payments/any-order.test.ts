import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, ApiError } from '@ambit/contract'
import type { ChargePort } from '../payment-methods/provider.ts'
import { type FakeStripe, type Fault, startFakeStripe } from '../testing/fake-stripe.ts'
import { paidRide, saveCard, stripeCards } from '../testing/paid-rides.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { requestCharge, requestRefund, sendAgain } from './request.ts'
import { sendPayments } from './send.ts'

const HOUR = 3600_000
const RUNS = process.env['AMBIT_LONG'] === '1' ? 400 : 15
/** ms: a run takes about a third of a second */
const DEADLINE = RUNS * 4000
let stripe: FakeStripe
let server: TestServer
let town: SmallTown
let maria: number
let booking: number
beforeAll(async () => {
  stripe = await startFakeStripe()
  server = await startTestServer({ streets: straightStreets(), config: { cards: stripeCards(stripe) } })
  town = await buildSmallTown(server)
  maria = await town.passenger('Maria Silva')
  const ride = paidRide(server, town, await town.vehicle('Van 1'))
  await saveCard(server, maria, 'pm_first')
  booking = await ride.book(maria)
  await ride.drive(booking)
  stripe.now = () => later(server.deps.clock.wall())
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

class ProcessDied extends Error {}

/** A process that dies at the nth of its calls: before it was sent, or after it was carried out. */
const dying = (port: ChargePort, nth: number, when: 'before' | 'after'): ChargePort => {
  let calls = 0
  const guard =
    <A extends unknown[], R>(call: (...input: A) => Promise<R>) =>
    async (...input: A): Promise<R> => {
      calls += 1
      if (calls === nth && when === 'before') throw new ProcessDied()
      const answer = await call(...input)
      if (calls === nth) throw new ProcessDied()
      return answer
    }
  return {
    find: guard(port.find),
    prepare: guard(port.prepare),
    look: guard(port.look),
    confirm: guard(port.confirm),
    cancel: guard(port.cancel),
    lookAtRefund: guard(port.lookAtRefund),
    refund: guard(port.refund),
    secret: port.secret,
  }
}

const fault = fc.constantFrom<Fault | null>(null, null, 'lost', 'cut', 'fail', 'fail_done', 'busy')
const happening = fc.oneof(
  fc.record({ what: fc.constant('run' as const), faults: fc.array(fault, { maxLength: 5 }) }),
  fc.record({ what: fc.constant('run twice at once' as const), faults: fc.array(fault, { maxLength: 5 }) }),
  fc.record({
    what: fc.constant('die' as const),
    nth: fc.integer({ min: 1, max: 5 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({ what: fc.constant('a day passes' as const) }),
  fc.record({ what: fc.constant('a user tries again' as const), card: fc.constantFrom('pm_new', 'pm_declined_2') }),
  fc.record({ what: fc.constant('the cardholder answers' as const), confirms: fc.boolean() }),
  fc.record({ what: fc.constant('the drop-off is repeated' as const) }),
  fc.record({ what: fc.constant('the passenger is merged into another' as const) }),
  fc.record({ what: fc.constant('a backup is restored' as const) }),
  fc.record({ what: fc.constant('staff take cash' as const), faults: fc.array(fault, { maxLength: 2 }) }),
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

let time = 0
const later = (now: Date): Date => new Date(now.getTime() + time)
const run = async (change: (port: ChargePort) => ChargePort = (port) => port): Promise<void> => {
  const { clock, payments } = server.deps
  const then = () => later(clock.wall())
  const current = async () => {
    const provider = await payments.current()
    return provider?.kind === 'stripe' ? { ...provider, charges: change(provider.charges) } : provider
  }
  time += 60_000
  const deps = { ...server.deps, clock: { ...clock, now: then, wall: then }, payments: { current } }
  await runJob(deps, sendPayments).catch((error: unknown) => {
    if (!(error instanceof ProcessDied)) throw error
  })
}

const inOne = (kind: 'charge' | 'refund') =>
  server.deps.db
    .transaction()
    .execute((tx) => sendAgain(tx, server.deps.clock, { service_request_id: booking, kind, user_id: null }))
const dropOff = () =>
  server.deps.db.transaction().execute((tx) =>
    requestCharge(tx, server.deps.clock, {
      service_request_id: booking,
      amount: 3.5,
      currency: 'AUD',
      user_id: null,
    }),
  )

const giveBack = async (): Promise<void> => {
  const { payment: charge } = await stored('charge')
  await server.deps.db.transaction().execute((tx) => requestRefund(tx, server.deps.clock, { charge, user_id: null }))
}

/** What was done since the backup is done again. */
const restore = async (kind: 'charge' | 'refund'): Promise<void> => {
  const { db } = server.deps
  const lost = db.selectFrom('payments').select('id').where('kind', '=', kind)
  await db.deleteFrom('payment_events').where('payment_id', 'in', lost).execute()
  await db.deleteFrom('payments').where('kind', '=', kind).execute()
  const none = kind === 'charge' ? { charged_at: null } : { refunded_at: null }
  await db.updateTable('service_requests').set(none).where('id', '=', booking).execute()
  await (kind === 'charge' ? dropOff() : giveBack())
}

let merges = 0
/** Somebody without cards, whose bookings go to somebody with other ones. */
const merge = async (): Promise<void> => {
  const { db } = server.deps
  const other = await town.passenger(`Maria Silva ${(merges += 1)}`)
  await db.updateTable('card_customers').set({ traveler_id: other }).where('traveler_id', '=', maria).execute()
  await db
    .insertInto('card_customers')
    .values({ traveler_id: maria, provider: 'stripe', customer_id: `cus_${maria}_${other}` })
    .execute()
  const merged = { kept_id: maria, merged_id: other, merged_at: later(server.deps.clock.now()) }
  await db
    .insertInto('traveler_merges')
    .values({ ...merged, merged_by: null, moved: '{}', removed: '[]', kept_before: null, merged_before: null })
    .execute()
}

const happens = async (one: Happening, kind: 'charge' | 'refund'): Promise<void> => {
  switch (one.what) {
    case 'run':
      stripe.faults = [...one.faults]
      return run()
    case 'run twice at once':
      stripe.faults = [...one.faults]
      await Promise.all([run(), run()])
      return
    case 'die':
      return run((port) => dying(port, one.nth, one.when))
    case 'a day passes':
      time += 25 * HOUR
      return stripe.forgetKeys()
    case 'a user tries again':
      await saveCard(server, maria, `${one.card}_${time}_${await count()}`)
      await inOne(kind)
      return
    case 'the cardholder answers': {
      // With the secret of the stored charge, which is given out only while it waits for the cardholder: there is no way
      // to pay another one.
      const { payment, codes } = await stored('charge')
      if (codes.includes('action_needed')) stripe.cardholder(payment.provider_id ?? '', one.confirms)
      return
    }
    case 'the drop-off is repeated':
      return dropOff()
    case 'the passenger is merged into another':
      return merge()
    case 'a backup is restored':
      return restore(kind)
    case 'staff take cash': {
      stripe.faults = [...one.faults]
      const asked = { params: { id: booking }, body: { how: 'paid_in_cash' as const } }
      // Where the charge may still succeed, or has, the passenger keeps the money.
      await town.dispatcher.call(api.payments.settle, asked).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
      })
      return
    }
  }
}
const count = async (): Promise<number> =>
  (await server.deps.db.selectFrom('payment_methods').select('id').execute()).length

const begin = async (card: string): Promise<void> => {
  const { db } = server.deps
  stripe.reset()
  time = 0
  await db.deleteFrom('payment_events').execute()
  await db.deleteFrom('payments').execute()
  await db.deleteFrom('payment_methods').execute()
  await db.deleteFrom('card_customers').execute()
  await db.deleteFrom('traveler_merges').execute()
  await db
    .updateTable('service_requests')
    .set({ charged_at: null, refunded_at: null })
    .where('id', '=', booking)
    .execute()
  await saveCard(server, maria, card)
  await dropOff()
}

/** Everything works again, for longer than the pauses between attempts. */
const quiet = async (): Promise<void> => {
  stripe.faults = []
  for (let n = 0; n < 3; n += 1) {
    time += 7 * HOUR
    await run()
  }
}

const stored = async (kind: 'charge' | 'refund') => {
  const { db } = server.deps
  const payment = await db.selectFrom('payments').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow()
  const events = await db
    .selectFrom('payment_events')
    .select('code')
    .where('payment_id', '=', payment.id)
    .orderBy('id')
    .execute()
  const row = await db
    .selectFrom('service_requests')
    .select(['charged_at', 'refunded_at'])
    .where('id', '=', booking)
    .executeTakeFirstOrThrow()
  return { payment, row, codes: events.map(({ code }) => code) }
}

const script = fc.array(happening, { minLength: 1, maxLength: 8 })

test(
  'a fare is paid at most once, by card or in cash, and ends paid or reported, in any order of crashes, retries and lost answers',
  () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom('pm_visa', 'pm_declined', 'pm_asks', 'pm_window'), script, async (card, all) => {
        await begin(card)
        for (const one of all) {
          await happens(one, 'charge')
          expect([...stripe.intents.values()].filter(({ status }) => status === 'succeeded').length).toBeLessThan(2)
        }
        await quiet()
        const charged = [...stripe.intents.values()].filter(({ status }) => status === 'succeeded')
        const { payment, row, codes } = await stored('charge')
        const cash = payment.state === 'paid_in_cash' ? 1 : 0
        expect(charged.length + cash).toBeLessThan(2)
        expect([row.charged_at !== null, payment.state === 'succeeded']).toEqual([
          charged.length + cash > 0,
          charged.length > 0,
        ])
        expect(['succeeded', 'declined', 'action_needed', 'given_up', 'paid_in_cash']).toContain(payment.state)
        expect(codes.at(-1)).toBe(payment.state)
        expect(codes.filter((code) => code === 'succeeded')).toHaveLength(charged.length)
      }),
      { numRuns: RUNS, seed: 15 },
    ),
  DEADLINE,
)

test(
  'a fare is refunded at most once and ends refunded or reported, in any order of crashes, retries and lost answers',
  () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom('succeeded' as const, 'pending' as const), script, async (status, all) => {
        await begin('pm_visa')
        await run()
        await giveBack()
        stripe.refundStatus = status
        for (const one of all) await happens(one, 'refund')
        expect(stripe.refunds.length).toBeLessThan(2)
        stripe.refundStatus = 'succeeded'
        for (const refund of stripe.refunds) refund.status = 'succeeded'
        await quiet()
        const { payment, row, codes } = await stored('refund')
        expect(stripe.refunds.length).toBeLessThan(2)
        expect([row.refunded_at !== null, payment.state]).toEqual([true, 'succeeded'])
        expect(codes.filter((code) => code === 'succeeded')).toHaveLength(1)
      }),
      { numRuns: RUNS, seed: 15 },
    ),
  DEADLINE,
)
