import { z } from 'zod'
import { PaymentCard } from '@ambit/contract'
import type { Deps, Logger } from '../deps.ts'
import { invalid, notReady } from '../http/errors.ts'
import type { CardHolder, PaymentProvider } from './provider.ts'

const STRIPE_URL = 'https://api.stripe.com'
/** The shape of its answers is fixed by it, whatever the account's own default is. */
const API_VERSION = '2024-06-20'
const PATIENCE_MS = 10_000

const Method = z.object({
  id: z.string(),
  customer: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() }),
  billing_details: z.object({ name: z.string().nullable() }).nullish(),
})
const Methods = z.object({ data: z.array(Method) })
const Customer = z.object({ id: z.string() })
const Intent = z.object({ client_secret: z.string().nullable() })
const Failure = z.object({
  error: z.object({ type: z.string(), code: z.string().nullish(), message: z.string().nullish() }),
})

const cardOf = ({ id, card, billing_details }: z.output<typeof Method>): PaymentCard =>
  PaymentCard.parse({
    ...card,
    id,
    // Its own word for the brand that everybody else calls by its full name.
    brand: card.brand === 'diners' ? 'dinersclub' : card.brand,
    name: billing_details?.name ?? null,
  })

type Options = { secretKey: string; url: string; log: Logger }
type Ask = <T extends z.ZodType>(
  method: 'GET' | 'POST',
  path: string,
  answer: T,
  fields?: Record<string, string>,
  once?: string,
) => Promise<z.output<T>>

/** One call: fields as a form, the answer checked. A refused card is answered in the provider's words. */
const createAsk =
  ({ secretKey, url, log }: Options): Ask =>
  async (method, path, answer, fields = {}, once) => {
    const form = new URLSearchParams(fields)
    const query = method === 'GET' && form.size > 0 ? `?${form.toString()}` : ''
    const response = await fetch(`${url}/v1${path}${query}`, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'stripe-version': API_VERSION,
        ...(once === undefined ? {} : { 'idempotency-key': once }),
      },
      ...(method === 'POST' ? { body: form } : {}),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'the card provider cannot be reached')
      throw notReady('The card provider cannot be reached. Please try again in a moment')
    })
    const json: unknown = await response.json().catch(() => null)
    if (response.ok) return answer.parse(json)
    const { type, code, message } = Failure.safeParse(json).data?.error ?? {
      type: 'unknown',
      code: null,
      message: null,
    }
    if (type === 'card_error') throw refused(message ?? 'Your card was declined.')
    if (code === 'resource_missing') throw refused('There is no such card')
    // Nothing of what was sent: only why it was refused.
    log.error({ status: response.status, type, code }, 'the card provider refused a call')
    throw notReady('The card provider refused this. Please tell the administrator of this installation')
  }

const refused = (detail: string) => invalid([{ pointer: '/payment_method_id', detail }])

/**
 * Stripe over its HTTP API. A passenger is a customer there, made with the first card. What the browser needs besides,
 * its card element, is said in docs/decisions/017-passengers-and-cards.md.
 */
export const createStripeProvider = (
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { secretKey, url = STRIPE_URL }: { secretKey: string; url?: string },
): PaymentProvider => {
  const ask = createAsk({ secretKey, url, log })
  const knownCustomer = async (holder: CardHolder): Promise<string | null> =>
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
    const fields = { name: holder.full_name, email: holder.email, 'metadata[traveler_id]': String(holder.id) }
    // Asked twice at the same moment, it is still one customer.
    const { id } = await ask('POST', '/customers', Customer, fields, `ambit-traveler-${holder.id}-${holder.email}`)
    await db
      .insertInto('card_customers')
      .values({ traveler_id: holder.id, provider: 'stripe', customer_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return id
  }
  const methodPath = (id: string): string => `/payment_methods/${encodeURIComponent(id)}`
  return {
    kind: 'stripe',

    setUp: async (holder) => {
      const fields = { customer: await customer(holder), 'payment_method_types[]': 'card', usage: 'off_session' }
      return (await ask('POST', '/setup_intents', Intent, fields)).client_secret
    },

    attach: async (holder, id) => {
      const owner = await customer(holder)
      const method = await ask('GET', methodPath(id), Method)
      if (method.customer === owner) return cardOf(method)
      if (method.customer !== null) throw refused('There is no such card')
      return cardOf(await ask('POST', `${methodPath(id)}/attach`, Method, { customer: owner }))
    },

    list: async (holder) => {
      const owner = await knownCustomer(holder)
      if (owner === null) return []
      const { data } = await ask('GET', '/payment_methods', Methods, { customer: owner, type: 'card', limit: '100' })
      return data.map(cardOf)
    },

    remove: async (holder, id) => {
      const owner = await knownCustomer(holder)
      const { data } =
        owner === null
          ? { data: [] }
          : await ask('GET', '/payment_methods', Methods, { customer: owner, type: 'card', limit: '100' })
      // Only the passenger's own: a token of another passenger opens nothing.
      if (!data.some((method) => method.id === id)) return false
      await ask('POST', `${methodPath(id)}/detach`, Method)
      return true
    },
  }
}
