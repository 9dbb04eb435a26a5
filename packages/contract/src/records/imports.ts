import { z } from 'zod'
import { Id } from '../endpoint.ts'

/** Rows in one call. A longer file is sent in several calls, so that its progress shows. */
export const IMPORT_ROWS_PER_CALL = 500

/** Rows of a file by their headings. Each is looked at by itself: one that is refused does not affect the others. */
export const importRows = (most: number) =>
  z
    .array(z.record(z.string().max(100), z.string().max(2000)))
    .min(1)
    .max(most)

export const ImportOutcome = z.object({
  /** place in the rows that were sent, from 0 */
  row: z.int().min(0),
  /** what a person knows the row by, and what was made of it */
  name: z.string(),
  /** of the record that was made; null: refused */
  id: Id.nullable(),
  /** why it was refused, a sentence each */
  problems: z.array(z.string()),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>
