import { type RequestStatus, requestStatuses } from '@ambit/contract'
import { type DateRangePreset, isDateRangePreset, resolveDateRange } from '@ambit/domain'
import { listState, type ListState } from '../table/list-state.ts'
import type { Scope } from '../url/scope.ts'
import { oneOf, type UrlValue } from '../url/url-state.ts'

export const ANY_TIME = 'any'
const DEFAULT_RANGE = '+/-1 hour' satisfies DateRangePreset

/** A preset's name, two moments with a comma between them as the dashboard's figures give them, or any time. */
export type DateRange = DateRangePreset | typeof ANY_TIME | `${string},${string}`

const isExact = (text: string): text is `${string},${string}` => {
  const parts = text.split(',')
  return parts.length === 2 && parts.every((part) => /^\d{4}-\d\d-\d\dT/.test(part) && !Number.isNaN(Date.parse(part)))
}

const dateRange: UrlValue<DateRange> = {
  read: (text = DEFAULT_RANGE) =>
    text === ANY_TIME || isDateRangePreset(text) || isExact(text) ? text : DEFAULT_RANGE,
  write: (range) => (range === DEFAULT_RANGE ? undefined : range),
}

const statuses: UrlValue<readonly RequestStatus[]> = {
  read: (text = '') => requestStatuses.filter((status) => text.split(',').includes(status)),
  write: (chosen) => (chosen.length === 0 ? undefined : chosen.join(',')),
}

export const groupings = ['zone', 'vehicle'] as const
export type Grouping = (typeof groupings)[number]

type Filters = {
  'filter.date_range': DateRange
  'filter.status': readonly RequestStatus[]
  /** how the timeline is grouped */
  group: Grouping | null
}
export type BookingsState = ListState<Filters>

export const bookingsState = listState<Filters>(
  { 'filter.date_range': dateRange, 'filter.status': statuses, group: oneOf(groupings) },
  ['id', 'created_at', 'pickup_lower_bound'],
)

/** From when until when, by now; null: any time. */
export const momentsOf = (range: DateRange, now: Date, timeZone: string): [Date, Date] | null => {
  if (range === ANY_TIME) return null
  if (isDateRangePreset(range)) return resolveDateRange(range, now, timeZone)
  const [from = '', to = ''] = range.split(',')
  return [new Date(from), new Date(to)]
}

export type Frame = { scope: Scope; now: Date; timeZone: string }

/** What the server narrows the list by; the export and the timeline take the same. */
export const narrowing = (state: BookingsState, { scope, now, timeZone }: Frame) => {
  const { search, 'filter.status': status, 'filter.date_range': range } = state
  const moments = momentsOf(range, now, timeZone)
  const filter = {
    ...(moments === null ? {} : { date_range: moments.map((moment) => moment.toISOString()) }),
    ...(status.length === 0 ? {} : { status: [...status] }),
    ...(scope.region === null ? {} : { region: [scope.region] }),
    ...(scope.zone.length === 0 ? {} : { zone: [...scope.zone] }),
  }
  return {
    ...(search === '' ? {} : { search }),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  }
}

/** What a timeline can still be read with. */
export const TIMELINE_MOST = 2000
export const TIMELINE_DAYS = 2
