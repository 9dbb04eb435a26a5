import { api } from '@ambit/contract'
import { client } from '../../api/client.ts'
import { type Batch, type FailedRow, failedOf } from './batches.ts'

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
