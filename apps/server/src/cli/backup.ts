import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { removeOutdated } from '../backup/folder.ts'
import { identitiesIn } from '../backup/identities.ts'
import { makeBackup, type Made } from '../backup/make.ts'
import { folderPlace, serverPlace } from '../backup/places.ts'
import { restore } from '../backup/restore.ts'
import { askForCopy } from '../boot/operator.ts'
import type { Config } from '../config.ts'
import { openMoment } from '../database/embedded.ts'
import { readErasedLog } from '../retention/erased-log.ts'
import { FolderInUse } from '../database/folder-lock.ts'
import { openDatabase, requireDatabase } from '../database/open.ts'
import type { Moment } from '../database/snapshots.ts'

type Place = Pick<Config, 'dataFolder' | 'databaseUrl'>
type Backup = Place & Pick<Config, 'version'> & { to: string; recipients: readonly string[]; keep: boolean }

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** `ambit backup`: beside a running server too. Ends well only when the file was read back and is whole. */
export const runBackup = async (order: Backup): Promise<void> => {
  const { file, bytes, manifest } = await backUp(order)
  const rows = manifest.parts.reduce((sum, part) => sum + part.rows, 0)
  say(file)
  say(`${rows} rows of ${manifest.parts.length} tables, ${bytes} bytes, read back and whole. It holds personal data.`)
  if (order.keep) for (const name of await removeOutdated(resolve(order.to), new Date())) say(`Removed ${name}.`)
}

const backUp = async ({ dataFolder, databaseUrl, version, to, recipients }: Backup): Promise<Made> => {
  requireDatabase({ dataFolder, databaseUrl })
  const { moment, close } = await openSource({ dataFolder, databaseUrl })
  const kind = databaseUrl === null ? ('embedded' as const) : ('postgresql' as const)
  const now = new Date()
  try {
    return await makeBackup({ kind, version, dataFolder, folder: resolve(to), recipients, now, moment })
  } finally {
    await close()
  }
}

type Open = { moment: (work: string) => Promise<Moment>; close: () => Promise<void> }

/** The database itself, or a copy that the server makes which holds it. */
const openSource = async ({ dataFolder, databaseUrl }: Place): Promise<Open> => {
  try {
    const { snapshots, close } = await openDatabase({ dataFolder, databaseUrl }, () => {})
    return { moment: snapshots.moment, close }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const moment = async (work: string): Promise<Moment> => {
      await askForCopy(dataFolder)
      return openMoment({ folder: join(work, 'database'), template: null })
    }
    return { moment, close: async () => {} }
  }
}

type Restore = Place & { file: string; identity: string | null; replace: boolean }

/** `ambit restore`: into the data folder, or the server that `databaseUrl` names. */
export const runRestore = async ({ file, identity, replace, dataFolder, databaseUrl }: Restore): Promise<void> => {
  const identities = identity === null ? [] : identitiesIn(await readFile(identity, 'utf8'))
  const erased = readErasedLog(dataFolder)
  const place = await (databaseUrl === null ? folderPlace(dataFolder) : serverPlace(databaseUrl))
  const terms = { replace, erased, now: new Date(), report: (text: string) => say(`${text} …`) }
  const { manifest, before } = await restore({ file, identities }, place, terms)
  say(`Restored as it was on ${manifest.moment}. Health has found nothing.`)
  if (before !== null) say(`What was there before lies in ${before}. Remove it when it is not needed any more.`)
  if (manifest.streets.length > 0)
    say(`Street data are not in a backup. It was made with: ${manifest.streets.map(({ name }) => name).join(', ')}.`)
}
