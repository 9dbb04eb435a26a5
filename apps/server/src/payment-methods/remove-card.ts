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
  const wasThere = await needed(await payments.current()).remove(holder, card)
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows: removed } = await tx
      .deleteFrom('payment_methods')
      .where('id', '=', card)
      .where('traveler_id', '=', holder.id)
      .executeTakeFirstOrThrow()
    // The provider has removed it before where its answer was lost, or this process died: then it goes here alone.
    if (!wasThere && removed === 0n) throw notFound()
    await recordChanged(tx, 'payment_methods', holder.id)
  })
}
