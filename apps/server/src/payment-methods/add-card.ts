import type { CardProvider, PaymentCard, TestCardInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import type { CardHolder, Payments } from './provider.ts'
import { keepCards, lockHolder } from './queries.ts'
import { needed } from './remove-card.ts'

/** What a page needs to show the provider's element. */
export const shownProvider = async (payments: Payments): Promise<CardProvider> => {
  const provider = await payments.current()
  if (provider === null) return { kind: null, element: null }
  if (provider.kind === 'test') return { kind: 'test', element: null }
  const { publishable_key, script_url } = provider.element
  return { kind: provider.kind, element: publishable_key === null ? null : { publishable_key, script_url } }
}

/** The card of this token becomes the holder's, at the provider and here. 422 for one that is another's, 409 for a holder who is gone. */
export const addCard = async <T>(
  { db, clock, payments }: Pick<Deps, 'db' | 'clock' | 'payments'>,
  holder: CardHolder,
  token: string,
  answer: (tx: Transaction<DB>, card: PaymentCard) => Promise<T>,
): Promise<T> => {
  const provider = needed(await payments.current())
  const card = await provider.attach(holder, token)
  return db.transaction().execute(async (tx) => {
    await lockHolder(tx, holder.id)
    await keepCards(tx, { traveler_id: holder.id, provider: provider.kind, cards: [card], now: clock.now() })
    await recordChanged(tx, 'payment_methods', holder.id)
    return answer(tx, card)
  })
}

/** What a provider's element does on the provider's own machines, for the built-in one; 404 for others. */
export const testToken = async (payments: Payments, card: z.output<typeof TestCardInput>) => {
  const provider = await payments.current()
  if (provider?.kind !== 'test') throw notFound('Card tokens are not made in this installation')
  return { payment_method_id: await provider.tokenise(card) }
}
