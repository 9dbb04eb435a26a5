import { api, FUNCTIONAL_AREA_PATH, type Vehicle, vehicleSorts } from '@ambit/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { oneOf, words } from '../url/url-state.ts'

export const MAX_EXTRA_STAGES = 2
const MAX_PAIRS = 40

type Filters = {
  'filter.status': 'active' | 'inactive' | null
  /** `completed:STAGE` and `PATH:VALUE` */
  'filter.vehicle_attributes': readonly string[]
  /** the specification's filter that does nothing */
  'filter.notes': 'with' | 'without' | null
  /** whose custom fields are shown as columns */
  stages: readonly string[]
}
export type VehiclesState = ListState<Filters>

export const vehiclesState = listState<Filters>(
  {
    'filter.status': oneOf(['active', 'inactive']),
    'filter.vehicle_attributes': words(/^[a-z0-9_.]+:./, MAX_PAIRS),
    'filter.notes': oneOf(['with', 'without']),
    stages: words(/^[a-z][a-z0-9_]*$/, MAX_EXTRA_STAGES),
  },
  vehicleSorts,
)

const ROOT = 'vehicles'

/** What the server narrows the list by; the export takes the same. */
export const narrowing = (state: VehiclesState) => {
  const { search, 'filter.status': status, 'filter.vehicle_attributes': attributes } = state
  const filter = {
    ...(status === null ? {} : { status }),
    ...(attributes.length === 0 ? {} : { vehicle_attributes: [...attributes] }),
  }
  return {
    ...(search === '' ? {} : { search }),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  }
}

export const vehiclesQuery = (state: VehiclesState): ListQuery<Vehicle> => {
  const { page, per_page, sort, stages } = state
  const query = {
    page,
    per_page,
    ...(sort === null ? {} : { sort }),
    ...narrowing(state),
    // The functional area is a column of its own, whichever stages are shown.
    stages: [...new Set([FUNCTIONAL_AREA_PATH[0], ...stages])],
  }
  return {
    queryKey: [ROOT, 'list', query],
    queryFn: ({ signal }) => client.call(api.vehicles.list, { query, signal }),
  }
}

export const vehicleQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => client.call(api.vehicles.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** The vehicles of a bulk edit. */
export const vehiclesByIdQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [ROOT, 'by-id', ids],
    queryFn: ({ signal }) =>
      client
        .call(api.vehicles.list, { query: { page: 1, per_page: 1000, filter: { id: [...ids] } }, signal })
        .then((answer) => answer.data),
  })

/** Every list is asked again; one vehicle is asked again where it is shown. */
export const vehiclesChanged = (id?: number): void => {
  void queryClient.invalidateQueries({ queryKey: [ROOT, 'list'] })
  void queryClient.invalidateQueries({ queryKey: [ROOT, 'by-id'] })
  if (id !== undefined) void queryClient.invalidateQueries({ queryKey: vehicleQuery(id).queryKey })
}

export const vehicleSaved = (vehicle: Vehicle): void => {
  queryClient.setQueryData(vehicleQuery(vehicle.id).queryKey, vehicle)
  vehiclesChanged()
}

const NOTES = 'vehicle-notes'
const NOTES_PER_PAGE = 20

export const notesQuery = (vehicleId: number) =>
  infiniteQueryOptions({
    queryKey: [NOTES, vehicleId],
    queryFn: ({ signal, pageParam }) =>
      client.call(api.vehicleNotes.list, {
        query: { page: pageParam, per_page: NOTES_PER_PAGE, filter: { vehicle: [vehicleId] } },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * NOTES_PER_PAGE < last.meta.total ? page + 1 : undefined),
  })

export const notesChanged = (): void => void queryClient.invalidateQueries({ queryKey: [NOTES] })
