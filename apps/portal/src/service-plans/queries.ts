import { api, type ServicePlan } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { bookingRecords } from '../records/bookings.ts'
import { ALL_ROWS } from '../records/define-records.ts'
import { planRecords } from '../records/service-plans.ts'
import { zoneRecords } from '../records/zones.ts'

/** The schedules of some zones, or of all, that touch a window; a large day comes in pages. */
export const fetchPlans = async (
  zone: readonly number[] | null,
  { from, to }: { from: string; to: string },
  signal?: AbortSignal,
): Promise<ServicePlan[]> => {
  const plans: ServicePlan[] = []
  for (let page = 1; ; page++) {
    const query = {
      ...ALL_ROWS,
      page,
      sort: 'start_time',
      filter: zone === null ? undefined : { zone: [...zone] },
      from,
      to,
    }
    const answer = await client.call(api.servicePlans.list, { query, signal })
    plans.push(...answer.data)
    if (answer.data.length === 0 || plans.length >= answer.meta.total) return plans
  }
}

export const plansQuery = (zone: readonly number[], window: { from: string; to: string }) =>
  queryOptions({
    queryKey: planRecords.key('day', zone, window),
    queryFn: ({ signal }) => fetchPlans(zone, window, signal),
    staleTime: 0,
  })

const CREW_STALE_MS = 30_000

/** Everything that vehicles and drivers do in a window, in whichever zone. */
export const crewQuery = (window: { from: string; to: string }) =>
  queryOptions({
    queryKey: planRecords.key('crew', window),
    queryFn: ({ signal }) => fetchPlans(null, window, signal),
    staleTime: CREW_STALE_MS,
  })

/** The bookings of a schedule's trip, by their pick-up. */
export const bookingsQuery = (tripId: number) =>
  bookingRecords.rows({ ...ALL_ROWS, sort: 'pickup_lower_bound', filter: { trip: [tripId] } })

export const routeOptionsQuery = (zone: number) =>
  queryOptions({
    queryKey: zoneRecords.key('routes', zone),
    queryFn: ({ signal }) =>
      client
        .call(api.serviceRoutes.list, { query: { ...ALL_ROWS, filter: { zone: [zone] } }, signal })
        .then((answer) => answer.data),
    staleTime: 60_000,
  })

/** The service models of a zone with their colours. */
export const strategiesQuery = (zone: number) =>
  queryOptions({
    queryKey: zoneRecords.key('plan-strategies', zone),
    queryFn: ({ signal }) =>
      client
        .call(api.planStrategies.list, { query: { ...ALL_ROWS, filter: { zone: [zone] } }, signal })
        .then((answer) => answer.data),
    staleTime: 60_000,
  })
