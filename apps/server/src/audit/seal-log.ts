import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

export const SEAL_LOG = 'audit-seals.log'

/** One line a day: its last seal. A copy elsewhere shows whether all seals were written again. */
export type LoggedSeal = { day: string; seal: number; hash: string }

export const logLine = ({ day, seal, hash }: LoggedSeal): string => `${day} ${seal} ${hash}`

export const parseSealLog = (text: string): LoggedSeal[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const [, day, seal, hash] = /^(\d{4}-\d\d-\d\d) (\d+) ([0-9a-f]{64})$/.exec(line.trim()) ?? []
      if (day === undefined || hash === undefined)
        throw new Error(`Line ${at + 1} of the file of seals cannot be read.`)
      return { day, seal: Number(seal), hash }
    })

/** Adds the days (of UTC) that have ended since the file's last. */
export const logSeals = async (db: Kysely<DB>, folder: string, now: Date): Promise<void> => {
  const file = join(folder, SEAL_LOG)
  const logged = existsSync(file) ? parseSealLog(readFileSync(file, 'utf8')) : []
  const { rows } = await sql<LoggedSeal>`
    select distinct on (day) to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD') as day, id as seal,
      encode(hash, 'hex') as hash
    from audit_seals
    where sealed_at < date_trunc('day', ${now}::timestamptz, 'UTC') and id > ${logged.at(-1)?.seal ?? 0}
    order by day, id desc`.execute(db)
  const lines = rows.map((seal) => `${logLine(seal)}\n`)
  if (lines.length > 0) appendFileSync(file, lines.join(''), { mode: 0o600 })
}
