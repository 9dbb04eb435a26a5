import { z } from 'zod'
import { Timestamp } from './basics.ts'

/** A day in UTC. */
const Day = z.iso.date()

/** So many days the pace is taken of: that many and one more are measured for it. */
export const PACE_DAYS = 14

export const TableSize = z.object({
  table: z.string(),
  /** with its indexes, when it was last measured */
  bytes: z.number(),
  /** null: not known yet */
  rows: z.number().nullable(),
  /** the rows were counted; otherwise the database's own estimate */
  counted: z.boolean(),
  /** null: it was measured on one day alone */
  bytes_per_day: z.number().nullable(),
  days: z.array(z.object({ day: Day, bytes: z.number() })),
})

/** What the installation runs on, how much room it has, and what takes it up. */
export const InstallationStatus = z.object({
  version: z.string(),
  /** of the process that answers */
  uptime_seconds: z.int(),
  now: Timestamp,
  database: z.object({ kind: z.enum(['embedded', 'postgresql']), version: z.string(), bytes: z.number() }),
  /** of the disk that holds the data folder of the server that answers; null: there is no folder */
  disk: z
    .object({
      folder: z.string(),
      free_bytes: z.number(),
      total_bytes: z.number(),
      /** positions are thinned and exports refused until there is room again */
      low: z.boolean(),
      /** negative: there is more and more room; null: it was measured on one day alone */
      bytes_per_day: z.number().nullable(),
      /** at that pace; null: never, or no pace is known */
      full_in_days: z.int().nullable(),
    })
    .nullable(),
  /** days on which sizes were measured, at most `PACE_DAYS` and one; the newest last */
  days: z.array(z.object({ day: Day, database_bytes: z.number(), free_bytes: z.number().nullable() })),
  /** the largest ones, the largest first */
  tables: z.array(TableSize),
})
export type InstallationStatus = z.infer<typeof InstallationStatus>
