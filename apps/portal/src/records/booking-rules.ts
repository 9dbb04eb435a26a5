import { api, type BookingRules, type SpecialDay } from '@ambit/contract'
import { createServiceDays, type ServiceDays } from '@ambit/domain'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { RULES_KEY } from './rules-changed.ts'

/** The booking rules and special days of a zone. */
export const rulesQuery = (zone: number) =>
  queryOptions({
    queryKey: [...RULES_KEY, zone, 'rules'],
    queryFn: async ({ signal }) => {
      const params = { id: zone }
      const [rules, days] = await Promise.all([
        client.call(api.bookingRules.list, { params, signal }),
        client.call(api.specialDays.list, { params, signal }),
      ])
      return { rules: rules.data, days: days.data }
    },
  })

type Known = { rules: BookingRules[]; days: SpecialDay[] }

export const serviceDaysOf = ({ rules, days }: Known, time_zone: string): ServiceDays =>
  createServiceDays({ time_zone, rules, special_days: days })
