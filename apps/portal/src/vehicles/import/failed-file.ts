import Papa from 'papaparse'
import type { FailedRow } from './batches.ts'
import { importStrings as words } from './strings.ts'

/** The failed rows as they were, each followed by its reason, to be corrected and imported again. */
export const failedFile = (headers: readonly string[], failed: readonly FailedRow[]): string => {
  const kept = headers.flatMap((header, at) => (header === words.errorColumn ? [] : [at]))
  const rows = failed.map(({ source, message }) => [...kept.map((at) => source.cells[at] ?? ''), message])
  const fields = [...kept.map((at) => headers[at] ?? ''), words.errorColumn]
  // The mark shows spreadsheets that the file is UTF-8.
  return `\uFEFF${Papa.unparse({ fields, data: rows }, { escapeFormulae: true })}`
}
