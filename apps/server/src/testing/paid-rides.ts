import { api, type Settlement } from '@ambit/contract'
import { sendPayments } from '../payments/send.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { runJob } from './run-job.ts'
import type { TestServer } from './server.ts'
import type { Crew, SmallTown } from './small-town.ts'

export const WEBHOOK_SECRET = 'whsec_test'

/** The settings of an installation whose cards are at the imitated Stripe. */
export const stripeCards = (stripe: Pick<FakeStripe, 'url'>, patienceMs = 5000) => ({
  kind: 'stripe' as const,
  secretKey: 'sk_test_secret',
  publishableKey: 'pk_test_page',
  webhookSecret: WEBHOOK_SECRET,
  scriptUrl: `${stripe.url}/element.js`,
  url: stripe.url,
  patienceMs,
})

/** Drives the passenger of a booking from 9:00 to 9:04:20, on the first two stops of the crew's trip. */
export const driveRide = async ({ deps }: TestServer, { client, trip_id }: Crew, id: number): Promise<void> => {
  const at = (time: string): void => deps.clock.set(`2026-11-23T${time}+10:00`)
  await client.call(api.driver.signOn, { params: { id: trip_id } })
  const [pickup, dropoff] = (await client.call(api.driver.trip, { params: { id: trip_id } })).data.trip_stops
  at('09:00:00')
  await client.call(api.driver.arrive, { params: { id: pickup?.id ?? 0 } })
  await client.call(api.driver.board, { params: { id } })
  await client.call(api.driver.depart, { params: { id: pickup?.id ?? 0 } })
  at('09:04:20')
  await client.call(api.driver.arrive, { params: { id: dropoff?.id ?? 0 } })
  await client.call(api.driver.dropOff, { params: { id } })
}

/** A saved card as its setup leaves it behind. */
export const saveCard = async (
  { deps: { db, clock } }: TestServer,
  traveler_id: number,
  id: string,
  provider: 'stripe' | 'test' = 'stripe',
): Promise<void> => {
  const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, name: null, created_at: clock.now() }
  await db
    .insertInto('payment_methods')
    .values({ ...card, id, traveler_id, provider })
    .execute()
  if (provider === 'test') return
  await db
    .insertInto('card_customers')
    .values({ traveler_id, provider: 'stripe', customer_id: `cus_${traveler_id}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What happens to one booking that is paid by card. */
export const paidRide = (server: TestServer, town: SmallTown, van: Crew) => {
  const { dispatcher } = town
  const { clock } = server.deps
  let passed = 0
  const send = (): Promise<void> => {
    const later = (time: Date) => new Date(time.getTime() + passed)
    const then = { ...clock, now: () => later(clock.now()), wall: () => later(clock.wall()) }
    return runJob({ ...server.deps, clock: then }, sendPayments)
  }
  const drive = (id: number) => driveRide(server, van, id)
  const book = async (who: number): Promise<number> => {
    const { service_offerings } = await town.search({ who, from: 'Market', to: 'Hospital', at: '09:00' })
    const body = {
      service_offering_id: service_offerings[0]?.id ?? 0,
      traveler_id: who,
      payment_method: 'card' as const,
    }
    return (await dispatcher.call(api.serviceRequests.create, { body })).data.id
  }
  const shown = async (id: number) => (await dispatcher.call(api.serviceRequests.show, { params: { id } })).data
  return {
    book,
    drive,
    /** A ride that is over, and whose card could not be charged. */
    unpaid: async (who: number, card = 'pm_declined'): Promise<number> => {
      await saveCard(server, who, `${card}_${who}`)
      const id = await book(who)
      await drive(id)
      await send()
      return id
    },
    /** the job, so much later; for others no time passes, so that sessions do not end */
    pass: (ms: number): Promise<void> => {
      passed += ms
      return send()
    },
    send,
    shown,
    status: async (id: number) => (await shown(id)).payment_status,
    refund: (id: number) => dispatcher.call(api.serviceRequests.refund, { params: { id } }),
    retry: (id: number) => dispatcher.call(api.payments.retry, { params: { id } }),
    settle: (id: number, how: Settlement, note = '', idempotencyKey?: string) =>
      dispatcher.call(api.payments.settle, {
        params: { id },
        body: { how, note },
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }),
    /** the booking's log, as in `charge declined` */
    log: async (id: number): Promise<string[]> => {
      const { data } = await dispatcher.call(api.payments.list, { params: { id } })
      return data.map(({ kind, code }) => `${kind} ${code}`)
    },
    entries: async (id: number) => (await dispatcher.call(api.payments.list, { params: { id } })).data,
  }
}
