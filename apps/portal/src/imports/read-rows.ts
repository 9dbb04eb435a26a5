import Papa from 'papaparse'
import { readText } from '../ui/read-text.ts'
import { rowImportStrings as words } from './strings.ts'

export type FileRow = Record<string, string>
export type RowsReading = { rows: FileRow[] } | { problem: string }

type Expected = {
  /** headings that a file must have, however they are capitalised */
  columns: readonly string[]
  /** said where one of them is missing */
  missing: string
  most: number
  /** said where there are more rows */
  tooMany: string
}

/** The rows of a CSV file by their headings, or why there are none. */
export const readRows = (bytes: Uint8Array, { columns, missing, most, tooMany }: Expected): RowsReading => {
  const read = readText(bytes)
  if (!read.ok) return { problem: read.problem }
  const { data, meta, errors } = Papa.parse<FileRow>(read.text, { header: true, skipEmptyLines: 'greedy' })
  if (errors.some(({ type }) => type === 'Quotes')) return { problem: words.broken }
  const headings = (meta.fields ?? []).map((field) => field.trim().toLowerCase())
  if (columns.some((column) => !headings.includes(column.toLowerCase()))) return { problem: missing }
  if (data.length === 0) return { problem: words.empty }
  if (data.length > most) return { problem: tooMany }
  // Cells beyond the headings have none.
  return {
    rows: data.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => typeof cell === 'string'))),
  }
}

/** As spreadsheets open it: with the mark that says it is Unicode. */
export const csvFile = (rows: readonly FileRow[], columns?: readonly string[]): Blob =>
  new Blob([`\uFEFF${Papa.unparse([...rows], columns === undefined ? {} : { columns: [...columns] })}`], {
    type: 'text/csv;charset=utf-8',
  })
