import { api, type ServiceSpan } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

const ROOT = ['zones', 'booking-rules'] as const

export const rulesQuery = (zone: number) =>
  queryOptions({
    queryKey: [...ROOT, zone, 'rules'],
    queryFn: async ({ signal }) => {
      const params = { id: zone }
      const [rules, days] = await Promise.all([
        client.call(api.bookingRules.list, { params, signal }),
        client.call(api.specialDays.list, { params, signal }),
      ])
      return { rules: rules.data, days: days.data }
    },
  })

export const touchesQuery = (zone: number, date: string, hours: ServiceSpan[]) =>
  queryOptions({
    queryKey: [...ROOT, zone, 'touches', date, hours],
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

export const rulesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ROOT })
