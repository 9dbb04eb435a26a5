import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { publish } from './publish.ts'
import { type RecordTable, regionsOfRecord } from './record-regions.ts'

/**
 * Announces to all who may see the record that it was created, changed or is about to be removed: it must still be
 * there.
 */
export const recordChanged = async (tx: Transaction<DB>, table: RecordTable, id: number): Promise<void> =>
  publish(tx, [{ kind: 'record', table, record_id: id }], await regionsOfRecord(tx, table, id))
