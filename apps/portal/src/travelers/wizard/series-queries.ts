import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import type { SeriesBody } from './series-request.ts'

/** The pattern in words and its next dates; null: there is nothing to ask yet. */
export const seriesPreviewQuery = (body: SeriesBody | null) =>
  queryOptions({
    queryKey: ['booking-series-preview', body],
    queryFn: async ({ signal }) =>
      body === null ? null : (await client.call(api.bookingSeries.preview, { body, signal })).data,
    retry: false,
    staleTime: 60_000,
  })
