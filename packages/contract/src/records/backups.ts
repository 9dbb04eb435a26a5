import { z } from 'zod'
import { Timestamp } from './basics.ts'

/** `usual`: of a night, or made by hand. */
export const backupKinds = ['usual', 'before an update'] as const

/** A file has the name of a backup only once it was read back, and every part of it was whole. */
export const Backup = z.object({
  name: z.string(),
  made_at: Timestamp,
  bytes: z.int(),
  kind: z.enum(backupKinds),
  encrypted: z.boolean(),
})
export type Backup = z.infer<typeof Backup>

/** A backup that was restored into a folder of its own and looked at. */
export const BackupDrill = z.object({
  /** the backup's name */
  file: z.string(),
  at: Timestamp,
  /** how long it took */
  seconds: z.number(),
  bytes: z.number(),
  /** null: everything was as it was */
  trouble: z.string().nullable(),
})
export type BackupDrill = z.infer<typeof BackupDrill>

/** An older newest backup is warned of. */
export const BACKUP_OLD_HOURS = 26

export const BackupState = z.object({
  /** by the wall’s clock, which ages are counted by */
  now: Timestamp,
  /** of the server that answers; null: it keeps none */
  folder: z.string().nullable(),
  /** what backups made from now on are */
  encrypted: z.boolean(),
  /** why none can be asked for; null: they can */
  refusal: z.string().nullable(),
  /** since when what was asked for is waited for; null: nothing is */
  waiting: z.object({ backup: Timestamp.nullable(), drill: Timestamp.nullable() }),
  /** what was in the way of the last run, or of reading the folder */
  trouble: z.string().nullable(),
})
export type BackupState = z.infer<typeof BackupState>
