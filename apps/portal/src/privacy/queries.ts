import { api, type RetentionKind } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
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

export const rulesChanged = (): void => void queryClient.invalidateQueries({ queryKey: [KEY] })
