import { MAX_IMPORT_ROWS, vehicleImportColumns } from '@ambit/contract'
import Papa from 'papaparse'
import { importStrings as words } from './strings.ts'

type Header = (typeof vehicleImportColumns)[number]['header']

export type FileRow = {
  /** as a spreadsheet counts: the headings are row 1 */
  row: number
  /** all of its cells, in the order of the file's columns */
  cells: readonly string[]
  /** those of the columns that are read */
  values: Partial<Record<Header, string>>
  /** more cells than headings */
  surplus: boolean
}
export type RowReading =
  | { ok: true; headers: readonly string[]; rows: readonly FileRow[]; notices: string[] }
  | { ok: false; problem: string }

const plain = (heading: string): string => heading.replace(/\s+/g, ' ').trim().toLowerCase()
const known = new Map<string, Header>(vehicleImportColumns.map(({ header }) => [plain(header), header]))

/** Without these no row can be right; of plate and number one is enough. */
const missingOf = (found: ReadonlySet<Header>): string[] => {
  const needed: Header[] = ['Actual Passenger Capacity', 'Wheelchair Passenger Capacity']
  const names: Header[] = ['Registration Number', 'Vehicle ID']
  return [
    ...(names.some((name) => found.has(name)) ? [] : [names.map((name) => `"${name}"`).join(' or ')]),
    ...needed.filter((name) => !found.has(name)).map((name) => `"${name}"`),
  ]
}

/**
 * The rows of a CSV file by the import's columns. The header row is dropped, blank rows are skipped, the separator is
 * found out. No more is read than may be imported.
 */
export const readRows = (text: string): RowReading => {
  // Room for blank rows between; more than that is no list of vehicles.
  const { data, errors, meta } = Papa.parse<string[]>(text, { preview: MAX_IMPORT_ROWS * 2 })
  const [headings = [], ...lines] = data
  if (headings.every((heading) => heading.trim() === '')) return { ok: false, problem: words.empty }
  const columns = headings.map((heading) => known.get(plain(heading)))
  const problem = headingProblem(headings, columns)
  if (problem !== null) return { ok: false, problem }
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open !== undefined) return { ok: false, problem: words.quotes((open.row ?? 0) + 1) }
  const rows = lines
    .map((cells, at) => ({ cells, row: at + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ cells, row }): FileRow => ({
      row,
      cells,
      values: valuesOf(cells, columns),
      surplus: cells.slice(headings.length).some((cell) => cell.trim() !== ''),
    }))
  if (rows.length > MAX_IMPORT_ROWS || meta.truncated)
    return { ok: false, problem: words.tooManyRows(MAX_IMPORT_ROWS.toLocaleString()) }
  if (rows.length === 0) return { ok: false, problem: words.noRows }
  return { ok: true, headers: headings, rows, notices: noticesOf(headings, columns, meta.delimiter) }
}

const headingProblem = (headings: readonly string[], columns: readonly (Header | undefined)[]): string | null => {
  const found = new Set(columns.filter((column) => column !== undefined))
  if (found.size === 0)
    return words.unknownColumns(headings.join(', '), vehicleImportColumns.map(({ header }) => header).join(', '))
  const double = columns.find((column, at) => column !== undefined && columns.indexOf(column) !== at)
  if (double !== undefined) return words.doubleColumn(double)
  const missing = missingOf(found)
  return missing.length === 0 ? null : words.missingColumns(missing.join(', '))
}

/** Empty values are left out. */
const valuesOf = (cells: readonly string[], columns: readonly (Header | undefined)[]): FileRow['values'] =>
  Object.fromEntries(
    columns.flatMap((column, at) => {
      const value = (cells[at] ?? '').trim()
      return column === undefined || value === '' ? [] : [[column, value]]
    }),
  )

const noticesOf = (
  headings: readonly string[],
  columns: readonly (Header | undefined)[],
  separator: string,
): string[] => {
  const ignored = headings.filter((heading, at) => columns[at] === undefined && heading.trim() !== '')
  const separatedBy = words.separators[separator]
  return [
    ...(separatedBy === undefined ? [] : [words.separatedBy(separatedBy)]),
    ...(ignored.length === 0 ? [] : [words.ignored(ignored.join(', '))]),
  ]
}
