import { z } from 'zod'
import { IMPORT_ROWS_PER_CALL } from './imports.ts'
import { VehicleInput } from './vehicles.ts'

/**
 * The columns of an import file, of the template and, under the same names, of the export. The specification leaves the
 * names of the capacity columns open: they are those of the table.
 */
export const vehicleImportColumns = [
  { header: 'Registration Number', field: 'license_plate', number: false },
  { header: 'Vehicle ID', field: 'vehicle_number', number: false },
  { header: 'Make', field: 'make', number: false },
  { header: 'Model', field: 'model', number: false },
  { header: 'VIN', field: 'vin', number: false },
  { header: 'Transmission', field: 'transmission', number: false },
  { header: 'Supplier Name', field: 'vendor', number: false },
  { header: 'Manufacture Year', field: 'year', number: true },
  { header: 'Colour', field: 'color', number: false },
  { header: 'Body Type', field: 'body_type', number: false },
  { header: 'Number of Doors', field: 'doors', number: true },
  { header: 'Fuel Type', field: 'fuel_type', number: false },
  { header: 'Actual Passenger Capacity', field: 'capacity', number: true },
  { header: 'Wheelchair Passenger Capacity', field: 'mobility_capacity', number: true },
  { header: 'Maximum Capacity', field: 'max_capacity', number: true },
  { header: 'Seats per Wheelchair', field: 'seats_per_wheelchair', number: true },
] as const satisfies readonly { header: string; field: keyof VehicleInput; number: boolean }[]

export const VEHICLE_IMPORT_TEMPLATE = 'bulk_vehicle_import_template.xlsx'

/** Rows in one file. */
export const MAX_IMPORT_ROWS = 20_000

/** Each row is checked by itself: a refused row does not affect the others. */
export const VehicleImport = z.array(z.record(z.string(), z.unknown())).min(1).max(IMPORT_ROWS_PER_CALL)

export const VehicleImportError = z.object({
  /** place in the array that was sent, from 0 */
  row: z.int().min(0),
  license_plate: z.string().nullable(),
  vehicle_number: z.string().nullable(),
  message: z.string().nullable(),
  /** one sentence for each field that is refused */
  detail: z.array(z.string()),
})
export type VehicleImportError = z.infer<typeof VehicleImportError>

export const VehicleImportAnswer = z.object({
  data: z.object({ imported: z.int() }),
  errors: z.array(VehicleImportError),
})

/** The rows that an import would refuse, where nothing is imported. */
export const VehicleImportCheck = z.object({ errors: z.array(VehicleImportError) })

const headers = new Map<string, string>(vehicleImportColumns.map(({ header, field }) => [field, header]))

/** One sentence for each wrong field of a row, with the first rule that it breaks; empty for a valid row. */
export const vehicleRowProblems = (issues: readonly z.core.$ZodIssue[]): string[] => {
  const sentences = new Map<string, string>()
  for (const { path, message, code } of issues) {
    const field = String(path[0] ?? '')
    // Only the message about a text's length does not name its field.
    const named = code === 'too_big' && message.startsWith('Please enter at most')
    if (!sentences.has(field)) sentences.set(field, named ? `${headers.get(field) ?? field}: ${message}` : message)
  }
  return [...sentences.values()]
}

type Names = { license_plate?: unknown; vehicle_number?: unknown }
const known = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** A missing plate is taken from the number, and a missing number from the plate. */
export const withBothNames = <T extends Names>(row: T): T => {
  if (!known(row.license_plate) && known(row.vehicle_number)) return { ...row, license_plate: row.vehicle_number }
  if (!known(row.vehicle_number) && known(row.license_plate)) return { ...row, vehicle_number: row.license_plate }
  return row
}

/**
 * Text that a spreadsheet runs as a formula, or the error that one leaves behind. Some read the signs of full width too,
 * and look beyond blanks and percent signs at the beginning.
 */
export const FORMULA = /^[\s％%]*[=+@＝＋＠]|^[\s％%]*[-－]\S|^[\t\r\n]|^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)/
export const isFormula = (text: string): boolean => FORMULA.test(text)
