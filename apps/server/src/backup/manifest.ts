import { z } from 'zod'

/** Raised when a reader of before would misread a file. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'

const Part = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sha256: z.string(),
})
export type Part = z.infer<typeof Part>

/** What a backup says of itself, at the end of the file: a file that was cut has none. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  last_migration: z.string(),
  kind: z.enum(['embedded', 'postgresql']),
  moment: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  parts: z.array(Part),
  sequences: z.array(z.object({ name: z.string(), last_value: z.number() })),
  /** named, not held */
  streets: z.array(z.object({ name: z.string(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

/** As PostgreSQL's COPY writes a table: a line for each row. */
export const partName = (table: string): string => `tables/${table}.copy`

/** A backup that cannot be made or used. The message is one sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

const NAME = /^ambit-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(.+)\.tar\.gz(\.age)?$/

export const backupName = (moment: Date, version: string, encrypted: boolean): string => {
  const time = moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')
  return `ambit-${time}-${version}.tar.gz${encrypted ? '.age' : ''}`
}

/** When a file of that name was made; null for other files. */
export const momentOfName = (name: string): Date | null => {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  return year === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
