import { api, type ServiceSpan } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { RULES_KEY } from '../../records/rules-changed.ts'

export const touchesQuery = (zone: number, date: string, hours: ServiceSpan[]) =>
  queryOptions({
    queryKey: [...RULES_KEY, zone, 'touches', date, hours],
    queryFn: ({ signal }) =>
      client
        .call(api.specialDays.touches, { params: { id: zone }, body: { date, hours }, signal })
        .then(({ data }) => data),
  })

export const holidaysQuery = (country: string, year: number) =>
  queryOptions({
    queryKey: ['holidays', country, year],
    queryFn: ({ signal }) =>
      client.call(api.specialDays.holidays, { query: { country, year }, signal }).then(({ data }) => data),
    staleTime: Infinity,
  })
