import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Actor, Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { addCard, shownProvider, testToken } from './add-card.ts'
import type { CardHolder, PaymentProvider } from './provider.ts'
import { cardsOf, dropCards, findHolder, keepCards, listCards, lockHolder } from './queries.ts'
import { needed, removeCard } from './remove-card.ts'

export const routes: Module = (bind, deps) => {
  const { db, payments } = deps
  const holderOf = async (id: number, actor: Actor): Promise<CardHolder> => {
    const holder = await findHolder(db, regionScope(actor), id)
    if (holder === undefined) throw notFound()
    return holder
  }

  bind(api.paymentMethods.provider, async () => {
    return { data: await shownProvider(payments) }
  })

  bind(api.paymentMethods.all, ({ query, actor }) => listCards(db, regionScope(actor), query))

  bind(api.paymentMethods.list, async ({ params: { id }, actor }) => {
    const holder = await holderOf(id, actor)
    const provider = await payments.current()
    if (provider === null) return { data: [] }
    return { data: provider.list === null ? await cardsOf(db, id) : await refreshed(deps, holder, provider) }
  })

  bind(api.paymentMethods.setupIntent, async ({ params: { id }, actor }) => {
    const holder = await holderOf(id, actor)
    return { data: { client_secret: await needed(await payments.current()).setUp(holder) } }
  })

  bind(api.paymentMethods.create, async ({ params: { id }, body, actor, keep }) => {
    return addCard(deps, await holderOf(id, actor), body.payment_method_id, (tx, data) => keep(tx, { data }))
  })

  bind(api.paymentMethods.destroy, async ({ params: { id, payment_method_id }, actor }) => {
    await removeCard(deps, await holderOf(id, actor), payment_method_id)
    return undefined
  })

  bind(api.paymentMethods.testToken, async ({ body }) => ({ data: await testToken(payments, body) }))
}

/**
 * The provider's list is authoritative, except about cards that came or went while it was on its way; it is stored for
 * pages that show cards without asking it.
 */
const refreshed = async ({ db, clock }: Deps, holder: CardHolder, provider: PaymentProvider) => {
  const before = await cardsOf(db, holder.id)
  const listed = (await provider.list?.(holder)) ?? []
  return db.transaction().execute(async (tx) => {
    await lockHolder(tx, holder.id)
    const removed = without(before, await cardsOf(tx, holder.id))
    const cards = without(listed, removed)
    await dropCards(
      tx,
      holder.id,
      without(before, cards).map(({ id }) => id),
    )
    await keepCards(tx, { traveler_id: holder.id, provider: provider.kind, cards, now: clock.now() })
    return cards
  })
}

const without = <T extends { id: string }>(cards: readonly T[], others: readonly { id: string }[]): T[] =>
  cards.filter((card) => !others.some(({ id }) => id === card.id))
