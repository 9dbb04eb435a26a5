import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

// Of the exceptions: what changes them changes what is handed over.
const HANDOVERS = ['exceptions', 'handovers']

export const handoversQuery = queryOptions({
  queryKey: [...HANDOVERS, 'list'],
  queryFn: ({ signal }) => client.call(api.handovers.list, { query: {}, signal }).then((answer) => answer.data),
})

export const handoverQuery = (id: number) =>
  queryOptions({
    queryKey: [...HANDOVERS, 'one', id],
    queryFn: ({ signal }) => client.call(api.handovers.show, { params: { id }, signal }).then((answer) => answer.data),
  })

export const briefQuery = (region_id: number, zone: readonly number[]) =>
  queryOptions({
    queryKey: [...HANDOVERS, 'brief', region_id, zone],
    queryFn: ({ signal }) =>
      client
        .call(api.handovers.brief, { query: { region_id, ...(zone.length === 0 ? {} : { zone: [...zone] }) }, signal })
        .then((answer) => answer.data),
  })
