import { IMPORT_ROWS_PER_CALL, type VehicleImportError } from '@ambit/contract'
import type { CheckedRow } from './check-rows.ts'
import { importStrings as words } from './strings.ts'

/** A row that is not in, and why. */
export type FailedRow = { source: CheckedRow; plate: string; number: string; message: string }

export const failedOf = (source: CheckedRow, error: Omit<VehicleImportError, 'row'>): FailedRow => ({
  source,
  plate: error.license_plate ?? error.vehicle_number ?? words.unknown,
  number: error.vehicle_number ?? error.license_plate ?? words.unknown,
  message: error.message ?? error.detail[0] ?? '',
})

const textOf = (value: string | number | undefined): string | null => (value === undefined ? null : String(value))

/** A row that the preview found wrong: it is not sent. */
export const failedBefore = (row: CheckedRow): FailedRow =>
  failedOf(row, {
    license_plate: textOf(row.vehicle['license_plate']),
    vehicle_number: textOf(row.vehicle['vehicle_number']),
    message: row.problems.join('. '),
    detail: [...row.problems],
  })

export type Batch = { key: string; rows: readonly CheckedRow[] }

/** The file in calls of a size that shows progress. Each has a key: sent again, it is answered as it was. */
export const batchesOf = (rows: readonly CheckedRow[], runKey: string): Batch[] =>
  Array.from({ length: Math.ceil(rows.length / IMPORT_ROWS_PER_CALL) }, (_, at) => ({
    key: `${runKey}-${at}`,
    rows: rows.slice(at * IMPORT_ROWS_PER_CALL, (at + 1) * IMPORT_ROWS_PER_CALL),
  }))
