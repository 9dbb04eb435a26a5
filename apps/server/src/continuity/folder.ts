import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { syncFolder } from '../database/sync-folder.ts'
import { PACKS_KEPT_HOURS } from '../retention/files.ts'
import { inTime } from './in-time.ts'
import { PackFacts, type RenderedPack } from './pack.ts'

const FACTS = 'pack.json'
const ASIDE = '.writing-'
const KEPT_MS = PACKS_KEPT_HOURS * 3_600_000
const READ_MS = 2000
const WRITE_MS = 60_000

/** `2026-11-24T15-00-00.000Z`: the order of names is the order of time, and every system takes them. */
const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/
const nameOf = (written: Date): string => written.toISOString().replaceAll(':', '-')
const writtenOf = (name: string): Date | null => {
  const [, hour, minute, rest] = NAME.exec(name) ?? []
  return hour === undefined ? null : new Date(`${hour}:${minute}:${rest}`)
}

/** `7-north-coast`: found by its number, whatever the region is called later. */
const folderOf = ({ region_id, region_name }: PackFacts): string => {
  const words = region_name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  return `${region_id}-${words.replace(/^-+|-+$/g, '').slice(0, 60)}`
}

type Place = { region_id: number; name: string; written: Date; path: string }

/** The folders of regions. What people lay beside them, such as a copy that was packed, is theirs. */
const regionsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true })).flatMap((entry) =>
    entry.isDirectory() && /^\d+-/.test(entry.name) ? [entry.name] : [],
  )

/** The packs of a folder, the newest first. A folder has the name of a pack only once it is whole. */
const placesIn = async (folder: string): Promise<Place[]> => {
  const places: Place[] = []
  for (const region of await regionsIn(folder)) {
    const region_id = Number.parseInt(region, 10)
    for (const name of await readdir(join(folder, region))) {
      const written = writtenOf(name)
      if (written !== null) places.push({ region_id, name, written, path: join(folder, region, name) })
    }
  }
  return places.toSorted((one, other) => other.written.getTime() - one.written.getTime())
}

/** When the newest pack of each region was written. Throws where the folder cannot be read. */
export const newestIn = (folder: string): Promise<Map<number, Date>> =>
  inTime(folder, 'read', READ_MS, async () => {
    const newest = new Map<number, Date>()
    for (const { region_id, written } of await placesIn(folder))
      if (!newest.has(region_id)) newest.set(region_id, written)
    return newest
  })

export type StoredPack = Omit<PackFacts, 'format'> & { name: string; bytes: number }

/** The packs of these regions (null: all), the newest first. Throws where the folder cannot be read. */
export const packsIn = (folder: string, regions: readonly number[] | null): Promise<StoredPack[]> =>
  inTime(folder, 'read', READ_MS, async () => {
    const packs: StoredPack[] = []
    for (const { region_id, name, path } of await placesIn(folder)) {
      if (regions !== null && !regions.includes(region_id)) continue
      const facts = factsIn(await readFile(join(path, FACTS), 'utf8').catch(() => 'null'))
      if (facts === null) continue
      const { format: _, ...told } = facts
      packs.push({ ...told, name, bytes: await sizeOf(path) })
    }
    return packs
  })

/** Null for a file that is damaged, or of another version: it keeps no other pack from being listed. */
const factsIn = (text: string): PackFacts | null => {
  try {
    return PackFacts.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const sizeOf = async (path: string): Promise<number> => {
  let bytes = 0
  for (const name of await readdir(path)) bytes += (await stat(join(path, name))).size
  return bytes
}

/** A file of a pack; undefined where there is none. Throws where the folder cannot be read. */
export const readPackFile = (
  folder: string,
  regionId: number,
  name: string,
  file: string,
): Promise<Buffer | undefined> =>
  inTime(folder, 'read', READ_MS, async () => {
    const place = (await placesIn(folder)).find((one) => one.region_id === regionId && one.name === name)
    return place === undefined ? undefined : readFile(join(place.path, file)).catch(() => undefined)
  })

/**
 * Writes a pack aside, and gives it its name when it is whole and on the disk. `make`: a folder that is missing is made;
 * one that was named is not, for it may be a share that is not mounted.
 */
export const storePack = (folder: string, { facts, files }: RenderedPack, make: boolean): Promise<void> =>
  inTime(folder, 'write', WRITE_MS, async () => {
    const region = join(folder, folderOf(facts))
    await mkdir(region, { recursive: make, mode: 0o700 }).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
    const aside = join(region, `${ASIDE}${randomUUID()}`)
    await mkdir(aside, { mode: 0o700 })
    try {
      for (const { name, bytes } of files) await write(join(aside, name), bytes)
      await write(join(aside, FACTS), new TextEncoder().encode(`${JSON.stringify(facts, null, 2)}\n`))
      await syncFolder(aside)
      await rename(aside, join(region, nameOf(new Date(facts.written_at))))
      await syncFolder(region)
    } catch (error) {
      await rm(aside, { recursive: true, force: true })
      throw error
    }
  })

const write = async (file: string, bytes: Uint8Array): Promise<void> => {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Of the data folder, which Ambit makes itself. */
export const isWithin = (dataFolder: string, folder: string): boolean => !relative(dataFolder, folder).startsWith('..')

export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Removes packs older than a day, but of a region that there still is never the newest, and what a process that was
 * killed has left.
 */
export const removeOutdated = (folder: string, regions: readonly number[], now: Date): Promise<void> =>
  inTime(folder, 'write', WRITE_MS, async () => {
    const seen = new Set<number>()
    for (const { region_id, written, path } of await placesIn(folder)) {
      const newest = !seen.has(region_id) && regions.includes(region_id)
      seen.add(region_id)
      if (!newest && now.getTime() - written.getTime() > KEPT_MS) await rm(path, { recursive: true, force: true })
    }
    for (const region of await regionsIn(folder))
      for (const name of await readdir(join(folder, region)))
        if (name.startsWith(ASIDE)) await rm(join(folder, region, name), { recursive: true, force: true })
  })

/** In words for the log and the page. */
export const troubleOf = (folder: string, error: unknown): string => {
  if (hasCode(error, 'ENOSPC')) return `The disk of ${folder} is full`
  if (isMissing(error)) return `The folder ${folder} is missing: is its share mounted?`
  if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM') || hasCode(error, 'EROFS'))
    return `Ambit may not write to the folder ${folder}`
  return error instanceof Error ? error.message : String(error)
}

/** Who can read what is written there, as the system says; null where it has no such modes. */
export const readersOf = (folder: string): Promise<'owner' | 'group' | 'everybody' | null> =>
  inTime(folder, 'read', READ_MS, async () => {
    if (process.platform === 'win32') return null
    const { mode } = await stat(folder)
    if ((mode & 0o005) === 0o005) return 'everybody'
    return (mode & 0o050) === 0o050 ? 'group' : 'owner'
  })
