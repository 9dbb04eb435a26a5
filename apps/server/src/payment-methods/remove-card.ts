import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { refuseHeld } from '../holds/queries.ts'
import { conflict, notFound } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import type { CardHolder, PaymentProvider } from './provider.ts'

/** The provider for cards; 409 where there is none. */
export const needed = (provider: PaymentProvider | null): PaymentProvider => {
  if (provider === null) throw conflict('Cards are not set up in this installation')
  return provider
}

/** Takes a card of this holder from the provider and from here. 404 for another's. */
export const removeCard = async (
  { db, clock, payments }: Pick<Deps, 'db' | 'clock' | 'payments'>,
  holder: CardHolder,
  card: string,
): Promise<void> => {
  const at = sql`(select created_at from payment_methods where id = ${card})`
  await refuseHeld(db, 'The card', { travelers: sql`${holder.id}`, at }, clock.now())
  if (!(await needed(await payments.current()).remove(holder, card))) throw notFound()
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('payment_methods').where('id', '=', card).where('traveler_id', '=', holder.id).execute()
    await recordChanged(tx, 'payment_methods', holder.id)
  })
}
