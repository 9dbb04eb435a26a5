import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { FolderInUse, lockFolder } from '../database/folder-lock.ts'
import { readMigrations } from '../database/migrate.ts'
import type { Moment } from '../database/snapshots.ts'
import { recipientsOf } from './encryption.ts'
import { BackupRefused, backupName, type Manifest } from './manifest.ts'
import { checkBackup } from './read.ts'
import { syncFolder } from '../database/sync-folder.ts'
import { writeBackup } from './write.ts'

export type Order = {
  kind: Manifest['kind']
  version: string
  dataFolder: string
  /** where the file is to lie */
  folder: string
  /** age keys; none: the file is not encrypted */
  recipients: readonly string[]
  now: Date
  moment: (work: string) => Promise<Moment>
  /** aborts when the process has to stop */
  signal?: AbortSignal
}

export type Made = { file: string; bytes: number; manifest: Manifest }

/**
 * Makes a backup and reads it back; only then it has its name. One at a time for each data folder. Throws BackupRefused.
 */
export const makeBackup = async (order: Order): Promise<Made> => {
  const { kind, version, dataFolder, folder, now, signal } = order
  const release = await workAlone(workFolder(dataFolder))
  try {
    const recipients = order.recipients.length === 0 ? null : await recipientsOf(order.recipients)
    const file = join(folder, backupName(now, version, recipients !== null))
    if (existsSync(file)) throw new BackupRefused(`There is a backup of this second already: ${file}.`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = `${file}.partial`
    try {
      const content = { kind, version, moment: now, streets: await streetsIn(dataFolder) }
      const manifest = await readOneMoment(order, (client) =>
        writeBackup(client, content, draft, { work: workFolder(dataFolder), recipients, signal }),
      )
      const identities = recipients === null ? [] : [recipients.own]
      const readBack = await checkBackup({ file: draft, identities, signal }, readMigrations())
      if (!isDeepStrictEqual(readBack, manifest)) throw new BackupRefused('The backup was not written as it was meant.')
      await rename(draft, file)
      await syncFolder(folder)
      return { file, bytes: (await stat(file)).size, manifest }
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  } finally {
    await release()
  }
}

const readOneMoment = async <T>(
  { moment, dataFolder, signal }: Order,
  read: (client: Moment['client']) => Promise<T>,
) => {
  const { client, end } = await moment(workFolder(dataFolder))
  try {
    signal?.throwIfAborted()
    return await read(client)
  } finally {
    await end()
  }
}

/** Holds what a backup or a drill leaves behind only while it is made. */
export const workFolder = (dataFolder: string): string => join(dataFolder, 'moment')

/** Takes the folder for this process, without what one that was killed has left in it. */
const workAlone = async (work: string): Promise<() => Promise<void>> => {
  try {
    const lock = lockFolder(work)
    for (const name of await readdir(work)) {
      if (!name.startsWith('lock')) await rm(join(work, name), { recursive: true, force: true })
    }
    return async () => {
      lock.release()
      await rm(work, { recursive: true, force: true })
    }
  } catch (error) {
    if (error instanceof FolderInUse) throw new BackupRefused('Another backup of this installation is being made.')
    throw error
  }
}

/** A street data set's own manifest holds a checksum of each of its files. */
const streetsIn = async (dataFolder: string): Promise<Manifest['streets']> => {
  const folder = join(dataFolder, 'streets')
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name, 'manifest.json')).catch(() => null)
      return text === null ? [] : [{ name, sha256: createHash('sha256').update(text).digest('hex') }]
    }),
  )
  return found.flat()
}
