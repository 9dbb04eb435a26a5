import { api } from '@ambit/contract'
import { client } from '../../api/client.ts'
import { type Batch, batchesOf, type FailedRow, failedOf } from './batches.ts'
import type { CheckedRow } from './check-rows.ts'

export const sendBatch = async ({ key, rows }: Batch): Promise<{ imported: number; failed: FailedRow[] }> => {
  const { data, errors } = await client.call(api.vehicles.bulkImport, {
    body: rows.map(({ vehicle }) => vehicle),
    idempotencyKey: key,
  })
  return {
    imported: data.imported,
    failed: errors.flatMap(({ row, ...error }) => {
      const source = rows[row]
      return source === undefined ? [] : [failedOf(source, error)]
    }),
  }
}

/** What the server would refuse of these rows, such as vehicles that exist. Throws where it cannot be asked. */
export const askServer = async (rows: readonly CheckedRow[]): Promise<Map<CheckedRow, readonly string[]>> => {
  const refused = new Map<CheckedRow, readonly string[]>()
  for (const batch of batchesOf(rows, '')) {
    const { errors } = await client.call(api.vehicles.checkImport, { body: batch.rows.map(({ vehicle }) => vehicle) })
    for (const { row, detail } of errors) {
      const source = batch.rows[row]
      if (source !== undefined) refused.set(source, detail)
    }
  }
  return refused
}
