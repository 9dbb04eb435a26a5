import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

const CONCESSIONS = 'traveler-concessions'
const all = { page: 1, per_page: 1000 }

export const concessionsQuery = (travelerId: number) =>
  queryOptions({
    queryKey: [CONCESSIONS, travelerId],
    queryFn: ({ signal }) =>
      client
        .call(api.travelerConcessions.list, { query: { ...all, filter: { traveler: [travelerId] } }, signal })
        .then((answer) => answer.data),
  })

export const concessionsChanged = (): void => void queryClient.invalidateQueries({ queryKey: [CONCESSIONS] })
