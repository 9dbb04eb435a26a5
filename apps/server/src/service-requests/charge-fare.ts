import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

/** The fare is due when the journey is done, and only once: a drop-off that is undone and repeated is one journey. */
export const chargeFare = async (tx: Transaction<DB>, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('service_requests')
    .set({ charged_at: now })
    .where('id', '=', id)
    .where('charged_at', 'is', null)
    .where('total_price', '>', 0)
    .execute()
}
