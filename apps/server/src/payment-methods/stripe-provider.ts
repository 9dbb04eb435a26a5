import { type Kysely, sql } from 'kysely'
import type Stripe from 'stripe'
import { PaymentCard } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { CardHolder, PaymentProvider } from './provider.ts'
import { createStripeCharges } from './stripe-charges.ts'
import { answered, createStripeClient, failureOf, genuine, refusedCard, type StripeAccount } from './stripe-client.ts'

const cardOf = ({ id, card, billing_details }: Stripe.PaymentMethod): PaymentCard =>
  PaymentCard.parse({
    id,
    // Its own word for the brand that everybody else calls by its full name.
    brand: card?.brand === 'diners' ? 'dinersclub' : card?.brand,
    last4: card?.last4,
    exp_month: card?.exp_month,
    exp_year: card?.exp_year,
    name: billing_details?.name ?? null,
  })

const ownerOf = ({ customer }: Stripe.PaymentMethod): string | null =>
  customer === null || typeof customer === 'string' ? customer : customer.id

/** The passenger's, and those of all who were merged into the passenger. */
const everCustomersOf =
  (db: Kysely<DB>) =>
  async (travelerId: number): Promise<string[]> => {
    const { rows } = await sql<{ customer_id: string }>`
      with recursive one(id) as (
        select ${travelerId}::int
        union select m.merged_id from traveler_merges m join one on m.kept_id = one.id where m.undone_at is null)
      select customer_id from card_customers where provider = 'stripe' and traveler_id in (select id from one)`.execute(
      db,
    )
    return rows.map(({ customer_id }) => customer_id)
  }

/** A passenger is a customer there, made with the first card. */
export const createStripeProvider = (
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  account: StripeAccount & { publishableKey: string | null; scriptUrl: string },
): PaymentProvider => {
  const client = createStripeClient(account)
  const ask = async <T>(call: (stripe: Stripe) => Promise<Stripe.Response<T>>): Promise<T> =>
    answered(log, call(await client()))
  const knownCustomer = async (holder: Pick<CardHolder, 'id'>): Promise<string | null> =>
    (
      await db
        .selectFrom('card_customers')
        .select('customer_id')
        .where('traveler_id', '=', holder.id)
        .where('provider', '=', 'stripe')
        .executeTakeFirst()
    )?.customer_id ?? null
  const customer = async (holder: CardHolder): Promise<string> => {
    const known = await knownCustomer(holder)
    if (known !== null) return known
    const email = holder.email === null ? {} : { email: holder.email }
    const fields = { name: holder.full_name, ...email, metadata: { traveler_id: String(holder.id) } }
    // Asked twice at the same moment, it is still one customer.
    const once = { idempotencyKey: `ambit-traveler-${holder.id}-${holder.email ?? ''}` }
    const { id } = await ask((stripe) => stripe.customers.create(fields, once))
    const now = clock.now()
    // The customer of a passenger who was erased or merged meanwhile is nobody's, and is to be forgotten.
    await sql`with there as (select id from travelers where id = ${holder.id} and anonymised_at is null for share),
      kept as (insert into card_customers (traveler_id, provider, customer_id) select id, 'stripe', ${id} from there
        on conflict do nothing)
      insert into card_removals (provider, customer_id, asked_at, next_attempt_at) select 'stripe', ${id}, ${now}, ${now}
        where not exists (select from there) on conflict do nothing`.execute(db)
    return id
  }
  const methodsOf = async (holder: CardHolder): Promise<Stripe.PaymentMethod[]> => {
    const owner = await knownCustomer(holder)
    if (owner === null) return []
    return (await ask((stripe) => stripe.paymentMethods.list({ customer: owner, type: 'card', limit: 100 }))).data
  }
  return {
    kind: 'stripe',
    element: { publishable_key: account.publishableKey, script_url: account.scriptUrl },
    charges: createStripeCharges(client, log, knownCustomer, everCustomersOf(db)),

    setUp: async (holder) => {
      const fields = { customer: await customer(holder), payment_method_types: ['card'], usage: 'off_session' as const }
      return (await ask((stripe) => stripe.setupIntents.create(fields))).client_secret
    },

    attach: async (holder, id) => {
      const owner = await customer(holder)
      const method = await ask((stripe) => stripe.paymentMethods.retrieve(id))
      if (ownerOf(method) === owner) return cardOf(method)
      if (ownerOf(method) !== null) throw refusedCard('There is no such card')
      return cardOf(await ask((stripe) => stripe.paymentMethods.attach(id, { customer: owner })))
    },

    list: async (holder) => (await methodsOf(holder)).map(cardOf),

    remove: async (holder, id) => {
      // Only the passenger's own: a token of another passenger opens nothing.
      if (!(await methodsOf(holder)).some((method) => method.id === id)) return false
      await ask((stripe) => stripe.paymentMethods.detach(id))
      return true
    },

    forget: async (id) => {
      try {
        await genuine((await client()).customers.del(id))
      } catch (error) {
        const failure = failureOf(error)
        if (failure.kind !== 'request' || failure.code !== 'resource_missing') throw error
      }
    },
  }
}
