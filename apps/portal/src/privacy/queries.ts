import { api, type ProcessingRecords, type RetentionKind } from '@ambit/contract'
import { processingFileName } from '@ambit/domain'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { saveFile } from '../api/download.ts'
import { queryClient } from '../api/query-client.ts'

const KEY = 'retention-rules'

export const rulesQuery = queryOptions({
  queryKey: [KEY, 'list'],
  queryFn: ({ signal }) => client.call(api.retentionRules.list, { signal }).then(({ data }) => data),
})

/** What would go tonight, by the rule or by another period. */
export const previewQuery = (kind: RetentionKind, period: string | undefined) =>
  queryOptions({
    queryKey: [KEY, 'preview', kind, period],
    queryFn: ({ signal }) =>
      client
        .call(api.retentionRules.preview, { query: { kind, ...(period === undefined ? {} : { period }) }, signal })
        .then(({ data }) => data),
  })

/** With the rules: it tells of them. */
export const processingQuery = queryOptions({
  queryKey: [KEY, 'processing'],
  queryFn: ({ signal }) => client.call(api.processingRecords.show, { signal }).then(({ data }) => data),
})

export const saveProcessingPdf = async (records: ProcessingRecords): Promise<void> => {
  const answer = await client.fetch(api.processingRecords.pdf, {})
  saveFile(await answer.blob(), processingFileName(records))
}

export const rulesChanged = (): void => void queryClient.invalidateQueries({ queryKey: [KEY] })
