import {
  exceptionKinds,
  type ExceptionKind,
  exceptionSeverities,
  type ExceptionSeverity,
  type ServiceException,
} from '@ambit/contract'
import { oneOf, text, urlState } from '../url/url-state.ts'

export const shownStates = ['open', 'acknowledged', 'snoozed'] as const
const owners = ['mine', 'nobody'] as const

export type InboxFilters = {
  'filter.kind': ExceptionKind | null
  'filter.severity': ExceptionSeverity | null
  'filter.state': (typeof shownStates)[number] | null
  'filter.owner': (typeof owners)[number] | null
  q: string
}
export const filterState = urlState<InboxFilters>({
  'filter.kind': oneOf(exceptionKinds),
  'filter.severity': oneOf(exceptionSeverities),
  'filter.state': oneOf(shownStates),
  'filter.owner': oneOf(owners),
  q: text(),
})
export const noFilters: InboxFilters = {
  'filter.kind': null,
  'filter.severity': null,
  'filter.state': null,
  'filter.owner': null,
  q: '',
}

export const isFiltered = (filters: InboxFilters): boolean =>
  Object.values(filters).some((value) => value !== null && value !== '')

/** What the search looks through. */
const searchedOf = ({ vehicle_number, driver_name, bookings, facts }: ServiceException): string =>
  [
    vehicle_number,
    driver_name,
    facts.service_request_id,
    ...bookings.flatMap(({ traveler_name, service_request_id }) => [traveler_name, service_request_id]),
  ]
    .join(' ')
    .toLowerCase()

/** Whether the filters let it through; `me`: the user. */
export const passes = (exception: ServiceException, filters: InboxFilters, me: number | null): boolean => {
  const { 'filter.kind': kind, 'filter.severity': severity, 'filter.state': state, 'filter.owner': owner, q } = filters
  return (
    (kind === null || exception.kind === kind) &&
    (severity === null || exception.severity === severity) &&
    (state === null || exception.state === state) &&
    (owner === null || exception.owner_id === (owner === 'mine' ? me : null)) &&
    searchedOf(exception).includes(q.trim().toLowerCase())
  )
}
