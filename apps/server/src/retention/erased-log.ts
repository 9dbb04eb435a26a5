import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

const ERASED_LOG = 'erased-passengers.log'

export type Erased = { traveler_id: number; erased_at: Date }

/**
 * The passengers who were erased, as the data folder knows them; none where it has no such file. A last line that was not
 * written to its end is left out. Throws for any other that cannot be read.
 */
export const readErasedLog = (folder: string): Erased[] => {
  const file = join(folder, ERASED_LOG)
  if (!existsSync(file)) return []
  return linesOf(file)
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const [, moment = '', id] = /^(\S+) (\d+)$/.exec(line.trim()) ?? []
      const erased_at = new Date(moment)
      if (id === undefined || Number.isNaN(erased_at.getTime()))
        throw new Error(`Line ${at + 1} of ${file} cannot be read.`)
      return { traveler_id: Number(id), erased_at }
    })
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)

/** Adds to the file whom the database knows and the file does not. */
export const logErased = async (db: Kysely<DB>, folder: string): Promise<void> => {
  const logged = new Set(readErasedLog(folder).map(({ traveler_id }) => traveler_id))
  const erased = await db
    .selectFrom('erased_travelers')
    .selectAll()
    .orderBy('erased_at')
    .orderBy('traveler_id')
    .execute()
  const lines = erased
    .filter(({ traveler_id }) => !logged.has(traveler_id))
    .map(({ traveler_id, erased_at }) => `${erased_at.toISOString()} ${traveler_id}\n`)
  if (lines.length > 0) append(join(folder, ERASED_LOG), lines)
}

/** In the place of a last line that was not written to its end, as when the disk was full. */
const append = (file: string, lines: readonly string[]): void => {
  if (existsSync(file)) truncateSync(file, readFileSync(file).lastIndexOf('\n') + 1)
  appendFileSync(file, lines.join(''), { mode: 0o600, flush: true })
}
