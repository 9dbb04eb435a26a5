import type { PaymentCard } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { addCard } from '../payment-methods/add-card.ts'
import type { CardHolder } from '../payment-methods/provider.ts'
import { cardsOf, findHolder } from '../payment-methods/queries.ts'
import { needed, removeCard } from '../payment-methods/remove-card.ts'

/** Without the name on it. */
const shown = ({ id, brand, last4, exp_month, exp_year }: PaymentCard) => ({ id, brand, last4, exp_month, exp_year })

/** The passenger's own cards, as the provider last reported them. */
export const ownCards = async ({ db }: Deps, id: number) => (await cardsOf(db, id)).map(shown)

const holderOf = async ({ db }: Deps, id: number): Promise<CardHolder> => {
  const holder = await findHolder(db, null, id)
  if (holder === undefined) throw notFound()
  return holder
}

/** With the secret the provider's element goes on in the browser. */
export const setUpOwnCard = async (deps: Deps, id: number): Promise<{ client_secret: string | null }> => {
  const provider = needed(await deps.payments.current())
  return { client_secret: await provider.setUp(await holderOf(deps, id)) }
}

export const addOwnCard = async (deps: Deps, id: number, token: string, keep: Keep) =>
  addCard(deps, await holderOf(deps, id), token, (tx, card) => keep(tx, { data: shown(card) }))

/** Removes an own card; 404 for another's. */
export const removeOwnCard = async (deps: Deps, id: number, card: string): Promise<void> => {
  const holder = await holderOf(deps, id)
  if (!(await cardsOf(deps.db, id)).some((one) => one.id === card)) throw notFound()
  await removeCard(deps, holder, card)
}
