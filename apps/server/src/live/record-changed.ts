import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { publish } from './publish.ts'

/** Announces to all who show the table that a record was created, changed or removed. */
export const recordChanged = (tx: Transaction<DB>, table: keyof DB & string, id: number): Promise<void> =>
  publish(tx, [{ kind: 'record', table, record_id: id }])
