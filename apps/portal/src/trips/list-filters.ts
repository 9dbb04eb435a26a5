import { type TripState, tripStates } from '@ambit/contract'
import { listState, type ListState } from '../table/list-state.ts'
import { optionalId } from '../url/scope.ts'
import { ids, text, type UrlValue, words } from '../url/url-state.ts'
import { type ChosenRange, momentsOf, rangeInAddress, todayIn } from './date-range.ts'
import { isTripState } from '../records/trips.ts'

type Filters = {
  /** the region and zones of the whole portal */
  region: number | null
  zone: readonly number[]
  'filter.id': number | null
  'filter.name': string
  'filter.date_range': ChosenRange
  'filter.driver': number | null
  'filter.vehicle': number | null
  'filter.status': readonly TripState[]
}
export type TripsState = ListState<Filters>

const statuses: UrlValue<readonly TripState[]> = {
  ...words(/^[a-z_]+$/, tripStates.length),
  read: (value) =>
    words(/^[a-z_]+$/, tripStates.length)
      .read(value)
      .filter(isTripState),
}

export const tripsState = listState<Filters>(
  {
    region: optionalId,
    zone: ids(),
    'filter.id': optionalId,
    'filter.name': text(),
    'filter.date_range': rangeInAddress,
    'filter.driver': optionalId,
    'filter.vehicle': optionalId,
    'filter.status': statuses,
  },
  ['id', 'name'],
)

/** Whether the module's own filters are set; region and zones are what the whole portal is about. */
export const isFiltered = (state: TripsState): boolean =>
  state['filter.id'] !== null ||
  state['filter.name'] !== '' ||
  state['filter.date_range'] !== null ||
  state['filter.driver'] !== null ||
  state['filter.vehicle'] !== null ||
  state['filter.status'].length > 0

export const clearedFilters = {
  search: '',
  'filter.id': null,
  'filter.name': '',
  'filter.date_range': null,
  'filter.driver': null,
  'filter.vehicle': null,
  'filter.status': [],
} satisfies Partial<TripsState>

/** What the server narrows the list by, on the day that it is where the trips drive. */
export const tripsFilter = (state: TripsState, timeZone: string, now: Date) => {
  const range = state['filter.date_range']
  const status = state['filter.status']
  const { region, 'filter.id': id, 'filter.driver': driver, 'filter.vehicle': vehicle } = state
  return {
    ...(state.zone.length > 0 ? { zone: [...state.zone] } : region === null ? {} : { region: [region] }),
    ...(id === null ? {} : { id: [id] }),
    ...(state['filter.name'] === '' ? {} : { name: state['filter.name'] }),
    ...(driver === null ? {} : { driver: [driver] }),
    ...(vehicle === null ? {} : { vehicle: [vehicle] }),
    ...(status.length === 0 ? {} : { status: [...status] }),
    ...(range === 'any' ? {} : { date_range: momentsOf(range ?? todayIn(timeZone, now), timeZone) }),
  }
}
