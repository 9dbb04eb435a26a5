import { appendFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Backup } from '@ambit/contract'
import { momentOfName } from './manifest.ts'
import { outdated } from './retention.ts'

/** The folder beside them for backups from before updates, which are not removed in time. */
export const BEFORE_UPDATE = 'before-update'

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** By which the clocks of servers may differ. */
const AHEAD_MS = 3600_000

/** What was made while a clock was wrong takes the place of nothing. */
export const isAhead = (moment: Date, now: Date): boolean => moment.getTime() > now.getTime() + AHEAD_MS

/** A file has the name of a backup only once it was read back, so the newest name is the newest good backup. */
export const newestBackup = async (folder: string, now: Date): Promise<{ file: string; moment: Date } | null> => {
  const found = (await namesIn(folder)).flatMap((name) => {
    const moment = momentOfName(name)
    return moment === null || isAhead(moment, now) ? [] : [{ file: join(folder, name), moment }]
  })
  return found.toSorted((one, other) => other.moment.getTime() - one.moment.getTime())[0] ?? null
}

type Found = Omit<Backup, 'made_at'> & { made_at: Date }

/** The newest first, with those from before updates, which lie in a folder of their own. Throws where it cannot be read. */
export const backupsIn = async (folder: string): Promise<Found[]> => {
  const usual = await foundIn(folder, 'usual')
  const before = await foundIn(join(folder, BEFORE_UPDATE), 'before an update')
  return [...usual, ...before].toSorted((one, other) => other.made_at.getTime() - one.made_at.getTime())
}

const foundIn = async (folder: string, kind: Backup['kind']): Promise<Found[]> => {
  const names = await readdir(folder).catch((error: unknown) => {
    // The first backup makes it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const found = names.map(async (name): Promise<Found[]> => {
    const made_at = momentOfName(name)
    // One may be removed meanwhile.
    const bytes = made_at === null ? null : await sizeOf(join(folder, name)).catch(() => null)
    return made_at === null || bytes === null ? [] : [{ name, made_at, bytes, kind, encrypted: name.endsWith('.age') }]
  })
  return (await Promise.all(found)).flat()
}

export const removeOutdated = async (folder: string, now: Date): Promise<string[]> => {
  const names = outdated((await namesIn(folder)).filter((name) => !isAhead(momentOfName(name) ?? now, now)))
  for (const name of names) await rm(join(folder, name))
  return names
}

export const Drill = z.object({
  /** the backup that was restored */
  file: z.string(),
  at: z.iso.datetime(),
  seconds: z.number(),
  bytes: z.number(),
  /** null: everything was as it was */
  trouble: z.string().nullable(),
})
export type Drill = z.infer<typeof Drill>

const drillsFile = (folder: string): string => join(folder, 'drills.jsonl')

const drillsText = (folder: string): Promise<string> => readFile(drillsFile(folder), 'utf8').catch(() => '')

/** The newest last. They lie beside the backups, so that they outlive the database. */
export const drillsIn = async (folder: string): Promise<Drill[]> =>
  (await drillsText(folder)).split('\n').flatMap(drillOf)

/** None in a line that was not written to its end, as when the disk was full. */
const drillOf = (line: string): Drill[] => {
  try {
    return [Drill.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

export const noteDrill = async (folder: string, drill: Drill): Promise<void> => {
  const text = await drillsText(folder)
  const begin = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(drillsFile(folder), `${begin}${JSON.stringify(drill)}\n`, { mode: 0o600, flush: true })
}

export const sizeOf = async (file: string): Promise<number> => (await stat(file)).size
