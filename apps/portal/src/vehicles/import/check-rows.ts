import { isFormula, vehicleImportColumns, VehicleInput, vehicleRowProblems, withBothNames } from '@ambit/contract'
import type { FileRow } from './read-rows.ts'
import { importStrings as words } from './strings.ts'

export type CheckedRow = FileRow & {
  /** what is sent */
  vehicle: { [field: string]: string | number }
  problems: readonly string[]
}

const lowered = new Set(['transmission', 'body_type', 'fuel_type'])
/** Text that a spreadsheet would have run, marked as text: the way our own export writes it. */
const marked = (text: string): boolean => text.startsWith("'") && isFormula(text.slice(1))

const valueOf = (text: string, column: (typeof vehicleImportColumns)[number]): string | number => {
  const value = marked(text) ? text.slice(1) : text
  if (lowered.has(column.field)) return value.toLowerCase()
  return column.number && /^\d+(\.0+)?$/.test(value) ? Number(value) : value
}

const cellProblem = (text: string, header: string): string[] => {
  if (isFormula(text)) return [words.formula(header)]
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) ? [words.character(header)] : []
}

/** Each row as it will be sent, with the errors the server would give, and duplicates in the file. */
export const checkRows = (rows: readonly FileRow[]): CheckedRow[] => {
  const seen = { license_plate: new Map<string, number>(), vehicle_number: new Map<string, number>() }
  return rows.map((row) => {
    const vehicle = withBothNames(vehicleOf(row))
    return { ...row, vehicle, problems: [...ownProblems(row, vehicle), ...repeats(row, vehicle, seen)] }
  })
}

const vehicleOf = ({ values }: FileRow): CheckedRow['vehicle'] =>
  Object.fromEntries(
    vehicleImportColumns.flatMap((column) => {
      const text = values[column.header]
      return text === undefined ? [] : [[column.field, valueOf(text, column)]]
    }),
  )

const ownProblems = (row: FileRow, vehicle: CheckedRow['vehicle']): string[] => {
  const cells = vehicleImportColumns.flatMap(({ header, number }) => {
    const text = row.values[header]
    // A negative number is no formula; the rules of the field say what is wrong with it.
    return text === undefined || (number && /^-\d/.test(text)) ? [] : cellProblem(text, header)
  })
  const rules = vehicleRowProblems(VehicleInput.safeParse(vehicle).error?.issues ?? [])
  return [...(row.surplus ? [words.surplus] : []), ...cells, ...(cells.length > 0 ? [] : rules)]
}

type Seen = Record<'license_plate' | 'vehicle_number', Map<string, number>>
const nameOf = { license_plate: 'registration number', vehicle_number: 'vehicle ID' } as const

const repeats = ({ row }: FileRow, vehicle: CheckedRow['vehicle'], seen: Seen): string[] =>
  (['license_plate', 'vehicle_number'] as const).flatMap((field) => {
    const value = vehicle[field]
    if (typeof value !== 'string') return []
    const key = value.toLowerCase()
    const first = seen[field].get(key)
    if (first === undefined) seen[field].set(key, row)
    return first === undefined ? [] : [words.repeated(nameOf[field], first)]
  })
