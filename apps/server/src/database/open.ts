import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Database, openPostgres } from './connect.ts'
import { isDiskFull } from './disk.ts'
import { openEmbedded } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'

/** What the operator should read instead of a trace. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** What is added to the name of a database while another takes its place. */
export const REPLACED = '.replaced'

/** For a command that reads what is there: throws one sentence where a data folder holds no database, rather than make one. */
export const openExisting = (place: Place, onError: (error: Error) => void = () => {}): Promise<Database> => {
  requireDatabase(place)
  return openDatabase(place, onError)
}

export const requireDatabase = ({ databaseUrl, dataFolder }: Place): void => {
  const folder = join(dataFolder, 'database')
  if (databaseUrl === null && !existsSync(folder) && !existsSync(`${folder}${REPLACED}`))
    throw new DatabaseUnavailable(`There is no database in ${dataFolder}.`)
}

type Place = Pick<Config, 'databaseUrl' | 'dataFolder'>

/**
 * The database of an installation: a server by its address, or the embedded one in the data folder, which this process
 * then holds. Throws FolderInUse, DatabaseUnavailable.
 */
export const openDatabase = async (
  { databaseUrl, dataFolder }: Place,
  onError: (error: Error) => void,
): Promise<Database> => {
  if (databaseUrl !== null) {
    return openPostgres(databaseUrl, onError).catch((error: unknown) => {
      throw new DatabaseUnavailable(`The database at DATABASE_URL cannot be reached: ${reasonOf(error)}`)
    })
  }
  const lock = lockFolder(dataFolder)
  try {
    const folder = join(dataFolder, 'database')
    if (!existsSync(folder)) {
      // A restore was cut off between putting the old database aside and the new one in its place.
      if (existsSync(`${folder}${REPLACED}`)) renameSync(`${folder}${REPLACED}`, folder)
      else await prepare(folder, onError)
    }
    const database = await openEmbedded({ folder, template: null }, onError)
    return {
      ...database,
      close: async () => {
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    if (isDiskFull(error)) throw error
    throw new DatabaseUnavailable(`The database in ${dataFolder} cannot be opened: ${reasonOf(error)}`)
  }
}

/** A new database is made beside its place: one that was cut off while it was made is never taken for a whole one. */
const prepare = async (folder: string, onError: (error: Error) => void): Promise<void> => {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const database = await openEmbedded({ folder: draft, template: null }, onError)
  await database.close()
  renameSync(draft, folder)
}

/** The reason in one line, without the password that an address may carry. */
const reasonOf = (error: unknown): string => {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const text = inner instanceof Error && inner.message !== '' ? inner.message : String(inner)
  return text.replace(/:\/\/[^@\s]*@/g, '://').split('\n', 1)[0] ?? ''
}
