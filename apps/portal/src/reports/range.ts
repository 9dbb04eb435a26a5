import { addDays } from '@ambit/domain'
import type { Scope } from '../url/scope.ts'
import type { DayRange } from '../url/day-range.ts'

/** The filters of a report: the header's region and zones, and the days. */
export const narrowing = ({ region, zone }: Scope, { 'filter.from': from, 'filter.to': to }: DayRange) => ({
  ...(region === null ? {} : { region: [region] }),
  ...(zone.length === 0 ? {} : { zone: [...zone] }),
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
})

const LAST_DAYS = 30

/** Where nothing was chosen, or only one end: the thirty days up to today, or up to the end that was chosen. */
export const wholeRange = ({ 'filter.from': from, 'filter.to': to }: DayRange, today: string) => {
  const end = to ?? (from !== null && from > today ? from : today)
  const begin = from ?? addDays(end, 1 - LAST_DAYS)
  return { 'filter.from': begin, 'filter.to': end }
}
