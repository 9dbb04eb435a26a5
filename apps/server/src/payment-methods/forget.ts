import type { Deps } from '../deps.ts'
import type { PaymentProvider } from './provider.ts'

const MINUTE = 60_000
/** After so many tries it is tried once a day. */
const MOST_DOUBLINGS = 10
/** Each may take ten seconds. */
const AT_ONCE = 2

/** Has the card provider forget passengers who are anonymised or erased; tried again, later each time, until it is done. */
export const forgetCards = async (deps: Deps, provider: PaymentProvider, signal: AbortSignal): Promise<void> => {
  const due = await deps.db
    .selectFrom('card_removals')
    .selectAll()
    .where('provider', '=', provider.kind)
    .where('next_attempt_at', '<=', deps.clock.now())
    .orderBy('next_attempt_at')
    .limit(AT_ONCE)
    .execute()
  for (const removal of due) {
    if (signal.aborted) return
    await forget(deps, removal, () => provider.forget(removal.customer_id))
  }
}

type Removal = { provider: 'test' | 'stripe'; customer_id: string; attempts: number }

const forget = async ({ db, clock, log }: Deps, removal: Removal, ask: () => Promise<void>): Promise<void> => {
  const { provider, customer_id, attempts } = removal
  try {
    await ask()
    await db
      .deleteFrom('card_removals')
      .where('provider', '=', provider)
      .where('customer_id', '=', customer_id)
      .execute()
  } catch (error) {
    log.warn({ err: error }, 'the card provider has not forgotten a passenger yet')
    await db
      .updateTable('card_removals')
      .set({
        attempts: attempts + 1,
        next_attempt_at: new Date(clock.now().getTime() + MINUTE * 2 ** Math.min(attempts, MOST_DOUBLINGS)),
      })
      .where('provider', '=', provider)
      .where('customer_id', '=', customer_id)
      .execute()
  }
}
