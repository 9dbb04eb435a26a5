import { cardBrandOf, cardDigits, cardFault } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import type { PaymentProvider } from './provider.ts'

/** Numbers that card providers publish for trying things out; they are no real cards. */
const accepted: ReadonlySet<string> = new Set([
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
  '378282246310005',
  '371449635398431',
  '3056930009020004',
  '36227206271667',
])
/** Published as well, for what goes wrong. */
const refused: Readonly<Record<string, string>> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
  '4000000000000069': 'Your card has expired.',
  '4000000000000127': "Your card's security code is incorrect.",
}

const STALE_MS = 3600_000
const setupFailed = () => invalid([{ pointer: '/client_secret', detail: 'Card Setup failed.' }])
const noCard = () => invalid([{ pointer: '/payment_method_id', detail: 'There is no card to add' }])

/**
 * A card provider inside the product, for the demo and for development. Of a card it keeps what tells it from another;
 * its number and security code are looked at and let go.
 */
export const createTestProvider = ({ db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>): PaymentProvider => ({
  kind: 'test',
  list: null,

  setUp: async (holder) => {
    const now = clock.wall()
    await db
      .deleteFrom('test_card_setups')
      .where('created_at', '<', new Date(now.getTime() - STALE_MS))
      .execute()
    const client_secret = `seti_test_${random.token(24)}`
    await db
      .insertInto('test_card_setups')
      .values({
        client_secret,
        traveler_id: holder.id,
        payment_method_id: `pm_test_${random.token(18).replaceAll('-', '0')}`,
        created_at: now,
      })
      .execute()
    return client_secret
  },

  tokenise: async ({ client_secret, name, ...card }) => {
    const fault = cardFault(card, clock.now().toISOString().slice(0, 10))
    if (fault !== null) throw invalid([{ pointer: `/${fault.field}`, detail: fault.detail }])
    const digits = cardDigits(card.number)
    const refusal = refused[digits]
    if (refusal !== undefined) throw invalid([{ pointer: '/number', detail: refusal }])
    const brand = cardBrandOf(digits)
    if (!accepted.has(digits) || brand === null)
      throw invalid([{ pointer: '/number', detail: 'Only test cards are accepted here, such as 4242 4242 4242 4242.' }])
    const { exp_month, exp_year } = card
    const made = await db
      .updateTable('test_card_setups')
      .set({ brand, last4: digits.slice(-4), exp_month, exp_year, name })
      .where('client_secret', '=', client_secret)
      .where('created_at', '>=', new Date(clock.wall().getTime() - STALE_MS))
      .where('brand', 'is', null)
      .returning('payment_method_id')
      .executeTakeFirst()
    if (made === undefined) throw setupFailed()
    return made.payment_method_id
  },

  attach: async (holder, id) => {
    const made = await db
      .selectFrom('test_card_setups')
      .select(['brand', 'last4', 'exp_month', 'exp_year', 'name'])
      .where('payment_method_id', '=', id)
      .where('traveler_id', '=', holder.id)
      .executeTakeFirst()
    const { brand, last4, exp_month, exp_year } = made ?? {}
    if (!brand || !last4 || !exp_month || !exp_year) throw noCard()
    return { id, brand, last4, exp_month, exp_year, name: made?.name ?? null }
  },

  remove: async (holder, id) =>
    (await db
      .selectFrom('payment_methods')
      .select('id')
      .where('id', '=', id)
      .where('traveler_id', '=', holder.id)
      .executeTakeFirst()) !== undefined,

  // All that it has is kept here.
  forget: async () => {},
})
