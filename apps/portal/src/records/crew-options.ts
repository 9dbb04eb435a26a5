import { api, FUNCTIONAL_AREA_PATH } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

const ALL = { page: 1, per_page: 1000 }

/** Every driver, for selectors. */
export const driverOptionsQuery = queryOptions({
  queryKey: ['drivers', 'list', 'options'],
  queryFn: ({ signal }) =>
    client.call(api.drivers.list, { query: { ...ALL, sort: 'first_name' }, signal }).then((answer) => answer.data),
  staleTime: 60_000,
})

/** Every vehicle, for selectors, with as few of its custom fields as can be asked for. */
export const vehicleOptionsQuery = queryOptions({
  queryKey: ['vehicles', 'list', 'options'],
  queryFn: ({ signal }) =>
    client
      .call(api.vehicles.list, { query: { ...ALL, sort: 'vehicle_number', stages: [FUNCTIONAL_AREA_PATH[0]] }, signal })
      .then((answer) => answer.data),
  staleTime: 60_000,
})
