import { appendFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { momentOfName } from './manifest.ts'
import { outdated } from './retention.ts'

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** A file has the name of a backup only once it was read back, so the newest name is the newest good backup. */
export const newestBackup = async (folder: string): Promise<{ file: string; moment: Date } | null> => {
  const found = (await namesIn(folder)).flatMap((name) => {
    const moment = momentOfName(name)
    return moment === null ? [] : [{ file: join(folder, name), moment }]
  })
  return found.toSorted((one, other) => other.moment.getTime() - one.moment.getTime())[0] ?? null
}

export const removeOutdated = async (folder: string): Promise<string[]> => {
  const names = outdated(await namesIn(folder))
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

/** The newest last. They lie beside the backups, so that they outlive the database. */
export const drillsIn = async (folder: string): Promise<Drill[]> => {
  const text = await readFile(drillsFile(folder), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const parsed = line === '' ? null : Drill.safeParse(JSON.parse(line))
    return parsed?.success === true ? [parsed.data] : []
  })
}

export const noteDrill = (folder: string, drill: Drill): Promise<void> =>
  appendFile(drillsFile(folder), `${JSON.stringify(drill)}\n`, { mode: 0o600 })

export const sizeOf = async (file: string): Promise<number> => (await stat(file)).size
