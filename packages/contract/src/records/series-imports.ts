import { z } from 'zod'
import { importRows } from './imports.ts'

/** The columns of an import file. The export has them too, so that what was exported can be imported. */
export const seriesImportColumns = [
  'Passenger number',
  'Passenger',
  'Zone',
  'Days',
  'Weeks',
  'First date',
  'Last date',
  'Number of rides',
  'Left out',
  'Added',
  'There from',
  'There from latitude',
  'There from longitude',
  'There to',
  'There to latitude',
  'There to longitude',
  'There time',
  'There meant',
  'There people',
  'Back from',
  'Back from latitude',
  'Back from longitude',
  'Back to',
  'Back to latitude',
  'Back to longitude',
  'Back time',
  'Back meant',
  'Back people',
  'Payment method',
  'Comment',
  'Group',
  'Group vehicles',
  'All or none',
] as const
export type SeriesImportColumn = (typeof seriesImportColumns)[number]

/** Rows of one file. */
export const MAX_SERIES_IMPORT_ROWS = 2000
/** Rows in one call: each is judged as a series that is made by itself. Rows that name the same group come in one call. */
export const SERIES_IMPORT_ROWS_PER_CALL = 100
export const SeriesImport = z.object({ rows: importRows(SERIES_IMPORT_ROWS_PER_CALL) })
