import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

const ERASED_LOG = 'erased-passengers.log'

export type Erased = { traveler_id: number; erased_at: Date }

/** The passengers who were erased, as the data folder knows them; none where it has no such file. */
export const readErasedLog = (folder: string): Erased[] => {
  const file = join(folder, ERASED_LOG)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const [, moment = '', id] = /^(\S+) (\d+)$/.exec(line.trim()) ?? []
      const erased_at = new Date(moment)
      if (id === undefined || Number.isNaN(erased_at.getTime()))
        throw new Error(`Line ${at + 1} of ${file} cannot be read.`)
      return { traveler_id: Number(id), erased_at }
    })
}

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
  if (lines.length > 0) appendFileSync(join(folder, ERASED_LOG), lines.join(''), { mode: 0o600, flush: true })
}
