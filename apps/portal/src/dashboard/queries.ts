import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { ALL_ROWS } from '../records/define-records.ts'
import { regionRecords } from '../records/regions.ts'

export const POLL_MS = 3000

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => client.call(api.dashboard.show, { signal }).then((answer) => answer.data),
  refetchInterval: POLL_MS,
})

/** The regions that the figures combine. */
export const activeRegionsQuery = regionRecords.options({
  ...ALL_ROWS,
  sort: 'name',
  filter: { status: ['active'] },
})
