import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../deps.ts'

/** What this process makes is for its own account: the data folder holds people's data and the signing secret. */
export const keepFilesPrivate = (): void => void process.umask(0o077)

/** Takes the rights of other accounts from what is in a data folder already. Says so where it belongs to another account. */
export const makePrivate = (folder: string, log: Pick<Logger, 'warn'>): void => {
  // Modes mean nothing there.
  if (process.platform === 'win32') return
  try {
    for (const path of [
      folder,
      ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    ]) {
      const info = lstatSync(path)
      if (!info.isSymbolicLink() && (info.mode & 0o077) !== 0) chmodSync(path, info.mode & 0o700)
    }
  } catch (error) {
    log.warn({ err: error }, 'other accounts of this machine may read the data folder: its modes cannot be changed')
  }
}
