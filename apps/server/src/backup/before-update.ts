import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { pendingOn } from '../database/migrate.ts'
import { BEFORE_UPDATE } from './folder.ts'
import { makeBackup } from './make.ts'

/** An update that does not begin. The message is for the operator. */
export class NotBackedUp extends Error {
  override readonly name = 'NotBackedUp'
}

type Settings = Pick<Config, 'dataFolder' | 'backupFolder' | 'backupRecipients' | 'backupBeforeUpdate' | 'version'>

/**
 * Makes and verifies a backup when migrations are about to change a database that is in use, named after the version
 * that used it. It lies apart from those of the nights, which are removed in time. Answers the file, or null where there
 * is nothing to keep. Throws NotBackedUp.
 */
export const backUpBeforeUpdate = async (
  database: Pick<Database, 'patient' | 'kind' | 'snapshots'>,
  { dataFolder, backupFolder, backupRecipients, backupBeforeUpdate, version }: Settings,
  { now, report }: { now: Date; report: (text: string) => void },
): Promise<string | null> => {
  const { pending, used, version: before } = await pendingOn(database.patient)
  if (!used || pending.length === 0 || !backupBeforeUpdate) return null
  report('backing up before the update')
  const folder = join(backupFolder ?? join(dataFolder, 'backups'), BEFORE_UPDATE)
  try {
    await mkdir(dataFolder, { recursive: true })
    const { file } = await makeBackup({
      kind: database.kind,
      version: before ?? version,
      dataFolder,
      folder,
      recipients: backupRecipients,
      now,
      moment: database.snapshots.moment,
    })
    return file
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NotBackedUp(
      `The update did not begin, because the backup before it failed: ${reason.replace(/\.$/, '')}. Mend that, or start with --no-backup.`,
    )
  }
}
