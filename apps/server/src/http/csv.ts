import Papa from 'papaparse'
import { FORMULA } from '@ambit/contract'

export type CsvCell = string | number | boolean | null | undefined

/** Rows of RFC 4180. What a spreadsheet would run as a formula is led in by an apostrophe, as spreadsheets do. */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => [...row]),
        { newline: '\r\n', escapeFormulae: FORMULA },
      )}\r\n`

/** Tells Excel that the file is UTF-8. */
export const CSV_MARK = '\uFEFF'
