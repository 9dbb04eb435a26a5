import { MOST_PLACES } from '@ambit/contract'
import Papa from 'papaparse'
import { readText } from '../ui/read-text.ts'
import { importStrings as words } from './strings.ts'

export type PlaceRow = Record<string, string>
export type PlacesReading = { rows: PlaceRow[] } | { problem: string }

/** The rows of a CSV file by their headings, or why there are none. */
export const readPlaces = (bytes: Uint8Array, number: (count: number) => string): PlacesReading => {
  const read = readText(bytes)
  if (!read.ok) return { problem: read.problem }
  const { data, meta, errors } = Papa.parse<PlaceRow>(read.text, { header: true, skipEmptyLines: 'greedy' })
  if (errors.some(({ type }) => type === 'Quotes')) return { problem: words.broken }
  const headings = (meta.fields ?? []).map((field) => field.trim().toLowerCase())
  if (!headings.includes('name') || !headings.includes('address')) return { problem: words.noName }
  if (data.length === 0) return { problem: words.empty }
  if (data.length > MOST_PLACES) return { problem: words.tooMany(number(MOST_PLACES)) }
  // Cells beyond the headings have none.
  return {
    rows: data.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => typeof cell === 'string'))),
  }
}
