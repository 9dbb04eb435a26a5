import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { explainWriteError, systemCode } from '../osm/errors.ts'

/** A data set is built beside the one in use and takes its place by rename. */
export type Folders = { current: string; building: string; old: string }

export const foldersOf = (folder: string): Folders => {
  const current = resolve(folder)
  const beside = (suffix: string): string => join(dirname(current), `${basename(current)}.${suffix}`)
  return { current, building: beside('building'), old: beside('old') }
}

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error) => {
      if (systemCode(error) === 'ENOENT') return false
      throw error
    },
  )

/** Finishes a swap that a power cut left between its two renames. */
export const recoverSwap = async ({ current, old }: Folders): Promise<void> => {
  if (!(await exists(old))) return
  if (await exists(current)) await rm(old, { recursive: true, force: true })
  else await rename(old, current)
}

/** Puts the built folder in the place of the one in use. */
export const swapIn = async (folders: Folders): Promise<void> => {
  const { current, building, old } = folders
  await recoverSwap(folders)
  const replaces = await exists(current)
  if (replaces) await rename(current, old)
  try {
    await rename(building, current)
  } catch (error) {
    if (replaces) await rename(old, current)
    throw error
  }
  await rm(old, { recursive: true, force: true })
}

/** Writes a small file whole or not at all. Throws ExtractError disk_full when there is no room. */
export const writeWhole = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.draft`
  try {
    const handle = await open(draft, 'w')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    throw explainWriteError(error, dirname(file))
  }
}

export const LOCK_FILE = 'lock'

/** Held by this process, which its number does not show: in a container every process that imports has the same. */
const held = new Set<string>()

/** When a process started, as the kernel counts; null where there is no /proc, or no such process. */
const startOf = async (pid: number): Promise<string | null> => {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    // Field 22, counted after the command's name, which may hold spaces and brackets itself.
    return `${boot.trim()} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return null
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

/** The process that a lock names, if it still runs: numbers are given out again. */
const holderOf = async (lock: string): Promise<number | null> => {
  const [, pid, started] = /^(\d+)(?: (.*))?$/.exec(await readFile(lock, 'utf8').catch(() => '')) ?? []
  const holder = Number(pid ?? 0)
  if (holder === 0 || holder === process.pid || !isRunning(holder)) return null
  const now = await startOf(holder)
  return now === null || started === undefined || now === started ? holder : null
}

/** Makes the building folder this process's own; gives back the function that lets go of it. */
export const lockBuilding = async ({ building, current }: Folders): Promise<() => Promise<void>> => {
  const lock = join(building, LOCK_FILE)
  const taken = (pid: number): Error => new Error(`Another import into ${current} is under way (process ${pid}).`)
  if (held.has(lock)) throw taken(process.pid)
  held.add(lock)
  const release = async (): Promise<void> => {
    held.delete(lock)
    await rm(lock, { force: true })
  }
  try {
    await mkdir(building, { recursive: true })
    const holder = await holderOf(lock)
    if (holder !== null) throw taken(holder)
    await rm(lock, { force: true })
    const started = await startOf(process.pid)
    await writeFile(lock, started === null ? `${process.pid}` : `${process.pid} ${started}`, { flag: 'wx' })
  } catch (error) {
    held.delete(lock)
    throw explainWriteError(error, building)
  }
  return release
}
