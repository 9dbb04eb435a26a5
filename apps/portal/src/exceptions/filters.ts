import {
  exceptionKinds,
  type ExceptionKind,
  exceptionSeverities,
  type ExceptionSeverity,
  type ServiceException,
} from '@ambit/contract'
import { oneOf, text, type UrlValue, urlState } from '../url/url-state.ts'
import { inboxStrings as words } from './strings.ts'

export const shownStates = ['open', 'acknowledged', 'snoozed'] as const
/** Of the user, of nobody, or of the person with this id. */
export type OwnerFilter = 'mine' | 'nobody' | `${number}`
const isOwner = (value: string): value is OwnerFilter => /^(mine|nobody|[1-9]\d{0,8})$/.test(value)
export const ownerValue: UrlValue<OwnerFilter | null> = {
  read: (value) => (value !== undefined && isOwner(value) ? value : null),
  write: (value) => value ?? undefined,
}

export type InboxFilters = {
  'filter.kind': ExceptionKind | null
  'filter.severity': ExceptionSeverity | null
  'filter.state': (typeof shownStates)[number] | null
  'filter.owner': OwnerFilter | null
  q: string
}
export const filterState = urlState<InboxFilters>({
  'filter.kind': oneOf(exceptionKinds),
  'filter.severity': oneOf(exceptionSeverities),
  'filter.state': oneOf(shownStates),
  'filter.owner': ownerValue,
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
const searchedOf = ({ vehicle_number, driver_name, bookings, passenger, facts }: ServiceException): string =>
  [
    vehicle_number,
    driver_name,
    passenger?.traveler_name,
    facts.service_request_id,
    ...bookings.flatMap(({ traveler_name, service_request_id }) => [traveler_name, service_request_id]),
  ]
    .join(' ')
    .toLowerCase()

/** Whether the filters let it through; `me`: the user. */
export const passes = (exception: ServiceException, filters: InboxFilters, me: number | null): boolean => {
  const { 'filter.kind': kind, 'filter.severity': severity, 'filter.state': state, 'filter.owner': whose, q } = filters
  const ownerId = whose === 'mine' ? me : whose === 'nobody' ? null : Number(whose)
  return (
    (kind === null || exception.kind === kind) &&
    (severity === null || exception.severity === severity) &&
    (state === null || exception.state === state) &&
    (whose === null || exception.owner_id === ownerId) &&
    searchedOf(exception).includes(q.trim().toLowerCase())
  )
}

/** Everybody who owns one of these, by name. */
export const ownersOf = (all: readonly ServiceException[]): readonly { value: OwnerFilter; label: string }[] => {
  const names = new Map(
    all.flatMap(({ owner_id, owner: name }) => (owner_id === null || name === null ? [] : [[owner_id, name] as const])),
  )
  return [...names]
    .map(([id, label]) => ({ value: `${id}` as const, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

type Choice = { value: OwnerFilter; label: string }
const fixed: readonly Choice[] = (['mine', 'nobody'] as const).map((value) => ({ value, label: words.owners[value] }))

export const asOwners = (people: readonly { id: number; name: string }[]): readonly Choice[] =>
  people.map(({ id, name }) => ({ value: `${id}`, label: name }))

/** One who was chosen and owns nothing any more stays a choice, so that the filter can be seen. */
export const ownerChoices = (people: readonly Choice[], chosen: OwnerFilter | null): readonly Choice[] => {
  const all = [...fixed, ...people]
  return chosen === null || all.some(({ value }) => value === chosen)
    ? all
    : [...all, { value: chosen, label: words.person(chosen) }]
}
