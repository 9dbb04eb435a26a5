import { z } from 'zod'
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

/** Rows of one call. A file of more is sent in several, so that its progress shows. */
export const IMPORT_ROWS_PER_CALL = 500
/** Rows of one file. */
export const MAX_IMPORT_ROWS = 20_000

/** Each row is looked at by itself: one that is refused leaves the others alone. */
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

const headers = new Map<string, string>(vehicleImportColumns.map(({ header, field }) => [field, header]))

/** The first rule that each field of a row breaks, in words that name the field. Nothing for a row that is right. */
export const vehicleRowProblems = (issues: readonly z.core.$ZodIssue[]): string[] => {
  const sentences = new Map<string, string>()
  for (const { path, message, code } of issues) {
    const field = String(path[0] ?? '')
    // Only the length of a text is refused in words that would fit any field.
    const named = code === 'too_big' && message.startsWith('Please enter at most')
    if (!sentences.has(field)) sentences.set(field, named ? `${headers.get(field) ?? field}: ${message}` : message)
  }
  return [...sentences.values()]
}

type Names = { license_plate?: unknown; vehicle_number?: unknown }
const known = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** A plate that is not known is the number, and the other way round. */
export const withBothNames = <T extends Names>(row: T): T => {
  if (!known(row.license_plate) && known(row.vehicle_number)) return { ...row, license_plate: row.vehicle_number }
  if (!known(row.vehicle_number) && known(row.license_plate)) return { ...row, vehicle_number: row.license_plate }
  return row
}

/** A spreadsheet would run this as a formula, or it is what one leaves behind when it could not. */
export const FORMULA = /^[=+@\t\r]|^-\S|^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)/
export const isFormula = (text: string): boolean => FORMULA.test(text)
