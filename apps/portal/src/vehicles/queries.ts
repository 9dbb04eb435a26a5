import { api, FUNCTIONAL_AREA_PATH, type Vehicle, type VehicleNote, vehicleSorts } from '@ambit/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { vehicleRecords } from '../records/vehicles.ts'
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
  return vehicleRecords.page(query)
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

/** Takes the answer of a change as the note, and asks again for the rest. */
export const noteSaved = (note: VehicleNote): void => {
  queryClient.setQueryData(
    notesQuery(note.vehicle_id).queryKey,
    (kept) =>
      kept && {
        ...kept,
        pages: kept.pages.map((page) => ({
          ...page,
          data: page.data.map((one) => (one.id === note.id ? note : one)),
        })),
      },
  )
  notesChanged()
}

export const notesChanged = (): void => void queryClient.invalidateQueries({ queryKey: [NOTES] })
