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
