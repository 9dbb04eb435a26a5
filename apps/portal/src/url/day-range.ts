import type { UrlValue } from './url-state.ts'

/** A civil date in the address. */
export const dateValue: UrlValue<string | null> = {
  read: (value) =>
    value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null,
  write: (value) => value ?? undefined,
}

/** From one day to another, both included. */
export type DayRange = { 'filter.from': string | null; 'filter.to': string | null }
export const dayRange = { 'filter.from': dateValue, 'filter.to': dateValue }

/** Days of the reader's calendar; the last one is included. */
export const momentsOf = ({ 'filter.from': from, 'filter.to': to }: DayRange) => {
  if (from === null && to === null) return {}
  const begin = new Date(`${from ?? '2000-01-01'}T00:00:00`)
  const end = new Date(`${to ?? '2199-12-31'}T00:00:00`)
  end.setDate(end.getDate() + 1)
  return { date_range: [begin.toISOString(), end.toISOString()] }
}
