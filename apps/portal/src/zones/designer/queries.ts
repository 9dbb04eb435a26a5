import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

const ROOT = ['zones', 'design'] as const

export const designQuery = (id: number) =>
  queryOptions({
    queryKey: [...ROOT, id],
    queryFn: ({ signal }) =>
      client.call(api.zoneDesigns.show, { params: { id }, signal }).then((answer) => answer.data),
  })

export const designChanged = (): void => void queryClient.invalidateQueries({ queryKey: ROOT })
