import { sql } from 'kysely'
import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { refuseHeld } from '../holds/queries.ts'
import type { Actor, Module } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import type { CardHolder, PaymentProvider } from './provider.ts'
import { cardsOf, findHolder, keepCards, keepOnly, listCards } from './queries.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock, payments } = deps
  const holderOf = async (id: number, actor: Actor): Promise<CardHolder> => {
    const holder = await findHolder(db, regionScope(actor), id)
    if (holder === undefined) throw notFound()
    return holder
  }

  bind(api.paymentMethods.provider, async () => {
    const provider = await payments.current()
    return { data: { kind: provider?.kind ?? null, element: provider === null ? null : elementOf(provider) } }
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
    const holder = await holderOf(id, actor)
    const provider = needed(await payments.current())
    const card = await provider.attach(holder, body.payment_method_id)
    return db.transaction().execute(async (tx) => {
      await keepCards(tx, { traveler_id: id, provider: provider.kind, cards: [card], now: clock.now() })
      await recordChanged(tx, 'payment_methods', id)
      return keep(tx, { data: card })
    })
  })

  bind(api.paymentMethods.destroy, async ({ params: { id, payment_method_id }, actor }) => {
    const holder = await holderOf(id, actor)
    const at = sql`(select created_at from payment_methods where id = ${payment_method_id})`
    await refuseHeld(db, 'The card', { travelers: sql`${id}`, at }, clock.now())
    if (!(await needed(await payments.current()).remove(holder, payment_method_id))) throw notFound()
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('payment_methods').where('id', '=', payment_method_id).where('traveler_id', '=', id).execute()
      await recordChanged(tx, 'payment_methods', id)
    })
    return undefined
  })

  bind(api.paymentMethods.testToken, async ({ body }) => {
    const provider = await payments.current()
    if (provider?.kind !== 'test') throw notFound('Card tokens are not made in this installation')
    return { data: { payment_method_id: await provider.tokenise(body) } }
  })
}

const elementOf = (provider: PaymentProvider) => {
  if (provider.kind === 'test') return null
  const { publishable_key, script_url } = provider.element
  return publishable_key === null ? null : { publishable_key, script_url }
}

const needed = (provider: PaymentProvider | null): PaymentProvider => {
  if (provider === null) throw conflict('Cards are not set up in this installation')
  return provider
}

/** The provider's list is authoritative; it is stored for pages that show cards without asking it. */
const refreshed = async ({ db, clock }: Deps, holder: CardHolder, provider: PaymentProvider) => {
  const cards = (await provider.list?.(holder)) ?? []
  await db.transaction().execute(async (tx) => {
    await keepOnly(
      tx,
      holder.id,
      cards.map(({ id }) => id),
    )
    await keepCards(tx, { traveler_id: holder.id, provider: provider.kind, cards, now: clock.now() })
  })
  return cards
}
