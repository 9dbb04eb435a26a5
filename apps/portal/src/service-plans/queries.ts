import { api, type ServicePlan } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

const ROOT = 'service-plans'
const ALL = { page: 1, per_page: 1000 }

/** The zones of a region; the same answer that the header shows. */
export const zonesQuery = (region: number | null) =>
  queryOptions({
    queryKey: ['zones', 'options', region],
    queryFn: ({ signal }) =>
      client
        .call(api.zones.list, {
          query: { ...ALL, ...(region === null ? {} : { filter: { region: [region] } }) },
          signal,
        })
        .then((answer) => answer.data),
    staleTime: 60_000,
  })

/** The schedules of some zones that touch a window; a large day comes in pages. */
export const fetchPlans = async (
  zone: readonly number[],
  { from, to }: { from: string; to: string },
  signal?: AbortSignal,
): Promise<ServicePlan[]> => {
  const plans: ServicePlan[] = []
  for (let page = 1; ; page++) {
    const query = { ...ALL, page, sort: 'start_time', filter: { zone: [...zone] }, from, to }
    const answer = await client.call(api.servicePlans.list, { query, ...(signal === undefined ? {} : { signal }) })
    plans.push(...answer.data)
    if (answer.data.length === 0 || plans.length >= answer.meta.total) return plans
  }
}

export const plansQuery = (zone: readonly number[], window: { from: string; to: string }) =>
  queryOptions({
    queryKey: [ROOT, 'day', zone, window],
    queryFn: ({ signal }) => fetchPlans(zone, window, signal),
    staleTime: 0,
  })

export const planQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) =>
      client.call(api.servicePlans.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** The bookings of a schedule's trip, by their pick-up. */
export const bookingsQuery = (tripId: number) =>
  queryOptions({
    queryKey: ['service_requests', 'list', 'of-trip', tripId],
    queryFn: ({ signal }) =>
      client
        .call(api.serviceRequests.list, {
          query: { ...ALL, sort: 'pickup_lower_bound', filter: { trip: [tripId] } },
          signal,
        })
        .then((answer) => answer.data),
  })

export const vehicleOptionsQuery = queryOptions({
  queryKey: ['vehicles', 'options'],
  queryFn: ({ signal }) => client.call(api.vehicles.list, { query: ALL, signal }).then((answer) => answer.data),
  staleTime: 60_000,
})

export const driverOptionsQuery = queryOptions({
  queryKey: ['drivers', 'options'],
  queryFn: ({ signal }) => client.call(api.drivers.list, { query: ALL, signal }).then((answer) => answer.data),
  staleTime: 60_000,
})

export const routeOptionsQuery = (zone: number) =>
  queryOptions({
    queryKey: ['zones', 'routes', zone],
    queryFn: ({ signal }) =>
      client
        .call(api.serviceRoutes.list, { query: { ...ALL, filter: { zone: [zone] } }, signal })
        .then((answer) => answer.data),
    staleTime: 60_000,
  })

/** The service models of a zone with their colours. */
export const strategiesQuery = (zone: number) =>
  queryOptions({
    queryKey: ['zones', 'plan-strategies', zone],
    queryFn: ({ signal }) =>
      client
        .call(api.planStrategies.list, { query: { ...ALL, filter: { zone: [zone] } }, signal })
        .then((answer) => answer.data),
    staleTime: 60_000,
  })

/** Every timeline asks again, and so does the warning in the header. */
export const plansChanged = (): void => void queryClient.invalidateQueries({ queryKey: [ROOT] })
