import { Readable } from 'node:stream'
import { CSV_MARK, type CsvCell, csvLines } from './csv.ts'

export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => CsvCell]

/** How long a client may take nothing, or the database give nothing, before the answer is cut off. */
const STALLED_MS = 60_000

/**
 * Rows as CSV. A slice is read when the client has taken the one before: memory stays flat, between slices nothing is
 * held of the database, and a client that leaves or stops reading ends the work.
 */
export const csvStream = <Row>(
  columns: readonly CsvColumn<Row>[],
  slices: AsyncIterable<readonly Row[]>,
  stalledMs = STALLED_MS,
): Readable => {
  const stall = setTimeout(() => stream.destroy(new Error('the client stopped reading')), stalledMs)
  async function* lines(): AsyncGenerator<string> {
    yield CSV_MARK + csvLines([columns.map(([header]) => header)])
    for await (const slice of slices) {
      stall.refresh()
      if (slice.length > 0) yield csvLines(slice.map((row) => columns.map(([, cell]) => cell(row))))
      stall.refresh()
    }
  }
  const stream = Readable.from(lines(), { objectMode: false })
  return stream.on('close', () => clearTimeout(stall))
}
