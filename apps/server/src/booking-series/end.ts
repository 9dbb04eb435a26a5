import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { passAll } from './fail.ts'

/** Of a passenger who is erased: nobody need look at them. */
export const endSeriesOf = async (tx: Transaction<DB>, travelerId: number, at: Date): Promise<void> => {
  const rows = await tx.selectFrom('booking_series').where('traveler_id', '=', travelerId).select('id').execute()
  for (const { id } of rows) await passAll(tx, id, at, null)
}
